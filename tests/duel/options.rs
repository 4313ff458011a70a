//! Options of programs: those that they do not have, and those that they may not have taken.

use super::{KAESHI, play, refusal};

#[test]
fn options_that_a_program_has_not_declared_are_refused() {
    let one = format!("name=one,cmd={KAESHI}");
    let speed = format!("cmd={KAESHI},name=fast,option.Speed=3");
    let said = refusal(&["--engine", &one, "--engine", &speed]);
    assert!(
        said.contains("it has no option 'Speed', but Hash, Threads"),
        "{said}"
    );
    let hash = format!("cmd={KAESHI},name=large,option.Hash=0");
    let said = refusal(&["--engine", &one, "--engine", &hash]);
    assert!(
        said.contains("its option 'Hash' takes a whole number from 1 to "),
        "{said}"
    );
}

/// A program says no to an option that it has. That is said once, however often the program is started.
#[test]
fn an_option_that_a_program_does_not_take_is_named() {
    let one = format!("name=one,cmd={KAESHI}");
    let book = format!("cmd={KAESHI},name=book,depth=1,option.BookFile=no-such.book");
    let output = play(&[
        "--engine",
        &one,
        "--engine",
        &book,
        "--games",
        "4",
        "--depth",
        "1",
        "--concurrency",
        "2",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let note = format!("note: '{KAESHI}' may not have taken the option BookFile=no-such.book: ");
    assert!(said.contains(&note) && said.lines().count() == 1, "{said}");
}
