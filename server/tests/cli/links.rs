//! Links of the pages lead somewhere.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::binary::root;

/// The pages that people read.
fn pages() -> Vec<PathBuf> {
    let named = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "algebra/README.md",
        "neovim-plugin/README.md",
        "vscode-extension/README.md",
        "vscode-extension/CHANGELOG.md",
    ];
    let mut pages: Vec<PathBuf> =
        named.iter().map(|page| root().join(page)).filter(|page| page.exists()).collect();
    for folder in ["docs", "docs/diagnostics", "vscode-extension/walkthrough"] {
        let entries = fs::read_dir(root().join(folder)).into_iter().flatten();
        let files = entries.map(|entry| entry.expect("an entry").path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    pages
}

/// What the links of a page name, code aside.
fn links(page: &str) -> Vec<String> {
    let prose: String = page.split("```").step_by(2).collect();
    let prose: String = prose.split('`').step_by(2).collect();
    let ends = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    // With a blank in it, it is no link but what a layout prints as.
    ends.map(|(target, _)| target.to_owned()).filter(|target| !target.contains(' ')).collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    headings
        .map(|heading| heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn each_link_of_a_page_leads_to_a_file_that_there_is() {
    let mut followed = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") || link.starts_with("command:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap_or(Path::new("")).join(file),
            };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            if !anchor.is_empty() {
                let there = fs::read_to_string(&target).expect("a page");
                assert!(anchors(&there).contains(&anchor.to_owned()), "{}: {link}", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed}");
}
