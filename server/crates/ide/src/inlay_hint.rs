//! Results beside statements and names: of `cute:` statements, and of the code's variables.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_eval::{Compared, Evaluated, Meaning, Value, Verdict};
use layoutlens_syntax::{Annotation, Statement};
use layoutlens_world::Analysis;

use crate::{
    access_hint, comparison, cost_hint,
    hint_label::{HintText, Mark, count, shares},
    hint_place::{HintPlace, end_of_line},
    host_hint::{self, HintKinds},
};

/// How hints are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HintOptions {
    /// Which names of the code get one.
    pub kinds: HintKinds,
    /// Where those stand.
    pub place: HintPlace,
    /// The most characters that the hints of a line have together; `None` where nothing is shortened.
    pub longest: Option<usize>,
}

/// A hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// Byte at which it stands.
    pub offset: usize,
    /// One line: the value, shortened where it is long, and marks of what it depends on.
    pub label: String,
    /// The first byte of `label` that belongs to the marks.
    pub marks: usize,
    /// The same in full length, with what the marks stand for.
    pub full: String,
    /// Byte at which the name or the statement begins that it is about: [`hint_details`](crate::hint_details) tells more.
    pub subject: usize,
}

/// A hint that has no length yet.
pub(crate) struct Draft {
    pub(crate) offset: usize,
    /// How many characters are on the screen behind `offset`, without other hints on the line.
    pub(crate) room: usize,
    pub(crate) text: HintText,
    pub(crate) full: String,
    pub(crate) subject: usize,
}

/// The hints inside `range`, in the order of the text.
pub fn inlay_hints(analysis: &Analysis, range: Range<usize>, options: &HintOptions) -> Vec<InlayHint> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let mut drafts: Vec<Draft> =
        statements.filter_map(|(annotation, meaning)| draft(analysis, annotation, meaning)).collect();
    drafts.extend(host_hint::drafts(analysis, options));
    drafts.extend(cost_hint::drafts(analysis));
    if options.kinds.accesses {
        drafts.extend(access_hint::hints(analysis).into_iter().map(|hint| Draft {
            offset: hint.offset,
            room: usize::MAX,
            text: hint.text,
            full: hint.full,
            subject: hint.subject,
        }));
    }
    drafts.retain(|draft| range.start <= draft.offset && draft.offset <= range.end);
    let mut lines: BTreeMap<usize, Vec<Draft>> = BTreeMap::new();
    for draft in drafts {
        lines.entry(end_of_line(&analysis.text, draft.offset)).or_default().push(draft);
    }
    lines.into_values().flat_map(|line| fitted(line, options.longest)).collect()
}

/// The hints of one line.
fn fitted(mut drafts: Vec<Draft>, longest: Option<usize>) -> Vec<InlayHint> {
    drafts.sort_by_key(|draft| (draft.offset, draft.subject));
    let shares = match longest {
        Some(longest) => {
            leave_out_what_does_not_fit(&mut drafts, longest);
            let needed = drafts.iter().map(|draft| (draft.text.least(), count(&draft.text.full())));
            let shares = shares(&needed.collect::<Vec<_>>(), longest);
            shares.into_iter().map(|share| share.min(longest)).collect()
        }
        None => vec![usize::MAX; drafts.len()],
    };
    let mut before = 0;
    let fitted = |(draft, share): (Draft, usize)| {
        let on_screen = draft.room.saturating_sub(before).max(draft.text.least());
        let [value, marks] = draft.text.fitted(if longest.is_some() { share.min(on_screen) } else { share });
        before += count(&value) + count(&marks) + 1;
        InlayHint {
            offset: draft.offset,
            marks: value.len(),
            label: value + &marks,
            full: draft.full,
            subject: draft.subject,
        }
    };
    drafts.into_iter().zip(shares).map(fitted).collect()
}

/// Of several hints of a line those stay whose shapes fit, from the first on: a hint without its shape says nothing that the
/// name does not.
fn leave_out_what_does_not_fit(drafts: &mut Vec<Draft>, longest: usize) {
    if drafts.len() < 2 {
        return;
    }
    let mut room = longest;
    let mut is_first = true;
    drafts.retain(|draft| {
        let least = draft.text.least();
        let fits = least <= room || std::mem::take(&mut is_first);
        room = if fits { room.saturating_sub(least) } else { room };
        is_first = false;
        fits
    });
}

