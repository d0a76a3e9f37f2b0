//! `docs/plain-corpora.md`: of how many accesses of real plain kernels the layout is known.

use std::fmt::Write as _;

use super::accesses::Counts;

/// Reasons that are listed, the most frequent first.
const MOST_REASONS: usize = 12;

const INTRODUCTION: &str = "# Accesses of plain kernels in real code
Written by `cargo xtask corpora --accesses FOLDER.. --commits FILE`: a folder a repository, and a file whose lines are
`owner/name commit`. Counted are the accesses of all files with a kernel that does not use CuTe, as `layoutlens accesses` tells them
with the headers that it finds; of those that vary by lane, how many have an exact layout, `32:33`, and how many one at all, `32:ld` too.
";

/// The page's text; of each package its name and counts, and `commits` as lines of a name and a commit.
pub(super) fn page(packages: &[(String, Counts)], whole: &Counts, commits: &str) -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str(
        "\n| repository | commit | files | vary by lane | exact | with symbols |\n|---|---|--:|--:|--:|--:|\n",
    );
    for (name, counts) in packages {
        let commit = commits.lines().find_map(|line| line.strip_prefix(name.as_str())?.strip_prefix(' '));
        let commit: String = commit.unwrap_or("?").trim().chars().take(12).collect();
        row(&mut page, name, &commit, counts);
    }
    row(&mut page, &format!("**{} repositories**", packages.len()), "", whole);
    page.push_str("\n## Why others have no layout\n| accesses | reason |\n|--:|---|\n");
    for (reason, count) in whole.reasons().iter().take(MOST_REASONS) {
        let _ = writeln!(page, "| {count} | {reason} |");
    }
    page
}

fn row(page: &mut String, name: &str, commit: &str, counts: &Counts) {
    let layouts = counts.exact + counts.symbolic;
    let _ = writeln!(
        page,
        "| {name} | {commit} | {} | {} | {:.1} % | {:.1} % |",
        counts.read,
        counts.varying,
        counts.share(counts.exact),
        counts.share(layouts),
    );
}

#[cfg(test)]
mod tests {
    use super::{Counts, page};

    #[test]
    fn a_row_names_the_commit_and_the_shares() {
        let counts = Counts { read: 2, varying: 8, exact: 4, symbolic: 2, ..Counts::default() };
        let page = page(&[("a/b".to_owned(), counts.clone())], &counts, "a/bc 11\na/b 0123456789abcdef\n");
        assert!(page.contains("| a/b | 0123456789ab | 2 | 8 | 50.0 % | 75.0 % |\n"), "{page}");
    }
}
