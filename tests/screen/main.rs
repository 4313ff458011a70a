//! `kaeshi play` on a whole terminal, by keys and by the mouse.
#![cfg(unix)]

#[path = "../common/skip.rs"]
mod skip;
mod tmux;
#[path = "../common/under_test.rs"]
mod under_test;

use self::tmux::Tmux;

/// Quick answers without a book, the same every time.
const QUICK: &str = "--level 1 --depth 1 --seed 1 --hash 1";

/// The program in a terminal; `None` if there is no tmux, or the program is for another system.
fn start(name: &str, environment: &str, arguments: &str) -> Option<Tmux> {
    let tmux = if under_test::is_another() {
        None
    } else {
        Tmux::start(name, environment, arguments)
    };
    if tmux.is_none() {
        skip::say_skipped("the screen of kaeshi play: there is no tmux");
    }
    tmux
}

/// The discs of X and O that the screen shows beside the board.
fn discs(screen: &str) -> Vec<u32> {
    let players = screen
        .lines()
        .filter(|line| line.contains(" you ") || line.contains(" Kaeshi "));
    let numbers = players.filter_map(|line| {
        let (_, after) = line
            .rsplit_once("you")
            .or_else(|| line.rsplit_once("Kaeshi"))?;
        after.split_whitespace().next()?.parse().ok()
    });
    numbers.collect()
}

#[test]
fn a_game_by_keys_by_mouse_saved_and_loaded() {
    let Some(tmux) = start("game", "NO_COLOR=1", QUICK) else {
        return;
    };
    let screen = tmux.wait_for("You are X, the first player.");
    assert_eq!(discs(&screen), [2, 2], "{screen}");
    // From e5 to d3.
    tmux.press(&["Left", "Up", "Up", "Enter"]);
    let screen = tmux.wait_for("Kaeshi plays");
    assert_eq!(discs(&screen).iter().sum::<u32>(), 6, "{screen}");
    tmux.press(&["u"]);
    let screen = tmux.wait_for("Taken back");
    assert_eq!(discs(&screen), [2, 2], "{screen}");
    tmux.press(&["r"]);
    tmux.wait_until("both moves again", |screen| {
        discs(screen).iter().sum::<u32>() == 6
    });
    tmux.press(&["u"]);
    tmux.wait_until("the start", |screen| discs(screen) == [2, 2]);
    // The middle of f5: after the numbers, five squares of five columns; four of two rows.
    tmux.click(3 + 5 * 5 + 3, 2 + 1 + 4 * 2);
    let screen = tmux.wait_until("a move by the mouse", |screen| {
        discs(screen).iter().sum::<u32>() == 6
    });
    assert!(screen.contains("1. X f5"), "{screen}");
    tmux.resize(40, 10);
    tmux.wait_for("Make it larger");
    tmux.resize(80, 24);
    tmux.wait_for("1. X f5");
    tmux.press(&["s"]);
    tmux.wait_for("Save as");
    tmux.press(&["Enter"]);
    let saved = tmux.wait_for_file("game-1.ggf");
    assert!(saved.contains("B[F5"), "{saved}");
    tmux.press(&["n"]);
    tmux.wait_until("a new game", |screen| discs(screen) == [2, 2]);
    tmux.press(&["o"]);
    tmux.wait_for("Open the file");
    tmux.write("game-1.ggf");
    tmux.press(&["Enter"]);
    tmux.wait_for("Loaded game-1.ggf");
    tmux.wait_for("1. X f5");
    tmux.press(&["a"]);
    tmux.wait_for("Analysed");
    tmux.press(&["q"]);
    let screen = tmux.wait_for("left with 0");
    assert!(screen.starts_with("before\n"), "{screen}");
}

#[test]
fn leaving_asks_for_the_game_and_restores_the_terminal() {
    let Some(tmux) = start("leave", "", QUICK) else {
        return;
    };
    tmux.wait_for("You are X, the first player.");
    tmux.paste("f5d6c3d3c4");
    tmux.wait_for("Tiger");
    let coloured = tmux.coloured();
    assert!(coloured.contains("48;5;28"), "{coloured}");
    tmux.press(&["g"]);
    tmux.wait_for("6. O ");
    tmux.press(&["C-c"]);
    tmux.wait_for("Save the game first?");
    tmux.press(&["Escape"]);
    tmux.wait_until("the game again", |screen| {
        !screen.contains("Save the game first?")
    });
    tmux.press(&["C-c"]);
    tmux.wait_for("Save the game first?");
    tmux.press(&["d"]);
    let screen = tmux.wait_for("left with 0");
    assert!(
        screen.starts_with("before\nThe moves were: f5 d6 c3 d3 c4 "),
        "{screen}"
    );
    let screen = tmux.wait_for("icanon");
    assert!(!screen.contains("-icanon"), "{screen}");
}

