//! Files that exist, links, full disks, endless inputs: nothing is lost, and memory stays small.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use kaeshi::files::{Existing, PendingFile, open_locked};

use super::{GAMES, KAESHI, bad, folder, good, good_text, path};

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be read");
    let names = entries.map(|entry| entry.expect("it is there").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Runs `kaeshi convert` with limits that the shell sets by `limit`; ends it after a minute.
fn limited(limit: &str, arguments: &[&str], input: &Path) -> Output {
    let script = format!("{limit}; exec timeout 60 \"$0\" convert \"$@\"");
    Command::new("sh")
        .args([OsStr::new("-c"), script.as_ref(), KAESHI.as_ref()])
        .args(arguments)
        .stdin(fs::File::open(input).expect("it is there"))
        .output()
        .expect("there is a shell")
}

#[test]
fn a_file_is_replaced_only_when_that_is_asked_for() {
    let folder = folder("replaced");
    let [input, output] = ["a.txt", "b.ggf"].map(|name| path(&folder, name));
    fs::write(&input, GAMES).expect("it can be written");
    fs::write(&output, "precious").expect("it can be written");
    fs::set_permissions(&output, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let (status, out, why) = bad(&[&input, &output], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        why,
        format!("kaeshi: {output}: the file exists; --force replaces it\n")
    );
    assert_eq!(
        fs::read_to_string(&output).expect("it is there"),
        "precious"
    );
    // Records that cannot be converted do not replace it either.
    let (status, _, why) = bad(&["--force", "--from", "transcript", "-", &output], "a1\n");
    assert_eq!(status, 1);
    assert!(
        why.ends_with("kaeshi: 1 record skipped, 0 converted\n"),
        "{why}"
    );
    assert_eq!(
        fs::read_to_string(&output).expect("it is there"),
        "precious"
    );
    good(&["--force", &input, &output], "");
    let written = fs::read_to_string(&output).expect("it is there");
    assert_eq!(written.lines().count(), 4);
    let mode = fs::metadata(&output).expect("it is there").permissions();
    assert_eq!(mode.mode() & 0o777, 0o640, "permissions are kept");
    assert_eq!(names(&folder), ["a.txt", "b.ggf"]);
    let (status, _, why) = bad(&[&input, "no/such/folder/b.ggf"], "");
    assert!(
        status == 2 && why.contains("the folder no/such/folder does not exist"),
        "{why}"
    );
    let (status, _, why) = bad(&[&input, &path(&folder, ""), "--to", "ggf"], "");
    assert!(status == 2 && why.contains("a folder, not a file"), "{why}");
}

#[test]
fn links_are_followed_only_when_that_is_asked_for() {
    let folder = folder("links");
    let [real, link, dangling, nothing] =
        ["real.txt", "link.txt", "dangling.txt", "nothing.txt"].map(|name| path(&folder, name));
    fs::write(&real, "precious").expect("it can be written");
    symlink("real.txt", &link).expect("it can be made");
    symlink("nothing.txt", &dangling).expect("it can be made");
    let text = ["--from", "transcript", "-"];
    for refused in [&link, &dangling] {
        let (status, _, why) = bad(&[&text[..], &[refused]].concat(), GAMES);
        assert!(status == 2 && why.contains("a symbolic link to "), "{why}");
    }
    assert_eq!(fs::read_to_string(&real).expect("it is there"), "precious");
    assert!(!Path::new(&nothing).exists());
    for (link, target) in [(&link, &real), (&dangling, &nothing)] {
        good(&[&text[..], &[link, "--force"]].concat(), GAMES);
        let kind = fs::symlink_metadata(link).expect("it is there").file_type();
        assert!(kind.is_symlink(), "the link stays");
        assert_eq!(fs::read_to_string(target).expect("it is there"), GAMES);
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder("full");
    let [input, output, base] = ["a.txt", "b.ggf", "c.wtb"].map(|name| path(&folder, name));
    fs::write(&input, GAMES.repeat(1000)).expect("it can be written");
    for output in [&output, &base] {
        fs::write(output, "precious").expect("it can be written");
        // The largest file may have a few kilobytes.
        let done = limited(
            "ulimit -f 16",
            &["--force", &input, output],
            "/dev/null".as_ref(),
        );
        let why = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{why}");
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(why.contains("File too large"), "{why}");
        assert_eq!(fs::read_to_string(output).expect("it is there"), "precious");
    }
    assert_eq!(names(&folder), ["a.txt", "b.ggf", "c.wtb"]);
    let full = bad(&["--to", "ggf", &input, "/dev/full"], "");
    assert!(
        full.0 == 2 && full.2.contains("/dev/full: No space left"),
        "{full:?}"
    );
}

#[test]
fn pipes_and_devices_are_written_to_directly() {
    let folder = folder("pipes");
    let pipe = path(&folder, "pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    let from = ["--from", "transcript", "--to", "transcript", "-"];
    for device in ["-", "/dev/stdout", "/proc/self/fd/1"] {
        let written = good_text(&[&from[..], &[device]].concat(), GAMES);
        assert_eq!(written, GAMES, "{device}");
    }
    good(&[&from[..], &["/dev/null"]].concat(), GAMES);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("it can be read")
    });
    good(&[&from[..], &[&pipe]].concat(), GAMES);
    assert_eq!(reader.join().expect("it ends"), GAMES);
    assert_eq!(names(&folder), ["pipe"]);
}

#[test]
fn an_interruption_leaves_nothing_behind() {
    let folder = folder("interrupted");
    let output = path(&folder, "a.ggf");
    fs::write(&output, "precious").expect("it can be written");
    let mut child = Command::new(KAESHI)
        .args(["convert", "--from", "transcript", "--force", "-", &output])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("it was asked for");
    let many = GAMES.repeat(2000) + "nonsense\n";
    input.write_all(many.as_bytes()).expect("it reads");
    input.flush().expect("it reads");
    // It complains about the last line: it has read all others.
    let mut errors = BufReader::new(child.stderr.take().expect("it was asked for"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("it complains");
    assert!(line.contains("line 8001: skipped"), "{line}");
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(killed.expect("there is kill").success());
    assert!(!child.wait().expect("it ends").success());
    assert_eq!(
        fs::read_to_string(&output).expect("it is there"),
        "precious"
    );
    assert_eq!(names(&folder), ["a.ggf"]);
}

/// Half a gigabyte would be taken in seconds.
const MEMORY: &str = "ulimit -v 400000";

#[test]
fn endless_inputs_are_refused() {
    for format in ["pgn", "ggf", "transcript", "obf", "match", "wthor"] {
        let zeros = "/dev/zero".as_ref();
        let done = limited(MEMORY, &["--from", format, "--to", "ggf"], zeros);
        let why = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{format}: {why}");
        assert_eq!(why.lines().count(), 1, "{format}: {why}");
        let expected = match format {
            "wthor" => "the header announces 0 games, but the file goes on",
            _ => "line 1 does not end within 16 MiB: this is no text",
        };
        assert!(why.contains(expected), "{format}: {why}");
    }
    for option in ["--players", "--tournaments"] {
        let arguments = ["--from", "wthor", "--to", "ggf", option, "/dev/zero"];
        let done = limited(MEMORY, &arguments, "/dev/null".as_ref());
        let why = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{why}");
        assert!(why.contains("/dev/zero: longer than"), "{why}");
    }
}

/// What a hostile header announces is not believed, and what is not complete is not kept.
#[test]
fn a_base_that_is_cut_off_is_refused() {
    let folder = folder("hostile");
    let [input, output] = ["a.wtb", "b.txt"].map(|name| path(&folder, name));
    let whole = good(&["--from", "transcript", "--to", "wthor"], GAMES);
    for (count, ending, expected) in [
        (
            u32::MAX,
            0,
            "announces 4294967295 games, but the file ends after 4",
        ),
        (4, 1, "announces 4 games, but the file ends after 3"),
        (3, 0, "announces 3 games, but the file goes on"),
    ] {
        let mut bytes = whole.clone();
        bytes[4..8].copy_from_slice(&count.to_le_bytes());
        bytes.truncate(bytes.len() - ending);
        fs::write(&input, bytes).expect("it can be written");
        let done = limited(MEMORY, &[&input, &output], "/dev/null".as_ref());
        let why = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{why}");
        assert!(why.contains(expected) && why.lines().count() == 1, "{why}");
        assert!(!Path::new(&output).exists());
    }
}

#[test]
fn a_record_that_is_too_long_hides_no_other() {
    let good_game = "[Black \"b\"]\n\n1. f5 d6 *\n\n";
    let long_line = "x".repeat(1 << 17);
    let long_game = format!("{{{}", "a comment without an end\n".repeat(50_000));
    for (long, line, expected) in [
        (long_line.as_str(), 7, "the line is longer than 65536 bytes"),
        (
            long_game.as_str(),
            5,
            "the game is longer than 1048576 bytes",
        ),
    ] {
        let text = format!("{good_game}[Black \"a\"]\n\n{long}\n{good_game}");
        let (status, out, why) = bad(&["--from", "pgn", "--to", "transcript"], text);
        assert_eq!((status, out.as_str()), (1, "f5d6\nf5d6\n"));
        let expected = format!(
            "kaeshi: standard input, record 2, line {line}: skipped: {expected}\n\
             kaeshi: 1 record skipped, 2 converted\n"
        );
        assert_eq!(why, expected);
    }
}

/// Records are written when they are read: memory does not grow with their number.
#[test]
fn many_records_take_little_memory() {
    let folder = folder("many");
    let [games, base, back] = ["a.pgn", "b.wtb", "c.pgn"].map(|name| path(&folder, name));
    let game = "[Result \"64-0\"]\n\n1. e6 f4 e3 f6 g5 d6 e7 f5 c5 64-0\n\n";
    fs::write(&games, game.repeat(100_000)).expect("it can be written");
    let size = fs::metadata(&games).expect("it is there").len();
    assert!(size > 5_000_000, "{size}");
    for [from, to] in [[&games, &base], [&base, &back]] {
        // Less than the text of the games; the program alone takes about 10 MB.
        let done = limited("ulimit -v 24000", &[from, to], "/dev/null".as_ref());
        let why = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{why}");
    }
    let read = fs::read_to_string(&back).expect("it is there");
    assert_eq!(read.matches(" 64-0\n").count(), 100_000);
    fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn options_without_an_effect_are_refused() {
    for (arguments, expected) in [
        (["--empties", "20"], "--empties has no effect"),
        (["--year", "2000"], "--year has no effect"),
        (
            ["--players", "a.jou"],
            "--players and --tournaments have no effect",
        ),
    ] {
        let arguments = [&["--from", "transcript", "--to", "ggf"], &arguments[..]].concat();
        let (status, out, why) = bad(&arguments, GAMES);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(why.contains(expected), "{why}");
    }
}

/// The library's part, where the command line cannot show it.
#[test]
fn a_draft_replaces_no_file_that_appears_meanwhile() {
    let folder = folder("meanwhile");
    let path = folder.join("a.txt");
    let mut draft = PendingFile::create(&path, Existing::Keep).expect("the name is free");
    draft.add(b"new").expect("there is room");
    assert_eq!(names(&folder), [""; 0], "a draft has no name");
    fs::write(&path, "precious").expect("it can be written");
    let why = draft.commit().expect_err("the name is taken").to_string();
    assert!(
        why.ends_with("a.txt: the file exists; --force replaces it"),
        "{why}"
    );
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");
    assert_eq!(names(&folder), ["a.txt"]);
}

#[test]
fn a_locked_file_has_one_writer() {
    let folder = folder("locked");
    let path = folder.join("a.txt");
    fs::write(&path, "kept").expect("it can be written");
    let mut first = open_locked(&path).expect("nobody has it");
    let why = open_locked(&path).expect_err("it is locked").to_string();
    assert!(
        why.ends_with("a.txt: another process is writing this file"),
        "{why}"
    );
    let mut text = String::new();
    first.read_to_string(&mut text).expect("it is open");
    assert_eq!(text, "kept");
    drop(first);
    drop(open_locked(&path).expect("it is free again"));
    let why = open_locked("/dev/null".as_ref()).expect_err("it is a device");
    assert_eq!(why.to_string(), "/dev/null: not a regular file");
}
