//! Series of games of cards among five players, one of them a person.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::{assert_says, play};

/// The number of the person's player.
const ME: usize = 2;
const GAMES: usize = 3;
const ARGUMENTS: [&str; 11] = [
    "--game",
    "daifugo uecda 5",
    "--side",
    "2",
    "--games",
    "3",
    "--seed",
    "17",
    "--depth",
    "1",
    "--hash=1",
];

/// One line of a drawing that shows a hand: the player, the text of the hand, and the number of cards.
fn hand(line: &str) -> Option<(usize, &str, usize)> {
    let line = line.trim_start_matches(['>', ' ']);
    let (player, rest) = line.strip_prefix("player ")?.split_once(':')?;
    let (cards, rest) = rest.split_once('(')?;
    let (count, _) = rest.split_once(')')?;
    Some((player.parse().ok()?, cards.trim(), count.parse().ok()?))
}

/// Whether a line is the answer to `moves` at a player's turn.
fn lists_moves(line: &str) -> bool {
    let is_move =
        |word: &str| word.contains('-') || word.starts_with("x:") || ["p", "jk"].contains(&word);
    !line.is_empty() && line.split(' ').all(is_move)
}

/// What a test notes about one game.
#[derive(Debug, Default)]
struct Game {
    lines: Vec<String>,
    /// The players in the order in which their hands became empty in the drawings, then the last one.
    places: Vec<usize>,
}

impl Game {
    fn note(&mut self, line: &str) {
        self.lines.push(line.to_owned());
        if let Some((player, _, 0)) = hand(line)
            && !self.places.contains(&player)
        {
            self.places.push(player);
        }
    }

    fn finish(&mut self) {
        assert_eq!(self.places.len(), 4, "{:?}", self.lines);
        let last = (0..5).find(|player| !self.places.contains(player));
        self.places.push(last.expect("five players"));
    }

    /// No line before the end of the game shows a card that another player holds.
    fn check_secrets(&self) {
        let end = self
            .lines
            .iter()
            .position(|line| line.starts_with("the game is over"));
        // The last drawing shows all hands: it begins with the name of the game.
        let before = &self.lines[..end.expect("it ends")];
        let drawing = before.iter().rposition(|line| line.starts_with("Daifugo"));
        let mut seen = 0;
        for line in &before[..drawing.expect("it is drawn")] {
            if let Some((player, cards, count)) = hand(line) {
                let shown = !cards.is_empty() && cards != "hidden";
                assert_eq!(shown, player == ME && count > 0, "{line}");
                seen += 1;
            }
        }
        assert!(seen >= 50, "{:?}", self.lines);
    }

    fn line(&self, start: &str) -> &str {
        let line = self.lines.iter().find(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("'{start}' is missing: {:?}", self.lines))
    }

    /// The points in a line such as `Points in all: player 0: 5, you: 3.`
    fn points(&self, start: &str) -> Vec<usize> {
        let list = self.line(start).split_once(": ").expect("a list").1;
        let words: Vec<_> = list.trim_end_matches('.').split(", ").collect();
        let names = words.iter().enumerate().map(|(player, word)| {
            let (name, points) = word.rsplit_once(": ").expect("a name and points");
            let expected = if player == ME {
                "you".into()
            } else {
                format!("player {player}")
            };
            assert_eq!(name, expected);
            points.parse().expect("a number")
        });
        names.collect()
    }
}

