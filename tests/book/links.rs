//! Books opened through symbolic links, and hard links to books.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;

use crate::{Folder, searched};

/// A second log would allow two writers, of whom one loses its changes.
#[test]
fn a_link_leads_to_the_log_of_its_book() {
    let folder = Folder::new();
    searched(&folder);
    symlink("my.book", folder.path("link.book")).expect("links are possible");
    let log = File::options()
        .append(true)
        .open(folder.path("my.book.log"))
        .expect("the book has a log");
    log.lock().expect("it can be locked");
    folder.assert_refused(
        &["add", "link.book", "games.txt"],
        "another process is writing this file",
    );
    drop(log);
    let by_link = folder.json(&["add", "link.book", "games.txt"]);
    assert_ne!(by_link["added"], 0);
    assert_eq!(folder.json(&["add", "my.book", "games.txt"])["added"], 0);
    assert!(!folder.path("link.book.log").exists());
    // A new book gets its log beside the file that the link points to.
    symlink("new.book", folder.path("other.book")).expect("links are possible");
    folder.json(&["new", "other.book", "--force"]);
    assert!(folder.path("new.book.log").exists());
    assert!(!folder.path("other.book.log").exists());
}

/// Each name of a hard link has a log of its own, and a sorted file that is rewritten is a new one. So the two are separate
/// books from the first change on, and writers of both destroy nothing of each other.
#[test]
fn hard_links_are_two_books() {
    let folder = Folder::new();
    searched(&folder);
    let before = folder.json(&["stats", "my.book"])["positions"].clone();
    fs::hard_link(folder.path("my.book"), folder.path("hard.book")).expect("links are possible");
    // What the log has is no part of the file.
    fs::copy(folder.path("my.book.log"), folder.path("hard.book.log")).expect("it has a log");
    fs::write(folder.path("one.txt"), "f5f4e3\n").expect("it can be written");
    let log = File::options()
        .append(true)
        .open(folder.path("my.book.log"))
        .expect("the book has a log");
    log.lock().expect("it can be locked");
    let added = folder.json(&["add", "hard.book", "one.txt"]);
    assert_ne!(added["added"], 0);
    drop(log);
    assert_eq!(folder.json(&["stats", "my.book"])["positions"], before);
    assert_eq!(folder.json(&["add", "my.book", "one.txt"]), added);
    for name in ["my.book", "hard.book"] {
        assert_eq!(folder.json(&["check", name])["intact"], true, "{name}");
    }
}
