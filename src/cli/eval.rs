//! `kaeshi eval`: Othello's static evaluation of a position, by parts.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use kaeshi::analysis::{Effort, judge_moves};
use kaeshi::engine::BatchSolver;
use kaeshi::files::{Existing, PendingFile};
use kaeshi::game::{InputError, Notation};
use kaeshi::games::othello::board::Square;
use kaeshi::games::othello::breakdown::{Part, eval_breakdown};
use kaeshi::games::othello::linear::evaluate;
use kaeshi::games::othello::net::{self, NetOutput};
use kaeshi::games::othello::openings::{self, Opening};
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{Score, SharedState, TranspositionTable};

use super::Failure;
use super::board_svg::{Label, Picture, move_value};
use super::position::{PositionFormat, PositionOption, last_square};

/// Show Othello's evaluation of a position, part by part
///
/// All values are discs for the side to move, without any search.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Eval {
    #[command(flatten)]
    position: PositionOption,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Also draw the position, its last move and the values of its moves into this file, by a search of about a second.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file of --svg if it exists.
    #[arg(long, requires = "svg")]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi eval
  kaeshi eval --position '8/8/8/2xxx3/3xo3/8/8/8 o' --json
  kaeshi eval --position f5d6c3 --svg board.svg";

/// The evaluation of a position.
struct Valued {
    game: Othello,
    /// The notation of the position, if one was given.
    notation: Option<PositionFormat>,
    /// The name of the opening, if the position has one.
    opening: Option<&'static Opening>,
    /// What the linear evaluation adds up; nothing if the side to move has no move.
    parts: Vec<Part>,
    linear: Score,
    net: NetOutput,
}

impl Eval {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, notation) = self.position.othello("eval")?;
        if let Some(path) = &self.svg {
            let picture = self.picture(&game)?;
            let existing = Existing::forced(self.force);
            PendingFile::write(path, picture.as_bytes(), existing).map_err(InputError::new)?;
        }
        let board = game.board();
        let valued = Valued {
            game,
            notation,
            opening: openings::find(board),
            parts: eval_breakdown(board).unwrap_or_default(),
            linear: evaluate(board, game.features()),
            net: net::evaluate(board, game.features()),
        };
        let out = &mut io::stdout().lock();
        if self.json {
            writeln!(out, "{}", valued.json())?;
        } else {
            valued.print(out)?;
        }
        Ok(())
    }
}

impl Eval {
    /// The position as the text of an SVG file.
    fn picture(&self, game: &Othello) -> Result<String, InputError> {
        const MEGABYTES: usize = 64;
        let table = TranspositionTable::new(MEGABYTES).map_err(InputError::new)?;
        let signals = SharedState::default();
        let moves = BatchSolver::with(game, &table, &signals, 1, |solver| {
            judge_moves(solver, game, &Effort::default())
        });
        let best = moves.first().map(|first| first.value.discs);
        let label = |valued: &kaeshi::analysis::ValuedMove| {
            Some(Label {
                square: valued.name.parse::<Square>().ok()?.number(),
                text: move_value(valued),
                is_best: !valued.at_most && Some(valued.value.discs) == best,
                is_played: false,
            })
        };
        let picture = Picture {
            position: game,
            last: last_square(self.position.text.as_deref()),
            labels: moves.iter().filter_map(label).collect(),
            title: &format!("Othello: {}", game.write()),
        };
        Ok(picture.file())
    }
}

impl Valued {
    fn json(&self) -> serde_json::Value {
        let part = |part: &Part| serde_json::json!({"name": part.name, "discs": discs(part.score)});
        serde_json::json!({
            "position": self.game.write(),
            "notation": self.notation,
            "opening": self.opening.map(|opening| opening.name),
            "parts": self.parts.iter().map(part).collect::<Vec<_>>(),
            "linear": discs(self.linear),
            "net": discs(self.net.score),
            "net_error": discs(Score(self.net.error)),
        })
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(notation) = self.notation {
            writeln!(out, "read as {notation}: {}", self.game.write())?;
        }
        writeln!(out, "{}\n", self.game.draw())?;
        if let Some(opening) = self.opening {
            writeln!(out, "opening {opening}\n")?;
        }
        for part in &self.parts {
            writeln!(out, "{:>+8.2}  {}", discs(part.score), part.name)?;
        }
        writeln!(out, "{:>+8.2}  linear evaluation", discs(self.linear))?;
        let error = discs(Score(self.net.error));
        let net = discs(self.net.score);
        writeln!(
            out,
            "{net:>+8.2}  neural net, likely to be off by {error:.2}"
        )
    }
}

fn discs(score: Score) -> f64 {
    f64::from(score.0) / f64::from(DISC)
}
