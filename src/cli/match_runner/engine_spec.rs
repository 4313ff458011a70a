//! The programs of a tournament, as options and in a TOML file.

use std::collections::{BTreeMap, HashSet};

use std::path::Path;
use std::time::Duration;

use kaeshi::core::printable;
use kaeshi::files::read_text;
use kaeshi::game::InputError;
use serde::Deserialize;

use super::driver::{PROTOCOLS, TimeControl, protocol};
use crate::cli::number::{plies, whole};
use crate::cli::seconds::seconds;

/// A program of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EngineSpec {
    /// The name in reports.
    pub(super) name: String,
    /// The command line, with its protocol before it.
    pub(super) command: String,
    /// The options to set, with their values.
    pub(super) options: Vec<(String, String)>,
    /// The time control, if it is not that of the tournament.
    pub(super) time_control: Option<TimeControl>,
}

/// A program as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    name: Option<String>,
    cmd: Option<String>,
    proto: Option<String>,
    #[serde(default)]
    option: BTreeMap<String, toml::Value>,
    tc: Option<String>,
    movetime: Option<toml::Value>,
    depth: Option<toml::Value>,
    nodes: Option<toml::Value>,
}

/// A file of programs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineFile {
    engine: Vec<toml::Spanned<Fields>>,
}

/// Maximum size of a file of programs in bytes.
const MAX_FILE: u64 = 1 << 20;

impl EngineSpec {
    /// Reads `name=A,cmd=./a,proto=gtp,option.Hash=16,tc=10+0.1`. A comma begins a new field only before a field's name, so
    /// a command line may have commas.
    ///
    /// # Errors
    /// If a field is unknown, missing, there twice or not valid.
    pub(super) fn parse(text: &str) -> Result<Self, InputError> {
        let shown = printable(text);
        let refuse =
            |why: &dyn std::fmt::Display| InputError::new(format_args!("--engine {shown}: {why}"));
        let mut fields = Fields::default();
        let mut seen = HashSet::new();
        for field in split_fields(text) {
            let (name, value) = field
                .split_once('=')
                .filter(|(name, _)| is_field(name))
                .ok_or_else(|| refuse(&format_args!("'{field}' is none of {FIELDS}")))?;
            if !seen.insert(name.to_owned()) {
                return Err(refuse(&format_args!("{name} is given twice")));
            }
            let value = value.to_owned();
            match name {
                "name" => fields.name = Some(value),
                "cmd" => fields.cmd = Some(value),
                "proto" => fields.proto = Some(value),
                "tc" => fields.tc = Some(value),
                "movetime" => fields.movetime = Some(value.into()),
                "depth" => fields.depth = Some(value.into()),
                "nodes" => fields.nodes = Some(value.into()),
                option => {
                    let option = option.trim_start_matches("option.").to_owned();
                    fields.option.insert(option, value.into());
                }
            }
        }
        Self::new(fields).map_err(|why| refuse(&why))
    }

