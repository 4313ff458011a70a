//! Books opened through symbolic links.

#![cfg(unix)]

use std::fs::File;
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
