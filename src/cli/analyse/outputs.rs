//! The files of `--html`, `--ggf` and `--pgn`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::analysis::{Judged, Summary, Thresholds};
use kaeshi::files::{Existing, PendingFile, shown};
use kaeshi::game::InputError;
use kaeshi_protocol::board::Move;

use super::html;
use super::options::Analyse;
use super::record::Record;
use super::text::{line, loss, reliability};
use crate::cli::Failure;
use crate::cli::board_svg::shown as value;
use crate::cli::convert::{Entry, pgn_game};

/// The files of `--html`, `--ggf` and `--pgn`.
pub(super) struct Outputs {
    html: Option<Html>,
    ggf: Option<PendingFile>,
    pgn: Option<PendingFile>,
    existing: Existing,
}

/// Where the pages go.
enum Html {
    File(PathBuf),
    /// A folder, and the games in it so far.
    Folder(PathBuf, Vec<html::Listed>),
}

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
            .map(|path| Html::open(path, games, existing))
            .transpose()?;
        Ok(Self {
            html,
            ggf: open(&options.ggf)?,
            pgn: open(&options.pgn)?,
            existing,
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
        let existing = self.existing;
        let save = |path: &Path, page: &str| {
            PendingFile::write(path, page.as_bytes(), existing).map_err(InputError::new)
        };
        match &mut self.html {
            Some(Html::File(path)) => save(path, &html::page(record, summary, thresholds))?,
            Some(Html::Folder(folder, listed)) => {
                let name = format!("game{:04}.html", index + 1);
                save(
                    &folder.join(&name),
                    &html::page(record, summary, thresholds),
                )?;
                listed.push(html::Listed::new(name, record, summary));
            }
            None => {}
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
        if let Some(Html::Folder(folder, listed)) = &self.html {
            let page = html::index(listed);
            let path = folder.join("index.html");
            PendingFile::write(&path, page.as_bytes(), Existing::Replace)
                .map_err(InputError::new)?;
        }
        for file in [self.ggf.take(), self.pgn.take()].into_iter().flatten() {
            file.commit().map_err(InputError::new)?;
        }
        Ok(())
    }
}

impl Html {
    fn open(path: &Path, games: usize, existing: Existing) -> Result<Self, InputError> {
        if games <= 1 && !path.is_dir() {
            // Says at once that a file may not be replaced, not after minutes.
            if existing == Existing::Keep && path.exists() {
                let why = format_args!("{}: the file exists; --force replaces it", shown(path));
                return Err(InputError::new(why));
            }
            return Ok(Self::File(path.into()));
        }
        let is_page = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("html"));
        if path.is_file() || is_page {
            return Err(InputError::new(format_args!(
                "--html {}: {games} games need a folder; --game chooses one game",
                shown(path)
            )));
        }
        fs::create_dir_all(path)
            .map_err(|why| InputError::new(format_args!("{}: {why}", shown(path))))?;
        Ok(Self::Folder(path.into(), Vec::new()))
    }
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
            loss(judged).trim_start_matches('-'),
            value(judged.best),
            line(&judged.line)
        );
    }
    text
}
