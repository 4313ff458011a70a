//! The page of a game of m,n,k or Connect Four: the board at each move, and who wins with best play.

use std::sync::Arc;

use kaeshi::analysis::ProvenPly;
use kaeshi::game::{Grid, InputError, Side};
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use maud::{Markup, PreEscaped, html};

use super::{SCRIPT, frame, graph, steps};
use crate::cli::analyse::stone_game::{StoneGame, words};

/// The page of a game.
///
/// # Errors
/// If the game cannot be played again, or there is no memory for that.
pub(in crate::cli::analyse) fn stone_page(game: &StoneGame) -> Result<String, InputError> {
    let grids = grids(game)?;
    let plies = &game.proven.plies;
    let results = plies.iter().map(of_first);
    let results: Vec<Option<i8>> = results.collect();
    let changes: Vec<usize> = game.changes().map(|(index, _)| index).collect();
    let body = html! {
        header { h1 { (game.title()) } p class="weak" { "First player black, second player white" } }
        main {
            (graph::results(&results, &changes))
            (steps())
            div class="positions" {
                @for (index, grid) in grids.iter().enumerate() { (section(game, index, grid)) }
            }
            (list(game))
        }
        footer { p { "Analysed by Kaeshi, " (game.effort) ". Results are proven, or said not to be." } }
        script { (PreEscaped(SCRIPT)) }
    };
    Ok(frame(&game.title(), &body))
}

/// The result for the first player.
fn of_first(ply: &ProvenPly) -> Option<i8> {
    let result = ply.result?;
    Some(if ply.player == 1 { result } else { -result })
}

/// The boards before each move, and at the end.
fn grids(game: &StoneGame) -> Result<Vec<Grid>, InputError> {
    let table = TranspositionTable::new(1).map_err(InputError::new)?;
    let mut engine = games::open(&game.game, Arc::new(table))?;
    let mut grids: Vec<Grid> = engine.grid().into_iter().collect();
    for name in game.moves() {
        engine.play(&[name])?;
        grids.extend(engine.grid());
    }
    Ok(grids)
}

fn section(game: &StoneGame, index: usize, grid: &Grid) -> Markup {
    let plies = &game.proven.plies;
    let ply = &plies[index];
    let last = index
        .checked_sub(1)
        .and_then(|last| plies[last].name.as_deref());
    let title = match &ply.name {
        Some(name) => format!("Move {}: player {} {name}", index + 1, ply.player),
        None if ply.best.is_none() => "The end".into(),
        None => format!("The last position: player {} to move", ply.player),
    };
    html! {
        section id={ "m" (index) } class={ "pos" @if ply.changed { " bad" } } {
            (board(grid, (last, ply.name.as_deref(), ply.best.as_deref()), &title))
            div class="said" {
                h2 { (title) @if ply.changed { " " span class="grade g2" { "changes the result" } } }
                p { "For player " (ply.player) ": " b { (words(ply)) } "." }
                @if let (true, Some(after)) = (ply.changed, game.after(index)) {
                    p { "The move makes it " b { (after) } "." }
                }
                @if let Some(best) = &ply.best { p { "Best: " (best) } }
            }
        }
    }
}

/// The moves that changed the result, and all moves.
fn list(game: &StoneGame) -> Markup {
    let name = |ply: &ProvenPly| ply.name.clone().unwrap_or_default();
    html! {
        section class="list" {
            h2 { "Moves that changed the result" }
            @if game.changes().next().is_none() { p { "None, as far as results are proven." } }
            ol {
                @for (index, ply) in game.changes() {
                    li {
                        a href={ "#m" (index) } { (index + 1) ". " (name(ply)) }
                        " " (words(ply)) " → " (game.after(index).unwrap_or_default())
                        @if let Some(best) = &ply.best { ", better " (best) }
                    }
                }
            }
        }
        details class="list" {
            summary { "All moves" }
            table {
                thead { tr { @for head in ["move", "player", "best", "for the player"] { th scope="col" { (head) } } } }
                tbody {
                    @for (index, ply) in game.proven.plies.iter().enumerate() {
                        @if ply.name.is_some() {
                            tr {
                                td { a href={ "#m" (index) } { (index + 1) ". " (name(ply)) } }
                                td { (ply.player) }
                                td { (ply.best.as_deref().unwrap_or_default()) }
                                td { (words(ply)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The index of a square from `a1`, rank by rank.
fn square(name: &str, grid: &Grid) -> Option<usize> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let file = usize::from(letter as u8 - b'a');
    let rank: usize = name[1..].parse().ok()?;
    let index = rank.checked_sub(1)? * grid.files + file;
    (file < grid.files && index < grid.cells.len()).then_some(index)
}

/// A board with rank 1 at the bottom; `last` is the last move, `played` the next one, `best` the best one.
fn board(
    grid: &Grid,
    (last, played, best): (Option<&str>, Option<&str>, Option<&str>),
    title: &str,
) -> Markup {
    let (files, ranks) = (grid.files, grid.ranks().len());
    let place = |index: usize| (index % files, ranks - 1 - index / files);
    let points = |side: Side| -> String {
        let cells = grid.cells.iter().enumerate();
        let own = cells.filter(|(_, cell)| **cell == Some(side));
        let points = own.map(|(index, _)| {
            let (x, y) = place(index);
            format!("M{x}.5 {y}.5h0")
        });
        points.collect::<Vec<_>>().concat()
    };
    let across = (0..=ranks).map(|y| format!("M0 {y}h{files}"));
    let lines: Vec<_> = across
        .chain((0..=files).map(|x| format!("M{x} 0v{ranks}")))
        .collect();
    let lines = lines.concat();
    let mark = |name: Option<&str>| name.and_then(|name| square(name, grid)).map(place);
    html! {
        svg viewBox={ "-.6 -.2 " (files) ".8 " (ranks) ".9" } role="img" aria-label=(title) {
            rect class="g" width=(files) height=(ranks) {}
            path class="n" d=(lines) {}
            @for file in 0..files {
                @let letter = char::from(b'a' + u8::try_from(file).unwrap_or(0));
                text class="k" x={ (file) ".5" } y={ (ranks) ".5" } { (letter) }
            }
            @for rank in 0..ranks { text class="k" x="-.3" y={ (rank) ".62" } { (ranks - rank) } }
            path class="b" d=(points(Side::First)) {}
            path class="w" d=(points(Side::Second)) {}
            @if let Some((x, y)) = mark(last) { circle class="r" cx={ (x) ".5" } cy={ (y) ".5" } r=".13" {} }
            @if let Some((x, y)) = mark(played) { circle class="y" cx={ (x) ".5" } cy={ (y) ".5" } r=".42" {} }
            @if let Some((x, y)) = mark(best) { text class="v" x={ (x) ".5" } y={ (y) ".62" } { "best" } }
        }
    }
}
