//! The files of `--html`, `--ggf` and `--pgn`.

use std::fmt::Write as _;
use std::path::PathBuf;

use kaeshi::analysis::{Judged, Summary, Thresholds};
use kaeshi::files::{Existing, PendingFile};
use kaeshi::game::InputError;
use kaeshi_protocol::board::Move;

use super::html;
use super::options::Analyse;
use super::pages::Pages;
use super::record::Record;
use super::text::{line, lost, reliability};
use crate::cli::Failure;
use crate::cli::board_svg::shown as value;
use crate::cli::convert::{Entry, pgn_game};

/// The files of `--html`, `--ggf` and `--pgn`.
pub(super) struct Outputs {
    html: Option<Pages>,
    ggf: Option<PendingFile>,
    pgn: Option<PendingFile>,
}

/// The columns of the list of pages.
const HEADS: [&str; 6] = [
    "game",
    "result",
    "date",
    "opening",
    "Black lost",
    "White lost",
];

impl Outputs {
    /// Opens the files for `games` games.
    ///
    /// # Errors
    /// If a file exists and may not be replaced, or cannot be written; if several games are to be one page.
    pub(super) fn open(options: &Analyse, games: usize) -> Result<Self, InputError> {
        let existing = Existing::forced(options.force || options.resume.is_some());
        let open = |path: &Option<PathBuf>| {
            let path = path.as_deref();
            let file = path
                .map(|path| PendingFile::create(path, existing))
                .transpose();
            file.map_err(InputError::new)
        };
        let html = options
            .html
            .as_deref()
            .map(|path| Pages::open(path, games, existing))
            .transpose()?;
        let pages = html.as_ref().map(|pages| pages.files(games));
        options.check_outputs(&pages.unwrap_or_default())?;
        Ok(Self {
            html,
            ggf: open(&options.ggf)?,
            pgn: open(&options.pgn)?,
        })
    }

    /// Adds a game; `index` counts from 0.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn add(
        &mut self,
        index: usize,
        record: &Record,
        entry: &Entry,
        summary: &Summary,
        thresholds: &Thresholds,
    ) -> Result<(), Failure> {
        if let Some(pages) = &mut self.html {
            let page = html::page(record, summary, thresholds);
            pages.add(index, &page, row(record, summary))?;
        }
        if let Some(file) = &mut self.ggf {
            let game = annotated(entry, record).to_string() + "\n";
            file.add(game.as_bytes()).map_err(InputError::new)?;
        }
        if let Some(file) = &mut self.pgn {
            file.add(pgn(entry, record, thresholds).as_bytes())
                .map_err(InputError::new)?;
        }
        Ok(())
    }

    /// Gives the files their names, and writes the list of the pages.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if let Some(pages) = &self.html {
            pages.finish(&HEADS)?;
        }
        for file in [self.ggf.take(), self.pgn.take()].into_iter().flatten() {
            file.commit().map_err(InputError::new)?;
        }
        Ok(())
    }
}

/// The row of a game in the list of pages.
fn row(record: &Record, summary: &Summary) -> Vec<String> {
    let opening = record.analysis.opening().map(|(_, name)| name.to_owned());
    let mut row = vec![
        record.title(),
        record.score().unwrap_or_default(),
        record.date.clone(),
        opening.unwrap_or_default(),
    ];
    row.extend(summary.sides.iter().map(|side| format!("{:.1}", side.loss)));
    row
}

/// The game with the values of its moves.
fn annotated(entry: &Entry, record: &Record) -> kaeshi_protocol::ggf::Game {
    let mut game = entry.game.clone();
    for ((_, item), judged) in game.moves.iter_mut().zip(&record.analysis.moves) {
        item.eval = (item.mv != Move::Pass).then_some(judged.played.discs);
    }
    game
}

/// The game in PGN, with comments.
fn pgn(entry: &Entry, record: &Record, thresholds: &Thresholds) -> String {
    let mut game = pgn_game(entry);
    game.moves.clear();
    let text = game.to_string();
    let (tags, result) = text.trim_end().rsplit_once('\n').unwrap_or((&text, "*"));
    let mut text = format!("{}\n\n", tags.trim_end());
    for (ply, judged) in record.analysis.moves.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let name = if judged.is_pass() { "--" } else { &judged.name };
        let _ = writeln!(text, "{name} {{{}}}", comment(judged, thresholds));
    }
    let _ = writeln!(text, "{result}\n");
    text
}

fn comment(judged: &Judged, thresholds: &Thresholds) -> String {
    let mut text = format!("{} {}", value(judged.played), reliability(judged.played));
    if let Some(name) = &judged.opening {
        let _ = write!(text, "; {name}");
    }
    if judged.better().is_some() && thresholds.grade(judged.loss) > 0 {
        let _ = write!(
            text,
            "; lost {}; better {}: {}",
            lost(judged),
            value(judged.best),
            line(&judged.line)
        );
    }
    text
}
