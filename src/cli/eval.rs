//! `kaeshi eval`: Othello's static evaluation of a position, by parts.

use std::io::{self, Write};

use clap::Args;
use kaeshi::game::Notation;
use kaeshi::games::othello::breakdown::{Part, eval_breakdown};
use kaeshi::games::othello::linear::evaluate;
use kaeshi::games::othello::net::{self, NetOutput};
use kaeshi::games::othello::openings::{self, Opening};
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::Score;

use super::Failure;
use super::position::{PositionFormat, PositionOption};

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
}

const EXAMPLES: &str = "\
Examples:
  kaeshi eval
  kaeshi eval --position '8/8/8/2xxx3/3xo3/8/8/8 o' --json
  kaeshi eval --position f5d6c3";

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
