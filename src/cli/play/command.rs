//! The commands of `kaeshi play`.

/// A parsed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Undo,
    Hint,
    Moves,
    Board,
    Fen,
    New,
    Resign,
    Quit,
    Help,
    /// Any other word: the name of a move.
    Move(&'a str),
}

/// The commands, as `help` lists them.
const COMMANDS: &str = "  undo       take back your last move, and the answer to it
  hint       what Kaeshi would play
  moves      the legal moves
  board      draw the board again
  fen        the position on one line, for --position
  new        begin again; in Daifugo the next game of the series
  resign     give up
  quit       leave; so does the end of the input
  help       this list";

/// The answer to `help`. `example` is a move with ` such as ` before it, or empty.
pub(super) fn help(example: &str) -> String {
    format!(
        "Type a move{example}, or one of these words:\n{COMMANDS}\n\
        Numbers in brackets are values for the player of the move: in discs in Othello, in points in Daifugo."
    )
}

impl<'a> Command<'a> {
    /// Reads a line of at most one word; `None` if it is blank.
    ///
    /// # Errors
    /// If there are more words.
    pub(super) fn parse(line: &'a str) -> Result<Option<Self>, String> {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else {
            return Ok(None);
        };
        if let Some(more) = words.next() {
            return Err(format!(
                "a line is one move or one word; '{}' is one too many",
                more.escape_debug()
            ));
        }
        Ok(Some(match word.to_ascii_lowercase().as_str() {
            "undo" | "u" => Self::Undo,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "fen" => Self::Fen,
            "new" => Self::New,
            "resign" => Self::Resign,
            "quit" | "exit" | "q" => Self::Quit,
            "help" | "?" => Self::Help,
            _ => Self::Move(word),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_or_moves() {
        assert_eq!(Command::parse("  Undo\r"), Ok(Some(Command::Undo)));
        assert_eq!(Command::parse("D3"), Ok(Some(Command::Move("D3"))));
        assert_eq!(Command::parse(" \t"), Ok(None));
        assert!(Command::parse("d3 c5").is_err());
    }

    #[test]
    fn every_command_is_explained() {
        for line in COMMANDS.lines() {
            assert!(line.starts_with("  "), "{line} is not indented");
            let word = line.split_whitespace().next().expect("no line is blank");
            let command = Command::parse(word).expect("one word");
            assert!(!matches!(command, None | Some(Command::Move(_))), "{word}");
        }
        assert!(help(" such as d3").starts_with("Type a move such as d3, or"));
    }
}
