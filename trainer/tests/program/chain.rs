//! From games to weights on tiny data: runs repeat exactly, and continue after an interruption.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;

/// A folder with a few games.
fn with_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.run("games --count 40 --out games.txt");
    folder
}

const DATAGEN: &str = "datagen games.txt --from 8 --to 11 --block 50";

#[test]
fn labels_weights_and_net_come_out_the_same_twice() {
    let folder = with_games("twice");
    for run in ["a", "b"] {
        folder.run(&format!("{DATAGEN} --count 600 --out {run}.lbl"));
        folder.run(&format!(
            "train {run}.lbl --stages 0,10 --iterations 5 --out {run}.weights"
        ));
        let report = folder.run(&format!(
            "train-net {run}.lbl --stages 0,10 --epochs 2 --out {run}.net"
        ));
        assert!(report.contains("discs from floating point"), "{report}");
    }
    for kind in ["lbl", "weights", "net"] {
        let [a, b] = ["a", "b"].map(|run| folder.bytes(&format!("{run}.{kind}")));
        assert!(a == b, "the files of {kind} differ");
        assert!(!a.is_empty());
    }
    let table = folder.run("errors a.lbl --weights a.weights --net a.net");
    assert!(table.contains("8 to  9"), "{table}");
    // Both models affect the labels: another model gives other labels.
    let labels =
        "datagen games.txt --from 12 --to 13 --block 10 --count 20 --depth 2 --selectivity 73";
    folder.run(&format!("{labels} --weights a.weights --out c.lbl"));
    folder.run(&format!("{labels} --net a.net --out d.lbl"));
    assert!(folder.bytes("c.lbl")[32..] != folder.bytes("d.lbl")[32..]);
}

#[test]
fn a_generator_that_was_interrupted_goes_on() {
    let folder = with_games("interrupted");
    folder.run(&format!("{DATAGEN} --count 200 --out whole.lbl"));
    folder.run(&format!("{DATAGEN} --count 100 --out part.lbl"));
    // The file is cut off within its last block.
    let mut bytes = folder.bytes("part.lbl");
    bytes.truncate(bytes.len() - 100);
    fs::write(folder.file("part.lbl"), bytes).expect("it is written");
    let complaint = folder.refused("train part.lbl --out x.weights");
    assert!(
        complaint.contains("block 2 is damaged or cut off"),
        "{complaint}"
    );
    folder.run(&format!("{DATAGEN} --count 200 --out part.lbl"));
    assert!(folder.bytes("part.lbl") == folder.bytes("whole.lbl"));
    let complaint = folder.refused(&format!("{DATAGEN} --seed 2 --count 200 --out part.lbl"));
    assert!(complaint.contains("other options"), "{complaint}");
    // A block that is damaged is not taken for one that was being written: sound ones follow it.
    let mut bytes = folder.bytes("part.lbl");
    bytes[100] ^= 1;
    fs::write(folder.file("part.lbl"), &bytes).expect("it is written");
    let complaint = folder.refused(&format!("{DATAGEN} --count 300 --out part.lbl"));
    assert!(complaint.contains("block 1 is damaged"), "{complaint}");
    assert!(folder.bytes("part.lbl") == bytes, "nothing was cut off");
}

/// Whatever a command writes, a file of somebody else stays as it is.
#[test]
fn files_of_others_are_left_alone() {
    let folder = with_games("others");
    folder.run(&format!("{DATAGEN} --count 50 --out a.lbl"));
    folder.run("train a.lbl --stages 0 --iterations 1 --out a.weights");
    folder.run("train-net a.lbl --stages 0 --epochs 1 --out a.net");
    let precious = "Dear diary,\n\ntoday I trained.\n";
    let pairs = "probcut games.txt --count 0 --endings 0";
    for (command, file) in [
        ("games --count 2 --out FILE".to_owned(), "x"),
        (
            "train a.lbl --stages 0 --iterations 1 --out FILE".to_owned(),
            "x",
        ),
        (
            "train-net a.lbl --stages 0 --epochs 1 --out FILE".to_owned(),
            "x",
        ),
        (
            "train-net a.lbl --stages 0 --epochs 1 --out x".to_owned(),
            "x.part",
        ),
        (
            "train-stage a.net a.lbl --stage 0 --epochs 1 --out FILE".to_owned(),
            "x",
        ),
        (
            "balance a.net games.txt --count 1 --out FILE".to_owned(),
            "x",
        ),
        (format!("{DATAGEN} --count 50 --out FILE"), "x"),
        (format!("{pairs} --pairs FILE"), "x"),
        (format!("{pairs} --pairs p --out FILE"), "x"),
    ] {
        for short in [true, false] {
            let content = if short { "Dear" } else { precious };
            fs::write(folder.file(file), content).expect("it is written");
            folder.refused(&command.replace("FILE", file));
            let left = folder.bytes(file);
            assert_eq!(left, content.as_bytes(), "{command}");
            fs::remove_file(folder.file(file)).expect("it is ours");
        }
    }
    // A file that a model comes from may be the one that is asked to be replaced.
    folder.run("balance a.net games.txt --count 1 --force --out a.net");
    let left = fs::read_dir(&folder.0).expect("it can be read").count();
    assert_eq!(left, 4, "games, labels, weights and net");
}