/// Plays a whole series as a person who always plays the first listed move; returns the games, the input and the output.
fn play_series() -> (Vec<Game>, String, String) {
    let mut child = crate::under_test::kaeshi()
        .arg("play")
        .args(ARGUMENTS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary can be run");
    let mut input = child.stdin.take().expect("its input is a pipe");
    let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
    let (mut typed, mut said) = (String::new(), String::new());
    let mut say = |text: &str| {
        typed.push_str(text);
        // Writing fails if the program has ended already.
        let _ = input.write_all(text.as_bytes());
    };
    say("moves\n");
    let mut games = vec![Game::default()];
    for line in output.lines() {
        let line = line.expect("it is text");
        said.push_str(&line);
        said.push('\n');
        let game = games.last_mut().expect("there is one");
        if lists_moves(&line) {
            let first = line.split(' ').next().expect("a move");
            say(&format!("{first}\nmoves\n"));
            continue;
        }
        game.note(&line);
        if line.starts_with("Points in all") {
            game.finish();
            if games.len() < GAMES {
                games.push(Game::default());
                say("new\nmoves\n");
            }
        }
    }
    assert!(child.wait().expect("it ends").success());
    (games, typed, said)
}

#[test]
fn points_and_exchanges_go_by_the_places_of_each_game() {
    let (games, typed, said) = play_series();
    assert_eq!(games.len(), GAMES, "{said}");
    assert!(said.ends_with("The series is over.\n"), "{said}");
    let mut totals = vec![0; 5];
    for (number, game) in (1..).zip(&games) {
        game.check_secrets();
        let points: Vec<usize> = (0..5)
            .map(|player| {
                let place = game.places.iter().position(|&other| other == player);
                5 - place.expect("everybody has a place")
            })
            .collect();
        for (total, points) in totals.iter_mut().zip(&points) {
            *total += points;
        }
        assert_eq!(game.points(&format!("Points of game {number}:")), points);
        assert_eq!(game.points("Points in all:"), totals);
        let name = |player: &usize| {
            if *player == ME {
                "you".into()
            } else {
                format!("player {player}")
            }
        };
        let order: Vec<String> = game.places.iter().map(name).collect();
        let order = format!("First to last: {}.", order.join(", "));
        assert!(
            game.line("The game is over.").ends_with(&order),
            "{order}: {said}"
        );
    }
    for (before, game) in games.iter().zip(&games[1..]) {
        check_exchange(&before.places, game);
    }
    // The same seed and input repeat the series.
    assert_eq!(play(&ARGUMENTS, &typed), said);
}

/// The last and the last but one pay, the first and the second give as many cards in return.
fn check_exchange(places: &[usize], game: &Game) {
    let [first, second, _, fourth, last] = *places else {
        panic!("{places:?}");
    };
    let gifts = [
        (last, first, 2),
        (fourth, second, 1),
        (first, last, 2),
        (second, fourth, 1),
    ];
    let told: Vec<&String> = game
        .lines
        .iter()
        .filter(|line| line.contains(" to "))
        .collect();
    let told: Vec<&&String> = told
        .iter()
        .filter(|line| line.contains("give"))
        .filter(|line| !line.starts_with("player"))
        .collect();
    // The person's own gift is typed, not told.
    let expected: Vec<_> = gifts[..2]
        .iter()
        .chain(gifts[2..].iter().filter(|(giver, ..)| *giver != ME))
        .collect();
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for (line, &&(giver, receiver, count)) in told.iter().zip(&expected) {
        let who = if giver == ME {
            "You give ".into()
        } else {
            format!("Player {giver} gives ")
        };
        let to = if receiver == ME {
            " to you.".into()
        } else {
            format!(" to player {receiver}.")
        };
        let what = line
            .strip_prefix(&who)
            .and_then(|rest| rest.strip_suffix(&to));
        let what = what.unwrap_or_else(|| panic!("'{who}...{to}': {line}"));
        if giver == ME || receiver == ME {
            assert_eq!(what.len(), 2 * count, "{line}");
        } else {
            let cards = if count == 1 { "1 card" } else { "2 cards" };
            assert_eq!(what, cards, "{line}");
        }
    }
    let asked = game
        .lines
        .iter()
        .any(|line| line.starts_with(&format!("player {ME} gives ")));
    assert_eq!(asked, [first, second].contains(&ME));
}

#[test]
fn who_resigns_is_last_until_it_is_taken_back() {
    let arguments = &ARGUMENTS[..4];
    let arguments = [arguments, &["--seed=17", "--depth=1", "--games=2"]].concat();
    let said = play(
        &arguments,
        "resign\nd-3\nresign\nundo\nresign\nnew\nresign\nmoves\n",
    );
    assert_says(
        &said,
        &[
            "The game is over. You give up. First to last: ",
            ", you.\nPoints of game 1: ",
            "The game is over: 'new' begins another",
            "The game is over already.",
            "Daifugo, rules uecda",
            "The game is over. You give up.",
            "Points of game 1: ",
            "The cards are those of '--seed 18'.",
            "You give ",
            "The game is over. You give up. First to last: ",
            ", you.\nPoints of game 2: ",
            "you: 2, ",
            "The series is over.\n",
        ],
    );
    assert!(said.ends_with("The series is over.\n"), "{said}");
}

/// The seed of each deal is one that `--seed` takes.
#[test]
fn seeds_of_later_games_can_be_given() {
    for (seed, next) in [("4294967295", "4294967296"), ("18446744073709551615", "0")] {
        let seed = format!("--seed={seed}");
        let arguments = ["--game=daifugo", "--side=1", &seed, "--depth=1"];
        let said = play(&arguments, "new\nquit\n");
        assert_says(&said, &[&format!("'--seed {next}'")]);
        let again = format!("--seed={next}");
        let arguments = ["--game=daifugo", "--side=1", &again, "--depth=1"];
        assert_says(&play(&arguments, "quit\n"), &[&format!("'--seed {next}'")]);
    }
}

#[test]
fn a_game_that_is_not_over_does_not_count() {
    let arguments = [
        "--game=daifugo group 3",
        "--side=1",
        "--seed=4",
        "--depth=1",
    ];
    let said = play(&arguments, "new\nnew\nresign\n");
    assert_says(
        &said,
        &[
            "'--seed 4'",
            "'--seed 5'",
            "'--seed 6'",
            "Points of game 1: ",
            "you: 1",
        ],
    );
    assert!(
        !said.contains(" to player ") && !said.contains(" to you"),
        "only uecda has an exchange: {said}"
    );
}

/// Kaeshi's own series: as many games as asked for, each with all its points.
#[test]
fn kaeshi_plays_a_series_by_itself() {
    for (players, sum) in [(2, 3), (3, 6), (4, 10)] {
        let game = format!("daifugo uecda {players}");
        let arguments = [
            "--game",
            &game,
            "--side=none",
            "--games=2",
            "--depth=1",
            "--seed=3",
        ];
        let said = play(&arguments, "");
        let all = said
            .lines()
            .filter(|line| line.starts_with("Points in all: "));
        let sums: Vec<u32> = all
            .map(|line| {
                let points = line["Points in all: ".len()..]
                    .trim_end_matches('.')
                    .split(", ");
                let points = points.map(|word| word.rsplit(' ').next().expect("points"));
                points
                    .map(|points| points.parse::<u32>().expect("a number"))
                    .sum()
            })
            .collect();
        assert_eq!(sums, [sum, 2 * sum], "{said}");
        let gifts = said
            .lines()
            .filter(|line| line.starts_with("Player ") && line.contains(" gives "));
        let expected = [0, 0, 0, 2, 4][players];
        assert_eq!(gifts.count(), expected, "{said}");
    }
}

/// A person may hold several hands, and makes the moves of no other player.
#[test]
fn a_person_makes_the_moves_of_the_named_players_only() {
    for (side, game) in [
        ("1", "daifugo uecda 3"),
        ("0,2", "daifugo uecda 3"),
        ("3", "daifugo group 4"),
    ] {
        let arguments = ["--game", game, "--side", side, "--seed=8", "--depth=1"];
        let said = play(&arguments, "");
        // At the end of the input it is a person's turn.
        let last = said.rsplit("Daifugo, rules").next().expect("a drawing");
        let turn = last.lines().find_map(|line| line.strip_prefix("> player "));
        let turn = &turn.expect(&said)[..1];
        assert!(
            side.split(',').any(|player| player == turn),
            "{side}: {said}"
        );
        for player in side.split(',') {
            assert!(!said.contains(&format!("Player {player} plays")), "{said}");
        }
    }
}

/// Several people at one terminal see the hand of the person to move, and no hand while it is Kaeshi's turn.
#[test]
fn several_people_see_no_hand_of_kaeshi() {
    let mut own_turns = 0;
    let mut other_turns = 0;
    for seed in 0..8 {
        let seed = seed.to_string();
        let arguments = [
            "--game=daifugo uecda 4",
            "--side=0,2",
            "--depth=1",
            "--seed",
            &seed,
        ];
        let said = play(&arguments, "p\nfen\n");
        for drawing in said.split("Daifugo, rules").skip(1) {
            let hands: Vec<_> = drawing.lines().filter_map(hand).collect();
            let turn = drawing
                .lines()
                .find_map(|line| line.strip_prefix("> player "));
            let turn: usize = turn.expect(&said)[..1].parse().expect("a number");
            let is_person = [0, 2].contains(&turn);
            *if is_person {
                &mut own_turns
            } else {
                &mut other_turns
            } += 1;
            for (player, cards, _) in hands {
                assert_eq!(cards != "hidden", is_person && player == turn, "{said}");
            }
        }
    }
    assert!(
        own_turns >= 8 && other_turns >= 4,
        "{own_turns} {other_turns}"
    );
}
