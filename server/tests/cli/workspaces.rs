//! `test-workspaces`: every planted finding of `broken/`, and none elsewhere.

use std::collections::BTreeSet;
use std::fs;

use layoutlens_eval::Code;
use serde_json::Value;

use crate::binary::{layoutlens, root};

/// File, line and code of a finding.
type Finding = (String, u64, String);

/// What `check` finds in the workspaces, and of accesses in `broken/`.
fn found() -> BTreeSet<Finding> {
    let mut found = findings(&["check", "--format", "json", "test-workspaces"]);
    found.extend(findings(&["check", "--accesses", "--format", "json", "test-workspaces/broken"]));
    found
}

fn findings(arguments: &[&str]) -> BTreeSet<Finding> {
    let outcome = layoutlens(arguments);
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    let findings: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let text = |finding: &Value, key: &str| finding[key].as_str().expect("a string").to_owned();
    let findings = findings.as_array().expect("an array").iter();
    findings.map(|f| (text(f, "file"), f["line"].as_u64().expect("a line"), text(f, "code"))).collect()
}

/// The marks of `broken/`: `~^ CODE` in a comment plants a finding in the line above it, `~^^ CODE` two above.
fn planted() -> BTreeSet<Finding> {
    let mut planted = BTreeSet::new();
    for entry in fs::read_dir(root().join("test-workspaces/broken")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        for (line, text) in (1_u64..).zip(fs::read_to_string(&path).expect("text").lines()) {
            if let Some((_, mark)) = text.split_once("~^") {
                let code = mark.trim_start_matches('^');
                let up = 1 + (mark.len() - code.len()) as u64;
                planted.insert((format!("test-workspaces/broken/{name}"), line - up, code.trim().to_owned()));
            }
        }
    }
    planted
}

#[test]
fn every_planted_finding_is_found_and_no_other() {
    let (found, planted) = (found(), planted());
    let missing: Vec<_> = planted.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&planted).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:#?}\nsurplus: {surplus:#?}");
}

#[test]
fn every_code_has_its_example_in_a_file_of_its_name() {
    let planted = planted();
    let has_example = |code: &str| {
        planted.iter().any(|(file, _, planted)| {
            let stem = file.rsplit('/').next().and_then(|name| name.split('.').next());
            planted == code && stem == Some(code)
        })
    };
    let missing: Vec<_> =
        Code::ALL.iter().map(|code| code.as_str()).filter(|code| !has_example(code)).collect();
    assert!(missing.is_empty(), "no example in test-workspaces/broken: {missing:?}");
}

#[test]
fn the_right_workspaces_are_read() {
    for (folder, at_least) in [("cuda", 40), ("python", 15), ("rust", 12)] {
        let outcome = layoutlens(&["check", &format!("test-workspaces/{folder}")]);
        assert_eq!(outcome.status, 0, "{}", outcome.stdout);
        let layouts = outcome.stdout.split_once("files, ").or(outcome.stdout.split_once("file, "));
        let layouts =
            layouts.and_then(|(_, rest)| rest.split(' ').next()).and_then(|count| count.parse::<u32>().ok());
        assert!(layouts.is_some_and(|layouts| layouts >= at_least), "{}", outcome.stdout);
    }
}
