//! The list of the pages in a folder.

use kaeshi::analysis::Summary;
use maud::html;

use super::frame;
use crate::cli::analyse::record::Record;

/// A page in the list.
pub(in crate::cli::analyse) struct Listed {
    file: String,
    title: String,
    date: String,
    score: String,
    opening: String,
    /// Discs lost by Black and White.
    lost: [f64; 2],
}

impl Listed {
    /// The page `file` of a game.
    pub(in crate::cli::analyse) fn new(file: String, record: &Record, summary: &Summary) -> Self {
        let opening = record.analysis.opening().map(|(_, name)| name.to_owned());
        Self {
            file,
            title: record.title(),
            date: record.date.clone(),
            score: record.score().unwrap_or_default(),
            opening: opening.unwrap_or_default(),
            lost: [0, 1].map(|side| summary.sides[side].loss),
        }
    }
}

/// The page that lists all games.
pub(in crate::cli::analyse) fn index(games: &[Listed]) -> String {
    let title = format!("{} games", games.len());
    let body = html! {
        header { h1 { (title) } }
        main {
            div class="list wide" {
                table {
                    thead { tr { @for head in ["game", "result", "date", "opening", "Black lost", "White lost"] { th scope="col" { (head) } } } }
                    tbody {
                        @for game in games {
                            tr {
                                td { a href=(game.file) { (game.title) } }
                                td { (game.score) }
                                td { (game.date) }
                                td { (game.opening) }
                                @for lost in game.lost { td { (format!("{lost:.1}")) } }
                            }
                        }
                    }
                }
            }
        }
    };
    frame(&title, &body)
}
