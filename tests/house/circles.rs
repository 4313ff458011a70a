//! No circles: a file never imports a file that, directly or not, imports it.
//!
//! Every `use` and every path that begins with `crate`, `super`, `self` or a child module is followed to the file that
//! defines its last name. Re-exports are followed, too; a parent's own re-exports of its children are no imports. Unit
//! tests are not read.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Source, assert_none, sources};

/// A module: the names on the path to it.
type Module = Vec<String>;

/// An import: whether it is a re-export, and its path.
struct Import {
    is_public: bool,
    path: Vec<String>,
}

/// The names, the `::` and the other signs of a text without strings.
fn tokens(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !first.is_whitespace() && first != '"' {
            found.push(token);
        }
        rest = after;
    }
    found
}

/// Reads a tree of imports from `at` on; returns where it ends.
fn read_tree(
    tokens: &[&str],
    mut at: usize,
    prefix: &[String],
    is_public: bool,
    found: &mut Vec<Import>,
) -> usize {
    let mut path = prefix.to_vec();
    while let Some(&token) = tokens.get(at) {
        match token {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|&token| token != "}") {
                    at = read_tree(tokens, at, &path, is_public, found);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            "as" => at += 2,
            "::" => at += 1,
            "," | ";" | "}" => break,
            name => {
                path.push(name.to_owned());
                at += 1;
            }
        }
    }
    found.push(Import { is_public, path });
    at
}

/// The imports of a file, and the paths in its code that begin with one of `children` or with a keyword.
fn imports(source: &Source, children: &BTreeSet<&str>) -> Vec<Import> {
    let code: Vec<&str> = source.code().collect();
    let code = code.join("\n");
    let tokens = tokens(&code);
    let mut found = Vec::new();
    let (mut at, mut is_public) = (0, false);
    while at < tokens.len() {
        match tokens[at] {
            "pub" => {
                is_public = true;
                if tokens.get(at + 1) == Some(&"(") {
                    at += tokens[at..]
                        .iter()
                        .position(|&token| token == ")")
                        .unwrap_or(0);
                }
            }
            "use" => {
                at = read_tree(&tokens, at + 1, &[], is_public, &mut found);
                is_public = false;
            }
            first => {
                is_public = false;
                let begins = at == 0 || tokens[at - 1] != "::";
                let is_ours =
                    ["crate", "super", "self"].contains(&first) || children.contains(first);
                if begins && is_ours && tokens.get(at + 1) == Some(&"::") {
                    let mut path = vec![first.to_owned()];
                    while tokens.get(at + 1) == Some(&"::")
                        && tokens
                            .get(at + 2)
                            .is_some_and(|name| name.starts_with(char::is_alphabetic))
                    {
                        path.push(tokens[at + 2].to_owned());
                        at += 2;
                    }
                    found.push(Import {
                        is_public: false,
                        path,
                    });
                }
            }
        }
        at += 1;
    }
    found
}

/// The files of a crate by module, and what each imports.
struct Crate {
    files: BTreeMap<Module, String>,
    imports: BTreeMap<Module, Vec<Import>>,
}

impl Crate {
    fn read(folder: &str) -> Self {
        let mut all = BTreeMap::new();
        for source in sources(folder) {
            let inside = source
                .path
                .trim_start_matches(folder)
                .trim_start_matches('/');
            let mut module: Module = inside
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            match module.last().map(String::as_str) {
                Some("tests") => continue,
                Some("mod" | "lib") => drop(module.pop()),
                _ => {}
            }
            all.insert(module, source);
        }
        Self::new(all)
    }

    /// The crate with these modules.
    fn new(all: BTreeMap<Module, Source>) -> Self {
        let mut imports_of = BTreeMap::new();
        for (module, source) in &all {
            let children = all
                .keys()
                .filter(|other| other.len() == module.len() + 1 && other.starts_with(module))
                .filter_map(|other| other.last().map(String::as_str));
            imports_of.insert(module.clone(), imports(source, &children.collect()));
        }
        Self {
            files: all
                .into_iter()
                .map(|(module, source)| (module, source.path))
                .collect(),
            imports: imports_of,
        }
    }

