//! The list of the pages in a folder.

use maud::html;

use super::frame;

/// A page in the list.
pub(in crate::cli::analyse) struct Listed {
    pub(in crate::cli::analyse) file: String,
    /// The texts of the row; the first one leads to the page.
    pub(in crate::cli::analyse) cells: Vec<String>,
}

/// The page that lists all games, with these heads of the columns.
pub(in crate::cli::analyse) fn index(heads: &[&str], games: &[Listed]) -> String {
    let title = format!("{} games", games.len());
    let body = html! {
        header { h1 { (title) } }
        main {
            div class="list wide" {
                table {
                    thead { tr { @for head in heads { th scope="col" { (head) } } } }
                    tbody {
                        @for game in games {
                            tr {
                                @for (at, cell) in game.cells.iter().enumerate() {
                                    td { @if at == 0 { a href=(game.file) { (cell) } } @else { (cell) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    frame(&title, &body)
}