#[test]
fn a_game_is_kept_when_the_program_is_ended() {
    for signal in ["TERM", "HUP", "INT"] {
        let Some(tmux) = start(signal, "NO_COLOR=1", QUICK) else {
            return;
        };
        tmux.wait_for("You are X, the first player.");
        tmux.press(&["Left", "Up", "Up", "Enter"]);
        tmux.wait_for("Kaeshi plays");
        let coloured = tmux.coloured();
        assert!(
            !coloured.contains("[38;") && !coloured.contains("[48;"),
            "{coloured}"
        );
        tmux.signal(signal);
        let screen = tmux.wait_for("The game was saved as game-1.ggf.");
        assert!(screen.contains("before"), "{signal}: {screen}");
        assert!(tmux.wait_for_file("game-1.ggf").contains("B[D3"));
        tmux.wait_until("a terminal as before", |screen| {
            screen.contains("icanon") && !screen.contains("-icanon")
        });
        assert!(tmux.has_cursor(), "{signal}");
    }
}

/// An analysis that runs does not delay the end.
#[test]
fn a_game_is_kept_while_it_is_analysed() {
    let Some(tmux) = start("analysed", "NO_COLOR=1", "--side all --hash 1") else {
        return;
    };
    tmux.wait_for("You make everybody's moves.");
    tmux.paste("f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6");
    tmux.wait_for("18 moves were given");
    tmux.press(&["g"]);
    tmux.wait_for("19. X");
    tmux.press(&["a"]);
    tmux.wait_for("analysing: ");
    tmux.signal("TERM");
    tmux.wait_for("The game was saved as game-1.ggf.");
    tmux.wait_until("a terminal as before", |screen| {
        screen.contains("icanon") && !screen.contains("-icanon")
    });
}

#[test]
fn the_engine_thinks_and_the_screen_stays_alive() {
    let Some(tmux) = start(
        "think",
        "",
        "--time 3600000 --side second --hash 1 --no-book",
    ) else {
        return;
    };
    tmux.wait_for("thinking");
    tmux.wait_for("0:01");
    tmux.press(&["?"]);
    tmux.wait_for("take back your last move");
    tmux.press(&["Enter"]);
    tmux.press(&["g"]);
    tmux.wait_for("Kaeshi plays");
    tmux.press(&["C-c"]);
    tmux.wait_for("Save the game first?");
    tmux.press(&["C-c"]);
    tmux.wait_for("left with 0");
}

#[test]
fn other_games_are_played_and_hands_stay_hidden() {
    let Some(tmux) = start("four", "", "--game connect4 --depth 1 --hash 1") else {
        return;
    };
    tmux.wait_for("You are X, the first player.");
    tmux.press(&["Enter"]);
    tmux.wait_for("2. O ");
    let arguments = "--game 'daifugo uecda 3' --seed 7 --time 100 --hash 1";
    let arguments = arguments.replace('\'', "\"");
    let cards = start("cards", "", &arguments).expect("tmux is there");
    let screen = cards.wait_for("legal move");
    assert!(
        screen.contains("seed 7") && screen.contains("hidden ("),
        "{screen}"
    );
    cards.press(&["c"]);
    cards.wait_until("all hands", |screen| !screen.contains("hidden ("));
}

/// No memory suffices for a buffer of 65535 by 65535 characters.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_may_claim_any_size() {
    let Some(tmux) = start("huge", "NO_COLOR=1", QUICK) else {
        return;
    };
    tmux.wait_for("You are X, the first player.");
    tmux.claim_size(65535, 65535);
    std::thread::sleep(std::time::Duration::from_millis(500));
    // From e5 to d3.
    tmux.press(&["Left", "Up", "Up", "Enter"]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    tmux.claim_size(80, 24);
    tmux.wait_until("the game goes on", |screen| {
        screen.contains("Kaeshi plays") && discs(screen).iter().sum::<u32>() == 6
    });
}
