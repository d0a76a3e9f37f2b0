//! `layoutlens check --fix`: the safe fixes of a file, made where it lies.

use std::path::Path;

use layoutlens_disk::replace;
use layoutlens_ide::{Diagnostic, Edit, diagnostics_with_fixes, edited, fixable_access, safe_edits};
use layoutlens_world::{Analysis, Document};
use ropey::Rope;

use super::diff::diff;
use super::document::{Changeable, Surroundings};

/// How often fixes are looked for again after some were made: two that overlap are not made at once. A fix seldom leads to
/// another; what is left after so many rounds is reported.
const MOST_ROUNDS: usize = 10;

/// How many accesses of plain kernels are mended in one file: each is looked for in the text that the former left.
const MOST_MENDS: usize = 64;

/// A finding that was fixed.
#[derive(Debug)]
pub(super) struct FixedFinding {
    /// What was found; of its fixes the one that was made is the first.
    pub diagnostic: Diagnostic,
    /// The text that it was found in: that of the file, or after earlier fixes of it.
    pub rope: Rope,
}

/// What came of fixing a file.
#[derive(Debug)]
pub(super) struct Fixing {
    /// The file as it is now, or would be.
    pub document: Document,
    /// In the order in which they were made.
    pub fixed: Vec<FixedFinding>,
    /// Why the file was left as it is although there is something to fix.
    pub refusal: Option<String>,
    /// The change, where it was asked for instead of being made.
    pub diff: Option<String>,
}

/// Whether files are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// They are.
    Change,
    /// It is shown what would change.
    Show,
}

/// Makes the safe fixes of a file, until there are no more; where accesses of plain kernels are asked for that cost at least so many
/// times the least, what mends these, too.
pub(super) fn fix(
    path: &Path,
    file: Changeable,
    surroundings: &Surroundings,
    mode: Mode,
    accesses: Option<u32>,
) -> Fixing {
    let mut document = file.document.clone();
    let mut text = String::from(document.rope());
    let (old, mut fixed) = (text.clone(), Vec::new());
    let mut findings = findings(&document.analysis());
    let found = findings.len();
    for _ in 0..MOST_ROUNDS {
        let edits = safe_edits(&findings);
        let only_edits: Vec<Edit> = edits.iter().map(|(_, edit)| edit.clone()).collect();
        let Some(new) = edited(&text, &only_edits).filter(|new| *new != text) else { break };
        let rope = document.rope();
        fixed.extend(edits.into_iter().filter_map(|(index, edit)| {
            let mut diagnostic = findings.get(index)?.clone();
            diagnostic.fixes.retain(|fix| fix.range == edit.range && fix.text == edit.text);
            Some(FixedFinding { diagnostic, rope: rope.clone() })
        }));
        text = new;
        document = file.with_text(&text, surroundings);
        findings = self::findings(&document.analysis());
    }
    let is_stuck = !fixed.is_empty() && findings.len() >= found;
    for _ in 0..MOST_MENDS {
        let Some((diagnostic, edit)) =
            accesses.and_then(|at_least| fixable_access(&document.analysis(), at_least))
        else {
            break;
        };
        let Some(new) = edited(&text, &[edit]).filter(|new| *new != text) else { break };
        fixed.push(FixedFinding { diagnostic, rope: document.rope().clone() });
        text = new;
        document = file.with_text(&text, surroundings);
    }
    let unchanged = |refusal: Option<String>| Fixing {
        document: file.document.clone(),
        fixed: Vec::new(),
        refusal,
        diff: None,
    };
    if fixed.is_empty() {
        return unchanged(None);
    }
    if is_stuck {
        return unchanged(Some("not fixed: the fixes would leave as many findings as there are".to_owned()));
    }
    let Some(bytes) = file.bytes_of(&text) else {
        return unchanged(Some("not fixed: the file is not UTF-8".to_owned()));
    };
    // Whatever the text was made of, it goes back to where it came from only as it came.
    if file.bytes_of(&old).is_none_or(|before| before != file.contents.bytes) {
        return unchanged(Some("not fixed: the file holds more than the text that is read of it".to_owned()));
    }
    match mode {
        Mode::Show => {
            // With the byte order mark, which is no part of the text.
            let [before, after] = [&file.contents.bytes, &bytes].map(|bytes| String::from_utf8_lossy(bytes));
            Fixing { fixed, diff: Some(diff(path, &before, &after)), ..unchanged(None) }
        }
        Mode::Change => match replace(path, &file.contents, &bytes) {
            Ok(()) => Fixing { document, fixed, refusal: None, diff: None },
            Err(why) => unchanged(Some(format!("not fixed: {why}"))),
        },
    }
}

fn findings(analysis: &Analysis) -> Vec<Diagnostic> {
    diagnostics_with_fixes(analysis, &(0..analysis.text.len()))
}
