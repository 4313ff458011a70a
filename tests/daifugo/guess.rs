//! Several players and hidden hands: results are repeatable, and results called certain are certain.

use std::sync::Arc;

use kaeshi::engine::{Engine, GoLimits, ScoreSource, SearchResult, Settings};
use kaeshi::games::daifugo::{Action, MultiEngine, MultiGame, Rules};
use kaeshi::search::TranspositionTable;

use crate::Rng;

fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(4).expect("memory"))
}

/// The engine's chosen move and its expectations.
fn choose(text: &str, limits: &GoLimits, seed: u64) -> SearchResult {
    let mut engine = MultiEngine::new(MultiGame::first(Rules::UECDA, 5), table());
    engine.set_up(Some(text), &[]).expect("a position");
    let settings = Settings {
        seed,
        ..Settings::default()
    };
    (&mut engine as &mut dyn Engine)
        .choose(limits, settings)
        .expect("legal limits")
}

/// The position from the view of the player to move.
fn as_seen(party: &MultiGame) -> String {
    let text = party.write();
    let mut words: Vec<String> = text.split(' ').map(String::from).collect();
    let hands = (0..party.players()).map(|player| match party.held(player) {
        0 => "-".into(),
        _ if player == party.turn() => party.hand(player).to_string(),
        held => format!("?{held}"),
    });
    let hands: Vec<String> = hands.collect();
    words[2] = hands.join("/");
    words.join(" ")
}

/// Games of five with random moves.
fn random_games(games: u64, mut each: impl FnMut(&MultiGame)) {
    let mut rng = Rng(31);
    for seed in 0..games {
        let mut party = MultiGame::deal(Rules::UECDA, seed, 5);
        while !party.is_over() {
            each(&party);
            let acts = party.actions();
            party.apply(acts[rng.roll(acts.len())]);
        }
    }
}

fn depth(depth: i8) -> GoLimits {
    GoLimits {
        depth: Some(depth),
        ..GoLimits::default()
    }
}

#[test]
fn the_same_seed_says_the_same() {
    let (mut asked, mut other) = (0, 0);
    random_games(3, |party| {
        if party.alive() < 3 || party.actions().len() < 2 {
            return;
        }
        let text = as_seen(party);
        let [first, second, seeded] = [0, 0, 1].map(|seed| {
            let result = choose(&text, &depth(2), seed);
            let info = result.info.expect("a thought");
            (result.best, info.pv, info.hundredths, info.source)
        });
        assert_eq!(first, second, "{text}");
        asked += 1;
        other += usize::from(seeded.2 != first.2);
    });
    assert!(asked > 30 && other > asked / 4, "{other} of {asked}");
}

#[test]
fn points_are_those_of_a_place_and_moves_are_legal() {
    random_games(4, |party| {
        let result = choose(&as_seen(party), &depth(1), 5);
        let best = result.best.expect("a move");
        assert!(party.read_action(&best).is_ok(), "{best}");
        let info = result.info.expect("a thought");
        if let Some(ScoreSource::Rollouts(sample)) = info.source.as_deref() {
            assert!((100..=500).contains(&info.hundredths));
            assert!(sample.worlds >= 64 && sample.playouts <= sample.worlds);
        }
    });
}

/// Of two players, one is hidden. The cards of that hand are the only ones left, so the game can be solved.
#[test]
fn the_last_two_are_solved_though_one_is_hidden() {
    let mut solved = 0;
    random_games(20, |party| {
        if party.alive() == 2 {
            let result = choose(&as_seen(party), &depth(100), 0);
            let proven = result.info.and_then(|info| info.proven);
            assert!(
                matches!(proven.as_deref(), Some("a win" | "a loss")),
                "{proven:?}"
            );
            solved += 1;
        }
    });
    assert!(solved > 20, "{solved}");
}

/// Nobody can answer, whatever the distribution of the hidden cards.
#[test]
fn a_sure_lead_is_never_answered() {
    let mut sure = 0;
    random_games(200, |party| {
        let seen = MultiGame::read(&as_seen(party)).expect("a position");
        let mut party = *party;
        let leader = party.turn();
        if seen.sure_lead().is_none() {
            return;
        }
        sure += 1;
        while party.held(leader) > 0 {
            if party.turn() != leader {
                // None of the players that follow has an answer.
                assert_eq!(party.actions(), [Action::Lay(None)], "{}", party.write());
                party.apply(Action::Lay(None));
                continue;
            }
            if party.table().is_some() {
                party.apply(Action::Lay(None));
                continue;
            }
            let seen = MultiGame::read(&as_seen(&party)).expect("a position");
            let meld = seen.sure_lead().expect("still sure");
            party.apply(Action::Lay(Some(meld)));
        }
        assert!(party.held(leader) == 0);
    });
    println!("{sure} sure leads");
    assert!(sure > 20, "{sure}");
}

/// A player who gives cards away keeps the best ones.
#[test]
fn a_gift_is_legal_and_not_the_best_cards() {
    let text = "uecda D3C4C5H6S7D8H9STDJCQHKSA2/?10/?10/?11/?9 0 - - 00000 - phase exchange 2 to 4";
    let text = text.replace("SA2", "SAJO");
    let party = MultiGame::read(&text).expect("a position");
    let best = choose(&text, &depth(7), 0).best.expect("a move");
    let Ok(Action::Give(cards)) = party.read_action(&best) else {
        panic!("{best} is no gift");
    };
    assert_eq!(cards.len(), 2);
    assert!(!cards.has("JO".parse().expect("a card")), "{cards}");
}
