//! The options that a program declares, and what it answers when one is set.

use kaeshi_protocol::Text;
use kaeshi_protocol::ugi::{Kind, Reply};

/// An option that a program has declared.
#[derive(Debug)]
pub(super) struct DeclaredOption {
    name: String,
    /// Its type and range; `None` for types that UGI does not have.
    kind: Option<Kind>,
}

impl DeclaredOption {
    /// Reads a line of the greeting; `None` if it declares no option.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let text = line.strip_prefix("option name ")?;
        let name = text.split(" type ").next().unwrap_or_default();
        let kind = match Reply::parse(line) {
            Ok(Some(Reply::Option(declaration))) => Some(declaration.kind),
            _ => None,
        };
        Some(Self {
            name: name.trim().to_owned(),
            kind,
        })
    }

    /// Checks that `value` is one that the program has declared.
    ///
    /// # Errors
    /// If it is not; the reason says which values are possible.
    fn check(&self, value: &str) -> Result<(), String> {
        let possible = match &self.kind {
            Some(Kind::Spin { min, max, .. }) => {
                let number = value.trim().parse::<i64>();
                if number.is_ok_and(|number| (*min..=*max).contains(&number)) {
                    return Ok(());
                }
                format!("a whole number from {min} to {max}")
            }
            Some(Kind::Check { .. }) if !["true", "false"].contains(&value) => {
                "true or false".to_owned()
            }
            Some(Kind::Combo { choices, .. }) => {
                let choices: Vec<_> = choices.iter().map(Text::as_str).collect();
                if choices
                    .iter()
                    .any(|choice| choice.eq_ignore_ascii_case(value))
                {
                    return Ok(());
                }
                format!("one of {}", choices.join(", "))
            }
            _ => return Ok(()),
        };
        let name = &self.name;
        Err(format!(
            "its option '{name}' takes {possible}, not '{value}'"
        ))
    }
}

/// Checks that a program has declared an option and this value of it.
///
/// # Errors
/// If it has not; the reason names what it has declared.
pub(super) fn check(declared: &[DeclaredOption], name: &str, value: &str) -> Result<(), String> {
    let Some(option) = declared.iter().find(|option| option.name == name) else {
        let known: Vec<_> = declared.iter().map(|option| option.name.as_str()).collect();
        let known = known.join(", ");
        return Err(format!("it has no option '{name}', but {known}"));
    };
    option.check(value)
}

/// Whether a line after an option was set says that it was not taken. UGI has no answer for that: programs write a line of
/// their own, or an `info string`, which may also be a plain remark.
pub(super) fn is_complaint(line: &str) -> bool {
    const WORDS: [&str; 7] = [
        "error",
        "fail",
        "invalid",
        "no such",
        "unknown",
        "cannot",
        "out of range",
    ];
    let line = line.to_ascii_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_were_declared() {
        let declared: Vec<_> = [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Own Book type check default false",
            "option name Style type combo default Solid var Solid var Risky",
            "option name File type string default <empty>",
            "option name Other type filename default a",
        ]
        .map(|line| DeclaredOption::parse(line).expect(line))
        .into();
        for (name, value, refused) in [
            ("Hash", "1024", None),
            (
                "Hash",
                "0",
                Some("its option 'Hash' takes a whole number from 1 to 1024, not '0'"),
            ),
            (
                "Hash",
                "x",
                Some("its option 'Hash' takes a whole number from 1 to 1024, not 'x'"),
            ),
            ("Own Book", "true", None),
            (
                "Own Book",
                "yes",
                Some("its option 'Own Book' takes true or false, not 'yes'"),
            ),
            ("Style", "risky", None),
            (
                "Style",
                "wild",
                Some("its option 'Style' takes one of Solid, Risky, not 'wild'"),
            ),
            ("File", "anything", None),
            ("Other", "anything", None),
            (
                "Speed",
                "3",
                Some("it has no option 'Speed', but Hash, Own Book, Style, File, Other"),
            ),
        ] {
            let found = check(&declared, name, value).err();
            assert_eq!(found.as_deref(), refused, "{name}={value}");
        }
        assert!(DeclaredOption::parse("id name option name x").is_none());
    }
}
