//! The recipe for arrays of Slurm: which part of the work each task does.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An array as Slurm describes it to its tasks: first and last number, step, and how many numbers there are.
struct Array(u32, u32, u32, u32);

/// An empty folder, and a program in it that prints the part it is to do, as `--shard` says it, to `parts.txt`.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be created");
    let program = "#!/bin/sh\nwhile [ \"$1\" != --shard ]; do shift; done\necho \"$2\" >> \"${0%/*}/parts.txt\"\n";
    let path = folder.join("kaeshi");
    fs::write(&path, program).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// Runs a task of an array.
fn task(folder: &Path, array: &Array, task: u32) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/cluster/slurm.sh");
    let Array(first, last, step, count) = array;
    let mut command = Command::new("sh");
    command.arg(script).env("KAESHI", folder.join("kaeshi"));
    command.env("INPUT", "problems.obf");
    command.env("FOLDER", folder.join("answers"));
    for (name, number) in [
        ("ID", &task),
        ("MIN", first),
        ("MAX", last),
        ("STEP", step),
        ("COUNT", count),
    ] {
        command.env(format!("SLURM_ARRAY_TASK_{name}"), number.to_string());
    }
    command.output().expect("it runs")
}

/// The parts that were done, in the order of their tasks.
fn parts(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("parts.txt")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[track_caller]
fn runs(folder: &Path, array: &Array, number: u32) {
    let output = task(folder, array, number);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{number}: {said}");
}

#[track_caller]
fn refuses(folder: &Path, array: &Array, number: u32, why: &str) {
    let output = task(folder, array, number);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{number}: {said}");
    assert!(said.contains(why), "{number}: {said}");
    assert_eq!(said.lines().count(), 1, "{number}: {said}");
}

#[test]
fn every_part_is_done_once_whatever_the_numbers_of_the_array() {
    for array in [
        Array(0, 3, 1, 4),
        Array(1, 4, 1, 4),
        Array(7, 13, 2, 4),
        // Slurm may say the last number as it was written, though the steps end before it.
        Array(0, 7, 2, 4),
    ] {
        let Array(first, _, step, count) = array;
        let folder = folder(&format!("slurm-{first}-{step}"));
        for number in 0..count {
            runs(&folder, &array, first + number * step);
        }
        let expected = ["0/4", "1/4", "2/4", "3/4"];
        assert_eq!(parts(&folder), expected, "from {first} by {step}");
        let answers = fs::read_dir(folder.join("answers")).expect("it is there");
        let names = answers.map(|entry| entry.expect("an entry").file_name());
        assert_eq!(names.count(), 5, "one file a part, and that of the array");
    }
}

#[test]
fn some_tasks_of_an_array_start_again_with_the_same_parts() {
    let folder = folder("slurm-again");
    let whole = Array(1, 8, 1, 8);
    (1..=8).for_each(|number| runs(&folder, &whole, number));
    let some = Array(3, 5, 2, 2);
    runs(&folder, &some, 3);
    runs(&folder, &Array(5, 5, 1, 1), 5);
    assert_eq!(parts(&folder)[8..], ["2/8", "4/8"]);
    for number in [0, 9] {
        let why = format!("task {number} is none of the first array of ");
        refuses(&folder, &Array(0, 9, 1, 10), number, &why);
    }
    assert_eq!(parts(&folder).len(), 10);
}

#[test]
fn an_array_that_would_leave_out_a_part_is_refused() {
    let gap = folder("slurm-gap");
    // --array=0,1,5
    let why = "needs evenly spaced numbers, such as --array=0-15";
    refuses(&gap, &Array(0, 5, 1, 3), 0, why);
    assert!(!gap.join("answers").exists());
    let steps = folder("slurm-steps");
    runs(&steps, &Array(0, 14, 2, 8), 14);
    refuses(&steps, &Array(0, 15, 1, 16), 3, "--array=0-14:2");
    fs::write(steps.join("answers/array"), "0 x 8\n").expect("it can be written");
    let why = "'0 x 8' is not a first number, a step and a number of parts";
    refuses(&steps, &Array(0, 14, 2, 8), 2, why);
    assert_eq!(parts(&steps), ["7/8"]);
}
