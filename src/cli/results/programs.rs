//! The programs of several records: which are the same, and how each is called.

use super::limit::Stripped;
use crate::cli::match_runner::record::Header;

/// A program without its limits. Two are the same if their given names, commands and files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Program {
    /// The name given with `--first-name`, or else the program's own, or else its command.
    name: String,
    /// The command without limits.
    pub(super) command: String,
    /// The SHA-256 of the files that the command names.
    pub(super) sha256: Vec<String>,
}

impl Program {
    /// Both programs of a match.
    pub(super) fn both(header: &Header) -> [Self; 2] {
        [0, 1].map(|at| Self::of(header, at))
    }

    fn of(header: &Header, at: usize) -> Self {
        let command = [&header.first, &header.second][at];
        let own = header.names.as_ref().map_or(command, |names| &names[at]);
        let label = header.labels.as_ref().map_or(own, |labels| &labels[at]);
        // What `kaeshi match` adds to equal names is left out, as it may contain a limit.
        let automatic = [
            format!("{own} ({command})"),
            format!("{own} (first)"),
            format!("{own} (second)"),
        ];
        let stripped = Stripped::of(command).command;
        let name = match label {
            label if label == command => &stripped,
            label if automatic.contains(label) => own,
            label => label,
        };
        let files = header.files.iter().flat_map(|files| &files[at]);
        Self {
            name: name.clone(),
            sha256: files.map(|file| file.sha256.clone()).collect(),
            command: stripped,
        }
    }

    /// The name with as much of the rest as `detail` says.
    fn detailed(&self, detail: usize) -> String {
        let Self {
            name,
            command,
            sha256,
        } = self;
        let digests: Vec<_> = sha256
            .iter()
            .map(|sha256| format!("{sha256:.12}"))
            .collect();
        match (detail, digests.join(" ")) {
            (0, _) => name.clone(),
            (1, _) => format!("{name} ({command})"),
            (2, digests) => format!("{name} (sha256 {digests})"),
            (_, digests) => format!("{name} ({command}, sha256 {digests})"),
        }
    }
}

/// The names of all `programs`, each with as little detail as tells it from the others.
pub(super) fn names(programs: &[Program]) -> Vec<String> {
    let is_unique = |program: &Program, detail| {
        let name = program.detailed(detail);
        let others = programs.iter().filter(|other| *other != program);
        others
            .map(|other| other.detailed(detail))
            .all(|other| other != name)
    };
    let name = |program: &Program| {
        let detail = (0..3).find(|detail| is_unique(program, *detail));
        program.detailed(detail.unwrap_or(3))
    };
    programs.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str, command: &str, sha256: &str) -> Program {
        Program {
            name: name.into(),
            command: command.into(),
            sha256: vec![sha256.into()],
        }
    }

    #[test]
    fn names_differ_by_as_little_as_possible() {
        let found = names(&[
            program("A 1", "./a", "0123456789abcdef"),
            program("B 1", "./b", "11"),
            program("B 1", "./b --threads 2", "11"),
            program("C 1", "./c", "22"),
            program("C 1", "./c", "33"),
        ]);
        let expected = [
            "A 1",
            "B 1 (./b)",
            "B 1 (./b --threads 2)",
            "C 1 (sha256 22)",
            "C 1 (sha256 33)",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn limits_are_no_part_of_a_program() {
        let header = |first: &str, second: &str, labels: [&str; 2]| Header {
            first: first.into(),
            second: second.into(),
            game: "othello".into(),
            time_control: "Depth(1)".into(),
            tolerance: None,
            move_limit: None,
            openings: "random, seed 1".into(),
            openings_sha256: None,
            names: Some(["K 1".into(), "K 1".into()]),
            labels: Some(labels.map(str::to_owned)),
            files: None,
            engines: None,
            format: None,
        };
        let [first, second] = Program::both(&header(
            "k --level 1",
            "nboard@3:k",
            ["K 1 (k --level 1)", "K 1 (nboard@3:k)"],
        ));
        assert_eq!((first.name.as_str(), first.command.as_str()), ("K 1", "k"));
        assert_eq!(
            (second.name.as_str(), second.command.as_str()),
            ("K 1", "nboard:k")
        );
        let [first, second] = Program::both(&header("k", "k", ["new", "K 1 (second)"]));
        assert_eq!([first.name, second.name], ["new", "K 1"]);
    }
}
