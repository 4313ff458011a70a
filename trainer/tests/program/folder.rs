//! A folder of its own for each test, in which the program runs.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// An empty folder.
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).expect("the file is there")
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect("the file is there")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).expect("the file can be written");
    }

    pub(crate) fn try_run(&self, command: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kaeshi-trainer"))
            .args(command.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the trainer runs")
    }

    /// The standard output of a run that succeeds.
    pub(crate) fn run(&self, command: &str) -> String {
        let output = self.try_run(command);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {complaint}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The error line of a run that fails.
    pub(crate) fn refused(&self, command: &str) -> String {
        let output = self.try_run(command);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
        complaint
    }
}
