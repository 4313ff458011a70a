//! `kaeshi bits daifugo`: the article's bit operations on hands of cards.

mod checks;
mod dominance;
mod formulas;
mod naive;
mod sample;
mod tables;
mod timing;
mod win;

use std::process::ExitCode;

use clap::Args;
use kaeshi::game::InputError;
use kaeshi::games::daifugo::Cards;

use self::dominance::Duel;
use self::tables::HandTables;
use crate::cli::Failure;
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::finish;
use crate::cli::number::whole;

/// Show the bit forms of hands of Daifugo, and check and time the formulas
///
/// The article is "大富豪AIにおけるビット演算の利用 後編" by Katsuki Ohto (`YuriCat`), 2016. Without a hand its worked example
/// is shown, its formulas are compared on random sets of cards with other forms of them and with a walk over the cards, and
/// all are timed. With one hand or two, their tables alone are shown. The second hand is the opponents'.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Daifugo {
    /// Cards by suit (C D H S) and rank (3-9 T J Q K A 2), as in D3C5H5; a dash for none.
    #[arg(value_name = "HAND", num_args = 0..=2)]
    hands: Vec<String>,
    /// Number of random sets to compare the formulas on, and twice the number of deals [default: 200000, or none with a
    /// hand].
    #[arg(long, value_name = "N", value_parser = whole(2..=100_000_000_u64))]
    sets: Option<u64>,
    /// Seed of the random sets.
    #[arg(long, default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// The hand of the article's worked example.
const EXAMPLE: &str = "C3H4C5H5S5D6CJHJS2";

/// Number of random sets if no hand is given.
const SETS: u64 = 200_000;

const EXAMPLES: &str = "\
Examples:
  kaeshi bits daifugo                                   the article's hand, checks and times
  kaeshi bits daifugo C3H4C5H5S5D6CJHJS2                the tables of the article's hand alone
  kaeshi bits daifugo CKDKD3 C3H4C5H5S5D6CJHJS2         does the first hand win unanswered?
  kaeshi bits daifugo --sets 1000000 --seed 7 --json

The tables of the article's hand, as `kaeshi bits daifugo C3H4C5H5S5D6CJHJS2` prints them:
  cards                0x0008000500002d41
  counts (QR)          0x0001000200001311
  places (PQR)         0x0001000200001411
  answerable (ND)      0x0000111133333377, 3 loops";

impl Daifugo {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let hands = self.read_hands()?;
        let tables: Vec<_> = hands.iter().map(|&hand| HandTables::of(hand)).collect();
        let duel = match hands[..] {
            [one, two] => Some(Duel::of(one, two)),
            _ => None,
        };
        let mut sections = Vec::new();
        for (&hand, table) in hands.iter().zip(&tables) {
            if hand.to_string() == EXAMPLE {
                sections.push(table.beside_the_article());
            }
            sections.push(checks::on_hand(hand, self.seed));
        }
        sections.extend(duel.as_ref().map(Duel::check));
        let default = self.hands.is_empty().then_some(SETS);
        if let Some(sets) = self.sets.or(default) {
            let progress = Progress::new("sets", sets + sets / 2);
            sections.push(checks::on_random_sets(sets, self.seed, &progress));
            sections.push(win::on_deals(sets / 2, self.seed, &progress));
            drop(progress);
            sections.extend(timing::sections(self.seed));
        }
        let mut more = serde_json::Map::new();
        if self.json {
            more.insert("hands".into(), serde_json::json!(tables));
            more.insert("dominance".into(), serde_json::json!(duel));
        } else {
            let text: String = tables.iter().map(ToString::to_string).collect();
            print(&text)?;
            if let Some(duel) = &duel {
                print(&duel.to_string())?;
            }
        }
        Ok(finish(&sections, self.json, more)?)
    }

    /// The hands given, or the article's.
    fn read_hands(&self) -> Result<Vec<Cards>, InputError> {
        if self.hands.is_empty() {
            return Ok(vec![read(EXAMPLE)?]);
        }
        let hands: Result<Vec<Cards>, _> = self.hands.iter().map(|text| read(text)).collect();
        let hands = hands?;
        if let [one, two] = hands[..]
            && one.meets(two)
        {
            let both = one & two;
            return Err(InputError::new(format_args!("{both}: in both hands")));
        }
        Ok(hands)
    }
}

/// Reads a hand of the 52 cards.
fn read(text: &str) -> Result<Cards, InputError> {
    let cards: Cards = text
        .trim()
        .parse()
        .map_err(|why| InputError::new(format_args!("hand '{text}': {why}")))?;
    if Cards::DECK.has(cards) {
        Ok(cards)
    } else {
        let why = "the article's forms have no place for the joker (JO)";
        Err(InputError::new(format_args!("hand '{text}': {why}")))
    }
}

fn print(text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    std::io::stdout().lock().write_all(text.as_bytes())
}
