//! Where the games of a match begin.

use std::fs;

use kaeshi::engine::Seat;
use kaeshi::game::{Refused, mix};
use kaeshi_protocol::transcript::Transcript;

/// A list of openings, or none.
#[derive(Debug)]
pub(super) struct Openings {
    lines: Vec<Vec<String>>,
    /// Plies drawn by lot where there is no list.
    plies: usize,
    seed: u64,
}

impl Openings {
    /// Reads a file: one opening a line, as `f5d6c3` or as `f5 d6 c3`; `#` begins a comment.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no sequence of moves of the game in `seat`.
    pub(super) fn read(file: &str, seat: &mut dyn Seat) -> Result<Self, Refused> {
        let text =
            fs::read_to_string(file).map_err(|why| Refused::new(format_args!("{file}: {why}")))?;
        let mut lines = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let opening = understand(line, seat)
                .map_err(|why| Refused::new(format_args!("{file}, line {number}: {why}")))?;
            lines.push(opening);
        }
        if lines.is_empty() {
            return Err(Refused::new(format_args!("{file} holds no opening")));
        }
        Ok(Self {
            lines,
            plies: 0,
            seed: 0,
        })
    }

    /// So many plies drawn by lot, others for every pair of games.
    pub(super) fn by_lot(plies: usize, seed: u64) -> Self {
        Self {
            lines: Vec::new(),
            plies,
            seed,
        }
    }

    /// The opening of the pair of games with that number; a list that is too short begins anew.
    pub(super) fn of_pair(&self, pair: usize, seat: &mut dyn Seat) -> Vec<String> {
        if !self.lines.is_empty() {
            return self.lines[pair % self.lines.len()].clone();
        }
        seat.reset();
        let mut chance = mix(self.seed ^ mix(pair as u64));
        let mut opening = Vec::new();
        while opening.len() < self.plies && seat.result().is_none() {
            let moves = seat.moves();
            chance = mix(chance);
            let at = usize::try_from(chance % moves.len() as u64).unwrap_or_default();
            let mv = moves[at].clone();
            if seat.play(&[&mv]).is_err() {
                break;
            }
            opening.push(mv);
        }
        opening
    }
}

/// The moves of a line, passes included.
fn understand(line: &str, seat: &mut dyn Seat) -> Result<Vec<String>, Refused> {
    let words: Vec<String> = match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [word] if seat.grid().is_some() && word.len() > 3 => {
            let transcript = Transcript::parse(word).map_err(Refused::new)?;
            transcript.0.iter().map(|mv| format!("{mv:#}")).collect()
        }
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    };
    seat.reset();
    let mut moves = Vec::new();
    for word in &words {
        // A pass that is due may be left out.
        if let ([pass], false) = (seat.moves().as_slice(), word.starts_with('p'))
            && !pass.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            seat.play(&[pass])?;
            moves.push(pass.clone());
        }
        seat.play(&[word])?;
        moves.extend(seat.last_move());
    }
    if seat.result().is_some() {
        return Err(Refused::new("the game is over after these moves"));
    }
    Ok(moves)
}