/// Pairs are gone on with after an interruption, by the same run only.
#[test]
fn pairs_are_gone_on_with() {
    let folder = with_games("pairs");
    let pairs = "probcut games.txt --from 50 --to 52 --count 20 --endings 0 --deepest 3 --pairs";
    folder.run(&format!("{pairs} whole.txt"));
    let whole = folder.bytes("whole.txt");
    for cut in [0, 7, whole.len() / 2, whole.len() - 1] {
        fs::write(folder.file("part.txt"), &whole[..cut]).expect("it is written");
        folder.run(&format!("{pairs} part.txt"));
        assert!(folder.bytes("part.txt") == whole, "cut at {cut}");
    }
    let complaint = folder.refused(&format!("{pairs} part.txt --seed 2"));
    assert!(
        complaint.contains("not the pairs of these games"),
        "{complaint}"
    );
    let text = String::from_utf8(whole).expect("it is text");
    let damaged = text.replacen("\n0 5", "\n0 -5", 1);
    assert_ne!(damaged, text);
    fs::write(folder.file("part.txt"), &damaged).expect("it is written");
    let complaint = folder.refused(&format!("{pairs} part.txt"));
    assert!(complaint.contains("is not a pair of scores"), "{complaint}");
    assert_eq!(folder.bytes("part.txt"), damaged.as_bytes());
}