    /// Reads a TOML file with a table `[[engine]]` for each program.
    ///
    /// # Errors
    /// If the file cannot be read, is no TOML, or a program is not valid. The message has the line and the column.
    pub(super) fn read(path: &Path) -> Result<Vec<Self>, InputError> {
        let name = path.display();
        let text = if path.as_os_str() == "-" {
            std::io::read_to_string(std::io::stdin()).map_err(InputError::new)?
        } else {
            read_text(path, MAX_FILE).map_err(InputError::new)?
        };
        let refuse = |at: usize, why: &dyn std::fmt::Display| {
            let before = text.get(..at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
            InputError::new(format_args!("{name}, line {line}, column {column}: {why}"))
        };
        let file: EngineFile = toml::from_str(&text)
            .map_err(|why| refuse(why.span().map_or(0, |span| span.start), &why.message()))?;
        let engines = file.engine.into_iter().map(|engine| {
            let at = engine.span().start;
            Self::new(engine.into_inner()).map_err(|why| refuse(at, &why))
        });
        engines.collect()
    }

    fn new(fields: Fields) -> Result<Self, InputError> {
        let time_control = time_control(&fields)?;
        let command = fields
            .cmd
            .ok_or_else(|| InputError::new("cmd is missing"))?;
        let command = match fields.proto.as_deref() {
            None => command,
            Some(proto) if PROTOCOLS.contains(&proto) => format!("{proto}:{command}"),
            Some(proto) => {
                let known = PROTOCOLS.join(", ");
                let why = format_args!("proto={proto}: the protocols are {known}");
                return Err(InputError::new(why));
            }
        };
        let (driver, _) = protocol(&command)?;
        let impossible = match time_control {
            Some(TimeControl::Depth(_)) if !driver.limits_depth() => Some("depth"),
            Some(TimeControl::Nodes(_)) if !driver.limits_nodes() => Some("nodes"),
            _ => None,
        };
        if let Some(what) = impossible {
            let why = format_args!("{what}: its protocol has no limit of {what}");
            return Err(InputError::new(why));
        }
        let options = fields.option.iter().map(|(name, value)| {
            let place = format!("option {}", printable(name));
            check_line(&place, name)?;
            let value =
                text(value).map_err(|why| InputError::new(format_args!("{name}: {why}")))?;
            check_line(&place, &value)?;
            Ok((name.clone(), value))
        });
        let options = options.collect::<Result<_, InputError>>()?;
        if let Some(name) = &fields.name {
            check_line("name", name)?;
        }
        Ok(Self {
            name: fields.name.unwrap_or_else(|| command.clone()),
            command,
            options,
            time_control,
        })
    }
}

/// Checks that there are programs enough, and that no two have the same name.
///
/// # Errors
/// If there are not, or two have.
pub(super) fn check_names(engines: &[EngineSpec]) -> Result<(), InputError> {
    if engines.len() < 2 {
        return Err(InputError::new("a tournament takes two programs or more"));
    }
    let mut names = HashSet::new();
    match engines.iter().find(|engine| !names.insert(&engine.name)) {
        None => Ok(()),
        Some(engine) => {
            let name = &engine.name;
            Err(InputError::new(format_args!(
                "two programs are called '{name}': give each its name="
            )))
        }
    }
}

/// The names of fields.
const FIELDS: &str = "name=, cmd=, proto=, option.NAME=, tc=, movetime=, depth=, nodes=";

fn is_field(name: &str) -> bool {
    let is_option = name
        .strip_prefix("option.")
        .is_some_and(|name| !name.is_empty());
    is_option || ["name", "cmd", "proto", "tc", "movetime", "depth", "nodes"].contains(&name)
}

fn split_fields(text: &str) -> Vec<String> {
    let mut fields: Vec<String> = Vec::new();
    for part in text.split(',') {
        let begins = part
            .split_once('=')
            .is_some_and(|(name, _)| is_field(name.trim_start()));
        match fields.last_mut() {
            Some(last) if !begins => {
                last.push(',');
                last.push_str(part);
            }
            _ => fields.push(part.trim_start().to_owned()),
        }
    }
    fields
}

/// Refuses control characters: the end of a line in a value would make the rest of it another command to the program.
///
/// # Errors
/// If `text` has one; `place` says where.
fn check_line(place: &str, text: &str) -> Result<(), InputError> {
    if !text.contains(char::is_control) {
        return Ok(());
    }
    let text = printable(text);
    Err(InputError::new(format_args!(
        "{place}: '{text}' has a control character, but it has to be one line"
    )))
}

/// A value as it is sent to a program.
fn text(value: &toml::Value) -> Result<String, InputError> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(is_so) => Ok(is_so.to_string()),
        _ => Err(InputError::new("a text, a number, true or false is needed")),
    }
}

fn time_control(fields: &Fields) -> Result<Option<TimeControl>, InputError> {
    let wrong = |name: &str, value: &str, why: String| {
        InputError::new(format_args!("{name}={value}: {why}"))
    };
    let mut found = Vec::new();
    if let Some(tc) = &fields.tc {
        found.push(clock(tc).map_err(|why| wrong("tc", tc, why))?);
    }
    if let Some(time) = fields.movetime.as_ref().map(text).transpose()? {
        let time = seconds(&time).map_err(|why| wrong("movetime", &time, why))?;
        found.push(TimeControl::PerMove(time));
    }
    if let Some(depth) = fields.depth.as_ref().map(text).transpose()? {
        let depth = plies(1..=1000_u32)(&depth).map_err(|why| wrong("depth", &depth, why))?;
        found.push(TimeControl::Depth(depth));
    }
    if let Some(nodes) = fields.nodes.as_ref().map(text).transpose()? {
        let nodes = whole(1..=u64::MAX)(&nodes).map_err(|why| wrong("nodes", &nodes, why))?;
        found.push(TimeControl::Nodes(nodes));
    }
    match found[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ => Err(InputError::new(
            "only one of tc, movetime, depth and nodes is possible",
        )),
    }
}

