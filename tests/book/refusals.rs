//! Files that `kaeshi book` refuses.

use std::fs;

use crate::{Folder, searched};

#[test]
fn a_book_of_kaeshi_is_merged_and_not_imported() {
    let folder = Folder::new();
    searched(&folder);
    folder.assert_refused(
        &["import", "new.book", "my.book"],
        "kaeshi: my.book: this is a book of Kaeshi: 'kaeshi book merge' adds it to another one\n",
    );
    assert!(!folder.path("new.book").exists());
}

#[test]
fn wrong_files_are_refused_and_nothing_is_written() {
    let folder = Folder::new();
    searched(&folder);
    fs::write(folder.path("cut.dat"), b"XADEKOOB\x04").expect("it can be written");
    fs::write(folder.path("cut.egbk3"), b"DICUORAGE\x03\x01\0\0\0").expect("it can be written");
    fs::write(folder.path("noise"), b"\xff\0\x01").expect("it can be written");
    fs::write(folder.path("lines.txt"), "XO X,12,A1,3\n").expect("it can be written");
    for (arguments, why) in [
        (
            &["import", "my.book", "cut.dat"][..],
            "cut.dat: the file ends within its header",
        ),
        (
            &["import", "my.book", "cut.egbk3"],
            "announces 1 records, but the file has 0",
        ),
        (
            &["import", "my.book", "noise"],
            "noise: this is no book of Edax or Egaroucid",
        ),
        (
            &["import", "new.book", "noise"],
            "noise: this is no book of Edax",
        ),
        (
            &["import", "new.book", "lines.txt"],
            "record 1: this is not 64 squares",
        ),
        (&["import", "new.book", "missing.dat"], "missing.dat: "),
        (
            &["import", "cut.dat", "cut.dat"],
            "cut.dat: the file ends within its header",
        ),
        (
            &["merge", "my.book", "noise"],
            "noise: this is no book of Kaeshi",
        ),
        (
            &["merge", "noise", "my.book"],
            "noise: this is no book of Kaeshi",
        ),
        (&["show", "missing.book"], "missing.book: "),
        (&["show", "noise"], "noise: this is no book of Kaeshi"),
        (
            &["show", "my.book", "--position", "zz"],
            "neither a board of 64 squares",
        ),
        (
            &["show", "my.book", "--position", "tictactoe"],
            "book knows Othello alone",
        ),
        (&["check", "noise"], "noise: this is no book of Kaeshi"),
        (&["fix", "missing.book"], "missing.book: "),
        (&["stats", "."], "a folder, not a file"),
        (
            &["export", "my.book", "out.bin"],
            "say the format with --to",
        ),
        (
            &["export", "my.book", "my.book", "--to", "edax"],
            "FILE would replace this file, which BOOK reads",
        ),
        (&["add", "my.book", "noise"], "say the format with --from"),
        (
            &["frontier", "noise", "1"],
            "noise: this is no book of Kaeshi",
        ),
        (
            &["learn", "noise", "--depth", "1"],
            "noise: this is no book of Kaeshi",
        ),
        (&["absorb", "my.book", "missing.jsonl"], "missing.jsonl: "),
        (&["add", "my.book", "missing.ggf"], "missing.ggf: "),
    ] {
        folder.assert_refused(arguments, why);
    }
    assert!(!folder.path("new.book").exists() && !folder.path("new.book.log").exists());
}

#[test]
fn a_book_is_not_replaced_by_its_export() {
    let folder = Folder::new();
    searched(&folder);
    for file in ["my.book", "my.book.log", "./my.book"] {
        folder.assert_refused(
            &["export", "my.book", file, "--force", "--to", "edax"],
            "FILE would replace this file, which BOOK reads",
        );
    }
}