fn draft(analysis: &Analysis, annotation: &Annotation, meaning: &Meaning) -> Option<Draft> {
    if let Meaning::Comparison(compared) = meaning {
        return Some(of_comparison(analysis, annotation, compared));
    }
    let (evaluated, mut text) = match meaning {
        Meaning::Value(evaluated) => (evaluated, value_text(analysis, annotation, evaluated)?),
        Meaning::Claim(evaluated) => (evaluated, claim_text(analysis, annotation, evaluated)?),
        Meaning::Comparison(_) | Meaning::Run(_) | Meaning::Nothing => return None,
    };
    let mut full = text.full();
    if let Some(thread) = &evaluated.thread {
        full += &format!("  ({thread})");
        match &mut text {
            HintText::Value { marks, .. } => marks.push(thread_mark()),
            HintText::Sentence(sentence) => *sentence += &format!(" {}", thread_mark().short),
        }
    }
    let offset = end_of_line(&analysis.text, annotation.range.end);
    Some(Draft { offset, room: usize::MAX, text, full, subject: annotation.range.start })
}

/// `equal`, or where the two differ first.
fn of_comparison(analysis: &Analysis, annotation: &Annotation, compared: &Compared) -> Draft {
    let sentence = comparison::sentence(compared);
    let offset = end_of_line(&analysis.text, annotation.range.end);
    let full = match comparison::thread(compared) {
        Some(thread) => format!("{sentence}  ({thread})"),
        None => sentence.clone(),
    };
    let sentence = match comparison::thread(compared) {
        Some(_) => format!("{sentence} {}", thread_mark().short),
        None => sentence,
    };
    let text = HintText::Sentence(sentence);
    Draft { offset, room: usize::MAX, text, full, subject: annotation.range.start }
}

/// That a value is one thread's, the first one's.
pub(crate) fn thread_mark() -> Mark {
    Mark { long: "T0".to_owned(), short: "T0".to_owned(), is_condition: true }
}

/// That a value is not what its operation means, or more.
pub(crate) fn verdict_mark(verdict: &Verdict) -> Option<Mark> {
    let (long, short) = match verdict {
        Verdict::Wrong { at, expected, found } => {
            (format!(" ✗ R({at}) = {found}, not {expected}"), "✗".to_owned())
        }
        Verdict::NeedsPredicate { covers, of, .. } => {
            (format!(" covers {covers} of {of}"), format!("covers {covers}/{of}"))
        }
        Verdict::Proved | Verdict::Unproved { .. } => return None,
    };
    Some(Mark { long, short, is_condition: false })
}

/// `= VALUE`, with what it is worth; nothing when the source says the same already or a squiggle says more.
fn value_text(analysis: &Analysis, annotation: &Annotation, evaluated: &Evaluated) -> Option<HintText> {
    match (&evaluated.value, &evaluated.verdict) {
        (Value::Unknown(unknown), _) => (!has_problem(analysis, annotation))
            .then(|| HintText::Sentence(format!("unknown: {}", unknown.reason))),
        (_, Verdict::Unproved { limit }) => Some(HintText::Sentence(format!("unproved: {limit}"))),
        (value, verdict) => {
            let value = value.to_string();
            if *verdict == Verdict::Proved && says(analysis, annotation, &value) {
                return None;
            }
            let marks = verdict_mark(verdict).into_iter().collect();
            Some(HintText::Value { lead: "= ".to_owned(), value, marks })
        }
    }
}

fn claim_text(analysis: &Analysis, annotation: &Annotation, evaluated: &Evaluated) -> Option<HintText> {
    match &evaluated.value {
        Value::Bool(true) => Some(HintText::Sentence("✓".to_owned())),
        // A claim that fails has its squiggle.
        Value::Bool(false) => None,
        Value::Unknown(unknown) if !has_problem(analysis, annotation) => {
            Some(HintText::Sentence(format!("unknown: {}", unknown.reason)))
        }
        _ => None,
    }
}

fn has_problem(analysis: &Analysis, annotation: &Annotation) -> bool {
    let range = &annotation.range;
    analysis
        .evaluation
        .problems
        .iter()
        .any(|problem| range.start <= problem.range.start && problem.range.end <= range.end)
}

/// Whether the operand of the statement reads as `value` already, white space and staticness aside.
fn says(analysis: &Analysis, annotation: &Annotation, value: &str) -> bool {
    let operand = match &annotation.statement {
        Statement::Let { value, .. } | Statement::Show(value) => value.range.clone(),
        _ => return false,
    };
    let source = analysis.text.get(operand).unwrap_or_default();
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect::<String>();
    plain(source) == plain(value)
}