/// A clock such as `10+0.1`: seconds for the game, and increment.
fn clock(text: &str) -> Result<TimeControl, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let [main, increment]: [Duration; 2] = [seconds(main)?, seconds(increment)?];
    Ok(TimeControl::Clock(main, increment))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_is_written_as_fields() {
        let spec = EngineSpec::parse("name=A, B,cmd=./a -x 1,2 --y=3,proto=gtp,tc=10+0.5");
        let expected = EngineSpec {
            name: "A, B".into(),
            command: "gtp:./a -x 1,2 --y=3".into(),
            options: Vec::new(),
            time_control: Some(TimeControl::Clock(
                Duration::from_secs(10),
                Duration::from_millis(500),
            )),
        };
        assert_eq!(spec, Ok(expected));
        let spec = EngineSpec::parse("cmd=nboard@4:./n,option.Move Overhead=5").expect("valid");
        assert_eq!(
            (spec.name, spec.time_control),
            ("nboard@4:./n".into(), None)
        );
        assert_eq!(spec.options, [("Move Overhead".into(), "5".into())]);
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for (text, why) in [
            ("name=a", "cmd is missing"),
            ("cmd=a,cmd=b", "cmd is given twice"),
            ("command=a", "'command=a' is none of name=, cmd="),
            (
                "cmd=a,proto=xboard",
                "proto=xboard: the protocols are ugi, gtp, nboard, usi, uci",
            ),
            ("cmd=a,depth=0", "depth=0: a whole number of plies from 1"),
            (
                "cmd=a,depth=1,nodes=5",
                "only one of tc, movetime, depth and nodes",
            ),
            (
                "cmd=gtp:a,depth=5",
                "depth: its protocol has no limit of depth",
            ),
            (
                "cmd=gtp:a,nodes=5",
                "nodes: its protocol has no limit of nodes",
            ),
            ("cmd=a,tc=1+x", "tc=1+x: a number of seconds"),
            ("cmd=", "names no program"),
            (
                "cmd=a,option.Hash=4\nquit",
                r"option Hash: '4\nquit' has a control character",
            ),
            (
                "cmd=a,option.Ha\rsh=4",
                r"option Ha\rsh: 'Ha\rsh' has a control character",
            ),
            ("cmd=a,name=A\u{1b}", "name: 'A"),
        ] {
            let refused = EngineSpec::parse(text).expect_err(text).to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn a_file_has_a_table_for_each_program() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("engines.toml");
        let read = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            EngineSpec::read(&path)
        };
        let engines = read(
            "[[engine]]\nname = 'A'\ncmd = './a'\nnodes = 5000\n[engine.option]\nHash = 16\nPonder = true\n\
             [[engine]]\ncmd = './b'\nproto = 'usi'\nmovetime = 0.5\n",
        )
        .expect("valid");
        assert_eq!(engines[0].time_control, Some(TimeControl::Nodes(5000)));
        assert_eq!(engines[0].options[0], ("Hash".into(), "16".into()));
        assert_eq!(engines[1].command, "usi:./b");
        assert!(check_names(&engines).is_ok() && check_names(&engines[..1]).is_err());
        assert!(check_names(&[engines[0].clone(), engines[0].clone()]).is_err());
        for (text, why) in [
            (
                "[[engine]]\ncmd = 'a'\nspeed = 3\n",
                "line 3, column 1: unknown field `speed`",
            ),
            ("[[engine]]\ncmd = a\n", "line 2, column 7: "),
            (
                "[[engine]]\ncmd = 'a'\n[engine.option]\nHash = \"4\\nquit\"\n",
                r"line 1, column 1: option Hash: '4\nquit' has a control character",
            ),
            (
                "\n[[engine]]\ncmd = 'a'\nproto = 'x'\n",
                "line 2, column 1: proto=x: ",
            ),
        ] {
            let refused = read(text).expect_err(text).to_string();
            assert!(refused.contains(why), "{refused}");
        }
        Ok(())
    }
}
