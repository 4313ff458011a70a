//! The games of several records, counted by pair of programs.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use kaeshi::core::printable;
use kaeshi::game::InputError;

use super::limit::{Limit, Pace, Stripped};
use super::opening;
use super::pairs::Pairs;
use super::programs::Program;
use crate::cli::match_runner::record::{self, Entry, Header};
use crate::cli::match_runner::results::Results;
use crate::cli::print_message;

/// The games of all records.
#[derive(Debug, Default)]
pub(super) struct Collection {
    /// The game, as the first record names it.
    pub(super) game: String,
    /// The paths of the records, with the number of games in each.
    pub(super) records: Vec<(String, usize)>,
    /// All programs, each once.
    pub(super) programs: Vec<Program>,
    pub(super) pairs: Vec<ProgramPair>,
}

/// The games of two programs, from the view of the one that the first record names first.
#[derive(Debug, Default)]
pub(super) struct ProgramPair {
    /// Indices into the programs of the collection.
    pub(super) programs: [usize; 2],
    pub(super) total: Results,
    /// By the limits of both programs.
    pub(super) limits: Vec<([Limit; 2], Results)>,
    /// By the index of the record.
    pub(super) records: Vec<(usize, Results)>,
    /// The games in which the first program moves first, and the others.
    pub(super) sides: [Results; 2],
    /// By the moves of the opening.
    pub(super) openings: Vec<(String, Results)>,
    opening_indices: HashMap<String, usize>,
    /// Number of games whose opening is not known.
    pub(super) unknown_openings: usize,
    /// Number of games that repeat another game with the same limits, move for move.
    pub(super) repeated: usize,
    seen: HashSet<u64>,
}

/// Where the games after a header belong.
struct Place {
    pair: usize,
    /// Whether the header names the programs in the other order than the pair.
    is_swapped: bool,
    limits: usize,
    /// The index of the record.
    record: usize,
    has_random_openings: bool,
}

impl Collection {
    /// Reads all records.
    ///
    /// # Errors
    /// If a record cannot be read or is damaged, if two are of different games, if one is there twice, or if there
    /// are no games.
    pub(super) fn read(paths: &[String]) -> Result<Self, InputError> {
        let mut all = Self::default();
        let mut digests: Vec<u64> = Vec::new();
        for path in paths {
            let (games, digest) = all.read_one(path)?;
            if games > 0
                && let Some(same) = digests.iter().position(|other| *other == digest)
            {
                let first = &paths[same];
                return Err(InputError::new(format_args!(
                    "{path}: it has the same games as {first}: name each record once"
                )));
            }
            digests.push(digest);
        }
        if all.records.iter().all(|(_, games)| *games == 0) {
            let which = if paths.len() == 1 {
                "the record has"
            } else {
                "the records have"
            };
            return Err(InputError::new(format_args!(
                "{which} no complete game yet"
            )));
        }
        all.pairs.retain(|pair| pair.total.games() > 0);
        Ok(all)
    }

    /// Adds the games of one record; returns their number and a digest of them.
    fn read_one(&mut self, path: &str) -> Result<(usize, u64), InputError> {
        let index = self.records.len();
        self.records.push((path.to_owned(), 0));
        let mut digest = DefaultHasher::new();
        let mut current: Option<(Header, Place)> = None;
        let mut pairs = Pairs::default();
        let header = record::read(path, |header, entry| {
            self.records[index].1 += 1;
            (&entry.moves, entry.points.to_bits()).hash(&mut digest);
            let times = entry.times.iter().chain(&entry.left);
            times.for_each(|time| time.to_bits().hash(&mut digest));
            if current.as_ref().is_none_or(|(known, _)| known != header) {
                self.add_halves(current.as_ref(), &mut pairs);
                current = Some((header.clone(), self.place(header, index)));
            }
            if let (Some((_, place)), Some(pair)) = (&current, pairs.add(entry)) {
                self.add(place, pair);
            }
        })?;
        self.add_halves(current.as_ref(), &mut pairs);
        if let Some(missing) = pairs.missing() {
            print_message(&format!("{path}: {missing}"));
        }
        if index == 0 {
            self.game = header.game;
        } else if family(&self.game) != family(&header.game) {
            let (first, known, game) = (&self.records[0].0, &self.game, &header.game);
            return Err(InputError::new(format_args!(
                "{path}: a match of {game}, but {first} is one of {known}: name records of one game"
            )));
        }
        Ok((self.records[index].1, digest.finish()))
    }