/// Inputs without an end, and headers that announce what no memory holds.
#[test]
fn hostile_files_take_no_memory() {
    let folder = with_games("hostile");
    let mut header = [0_u8; 64];
    header[..8].copy_from_slice(b"KAESHIL1");
    header[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    fs::write(folder.file("hostile.lbl"), header).expect("it is written");
    folder.run(&format!("{DATAGEN} --count 50 --out a.lbl"));
    for (command, said) in [
        (
            "train /dev/zero --out x",
            "/dev/zero: not a file of Kaeshi labels",
        ),
        (
            "train hostile.lbl --out x",
            "hostile.lbl: not a file of Kaeshi labels",
        ),
        ("errors a.lbl --net /dev/zero", "/dev/zero: longer than"),
        ("errors a.lbl --weights /dev/zero", "/dev/zero: longer than"),
        (
            "balance /dev/zero games.txt --out x",
            "/dev/zero: longer than",
        ),
        (
            "datagen /dev/zero --from 8 --to 9 --count 1 --out x",
            "/dev/zero: line 1 does not end within 16 MiB",
        ),
        (
            "datagen games.txt --from 8 --to 9 --count 1 --out /dev/zero",
            "/dev/zero: not a regular file",
        ),
        ("errors a.lbl --lines 9,0", "--lines"),
        ("train a.lbl --ridge nan --out x", "--ridge"),
        ("train a.lbl --ridge 0 --out x", "--ridge"),
        ("train-net a.lbl --rate inf --out x", "--rate"),
        ("train-net a.lbl --head-rate=-1 --out x", "--head-rate"),
        (
            "train-net a.lbl --stages 0 --epochs 1 --rate 1e30 --out x",
            "diverged",
        ),
        (
            "train-stage /dev/zero a.lbl --stage 8 --out x",
            "/dev/zero: longer than",
        ),
        ("train-stage x a.lbl --stage 61 --out x", "--stage"),
        ("train-stage x a.lbl --stage 8 --rate 0 --out x", "--rate"),
    ] {
        let script = format!("ulimit -v 1000000; exec timeout 60 \"$0\" {command}");
        let done = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kaeshi-trainer")])
            .current_dir(&folder.0)
            .output()
            .expect("there is a shell");
        let complaint = String::from_utf8_lossy(&done.stderr);
        assert!(complaint.contains(said), "{command}: {complaint}");
        assert!(
            [1, 2].contains(&done.status.code().expect("it ends")),
            "{command}"
        );
        assert!(!folder.file("x").exists(), "{command}");
    }
}

#[test]
fn a_training_that_was_interrupted_goes_on() {
    let folder = with_games("killed");
    folder.run(&format!("{DATAGEN} --count 600 --out a.lbl"));
    let train = "train-net a.lbl --stages 0 --epochs 200 --checkpoint 20000 --out";
    folder.run(&format!("{train} whole.net"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_kaeshi-trainer"))
        .args(format!("{train} part.net").split_whitespace())
        .current_dir(&folder.0)
        .spawn()
        .expect("the trainer runs");
    let part = folder.file("part.net.part");
    while fs::metadata(&part).map_or(0, |part| part.len()) == 0 {
        assert!(
            child.try_wait().expect("it can be asked").is_none(),
            "it ended too early"
        );
        std::thread::yield_now();
    }
    // While it runs no other training may take part in it.
    let complaint = folder.refused(&format!("{train} part.net"));
    assert!(
        complaint.contains("another process is writing this file"),
        "{complaint}"
    );
    child.kill().expect("it can be stopped");
    child.wait().expect("it ends");
    assert!(!folder.file("part.net").exists());
    let kept = folder.bytes("part.net.part");
    let complaint = folder.refused(&format!("{train} part.net --seed 2"));
    assert!(
        complaint.contains("of other labels or options"),
        "{complaint}"
    );
    assert!(
        folder.bytes("part.net.part") == kept,
        "a refused training changes nothing"
    );
    folder.run(&format!("{train} part.net"));
    assert!(folder.bytes("part.net") == folder.bytes("whole.net"));
    assert!(!folder.file("part.net.part").exists());
}

/// A training that starts from a net ends nearer to new labels than that net, and keeps its stages.
#[test]
fn a_net_goes_on_learning() {
    let folder = with_games("goes-on");
    folder.run(&format!("{DATAGEN} --count 300 --out a.lbl"));
    folder.run(&format!("{DATAGEN} --count 300 --seed 2 --out b.lbl"));
    folder.run("train-net a.lbl --stages 0,10 --epochs 4 --out a.net");
    let learn = "train-net b.lbl --from a.net --epochs 20 --rate 0.05 --head-rate 0.005 --out";
    for out in ["b.net", "again.net"] {
        let report = folder.run(&format!("{learn} {out}"));
        assert!(report.contains("10 to"), "{report}");
    }
    assert!(folder.bytes("b.net") == folder.bytes("again.net"));
    assert!(folder.bytes("b.net") != folder.bytes("a.net"));
    // At a rate of almost nothing it stays what it was.
    folder
        .run("train-net b.lbl --from a.net --epochs 1 --rate 1e-9 --head-rate 1e-9 --out same.net");
    let errors = |net: &str| folder.run(&format!("errors b.lbl --net {net} --lines 8"));
    let squared = |table: &str| -> f64 {
        let row = table.lines().last().expect("a row");
        let numbers: Vec<&str> = row.split_whitespace().collect();
        numbers[numbers.len() - 3].parse().expect("a number")
    };
    let [before, same] = ["a.net", "same.net"].map(|net| squared(&errors(net)));
    assert!((before - same).abs() < 0.05 * before, "{before} {same}");
    let refused = folder.refused("train-net b.lbl --from games.txt --out x.net");
    assert!(refused.contains("KAESHIN7"), "{refused}");
}

/// A stage of its own knows the few positions of the first moves, and nothing else changes.
#[test]
fn a_stage_is_fitted_alone() {
    let folder = with_games("stage");
    folder.run(&format!("{DATAGEN} --count 300 --out a.lbl"));
    folder.run(
        "datagen games.txt --from 58 --to 60 --depth 2 --selectivity 73 --block 1 --count 5 --out first.lbl",
    );
    folder.run("train-net a.lbl --stages 0,10 --epochs 4 --out a.net");
    let fit = "train-stage a.net first.lbl a.lbl --stage 57 --out";
    let mean = |report: &str| -> f64 {
        let row = report.lines().last().expect("a row");
        let row = row.strip_prefix(" 57 to 60         5 ").expect(row);
        let mean = row.split_whitespace().next().expect("a number");
        mean.parse().expect("a number")
    };
    let before = mean(&folder.run(&format!("{fit} same.net --epochs 1 --rate 1e-9")));
    let after = mean(&folder.run(&format!("{fit} b.net")));
    assert!(after < before / 2.0, "{before} {after}");
    folder.run(&format!("{fit} again.net"));
    assert!(folder.bytes("b.net") == folder.bytes("again.net"));
    let errors = |net: &str| {
        folder.run(&format!(
            "errors a.lbl first.lbl --net {net} --lines 0,10,57"
        ))
    };
    let [before, after] = ["a.net", "b.net"].map(errors);
    let endings = |table: &str| -> Vec<String> {
        let rows = table.lines().filter(|row| !row.starts_with("57 "));
        rows.map(str::to_owned).collect()
    };
    assert_eq!(endings(&before), endings(&after));
    let complaint = folder.refused(&format!("{fit} b.net"));
    assert!(complaint.contains("b.net: the file exists"), "{complaint}");
    let complaint = folder.refused("train-stage a.net a.lbl --stage 57 --out x.net");
    assert!(complaint.contains("no labels"), "{complaint}");
    let complaint = folder.refused("train-stage games.txt a.lbl --stage 57 --out x.net");
    assert!(complaint.contains("KAESHIN7"), "{complaint}");
    assert!(!folder.file("x.net").exists());
}

/// The same net and games give the same file; other files are refused.
#[test]
fn a_net_is_balanced_the_same_way_again() {
    let folder = with_games("balanced");
    folder.run(&format!("{DATAGEN} --count 300 --out a.lbl"));
    folder.run("train-net a.lbl --stages 0,12 --epochs 4 --out raw.net");
    folder.run("balance raw.net games.txt --count 20 --out once.net");
    folder.run("balance raw.net games.txt --count 20 --out again.net");
    let complaint = folder.refused("balance raw.net games.txt --count 20 --out again.net");
    assert!(
        complaint.contains("again.net: the file exists"),
        "{complaint}"
    );
    folder.run("balance raw.net games.txt --count 20 --force --out again.net");
    assert!(folder.bytes("once.net") == folder.bytes("again.net"));
    assert!(folder.bytes("once.net") != folder.bytes("raw.net"));
    let refused = folder.refused("balance games.txt games.txt --out x.net");
    assert!(refused.contains("KAESHIN7"), "{refused}");
    let refused = folder.refused("balance raw.net a.lbl --out x.net");
    assert!(refused.contains("a.lbl, line 1: "), "{refused}");
}

#[test]
fn foreign_files_are_refused_in_one_line() {
    let folder = with_games("foreign");
    for (command, said) in [
        (
            "train games.txt --out x.weights",
            "not a file of Kaeshi labels",
        ),
        (
            "train-net games.txt --out x.net",
            "not a file of Kaeshi labels",
        ),
        ("errors games.txt", "not a file of Kaeshi labels"),
        ("train missing.lbl --out x.weights", "missing.lbl"),
        (
            "datagen missing.txt --from 8 --to 9 --count 1 --out x.lbl",
            "missing.txt",
        ),
        (
            "datagen games.txt --from 9 --to 8 --count 1 --out x.lbl",
            "--from 9",
        ),
    ] {
        let complaint = folder.refused(command);
        assert!(complaint.contains(said), "{command}: {complaint}");
    }
    folder.run(&format!("{DATAGEN} --count 50 --out a.lbl"));
    let complaint = folder.refused("errors a.lbl --net games.txt");
    assert!(complaint.contains("KAESHIN7"), "{complaint}");
    let complaint = folder.refused("train-net a.lbl --stages 3,2 --out x.net");
    assert!(complaint.contains("stages"), "{complaint}");
    assert!(!Path::new(&folder.file("x.net")).exists());
}
