//! The parser of melds: `d-3`, `ch-4`, `c-jqk`, `jk`, `ds-9(s)`, `h-678(7)`, `cdhsx-5`.

use super::card::{Rank, Suit};
use super::meld::Meld;

const FORM: &str = "write moves as d-3, ch-4, c-jqk, jk, ds-9(s), h-678(7), cdhsx-5 or p";

/// Parses a move in move notation: `None` is a pass.
///
/// Letters may be of either case and suits in any order.
///
/// # Errors
/// When the text names no meld and no pass.
pub(in super::super) fn read(text: &str) -> Result<Option<Meld>, String> {
    let text = text.to_ascii_lowercase();
    match &text[..] {
        "p" => return Ok(None),
        "jk" => return Ok(Some(Meld::JOKER)),
        _ => {}
    }
    let (suits, ranks) = text.split_once('-').ok_or(FORM)?;
    let (ranks, joker) = match ranks.split_once('(') {
        Some((ranks, joker)) => {
            let joker = joker.strip_suffix(')').unwrap_or_default();
            let mut letters = joker.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => (ranks, Some(letter)),
                _ => return Err("write one letter in the parentheses, the suit or rank that the joker stands for".into()),
            }
        }
        None => (ranks, None),
    };
    let (suits, fifth) = read_suits(suits)?;
    let ranks = ranks.chars().map(rank).collect::<Option<Vec<i8>>>().ok_or(
        "unknown rank: write 3-9 T J Q K A 2 (for a joker also u, below 3, and o, above 2)",
    )?;
    match ranks[..] {
        [] => Err("unknown rank: write 3-9 T J Q K A 2".into()),
        [rank] => group(rank, suits, fifth, joker).map(Some),
        _ if fifth => Err("only a group may have a fifth card (x)".into()),
        _ => sequence(&ranks, suits, joker).map(Some),
    }
}

/// The number of the rank with this name, -1 to 13.
fn rank(name: char) -> Option<i8> {
    match name {
        'u' => Some(-1),
        'o' => Some(Rank::COUNT.cast_signed()),
        _ => Rank::named(name).map(|rank| rank.number().cast_signed()),
    }
}

/// The suits as a nibble, and whether there is an `x` for a fifth card.
fn read_suits(text: &str) -> Result<(u8, bool), String> {
    let (mut suits, mut fifth) = (0, false);
    for name in text.chars() {
        if name == 'x' && !fifth {
            fifth = true;
            continue;
        }
        let suit = Suit::named(name).ok_or("unknown suit: write c, d, h or s")?;
        if suits >> suit as u8 & 1 != 0 {
            return Err(format!("the suit {name} is given twice"));
        }
        suits |= 1 << suit as u8;
    }
    if suits == 0 {
        return Err(format!("no suit before the dash; {FORM}"));
    }
    Ok((suits, fifth))
}

fn group(rank: i8, suits: u8, fifth: bool, joker: Option<char>) -> Result<Meld, String> {
    let rank = u8::try_from(rank).ok().and_then(Rank::new);
    let rank = rank.ok_or("u and o are ranks of a joker in a sequence only")?;
    let Some(joker) = joker else {
        return match (fifth, suits) {
            (false, _) => Ok(Meld::group(rank, suits)),
            (true, 15) => Ok(Meld::group(rank, suits).and_joker(None)),
            (true, _) => Err("a fifth card (x) needs the other four: cdhsx".into()),
        };
    };
    let suit = Suit::named(joker)
        .ok_or("in a group the joker stands for a suit: write c, d, h or s in the parentheses")?;
    let rest = suits & !(1 << suit as u8);
    match (fifth, rest) {
        (true, _) => Err("there is only one joker".into()),
        (false, 0) => Err("write jk for a joker alone".into()),
        _ if rest == suits => Err("the suit of the joker must also stand before the dash".into()),
        _ => Ok(Meld::group(rank, rest).and_joker(Some(suit as u8))),
    }
}

fn sequence(ranks: &[i8], suits: u8, joker: Option<char>) -> Result<Meld, String> {
    let in_a_row = ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let length = u8::try_from(ranks.len()).ok().filter(|_| in_a_row);
    let length =
        length.ok_or("the ranks of a sequence must follow each other upwards, as in c-jqk")?;
    if length < 3 {
        return Err("a sequence needs three or more ranks".into());
    }
    if suits.count_ones() != 1 {
        return Err("all cards of a sequence have one suit".into());
    }
    let place = match joker {
        None => None,
        Some(name) => {
            let stands = rank(name);
            let place = ranks.iter().position(|&rank| Some(rank) == stands);
            let place = place.ok_or("the rank of the joker must be one of the sequence")?;
            Some(u8::try_from(place).unwrap_or_default())
        }
    };
    let beyond = |rank: i8| !(0..Rank::COUNT.cast_signed()).contains(&rank);
    let at_joker = |at: usize| place.map(usize::from) == Some(at);
    if (ranks.iter().enumerate()).any(|(at, &rank)| beyond(rank) && !at_joker(at)) {
        return Err("only the joker stands for u or o, in parentheses: d-a2o(o)".into());
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 4")]
    let suit = suits.trailing_zeros() as u8;
    Ok(Meld::sequence(suit, ranks[0], length, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn melds_are_read_back() {
        for text in [
            "d-3",
            "ch-4",
            "c-jqk",
            "jk",
            "ds-9(s)",
            "h-678(7)",
            "cdhsx-5",
            "cdhs-8(d)",
            "d-a2o(o)",
            "s-u34(u)",
            "c-3456789tjqka2",
            "c-345(5)",
        ] {
            let meld = read(text).unwrap().unwrap();
            assert_eq!(meld.to_string(), text);
            assert_eq!(read(&text.to_ascii_uppercase()), Ok(Some(meld)));
        }
        assert_eq!(read("sd-9(s)"), read("ds-9(s)"));
        assert_eq!((read("p"), read("P")), (Ok(None), Ok(None)));
    }

    #[test]
    fn bad_notation_is_explained() {
        for (text, reason) in [
            ("", "write moves as"),
            ("0000", "write moves as"),
            ("-3", "no suit before the dash"),
            ("d-", "unknown rank"),
            ("d-1", "unknown rank"),
            ("e-3", "unknown suit"),
            ("cc-3", "the suit c is given twice"),
            ("sds-3", "the suit s is given twice"),
            ("d-34", "a sequence needs three"),
            ("cd-345", "all cards of a sequence have one suit"),
            ("d-356", "the ranks of a sequence"),
            ("d-543", "the ranks of a sequence"),
            ("d-345(6)", "the rank of the joker"),
            ("d-u34", "only the joker"),
            ("d-u34(3)", "only the joker"),
            ("d-u", "u and o are ranks"),
            ("d-3(d)", "write jk for a joker"),
            ("d-3(c)", "the suit of the joker"),
            ("dc-3(x)", "in a group the joker"),
            ("dc-3(d", "write one letter"),
            ("dc-3()", "write one letter"),
            ("dcx-3", "a fifth card (x) needs"),
            ("cdhsx-3(d)", "there is only one joker"),
            ("x-3", "no suit before"),
            ("cx-345", "only a group may"),
            ("c-大", "unknown rank"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
