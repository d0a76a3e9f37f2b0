//! `docs/corpora.md`: every finding in real code that could be false, and what was said of it.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    findings::{Finding, Package, WRONG_COMMENT},
    judgement::{Judgements, NOT_LOOKED_AT, cell},
};

/// Folders that several packages have copies of; a file is named from there on.
const SHARED_FOLDERS: [&str; 4] = ["include/cute/", "include/cutlass/", "examples/", "csrc/flash_attn/"];

const INTRODUCTION: &str = "# Findings in real code
`cargo xtask corpora` runs `layoutlens check` over code bases full of CuTe and lists here every `wrong-comment` and every
error. A copy of a file in another package is listed once, with the lines in each. Whoever looks at a finding writes in the
last column whether it is `true` or `false`, and why; that stays when the command runs again.
[repositories.md](repositories.md) has the findings in public repositories, each looked at.
[coverage.md](coverage.md) has, for public repositories with their commits, of how many layouts and tensors the value is shown.
";

/// A finding, wherever it occurs.
#[derive(Default)]
struct Row {
    /// `nvidia-cutlass 194`
    places: Vec<String>,
    code: String,
}

/// Rows by file, and in a file by text and message, in the order of the first line.
type Files = BTreeMap<String, Vec<((String, String), Row)>>;

/// The page's text.
pub(super) fn page(packages: &[Package], judgements: &Judgements) -> String {
    let mut files = Files::new();
    for package in packages {
        for finding in &package.findings {
            let (text, message) = (cell(&finding.text), finding_text(finding));
            let rows = files.entry(shared_name(&finding.file).to_owned()).or_default();
            let key = (text, message);
            let at = rows.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                rows.push((key, Row { places: Vec::new(), code: finding.code.clone() }));
                rows.len() - 1
            });
            if let Some((_, row)) = rows.get_mut(at) {
                row.places.push(format!("{} {}", package.name, finding.line));
            }
        }
    }
    let mut page = INTRODUCTION.to_owned();
    page.push_str(&packages_table(packages));
    page.push_str(&judgements_table(&files, judgements));
    for (title, is_listed) in [
        ("Wrong comments", (|code: &str| code == WRONG_COMMENT) as fn(&str) -> bool),
        ("Errors", |code: &str| code != WRONG_COMMENT),
    ] {
        let _ = writeln!(page, "\n## {title}");
        for (file, rows) in &files {
            push_file(&mut page, file, rows.iter().filter(|(_, row)| is_listed(&row.code)), judgements);
        }
    }
    page
}

fn push_file<'r>(
    page: &mut String,
    file: &str,
    rows: impl Iterator<Item = &'r ((String, String), Row)>,
    judgements: &Judgements,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = writeln!(page, "\n### {file}\n| lines | text | finding | judgement |\n|---|---|---|---|");
    for ((text, message), row) in rows {
        let judgement = judgements.of(file, &text.replace("\\|", "|"), &message.replace("\\|", "|"));
        let _ = writeln!(page, "| {} | {text} | {message} | {} |", row.places.join(", "), cell(judgement));
    }
}

/// How many findings each package has.
fn packages_table(packages: &[Package]) -> String {
    let mut table = "\n| package | files | wrong comments | errors |\n|---|---|---|---|\n".to_owned();
    for package in packages {
        let wrong = package.findings.iter().filter(|finding| finding.code == WRONG_COMMENT).count();
        let errors = package.findings.len() - wrong;
        let _ = writeln!(table, "| {} | {} | {wrong} | {errors} |", package.name, package.files);
    }
    table
}

/// What was said of them, copies counted once.
fn judgements_table(files: &Files, judgements: &Judgements) -> String {
    let mut counts = BTreeMap::<&str, [usize; 3]>::new();
    for (file, rows) in files {
        for ((text, message), row) in rows {
            let said = judgements.of(file, &text.replace("\\|", "|"), &message.replace("\\|", "|"));
            let count = counts.entry(if row.code == WRONG_COMMENT { WRONG_COMMENT } else { "errors" });
            let [is_true, is_false, open] = count.or_default();
            match said {
                NOT_LOOKED_AT => *open += 1,
                said if said.starts_with("false") => *is_false += 1,
                _ => *is_true += 1,
            }
        }
    }
    let mut table =
        "\n| findings, copies counted once | true | false | not looked at |\n|---|---|---|---|\n".to_owned();
    for (code, [is_true, is_false, open]) in counts {
        let _ = writeln!(table, "| {code} | {is_true} | {is_false} | {open} |");
    }
    table
}

/// The message; with its code, where that is not told by the section.
fn finding_text(finding: &Finding) -> String {
    match finding.code.as_str() {
        WRONG_COMMENT => cell(&finding.message),
        code => cell(&format!("{code}: {}", finding.message)),
    }
}

/// A file's path from the folder on that packages share.
fn shared_name(file: &str) -> &str {
    let starts = SHARED_FOLDERS.iter().filter_map(|folder| file.find(folder));
    starts.min().and_then(|start| file.get(start..)).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &'static str, file: &str, line: usize) -> Package {
        let finding = Finding {
            file: file.to_owned(),
            line,
            code: WRONG_COMMENT.to_owned(),
            message: "`a` is 4:1: rank 1, not 2".to_owned(),
            text: "(M,K)".to_owned(),
        };
        Package { name, files: 3, findings: vec![finding] }
    }

    #[test]
    fn copies_of_a_file_share_a_row_and_its_judgement() {
        let packages = [
            package("one", "source/include/cute/a.hpp", 7),
            package("two", "third_party/include/cute/a.hpp", 9),
        ];
        let first = page(&packages, &Judgements::default());
        let row = "| one 7, two 9 | (M,K) | `a` is 4:1: rank 1, not 2 | not looked at |";
        assert!(
            first.contains(&format!(
                "### include/cute/a.hpp\n| lines | text | finding | judgement |\n|---|---|---|---|\n{row}"
            )),
            "{first}"
        );
        let judged = first.replace(row, &row.replace("not looked at", "true: compiled"));
        let again = page(&packages, &Judgements::read(&judged));
        assert_eq!(again.matches("true: compiled").count(), 1, "{again}");
        assert!(again.contains("| wrong-comment | 1 | 0 | 0 |"), "{again}");
    }
}
