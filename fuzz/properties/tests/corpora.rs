//! Every file of `fuzz/corpus` satisfies the property with the name of its folder.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use kaeshi_properties::PROPERTIES;

/// The files of a folder in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

#[test]
fn every_file_of_the_corpus_obeys_its_property() {
    let mut broken = Vec::new();
    for (name, property) in PROPERTIES {
        let files = files(&corpus().join(name));
        assert!(!files.is_empty(), "there is no corpus for {name}");
        for file in files {
            let bytes = fs::read(&file).expect("a file can be read");
            let run = panic::catch_unwind(AssertUnwindSafe(|| property(&bytes)));
            if run.is_err() {
                broken.push(file);
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_property_has_a_target_and_every_folder_a_property() {
    let root = corpus().join("..");
    for (name, _) in PROPERTIES {
        let target = root.join(format!("fuzz_targets/{name}.rs"));
        let text = fs::read_to_string(&target);
        assert!(
            text.is_ok_and(|text| text.contains(name)),
            "{}",
            target.display()
        );
    }
    for folder in files(&corpus()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let known = PROPERTIES.iter().any(|(known, _)| *known == name);
        assert!(known, "{name} is no property");
    }
}
