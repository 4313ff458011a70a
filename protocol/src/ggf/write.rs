//! Writes games in GGF.

use std::fmt;
use std::time::Duration;

use super::{Clock, End, Game, Item, MAX_NUMBER, Verdict};
use crate::board::{Disc, Move};
use crate::text::Text;
use crate::time::MAX_TIME;

/// As NBoard writes it: `D3`, `D3/0.50` or `D3/0.50/0.01`, and `PA` for a pass.
///
/// A number that is too large to be read is written as the largest one, NaN is left out.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Place(square) => write!(f, "{square}")?,
            Move::Pass => f.write_str("PA")?,
        }
        let readable =
            |most: f64| move |number: f64| (!number.is_nan()).then(|| number.clamp(-most, most));
        let longest = MAX_TIME.as_secs_f64();
        match (
            self.eval.and_then(readable(MAX_NUMBER)),
            self.seconds.and_then(readable(longest)),
        ) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval:.2}"),
            (None, Some(seconds)) => write!(f, "//{seconds:.2}"),
            (Some(eval), Some(seconds)) => write!(f, "/{eval:.2}/{seconds:.2}"),
        }
    }
}

/// One line, with the tags in the order that servers use.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.players.each_ref().map(Value);
        write!(f, "(;GM[Othello]PC[{}]", Value(&self.place))?;
        if !self.date.as_str().is_empty() {
            write!(f, "DT[{}]", Value(&self.date))?;
        }
        write!(f, "PB[{black}]PW[{white}]")?;
        match self.result {
            Some(result) => write!(f, "RE[{result}]")?,
            None => f.write_str("RE[?]")?,
        }
        match self.clocks {
            [Some(black), Some(white)] if black == white => write!(f, "TI[{black}]")?,
            clocks => {
                for (name, clock) in ["TB", "TW"].into_iter().zip(clocks) {
                    clock.map_or(Ok(()), |clock| write!(f, "{name}[{clock}]"))?;
                }
            }
        }
        f.write_str("TY[8]BO[8 ")?;
        for cell in self.board.0 {
            f.write_str(cell.map_or("-", sign))?;
        }
        write!(f, " {}]", sign(self.side))?;
        for (disc, item) in &self.moves {
            let color = if *disc == Disc::Black { "B" } else { "W" };
            write!(f, "{color}[{item}]")?;
        }
        f.write_str(";)")
    }
}

fn sign(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "*",
        Disc::White => "O",
    }
}

/// The value of a tag. GGF cannot escape a closing bracket.
struct Value<'a>(&'a Text);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_str().replace(']', ")"))
    }
}

/// `+12.00` or `-64.00:t`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.margin)?;
        f.write_str(match self.end {
            End::Over => "",
            End::Resigned => ":r",
            End::Time => ":t",
            End::Agreed => ":s",
        })
    }
}

/// `5:00`, `5:00/0:05` or `5:00/0:05/2:00`, with fractions of a second where needed.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        time(self.main, f)?;
        let parts = [self.increment, self.grace];
        let said = parts.iter().rposition(|part| !part.is_zero());
        for part in parts.iter().take(said.map_or(0, |last| last + 1)) {
            f.write_str("/")?;
            time(*part, f)?;
        }
        Ok(())
    }
}

fn time(time: Duration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // A time such as 1.0005 s is read with an error of up to 60 ns.
    let time = time.min(MAX_TIME);
    let milliseconds = (time.as_nanos() + 500_000) / 1_000_000;
    let seconds = milliseconds / 1000;
    write!(f, "{}:{:02}", seconds / 60, seconds % 60)?;
    match milliseconds % 1000 {
        0 => Ok(()),
        milliseconds => write!(f, ".{milliseconds:03}"),
    }
}
