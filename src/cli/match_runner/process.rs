//! Processes that are ended together with all processes that they have started.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Status(i32),
    #[cfg(unix)]
    Signal(i32),
}

/// Interval of the checks whether a process has ended.
const POLL: Duration = Duration::from_millis(5);

/// A process and those that it has started. All are killed when this is dropped.
pub(super) struct Process {
    child: Child,
    group: group::Group,
}

impl Process {
    /// Starts a command line in the system's shell, with pipes for input and output. Its standard error is discarded,
    /// since it may have any length.
    ///
    /// # Errors
    /// If there is no shell, or no process can be started.
    pub(super) fn start(command: &str) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut shell = group::shell(command);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.expect("both were asked for");
        let group = group::Group::of(&child);
        Ok((Self { child, group }, stdin, stdout))
    }

    /// Waits for the end of the process until the deadline.
    pub(super) fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        loop {
            let exit = group::exit(&mut self.child);
            if exit.is_some() || Instant::now() >= deadline {
                return exit;
            }
            thread::sleep(POLL);
        }
    }
}

impl Drop for Process {
    /// Kills the processes, and removes the first one from the process table.
    fn drop(&mut self) {
        self.group.kill();
        let _ = self.child.kill();
        // A process that hangs in the kernel does not end, so the wait is limited to a second.
        let deadline = Instant::now() + Duration::from_secs(1);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }
}

#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::{Child, Command, Exit};

    /// The shell with this command, in a process group of its own.
    pub(super) fn shell(command: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).process_group(0);
        shell
    }

    /// A process group.
    pub(super) struct Group(Pid);

    impl Group {
        /// The group that `child` leads.
        pub(super) fn of(child: &Child) -> Self {
            Self(Pid::from_child(child))
        }

        /// Kills all processes of the group. The first one has not been waited for, so no other group can have its id.
        pub(super) fn kill(&mut self) {
            let _ = kill_process_group(self.0, Signal::KILL);
        }
    }

    /// How a process ended, if it has. It stays in the process table, so that its id is not reused.
    pub(super) fn exit(child: &mut Child) -> Option<Exit> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options).ok()??;
        // A shell reports a signal as 128 plus its number.
        let exit = match (status.exit_status(), status.terminating_signal()) {
            (Some(status @ 129..=192), _) => Exit::Signal(status - 128),
            (Some(status), _) => Exit::Status(status),
            (None, signal) => Exit::Signal(signal?),
        };
        Some(exit)
    }
}

#[cfg(windows)]
mod group {
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;

    use win32job::{ExtendedLimitInfo, Job, JobError};

    use super::{Child, Command, Exit};

    /// Flag of `CreateProcess`: the child has no window, and Ctrl-C of this console does not reach it.
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    /// The shell with this command. It removes the outer quotation marks and takes the rest as written.
    pub(super) fn shell(command: &str) -> Command {
        let mut shell = Command::new("cmd");
        shell
            .args(["/D", "/S", "/C"])
            .raw_arg(format!("\"{command}\""))
            .creation_flags(CREATE_NO_WINDOW);
        shell
    }

    /// A job object. Its processes end when it is closed, also when the system closes it after this process has ended.
    pub(super) struct Group(Option<Job>);

    impl Group {
        /// A new job with `child` in it. If the system refuses it, only the child itself can be killed.
        pub(super) fn of(child: &Child) -> Self {
            let job = job_with(child);
            let job = job.inspect_err(|why| log::warn!("no job object: {why}"));
            Self(job.ok())
        }

        /// Kills all processes of the job.
        pub(super) fn kill(&mut self) {
            self.0.take();
        }
    }

    fn job_with(child: &Child) -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_process(child.as_raw_handle() as isize)?;
        Ok(job)
    }

    /// How a process ended, if it has.
    pub(super) fn exit(child: &mut Child) -> Option<Exit> {
        let status = child.try_wait().ok()??;
        Some(Exit::Status(status.code()?))
    }
}

#[cfg(target_family = "wasm")]
mod group {
    use super::{Child, Command, Exit};

    /// A command that cannot start: WebAssembly has no processes.
    pub(super) fn shell(command: &str) -> Command {
        Command::new(command)
    }

    /// No group of processes.
    pub(super) struct Group;

    impl Group {
        pub(super) fn of(_child: &Child) -> Self {
            Self
        }

        #[expect(clippy::unused_self, reason = "as on other systems")]
        pub(super) fn kill(&mut self) {}
    }

    /// How a process ended, if it has.
    pub(super) fn exit(child: &mut Child) -> Option<Exit> {
        let status = child.try_wait().ok()??;
        Some(Exit::Status(status.code()?))
    }
}
