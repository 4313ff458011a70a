//! A terminal of 80 by 24 characters by `tmux`, with the program in it.

use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// Far more time than the program takes for anything here.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Time between two looks at the screen.
const PAUSE: Duration = Duration::from_millis(20);

/// A server of tmux of its own, which ends with this value.
pub(crate) struct Tmux {
    socket: String,
    folder: tempfile::TempDir,
}

impl Tmux {
    /// Runs `kaeshi play` with these arguments and settings of the environment, as in `NO_COLOR=1`, in a shell of a new
    /// folder. `None` if tmux is missing.
    pub(crate) fn start(name: &str, environment: &str, arguments: &str) -> Option<Self> {
        let is_there = Command::new("tmux")
            .arg("-V")
            .output()
            .is_ok_and(|it| it.status.success());
        if !is_there {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let tmux = Self {
            socket: format!("kaeshi-{name}-{}", std::process::id()),
            folder,
        };
        let program = super::under_test::kaeshi();
        let program = program.get_program().to_str().expect("a path").to_owned();
        let settings = "set -g status off\nset -g default-terminal tmux-256color\n";
        std::fs::write(tmux.path("conf"), settings).expect("a file");
        let script = format!(
            "echo before\n\
             sh -c 'echo $$ >pid; exec env {environment} {program} play {arguments}'\n\
             echo \"left with $?\"\nstty -a | tr ';' '\\n' | grep -w icanon\nexec cat\n"
        );
        std::fs::write(tmux.path("script"), script).expect("a file");
        let started = tmux.run(&[
            "-f",
            tmux.path("conf").to_str().expect("a path"),
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
            "-c",
            tmux.folder.path().to_str().expect("a path"),
            "sh script",
        ]);
        assert!(
            started.status.success(),
            "{}",
            String::from_utf8_lossy(&started.stderr)
        );
        Some(tmux)
    }

    /// A file in the folder in which the program runs.
    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command
            .env_remove("TMUX")
            .args(["-L", &self.socket])
            .args(arguments);
        command.output().expect("tmux runs")
    }

    /// Presses keys by tmux's names, such as `Up` and `C-c`.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// Types a text.
    pub(crate) fn write(&self, text: &str) {
        self.run(&["send-keys", "-l", text]);
    }

    /// Clicks at this column and row, from 1.
    pub(crate) fn click(&self, column: u16, row: u16) {
        self.write(&format!(
            "\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"
        ));
    }

    /// Pastes a text as a terminal does, in brackets.
    pub(crate) fn paste(&self, text: &str) {
        self.run(&["set-buffer", text]);
        self.run(&["paste-buffer", "-p"]);
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.run(&["resize-window", "-x", &columns, "-y", &rows]);
    }

    /// Makes the terminal claim another size than the one that tmux draws.
    #[cfg(target_os = "linux")]
    pub(crate) fn claim_size(&self, columns: u16, rows: u16) {
        let terminal = self.run(&["display-message", "-p", "#{pane_tty}"]).stdout;
        let terminal = String::from_utf8(terminal).expect("a path");
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let set = Command::new("stty")
            .args(["-F", terminal.trim(), "cols", &columns, "rows", &rows])
            .status();
        assert!(set.is_ok_and(|status| status.success()));
    }

    /// Sends the program a signal, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let pid = std::fs::read_to_string(self.path("pid")).expect("it has started");
        let killed = Command::new("kill").args(["-s", name, pid.trim()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
    }

    /// Whether the cursor is visible.
    pub(crate) fn has_cursor(&self) -> bool {
        let output = self.run(&["display-message", "-p", "#{cursor_flag}"]);
        String::from_utf8_lossy(&output.stdout).trim() == "1"
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        let output = self.run(&["capture-pane", "-p"]);
        String::from_utf8(output.stdout).expect("text")
    }

    /// The screen with its escape sequences.
    pub(crate) fn coloured(&self) -> String {
        let output = self.run(&["capture-pane", "-p", "-e"]);
        String::from_utf8(output.stdout).expect("text")
    }

    /// Waits until the screen shows `text`, and returns it.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_it(&screen) {
                return screen;
            }
            assert!(
                start.elapsed() < MAX_WAIT,
                "'{what}' does not appear:\n{screen}"
            );
            thread::sleep(PAUSE);
        }
    }

    /// Waits until a file is there, and returns its text.
    #[track_caller]
    pub(crate) fn wait_for_file(&self, name: &str) -> String {
        let path = self.path(name);
        self.wait_until(name, |_| Path::exists(&path));
        std::fs::read_to_string(path).expect("text")
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}
