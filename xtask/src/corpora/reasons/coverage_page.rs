//! `docs/coverage.md`: of how many layouts and tensors of real code the value is shown.

use std::fmt::Write as _;

use super::{Counts, Languages};

/// Reasons that are listed of a language, the most frequent first.
const MOST_REASONS: usize = 12;

const INTRODUCTION: &str = "# Layouts and tensors of real code
Written by `cargo xtask corpora --reasons FOLDER.. --commits FILE --before BINARY`: a folder a repository, `owner__name`, and a file whose
lines are `owner/name commit`. Counted are the names that a maker of layouts, tensors, tiled operations or copies declares, in files that use
CuTe, as `layoutlens inspect` shows them. A value is *proved*, or *supposed* where it says itself what it would take; one of which no leaf is
known is none. Behind each share, in parentheses, is that of the program it was compared with, an earlier one. A folder may hold a part of its
repository: *files* are those that declare such names.
";

/// The page's text; of each repository its name and what was counted before and now.
pub(super) fn page(repositories: &[(String, [Languages; 2])], commits: &str) -> String {
    let mut page = INTRODUCTION.to_owned();
    for language in ["C++", "Python"] {
        let _ = writeln!(
            page,
            "\n## {language}\n| repository | commit | files | names | proved | supposed | no value |\n|---|---|--:|--:|--:|--:|--:|"
        );
        let mut whole = [Counts::default(), Counts::default()];
        let mut count = 0;
        for (name, counted) in repositories {
            let of_language = |counted: &Languages| {
                let mut counts = Counts::default();
                counted.get(language).into_iter().for_each(|of| counts.add_shares(of));
                counts
            };
            let counted = counted.each_ref().map(of_language);
            if counted.iter().all(|counts| counts.all() == 0) {
                continue;
            }
            count += 1;
            let commit = commits.lines().find_map(|line| line.strip_prefix(name.as_str())?.strip_prefix(' '));
            let commit: String = commit.unwrap_or("?").trim().chars().take(12).collect();
            row(&mut page, name, &commit, &counted);
            whole.iter_mut().zip(&counted).for_each(|(whole, counts)| whole.add_shares(counts));
        }
        row(&mut page, &format!("**{count} repositories**"), "", &whole);
        push_reasons(&mut page, language, repositories);
    }
    page
}

fn row(page: &mut String, name: &str, commit: &str, [before, now]: &[Counts; 2]) {
    let _ = write!(page, "| {name} | {commit} | {} | {} |", now.files.len(), now.all());
    let kinds: [fn(&Counts) -> usize; 3] =
        [|counts| counts.proved, |counts| counts.supposed, |counts| counts.unknown];
    for of in kinds {
        let share = |counts: &Counts| 100.0 * of(counts) as f64 / counts.all().max(1) as f64;
        let _ = write!(page, " {:.1} % ({:.1}) |", share(now), share(before));
    }
    page.push('\n');
}

fn push_reasons(page: &mut String, language: &str, repositories: &[(String, [Languages; 2])]) {
    let mut reasons = std::collections::BTreeMap::<&str, usize>::new();
    let counted = repositories.iter().filter_map(|(_, [_, now])| now.get(language));
    for (general, reason) in counted.flat_map(|counts| &counts.reasons) {
        *reasons.entry(general).or_default() += reason.count;
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by(|(a, one), (b, other)| other.cmp(one).then(a.cmp(b)));
    page.push_str("\n| names without a value | reason |\n|--:|---|\n");
    for (reason, count) in reasons.into_iter().take(MOST_REASONS) {
        let _ = writeln!(page, "| {count} | {} |", reason.replace('|', "\\|"));
    }
}

impl Counts {
    /// Adds how many there are of each kind, and the files, without reasons.
    fn add_shares(&mut self, other: &Self) {
        self.proved += other.proved;
        self.supposed += other.supposed;
        self.unknown += other.unknown;
        self.files.extend(other.files.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_names_the_commit_and_the_shares_now_and_before() {
        let of = |proved, unknown| {
            Languages::from([("C++", Counts { proved, supposed: 1, unknown, ..Counts::default() })])
        };
        let page = page(&[("a/b".to_owned(), [of(1, 2), of(2, 1)])], "a/bc 11\na/b 0123456789abcdef\n");
        assert!(
            page.contains("| a/b | 0123456789ab | 0 | 4 | 50.0 % (25.0) | 25.0 % (25.0) | 25.0 % (50.0) |\n"),
            "{page}"
        );
        assert!(page.contains("| **0 repositories** |"), "no row of Python: {page}");
    }
}
