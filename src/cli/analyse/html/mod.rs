//! An analysed game as one page: no network, readable without scripts.

mod graph;
mod index;
mod stones;

use kaeshi::analysis::{Judged, Player, Summary, Thresholds, ValuedMove};
use kaeshi::game::Side;
use kaeshi::game::{Game, Notation};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Colour, Square};
use maud::{DOCTYPE, Markup, PreEscaped, html};

pub(super) use self::index::{Listed, index};
pub(super) use self::stones::stone_page;
use super::record::Record;
use super::text::{line, loss, lost, reliability, rows};
use crate::cli::board_svg::{self, Label, Picture, move_value, shown as value};

/// The style of the pages.
const STYLE: &str = include_str!("style.css");
/// Steps through the game.
const SCRIPT: &str = include_str!("script.js");

/// The words for losses that reach one, two or three thresholds.
const GRADES: [&str; 4] = ["", "dubious", "mistake", "blunder"];

/// The frame of a page.
fn frame(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(board_svg::STYLE)) (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

/// The buttons that step through a game.
fn steps() -> Markup {
    html! {
        nav class="step" aria-label="Step through the game" hidden {
            button type="button" data-go="first" title="First position (Home)" { "|◀" }
            button type="button" data-go="back" title="Back (left arrow)" { "◀" }
            button type="button" data-go="next" title="Next (right arrow)" { "▶" }
            button type="button" data-go="last" title="Last position (End)" { "▶|" }
            button type="button" data-go="worse-back" title="Previous mistake (p)" { "◀ mistake" }
            button type="button" data-go="worse-next" title="Next mistake (n)" { "mistake ▶" }
        }
    }
}

/// The page of a game.
pub(super) fn page(record: &Record, summary: &Summary, thresholds: &Thresholds) -> String {
    let positions = positions(record);
    let moves = &record.analysis.moves;
    let body = html! {
        svg class="defs" aria-hidden="true" width="0" height="0" { defs { (board_svg::definitions()) } }
        header { (head(record)) }
        main {
            (graph::graph(&record.analysis, thresholds))
            (steps())
            div class="positions" {
                @for (index, position) in positions.iter().enumerate() {
                    (section(record, index, position, thresholds))
                }
            }
            (mistakes(moves, summary, thresholds))
            (sides(record, summary, thresholds))
            (table(moves, thresholds))
        }
        footer { p { "Analysed by Kaeshi, " (record.effort) ". Values are final disc differences; whole numbers are exact." } }
        script { (PreEscaped(SCRIPT)) }
    };
    frame(&record.title(), &body)
}

fn head(record: &Record) -> Markup {
    let names = record.names();
    let parts = [
        record.score().unwrap_or_default(),
        record.place.clone(),
        record.date.clone(),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let openings = record.analysis.moves.iter();
    let openings: Vec<_> = openings
        .filter_map(|judged| Some((judged.number, judged.opening.as_deref()?)))
        .collect();
    html! {
        h1 {
            span class="disc black" {} " " (names[0]) " – "
            span class="disc white" {} " " (names[1])
        }
        @if !parts.is_empty() { p { (parts.join(" · ")) } }
        @if !openings.is_empty() {
            p class="weak" {
                "Opening: "
                @for (at, (number, name)) in openings.iter().enumerate() {
                    @if at > 0 { " → " }
                    (name) " (" (number) ")"
                }
            }
        }
        @if let Some(why) = &record.illegal { p class="warn" { "Analysed up to " (why) } }
    }
}

/// The positions of the game, the first one first.
fn positions(record: &Record) -> Vec<Othello> {
    let start = Board::parse(&record.analysis.start).unwrap_or((Board::START, Colour::Black));
    let side = match start.1 {
        Colour::Black => Side::First,
        Colour::White => Side::Second,
    };
    let mut position = Othello::new(start.0, side);
    let mut positions = vec![position];
    for judged in &record.analysis.moves {
        let Ok(mv) = position.read_move(&judged.name) else {
            break;
        };
        position.make(&mv);
        positions.push(position);
    }
    positions
}

fn square(name: &str) -> Option<u8> {
    name.parse::<Square>().ok().map(Square::number)
}

fn label(valued: &ValuedMove, judged: &Judged) -> Option<Label> {
    let is_best = !valued.at_most && valued.value.discs >= judged.best.discs;
    Some(Label {
        square: square(&valued.name)?,
        text: move_value(valued),
        is_best,
        is_played: valued.name == judged.name,
    })
}

/// A position, with its board and what is said about the move.
fn section(record: &Record, index: usize, position: &Othello, thresholds: &Thresholds) -> Markup {
    let moves = &record.analysis.moves;
    let judged = moves.get(index);
    let before = index.checked_sub(1).map(|before| &moves[before]);
    let side = Player::from(position.side());
    let labels = judged.map(|judged| {
        judged
            .moves
            .iter()
            .filter_map(|mv| label(mv, judged))
            .collect()
    });
    let title = match (judged, before) {
        (Some(judged), _) if judged.is_pass() => format!("{} passes", side.name()),
        (Some(judged), _) => format!("Move {}: {} {}", judged.number, side.name(), judged.name),
        (None, _) if record.analysis.finished => "The end".into(),
        (None, _) => format!("The last position: {} to move", side.name()),
    };
    let picture = Picture {
        position,
        last: before.and_then(|before| square(&before.name)),
        labels: labels.unwrap_or_default(),
        title: &title,
    };
    let grade = judged.map_or(0, |judged| thresholds.grade(judged.loss));
    let best: &[String] = judged.map_or(&record.analysis.rest, |judged| &judged.line);
    let colour = match side {
        Player::Black => Colour::Black,
        Player::White => Colour::White,
    };
    html! {
        section id={ "m" (index) } class={ "pos" @if grade > 0 { " bad" } } data-board=(position.board().text(colour)) {
            (picture.board())
            div class="said" {
                h2 { (title) @if grade > 0 { " " span class={ "grade g" (grade) } { (GRADES[grade]) } } }
                @if let Some(judged) = judged {
                    (said(judged))
                } @else {
                    p { "Black: " b { (value(record.analysis.end)) } " (" (reliability(record.analysis.end)) ")" }
                }
                @if !best.is_empty() { p class="line" { "Best: " span { (best.join(" ")) } } }
            }
        }
    }
}

fn said(judged: &Judged) -> Markup {
    html! {
        @if let Some(better) = judged.better() {
            p {
                (judged.name) ": " b { (value(judged.played)) } ", best " (better) ": " b { (value(judged.best)) }
                ". Lost " b { (lost(judged)) } "."
            }
        } @else {
            p { (judged.name) ": " b { (value(judged.played)) } ". No loss." }
        }
        p class="weak" {
            (reliability(judged.played))
            @if let Some(better) = judged.better() { "; " (better) ": " (reliability(judged.best)) }
            @if let Some(name) = &judged.opening { " · " (name) }
        }
    }
}

/// The list of mistakes, and of the moves that changed who leads.
fn mistakes(moves: &[Judged], summary: &Summary, thresholds: &Thresholds) -> Markup {
    let bad = moves.iter().enumerate();
    let bad: Vec<_> = bad
        .filter(|(_, judged)| thresholds.grade(judged.loss) > 0)
        .collect();
    html! {
        section class="list" {
            h2 { "Mistakes" }
            @if bad.is_empty() { p { "None." } }
            ol {
                @for (index, judged) in &bad {
                    li {
                        a href={ "#m" (index) } {
                            span class={ "disc " (judged.side.name().to_lowercase()) } {}
                            " " (judged.number) ". " (judged.name) " " b { (loss(judged)) } " "
                            span class={ "grade g" (thresholds.grade(judged.loss)) } { (GRADES[thresholds.grade(judged.loss)]) }
                        }
                        " better " (line(&judged.line))
                    }
                }
            }
            @if !summary.changes.is_empty() {
                h3 { "Changes of the lead under best play" }
                ul {
                    @for change in &summary.changes {
                        @let judged = &moves[change.index];
                        @let [from, to] = change.words(judged);
                        li {
                            a href={ "#m" (change.index) } { (judged.number) ". " (judged.name) }
                            " " (from) " → " (to)
                        }
                    }
                }
            }
        }
    }
}

fn sides(record: &Record, summary: &Summary, thresholds: &Thresholds) -> Markup {
    let names = record.names();
    html! {
        section class="list" {
            h2 { "Summary" }
            table {
                thead { tr { th scope="col" { "" } @for name in names { th scope="col" { (name) } } } }
                tbody {
                    @for (what, sides) in rows(summary, thresholds) {
                        tr { th scope="row" { (what.trim()) } @for side in sides { td { (side) } } }
                    }
                }
            }
        }
    }
}

/// All moves in a table.
fn table(moves: &[Judged], thresholds: &Thresholds) -> Markup {
    html! {
        details class="list" {
            summary { "All moves" }
            table {
                thead { tr { @for head in ["move", "value", "best", "value", "loss"] { th scope="col" { (head) } } } }
                tbody {
                    @for (index, judged) in moves.iter().enumerate() {
                        tr class={ "g" (thresholds.grade(judged.loss)) } {
                            td {
                                a href={ "#m" (index) } {
                                    @if !judged.is_pass() { (judged.number) ". " }
                                    (judged.name)
                                }
                            }
                            td { (value(judged.played)) }
                            td { (judged.better().unwrap_or_default()) }
                            td { @if judged.better().is_some() { (value(judged.best)) } }
                            td { (loss(judged)) }
                        }
                    }
                }
            }
        }
    }
}
