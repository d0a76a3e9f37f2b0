//! `layoutlens completions` and `layoutlens manual`.

use std::fs;

use crate::binary::{layoutlens, layoutlens_in};

#[test]
fn each_shell_gets_a_script_that_knows_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = layoutlens(&["completions", shell]);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{shell}");
        for word in ["check", "inspect", "show", "lsp", "format"] {
            assert!(outcome.stdout.contains(word), "{shell} knows no {word}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_subcommand() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = layoutlens_in(folder.path(), &["manual", "."]);
    assert_eq!((outcome.status, outcome.stdout.as_str(), outcome.stderr.as_str()), (0, "", ""));
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
    assert!(page("layoutlens.1").contains("layoutlens\\-check(1)"), "{}", page("layoutlens.1"));
    for subcommand in ["check", "inspect", "eval", "show", "run", "lsp", "completions"] {
        let page = page(&format!("layoutlens-{subcommand}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{subcommand}");
    }
}

#[test]
fn a_folder_that_is_not_there_is_status_2() {
    let outcome = layoutlens(&["manual", "no/such/folder"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with("error: no/such/folder: "), "{}", outcome.stderr);
}
