//! What people who looked at a finding said of it, kept in the page itself.

use std::collections::HashMap;

/// What stands for a finding that nobody looked at.
pub(super) const NOT_LOOKED_AT: &str = "not looked at";

/// The judgements of a page, by what identifies a finding from run to run: lines move, files and texts stay.
#[derive(Debug, Default)]
pub(super) struct Judgements {
    by_finding: HashMap<[String; 3], String>,
}

impl Judgements {
    /// Reads them from the page as [`super::page::page`] writes it: tables of four columns below the name of a file.
    pub(super) fn read(page: &str) -> Self {
        let mut judgements = Self::default();
        let mut file = String::new();
        for line in page.lines() {
            if let Some(heading) = line.strip_prefix("### ") {
                heading.trim().clone_into(&mut file);
            } else if let [_, text, finding, judgement] = &cells(line)[..]
                && judgement != NOT_LOOKED_AT
            {
                let key = [file.clone(), text.clone(), finding.clone()];
                judgements.by_finding.insert(key, judgement.clone());
            }
        }
        judgements
    }

    /// The judgement of a finding: `true: ..`, `false: ..` or [`NOT_LOOKED_AT`].
    pub(super) fn of(&self, file: &str, text: &str, finding: &str) -> &str {
        let key = [file, text, finding].map(str::to_owned);
        self.by_finding.get(&key).map_or(NOT_LOOKED_AT, String::as_str)
    }
}

/// The cells of a row of a table, as they were before [`cell`].
pub(super) fn cells(line: &str) -> Vec<String> {
    let Some(row) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return Vec::new();
    };
    row.split(" | ").map(|cell| cell.replace("\\|", "|").replace("]\\(", "](")).collect()
}

/// A text in a cell of a table, on one line. `smem_ptr[16b](x)` is no link.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace("](", "]\\(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_stays_with_its_finding() {
        let page = "### a/b.cu\n| line | text | finding | judgement |\n|---|---|---|---|\n\
                    | 12 | [16b]\\(M,K\\|k) | `a` is 4:1 | true: compiled |\n| 13 | (N,K) | `b` is 4:1 | not looked at |\n";
        let judgements = Judgements::read(page);
        assert_eq!(judgements.of("a/b.cu", "[16b](M,K|k)", "`a` is 4:1"), "true: compiled");
        assert_eq!(judgements.of("a/b.cu", "(N,K)", "`b` is 4:1"), NOT_LOOKED_AT);
        assert_eq!(judgements.of("a/c.cu", "(M,K|k)", "`a` is 4:1"), NOT_LOOKED_AT);
    }
}
