//! From games to weights on tiny data: runs repeat exactly, and continue after an interruption.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        let folder = Self(path);
        folder.run("games --count 40 --out games.txt");
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).expect("the file is there")
    }

    fn try_run(&self, command: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kaeshi-trainer"))
            .args(command.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the trainer runs")
    }

    fn run(&self, command: &str) -> String {
        let output = self.try_run(command);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {complaint}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The error line of a command that fails.
    fn refused(&self, command: &str) -> String {
        let output = self.try_run(command);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
        complaint
    }
}

const DATAGEN: &str = "datagen games.txt --from 8 --to 11 --block 50";

#[test]
fn labels_weights_and_net_come_out_the_same_twice() {
    let folder = Folder::new("twice");
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
    let folder = Folder::new("interrupted");
    folder.run(&format!("{DATAGEN} --count 200 --out whole.lbl"));
    folder.run(&format!("{DATAGEN} --count 100 --out part.lbl"));
    // The file is cut off within its last block.
    let mut bytes = folder.bytes("part.lbl");
    bytes.truncate(bytes.len() - 100);
    fs::write(folder.file("part.lbl"), bytes).expect("it is written");
    let complaint = folder.refused("train part.lbl --out x.weights");
    assert!(complaint.contains("cut off in block 1"), "{complaint}");
    folder.run(&format!("{DATAGEN} --count 200 --out part.lbl"));
    assert!(folder.bytes("part.lbl") == folder.bytes("whole.lbl"));
    let complaint = folder.refused(&format!("{DATAGEN} --seed 2 --count 200 --out part.lbl"));
    assert!(complaint.contains("other options"), "{complaint}");
}

#[test]
fn a_training_that_was_interrupted_goes_on() {
    let folder = Folder::new("killed");
    folder.run(&format!("{DATAGEN} --count 600 --out a.lbl"));
    let train = "train-net a.lbl --stages 0 --epochs 200 --checkpoint 20000 --out";
    folder.run(&format!("{train} whole.net"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_kaeshi-trainer"))
        .args(format!("{train} part.net").split_whitespace())
        .current_dir(&folder.0)
        .spawn()
        .expect("the trainer runs");
    while !folder.file("part.net.part").exists() {
        assert!(
            child.try_wait().expect("it can be asked").is_none(),
            "it ended too early"
        );
        std::thread::yield_now();
    }
    child.kill().expect("it can be stopped");
    child.wait().expect("it ends");
    assert!(!folder.file("part.net").exists());
    folder.run(&format!("{train} part.net"));
    assert!(folder.bytes("part.net") == folder.bytes("whole.net"));
    assert!(!folder.file("part.net.part").exists());
}

/// The same net, games and seed give the same file; other files are refused.
#[test]
fn a_net_is_balanced_the_same_way_again() {
    let folder = Folder::new("balanced");
    folder.run(&format!("{DATAGEN} --count 300 --out a.lbl"));
    folder.run("train-net a.lbl --stages 0,12 --epochs 4 --out raw.net");
    folder.run("balance raw.net --games 20 --out once.net");
    folder.run("balance raw.net --games 20 --out again.net");
    assert!(folder.bytes("once.net") == folder.bytes("again.net"));
    assert!(folder.bytes("once.net") != folder.bytes("raw.net"));
    let refused = folder.refused("balance games.txt --out x.net");
    assert!(refused.contains("KAESHIN2"), "{refused}");
}

#[test]
fn foreign_files_are_refused_in_one_line() {
    let folder = Folder::new("foreign");
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
    assert!(complaint.contains("KAESHIN2"), "{complaint}");
    let complaint = folder.refused("train-net a.lbl --stages 3,2 --out x.net");
    assert!(complaint.contains("stages"), "{complaint}");
    assert!(!Path::new(&folder.file("x.net")).exists());
}
