//! Digests of the files of a match, so that changed files are noticed.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf, is_separator};

use kaeshi::game::InputError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file and its SHA-256, in the format of `sha256sum`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct FileDigest {
    pub(in crate::cli) path: String,
    pub(in crate::cli) sha256: String,
}

impl FileDigest {
    /// The digest of a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn of(path: &Path) -> Result<Self, InputError> {
        let refuse = |why: io::Error| InputError::new(format_args!("{}: {why}", path.display()));
        let mut file = File::open(path).map_err(refuse)?;
        let mut state = Sha256::new();
        let mut block = vec![0; 64 * 1024];
        loop {
            match file.read(&mut block).map_err(refuse)? {
                0 => break,
                length => state.update(&block[..length]),
            }
        }
        Ok(Self {
            path: path.display().to_string(),
            sha256: hexadecimal(&state.finalize()),
        })
    }
}

/// The SHA-256 of a text.
pub(super) fn of_text(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.filter_map(|digit| char::from_digit(digit.into(), 16));
    digits.collect()
}

/// The files that a shell's command line names: programs, including those found through PATH, scripts, weights.
///
/// Words are split as in the system's shell, but variables and patterns are not expanded. Files for redirected output are
/// left out. Of a launcher its builds are included.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn of_command(command: &str) -> Result<Vec<FileDigest>, InputError> {
    let mut found: Vec<FileDigest> = Vec::new();
    for path in files_named_in(command) {
        if found.iter().all(|digest| Path::new(&digest.path) != path) {
            found.push(FileDigest::of(&path)?);
        }
    }
    Ok(found)
}

fn files_named_in(command: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folder = PathBuf::new();
    for simple in simple_commands(command) {
        let mut words = simple.iter().skip_while(|word| is_assignment(word));
        let Some(program) = words.next() else {
            continue;
        };
        if program == "cd" {
            folder.extend(words.next().map(|word| expand(word)));
            continue;
        }
        let program = program_file(program, &folder);
        files.extend(program.as_deref().into_iter().flat_map(builds_beside));
        files.extend(program);
        for word in words {
            let value = word.split_once('=').map(|(_, value)| value);
            let names = [Some(word.as_str()), value].into_iter().flatten();
            let mut paths = names.map(|name| folder.join(expand(name)));
            files.extend(paths.find(|path| path.is_file()));
        }
    }
    files
}

/// The program that a shell runs for this name.
fn program_file(name: &str, folder: &Path) -> Option<PathBuf> {
    // The shell of Windows adds the ending.
    let with_ending = |path: PathBuf| {
        let ended = PathBuf::from(format!("{}{}", path.display(), env::consts::EXE_SUFFIX));
        [path, ended].into_iter().find(|path| path.is_file())
    };
    if name.contains(is_separator) {
        return with_ending(folder.join(expand(name)));
    }
    let places = env::var_os("PATH")?;
    env::split_paths(&places).find_map(|place| with_ending(folder.join(place).join(name)))
}

/// The programs from which a launcher chooses, if `program` is Kaeshi's: those in the folder `builds` beside it.
fn builds_beside(program: &Path) -> Vec<PathBuf> {
    let program = program.canonicalize().unwrap_or_else(|_| program.into());
    let builds = program.with_file_name("builds");
    let Ok(entries) = builds.read_dir() else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    let names = names.filter(|name| name.to_string_lossy().starts_with("kaeshi-"));
    let mut paths: Vec<_> = names.map(|name| builds.join(name)).collect();
    paths.sort();
    paths
}

/// A path that may begin with `~/`.
fn expand(word: &str) -> PathBuf {
    match (word.strip_prefix("~/"), env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => word.into(),
    }
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The words of each simple command, without quotes.
fn simple_commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut is_target = false;
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\'' if cfg!(windows) => word.get_or_insert_default().push(sign),
            '\'' | '"' => {
                let text = word.get_or_insert_default();
                text.extend(signs.by_ref().take_while(|inner| *inner != sign));
            }
            '\\' if !cfg!(windows) => word.get_or_insert_default().extend(signs.next()),
            sign if sign.is_whitespace() || ";&|()<>".contains(sign) => {
                let is_after_word = word.is_some();
                let argument = word.take().filter(|_| !is_target);
                commands.last_mut().expect("there is one").extend(argument);
                is_target &= sign.is_whitespace() && !is_after_word;
                match sign {
                    '>' => is_target = true,
                    ' ' | '\t' | '<' => {}
                    _ => commands.push(Vec::new()),
                }
            }
            sign => word.get_or_insert_default().push(sign),
        }
    }
    commands
        .last_mut()
        .expect("there is one")
        .extend(word.filter(|_| !is_target));
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn commands_are_read_as_shells_read_them() {
        for (line, words) in [
            ("./a -b", "./a -b"),
            (
                "cd 'my engines'&&./a  --book=x",
                "cd my engines|./a --book=x",
            ),
            ("A=1 B=\"2 3\" ./a\\ b; c|d", "A=1 B=2 3 ./a b|c|d"),
            ("./a >log.txt 2> error < in -c", "./a 2 in -c"),
            ("./a>log.txt -c>x;b", "./a -c|b"),
            ("", ""),
            ("'", ""),
        ] {
            let commands = simple_commands(line);
            let commands = commands.iter().filter(|words| !words.is_empty());
            let read: Vec<_> = commands.map(|words| words.join(" ")).collect();
            assert_eq!(read.join("|"), words, "{line}");
        }
    }

    #[test]
    fn the_builds_of_a_launcher_belong_to_it() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("builds"))?;
        for name in [
            "kaeshi",
            "builds/kaeshi-v2",
            "builds/kaeshi-v3",
            "builds/notes",
        ] {
            std::fs::write(path(name), name)?;
        }
        let command = format!("'{}' --threads 1", path("kaeshi").display());
        let found = files_named_in(&command);
        let expected = ["builds/kaeshi-v2", "builds/kaeshi-v3", "kaeshi"];
        let canonical = |path: PathBuf| path.canonicalize();
        let found: Result<Vec<_>, _> = found.into_iter().map(canonical).collect();
        let expected: Result<Vec<_>, _> = expected.into_iter().map(path).map(canonical).collect();
        assert_eq!(found?, expected?);
        Ok(())
    }

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-4, examples.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_text("abc"), abc);
    }

    #[test]
    #[cfg(unix)]
    fn files_are_found_in_every_place_of_a_command() {
        let here = env!("CARGO_MANIFEST_DIR");
        let line =
            format!("cd {here}/src && X=1 sh main.rs --other=cli/mod.rs none.rs cli >lib.rs");
        let found = of_command(&line).expect("they can be read");
        let names: Vec<_> = found.iter().map(|digest| &digest.path[..]).collect();
        let [shell, script, option] = names[..] else {
            panic!("{names:?}");
        };
        assert!(shell.ends_with("/sh"), "{names:?}");
        assert_eq!(Path::new(script), Path::new(here).join("src/main.rs"));
        assert_eq!(Path::new(option), Path::new(here).join("src/cli/mod.rs"));
    }
}
