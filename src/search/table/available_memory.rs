//! Total and available memory of the machine, within the limits of this process's control groups.
//!
//! Linux overcommits: it grants more memory than it has and kills a process that uses too much. So the amount is
//! checked before allocation. On other systems it is unknown here, and the allocation itself fails.

use std::fs;
use std::path::{Path, PathBuf};

/// Amounts of memory in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SystemMemory {
    /// Maximum memory of this process.
    pub(super) total: u64,
    /// Memory that this process can allocate now without swapping and without being killed.
    pub(super) available: u64,
}

/// The memory of this system; `None` if it is unknown.
pub(super) fn system_memory() -> Option<SystemMemory> {
    system_memory_below(Path::new("/"))
}

/// The memory of the system whose `proc` and `sys` folders are in `root`; `None` if it is unknown.
fn system_memory_below(root: &Path) -> Option<SystemMemory> {
    let text = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let kilobytes = |name| number_after(&text, name).map(|number| number.saturating_mul(1024));
    let machine = SystemMemory {
        total: kilobytes("MemTotal:")?,
        available: kilobytes("MemAvailable:")?,
    };
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let limits = groups.lines().flat_map(|line| limits(root, line));
    Some(limits.fold(machine, |least, limit| SystemMemory {
        total: least.total.min(limit.total),
        available: least.available.min(limit.available),
    }))
}

/// The number after `word` in `text`.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let mut words = text.split_ascii_whitespace();
    words.find(|other| *other == word)?;
    words.next()?.parse().ok()
}

/// The folder of a version of control groups, and its file names.
struct Hierarchy {
    folder: &'static str,
    limit: &'static str,
    usage: &'static str,
    /// The key in `memory.stat` of the inactive file cache in bytes, which the kernel can reclaim.
    cached: &'static str,
}

const VERSION_1: Hierarchy = Hierarchy {
    folder: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cached: "total_inactive_file",
};

const VERSION_2: Hierarchy = Hierarchy {
    folder: "sys/fs/cgroup",
    limit: "memory.max",
    usage: "memory.current",
    cached: "inactive_file",
};

/// The limits of the group in `line` of `/proc/self/cgroup`, and of all groups that contain it.
///
/// In a container the path may lie outside the container. Then only the limits of the container's root are found.
fn limits(root: &Path, line: &str) -> Vec<SystemMemory> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
        return Vec::new();
    };
    let hierarchy = match controllers {
        "" => VERSION_2,
        _ if controllers.split(',').any(|name| name == "memory") => VERSION_1,
        _ => return Vec::new(),
    };
    let folder = root.join(hierarchy.folder);
    let path = PathBuf::from(path.trim_start_matches('/'));
    let groups = path.ancestors().map(|group| folder.join(group));
    groups.filter_map(|group| hierarchy.limit(&group)).collect()
}

impl Hierarchy {
    /// The limit of the control group in the folder `group`, if it has one.
    fn limit(&self, group: &Path) -> Option<SystemMemory> {
        let read = |name| fs::read_to_string(group.join(name)).ok();
        let number = |name| read(name)?.trim().parse::<u64>().ok();
        let total = number(self.limit)?;
        let cached = read("memory.stat").and_then(|text| number_after(&text, self.cached));
        let used = number(self.usage)?.saturating_sub(cached.unwrap_or(0));
        Some(SystemMemory {
            total,
            available: total.saturating_sub(used),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::process;

    use super::*;

    /// The memory found on a system with these files.
    fn found(name: &str, files: &[(&str, &str)]) -> io::Result<Option<SystemMemory>> {
        let root = std::env::temp_dir().join(format!("kaeshi-{name}-{}", process::id()));
        let meminfo = "MemTotal:  4096 kB\nMemFree:  1 kB\nMemAvailable:  3072 kB\n";
        for (path, text) in [("proc/meminfo", meminfo)].iter().chain(files) {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder"))?;
            fs::write(path, text)?;
        }
        let found = system_memory_below(&root);
        fs::remove_dir_all(root)?;
        Ok(found)
    }

    fn kilobytes(total: u64, available: u64) -> SystemMemory {
        SystemMemory {
            total: total << 10,
            available: available << 10,
        }
    }

    #[test]
    fn without_a_limit_the_machine_decides() -> io::Result<()> {
        assert_eq!(found("machine", &[])?, Some(kilobytes(4096, 3072)));
        let unlimited = [
            ("proc/self/cgroup", "4:cpu:/\n0::/user/me\nnonsense\n"),
            ("sys/fs/cgroup/user/memory.max", "max\n"),
            ("sys/fs/cgroup/user/memory.current", "1024\n"),
        ];
        assert_eq!(found("unlimited", &unlimited)?, Some(kilobytes(4096, 3072)));
        assert_eq!(system_memory_below(Path::new("/nowhere")), None);
        Ok(())
    }

    #[test]
    fn the_narrowest_group_counts_and_cached_files_make_room() -> io::Result<()> {
        let files = [
            ("proc/self/cgroup", "0::/user/me\n"),
            ("sys/fs/cgroup/user/memory.max", "1048576\n"),
            ("sys/fs/cgroup/user/memory.current", "524288\n"),
            ("sys/fs/cgroup/user/me/memory.max", "2097152\n"),
            ("sys/fs/cgroup/user/me/memory.current", "2097152\n"),
            (
                "sys/fs/cgroup/user/me/memory.stat",
                "anon 7\ninactive_file 262144\n",
            ),
        ];
        assert_eq!(found("groups", &files)?, Some(kilobytes(1024, 256)));
        Ok(())
    }

    #[test]
    fn the_first_version_of_groups_is_known_too() -> io::Result<()> {
        let files = [
            (
                "proc/self/cgroup",
                "5:cpu,cpuacct:/\n4:memory:/docker/x\n0::/\n",
            ),
            // In the container its own group is the root.
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1048576\n"),
            (
                "sys/fs/cgroup/memory/memory.stat",
                "inactive_file 1\ntotal_inactive_file 1024\n",
            ),
        ];
        assert_eq!(found("first", &files)?, Some(kilobytes(1024, 1)));
        Ok(())
    }
}