    /// Adds the games whose other half is not in the record, or is one of changed programs.
    fn add_halves(&mut self, current: Option<&(Header, Place)>, pairs: &mut Pairs) {
        if let Some((_, place)) = current {
            for game in pairs.take_halves() {
                self.add(place, vec![game]);
            }
        }
    }

    /// The place of the games after `header`; new if there is none yet.
    fn place(&mut self, header: &Header, record: usize) -> Place {
        let mut programs = Program::both(header).map(|program| {
            let known = self.programs.iter().position(|known| *known == program);
            known.unwrap_or_else(|| {
                self.programs.push(program);
                self.programs.len() - 1
            })
        });
        let paces = Pace::both(&header.time_control);
        let limit = |command, pace| Stripped::of(command).limit(pace);
        let mut limits = [
            limit(&header.first, &paces[0]),
            limit(&header.second, &paces[1]),
        ];
        let known = self.pairs.iter().position(|pair| {
            let [first, second] = pair.programs;
            programs == [first, second] || programs == [second, first]
        });
        let index = known.unwrap_or_else(|| {
            self.pairs.push(ProgramPair {
                programs,
                ..ProgramPair::default()
            });
            self.pairs.len() - 1
        });
        let pair = &mut self.pairs[index];
        let is_swapped = pair.programs != programs;
        if is_swapped {
            programs.reverse();
            limits.reverse();
        }
        let known = pair.limits.iter().position(|(known, _)| *known == limits);
        let limits = known.unwrap_or_else(|| {
            pair.limits.push((limits, Results::default()));
            pair.limits.len() - 1
        });
        if pair
            .records
            .last()
            .is_none_or(|(known, _)| *known != record)
        {
            pair.records.push((record, Results::default()));
        }
        Place {
            pair: index,
            is_swapped,
            limits,
            record,
            has_random_openings: header.openings.starts_with("random, seed "),
        }
    }

    /// Adds a pair of games from one opening, or a game without its other half.
    fn add(&mut self, place: &Place, mut games: Vec<Entry>) {
        let pair = &mut self.pairs[place.pair];
        if place.is_swapped {
            games.iter_mut().for_each(swap);
        }
        let opening = opening::of(&games, place.has_random_openings);
        let opening = opening.map(|opening| pair.opening_index(opening));
        if opening.is_none() {
            pair.unknown_openings += games.len();
        }
        let record = pair
            .records
            .iter()
            .rposition(|(known, _)| *known == place.record);
        for game in &games {
            pair.total.add(game);
            pair.limits[place.limits].1.add(game);
            if let Some(record) = record {
                pair.records[record].1.add(game);
            }
            if let Some(opening) = opening {
                pair.openings[opening].1.add(game);
            }
            pair.sides[usize::from(!game.first_moves_first)].add(game);
            let mut hasher = DefaultHasher::new();
            (place.limits, game.first_moves_first, &game.moves).hash(&mut hasher);
            pair.repeated += usize::from(!pair.seen.insert(hasher.finish()));
        }
        pair.total.end_pair();
        pair.limits[place.limits].1.end_pair();
        if let Some(record) = record {
            pair.records[record].1.end_pair();
        }
        if let Some(opening) = opening {
            pair.openings[opening].1.end_pair();
        }
    }

    /// The game with its usual capital letter.
    pub(super) fn title(&self) -> String {
        let mut letters = self.game.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        printable(&first.chain(letters).collect::<String>())
    }

    /// Whether the game is Othello, by any of its names.
    pub(super) fn is_othello(&self) -> bool {
        family(&self.game) == "othello"
    }

    /// Number of games of all records.
    pub(super) fn games(&self) -> usize {
        self.records.iter().map(|(_, games)| games).sum()
    }
}

impl ProgramPair {
    fn opening_index(&mut self, opening: String) -> usize {
        let next = self.openings.len();
        let index = *self.opening_indices.entry(opening.clone()).or_insert(next);
        if index == next {
            self.openings.push((opening, Results::default()));
        }
        index
    }
}

/// The name of a game in one spelling.
fn family(game: &str) -> String {
    match game.trim().to_ascii_lowercase().replace(',', " ") {
        name if name == "reversi" => "othello".to_owned(),
        name => name,
    }
}

/// Turns a game to the view of the other program.
fn swap(game: &mut Entry) {
    game.first_moves_first = !game.first_moves_first;
    game.points = 1.0 - game.points;
    game.margin = game.margin.map(i32::saturating_neg);
}