    /// The module that defines the last name of `path`, which stands in `module`; `None` if it is of another crate.
    fn resolve(&self, module: &[String], path: &[String], depth: u8) -> Option<Module> {
        let mut here = module.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (here, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while let Some((_, after)) = rest.split_first().filter(|(name, _)| *name == "super")
                {
                    here.pop();
                    rest = after;
                }
            }
            first => {
                let mut child = here.clone();
                child.push(first.to_owned());
                self.files.get(&child)?;
            }
        }
        while let Some((name, after)) = rest.split_first() {
            here.push(name.clone());
            if !self.files.contains_key(&here) {
                here.pop();
                return Some(self.reexported(&here, path, name, depth).unwrap_or(here));
            }
            rest = after;
        }
        Some(here)
    }

    /// Where `name` comes from, if `module` imports it itself.
    fn reexported(
        &self,
        module: &Module,
        path: &[String],
        name: &String,
        depth: u8,
    ) -> Option<Module> {
        let imports = self.imports.get(module).filter(|_| depth < 6)?;
        let mut same = imports
            .iter()
            .filter(|import| import.path.last() == Some(name) && import.path != path);
        same.find_map(|import| self.resolve(module, &import.path, depth + 1))
    }

    /// For each module the modules that it imports.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let mut arrows = BTreeMap::new();
        for (module, imports) in &self.imports {
            let mut targets = BTreeSet::new();
            for import in imports {
                let target = self.resolve(module, &import.path, 0);
                targets.extend(target.filter(|target| {
                    target != module && !(import.is_public && target.starts_with(module))
                }));
            }
            arrows.insert(module, targets);
        }
        arrows
    }

    /// The arrows that are part of a circle.
    fn circles(&self) -> Vec<String> {
        let arrows = self.arrows();
        let reaches = |from: &Module, to: &Module| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(module) = next.pop() {
                if module == to {
                    return true;
                }
                if seen.insert(module) {
                    next.extend(arrows.get(module).into_iter().flatten());
                }
            }
            false
        };
        let mut found = Vec::new();
        for (from, targets) in &arrows {
            for to in targets {
                if reaches(to, from) {
                    found.push(format!("{} -> {}", self.files[*from], self.files[to]));
                }
            }
        }
        found
    }
}

#[test]
fn no_files_import_each_other() {
    let mut found = Vec::new();
    for folder in ["src", "protocol/src", "trainer/src"] {
        let circles = Crate::read(folder).circles();
        found.extend(circles);
    }
    assert_none(&found, "these imports are part of a circle");
}

/// A crate of these modules with these texts.
fn crate_of(files: &[(&str, &str)]) -> Crate {
    let modules = files.iter().map(|(name, text)| {
        let module: Module = name
            .split("::")
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        let source = Source {
            path: (*name).to_owned(),
            text: (*text).to_owned(),
        };
        (module, source)
    });
    Crate::new(modules.collect())
}

#[test]
fn circles_are_found_through_reexports_and_paths() {
    let open = [
        ("", "pub mod a; pub mod b;"),
        ("a", "pub use self::c::Thing; mod c;"),
        ("a::c", "pub struct Thing;"),
        (
            "b",
            "use crate::a::{Thing, d::{self, Other as O}}; fn f() {}",
        ),
        ("a::d", "pub struct Other;"),
    ];
    assert_eq!(crate_of(&open).circles(), [""; 0]);
    let mut closed = open;
    closed[2].1 = "pub struct Thing; fn f() { crate::b::f() }";
    assert_eq!(crate_of(&closed).circles(), ["a::c -> b", "b -> a::c"]);
    closed[2].1 = "pub struct Thing; // crate::b\nconst TEXT: &str = \"crate::b::f\";";
    assert_eq!(crate_of(&closed).circles(), [""; 0]);
}
