//! `docs/plain-findings.md`: every access of a real plain kernel that costs twice the least or more, and what was said of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::judgement::{Judgements, NOT_LOOKED_AT, cell};

const INTRODUCTION: &str = "# Findings in plain kernels
Written by `cargo xtask corpora --accesses FOLDER.. --findings --commits FILE`: each access of a plain kernel that costs twice the least or more. *True* is what
Nsight Compute counts ([plain-measured.md](plain-measured.md)), or what the index, the declaration and the launch say, looked at by kind: the accesses of
one array in one layout together. Whoever looks at a finding writes in the last column whether it is `true` or `false`, and why; that stays when the command
runs again.
";

const GONE: &str = "
Seven more were false and are no longer there: what `cp.async.cg` writes to shared memory has no wavefronts, in LeetCUDA's `hgemm_wmma.cu` and FlashInfer's
`cake_kda_packed_t1_cpasync_tile64.cu`; and a byte that gsplat's `MacroTileRasterize.cu` gives to a function that nobody sees, which takes a reference to it
and reads 16 bytes there.
";

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// `owner/name`.
    pub(super) repository: String,
    /// Below the repository's folder.
    pub(super) file: String,
    pub(super) line: u32,
    /// The access as it is written, on one line.
    pub(super) text: String,
    /// ``32 sectors for 4, `32:9` ``.
    pub(super) claim: String,
}

impl Found {
    fn heading(&self) -> String {
        format!("{} {}", self.repository, self.file)
    }
}

/// Lines by access and claim.
type Rows<'f> = BTreeMap<(&'f str, &'f str), BTreeSet<u32>>;

/// The page's text; `commits` are lines of a repository and a commit.
pub(super) fn page(found: &[Found], judgements: &Judgements, commits: &str) -> String {
    let mut files: BTreeMap<String, Rows<'_>> = BTreeMap::new();
    let mut of_repository: BTreeMap<&str, usize> = BTreeMap::new();
    for one in found {
        let rows = files.entry(one.heading()).or_default();
        if rows.entry((&one.text, &one.claim)).or_default().insert(one.line) {
            *of_repository.entry(&one.repository).or_default() += 1;
        }
    }
    let mut counts = [("true", 0), ("false", 0), (NOT_LOOKED_AT, 0)];
    for (file, rows) in &files {
        for ((text, claim), lines) in rows {
            let said = said(judgements, file, text, claim);
            let kind = counts.iter_mut().find(|(kind, _)| said.starts_with(kind));
            if let Some((_, count)) = kind {
                *count += lines.len();
            }
        }
    }
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n| judgement | findings |\n|---|---|\n");
    for (kind, count) in counts {
        let _ = writeln!(page, "| {kind} | {count} |");
    }
    page.push_str(GONE);
    page.push_str("\n| repository | commit | findings |\n|---|---|---|\n");
    for (repository, count) in of_repository {
        let commit = commits.lines().find_map(|line| line.strip_prefix(repository)?.strip_prefix(' '));
        let commit: String = commit.unwrap_or("?").trim().chars().take(12).collect();
        let _ = writeln!(page, "| {repository} | {commit} | {count} |");
    }
    for (file, rows) in &files {
        let _ = write!(page, "\n### {file}\n| lines | access | claim | judgement |\n|---|---|---|---|\n");
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort_by_key(|(_, lines)| lines.first().copied());
        for ((text, claim), lines) in rows {
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            let said = said(judgements, file, text, claim);
            let _ = writeln!(page, "| {} | `{}` | {claim} | {} |", lines.join(", "), cell(text), cell(said));
        }
    }
    page
}

fn said<'j>(judgements: &'j Judgements, file: &str, text: &str, claim: &str) -> &'j str {
    judgements.of(file, &format!("`{text}`"), claim)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{corpora::judgement::cells, folders};

    /// The findings and commits of a page.
    fn read(page: &str) -> (Vec<Found>, String) {
        let (mut found, mut commits, mut heading) = (Vec::new(), String::new(), None);
        for line in page.lines() {
            if let Some(file) = line.strip_prefix("### ") {
                heading = file.split_once(' ');
                continue;
            }
            match (&cells(line)[..], heading) {
                ([repository, commit, _], None) => {
                    let _ = writeln!(commits, "{repository} {commit}");
                }
                ([lines, text, claim, _], Some((repository, file))) => {
                    for line in lines.split(", ").filter_map(|line| line.parse().ok()) {
                        let text = text.trim_matches('`').to_owned();
                        let (repository, file) = (repository.to_owned(), file.to_owned());
                        found.push(Found { repository, file, line, text, claim: claim.clone() });
                    }
                }
                _ => {}
            }
        }
        (found, commits)
    }

    #[test]
    fn the_page_is_what_the_command_writes_of_its_findings() {
        let path = folders::repository().join("docs").join("plain-findings.md");
        let text = fs::read_to_string(path).expect("the page");
        let (found, commits) = read(&text);
        assert!(found.len() > 400, "{}", found.len());
        assert_eq!(page(&found, &Judgements::read(&text), &commits), text);
    }

    #[test]
    fn a_judgement_stays_and_what_is_new_was_not_looked_at() {
        let found = |line, text: &str| Found {
            repository: "a/b".to_owned(),
            file: "k.cu".to_owned(),
            line,
            text: text.to_owned(),
            claim: "32 sectors for 4, `32:9`".to_owned(),
        };
        let first = page(&[found(3, "x[9 * i | 1]")], &Judgements::default(), "a/b 0123456789abcdef\n");
        assert!(
            first.contains("| 3 | `x[9 * i \\| 1]` | 32 sectors for 4, `32:9` | not looked at |"),
            "{first}"
        );
        let judged = first.replace("32:9` | not looked at", "32:9` | true: nine floats a lane");
        let all = [found(5, "x[9 * i | 1]"), found(7, "y[9 * i]")];
        let next = page(&all, &Judgements::read(&judged), "a/b 0123456789abcdef\n");
        assert!(
            next.contains("| 5 | `x[9 * i \\| 1]` | 32 sectors for 4, `32:9` | true: nine floats a lane |"),
            "{next}"
        );
        assert!(next.contains("| true | 1 |\n| false | 0 |\n| not looked at | 1 |"), "{next}");
        assert!(next.contains("| a/b | 0123456789ab | 2 |"), "{next}");
    }
}
