//! Neighbouring elements that a thread writes one by one, written at once where all of them are written and their address is aligned:
//! a guard asks for both when the kernel runs. The code as it was stays for where it fails.

use std::fmt::Write as _;
use std::ops::Range;

use super::alike::Alike;
use super::change::{Mend, applied};
use super::row::Row;
use crate::judge::Judgement;
use crate::read::parse;
use crate::{Access, Looked, look};

/// How many elements are written at once, and what such are called.
const NAMES: [(usize, &str); 4] = [(2, "Two"), (4, "Four"), (8, "Eight"), (16, "Sixteen")];

/// The most bytes that one instruction writes for a lane.
const MOST_BYTES: i64 = 16;

/// One wide write in the place of the access and its neighbours, behind a guard.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let (_, tree) = parse(text)?;
    let is_it = |one: &&Judgement| one.access.range == access.range && one.access.is_write == access.is_write;
    let asked = before.judgements.iter().find(is_it)?;
    let row = Row::of(text, tree.root_node(), before, asked)?;
    let new = Guarded::of(text, &row)?;
    let after = look(&applied(text, &new.edits), &before.headers);
    let cost = new.proved(before, &after, &row)?;
    let was = row.runs.iter().map(|run| run.was).max()?;
    (cost.is < was).then_some(Mend {
        title: new.title,
        edits: new.edits,
        cost,
        was,
        is_supposed: !row.called.is_empty(),
    })
}

struct Guarded {
    title: String,
    edits: Vec<(Range<usize>, String)>,
    /// Where the guard and the wide write stand in the new text.
    new_code: Range<usize>,
}

impl Guarded {
    fn of(text: &str, row: &Row<'_>) -> Option<Self> {
        let count = row.all.len();
        let (_, name) = NAMES.iter().find(|(known, _)| *known == count)?;
        let bytes = |width: i64| width.checked_mul(i64::try_from(count).ok()?);
        let is_wide_enough = row.runs.iter().all(|run| {
            bytes(run.width).is_some_and(|bytes| {
                // Lanes differ by whole vectors: the guard comes out the same for all.
                let rest = run.first.apart().1;
                bytes <= MOST_BYTES
                    && rest.terms().iter().all(|(_, lanes)| lanes.iter().all(|lane| lane % bytes == 0))
            })
        });
        if !is_wide_enough {
            return None;
        }
        let size = match row.known_bytes() {
            Some(width) => bytes(width)?.to_string(),
            None => format!("({count} * sizeof({}))", row.element),
        };
        let alignment = size.trim_start_matches('(');
        let alignment =
            if alignment.len() < size.len() { &alignment[..alignment.len() - 1] } else { alignment };
        let (of, variable) = (row.free_name(name), row.free_name(&name.to_lowercase()));
        let first = &row.all.first()?.target;
        let (mut head, blanks) = indented(text, &row.range);
        let inner = format!("{blanks}{}", level(&blanks));
        head.push_str("if (");
        for bound in &row.bounds {
            let is_bare = !bound.contains("||") && !bound.contains('?');
            let _ = if is_bare { write!(head, "{bound} && ") } else { write!(head, "({bound}) && ") };
        }
        let _ = write!(head, "reinterpret_cast<size_t>(&{first}) % {size} == 0) {{\n{inner}");
        let _ = write!(
            head,
            "struct alignas({alignment}) {of} {{ {} at[{count}]; }};\n{inner}{of} {variable};\n{inner}",
            row.element
        );
        for (at, one) in row.all.iter().enumerate() {
            let _ = write!(head, "{variable}.at[{at}] = {};\n{inner}", one.value);
        }
        let _ = write!(head, "*reinterpret_cast<{of}*>(&{first}) = {variable};\n{blanks}}} else {{\n{inner}");
        let new_code = row.range.start..row.range.start + head.len();
        let edits = around(text, &row.range, head, &blanks);
        let mut title = format!(
            "write {count} elements of `{}` at once where {}their address is aligned",
            row.base,
            if row.bounds.is_empty() { "" } else { "all are within bounds and " },
        );
        if !row.called.is_empty() {
            let called: Vec<String> = row.called.iter().map(|name| format!("`{name}`")).collect();
            let _ = write!(title, ", if {} reads nothing that is written", called.join(" and "));
        }
        Some(Self { title, edits, new_code })
    }

    /// What the wide write costs, where all else is as it was, and it begins where the first element did in each run of the kernel.
    fn proved(&self, before: &Looked, after: &Looked, row: &Row<'_>) -> Option<crate::Cost> {
        let mut alike = Alike::of(before, after, &self.edits, &self.new_code)?;
        let within = |one: &&Judgement| self.new_code.contains(&one.access.range.start);
        let new: Vec<&Judgement> = after.judgements.iter().filter(within).collect();
        if new.len() != row.runs.len() {
            return None;
        }
        let mut worst: Option<crate::Cost> = None;
        for run in &row.runs {
            let is_its = alike.run(run.run)?;
            let one = new.iter().find(|one| std::rc::Rc::ptr_eq(&one.run, is_its))?;
            let count = i64::try_from(row.all.len()).ok()?;
            let is_it = one.access.is_write
                && one.access.base == row.base
                && one.access.width == run.width.checked_mul(count)
                && !one.access.is_fallback
                && alike.is_same(&run.first, run.run, one.whole.as_deref()?, &one.run)?;
            let cost = one.access.cost.filter(|_| is_it)?;
            if worst.is_none_or(|worst| cost.is > worst.is) {
                worst = Some(cost);
            }
        }
        worst
    }
}

/// What is missing of the blanks where a range begins, and the blanks that its code has: `#pragma` may stand in front of less.
pub(super) fn indented(text: &str, range: &Range<usize>) -> (String, String) {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let whole = text.get(start..range.end).unwrap_or_default();
    let code = whole.lines().find(|line| !line.trim_start().starts_with('#')).unwrap_or_default();
    let own = &code[..blanks(code)];
    let missing = own.get(range.start - start..).filter(|_| blanks(whole) == range.start - start);
    (missing.unwrap_or_default().to_owned(), own.to_owned())
}

/// One level of blanks more.
pub(super) fn level(blanks: &str) -> &'static str {
    if blanks.contains('\t') { "\t" } else { "    " }
}

/// The edits that put code in front of a range, which becomes the last of its branches, a level deeper.
pub(super) fn around(
    text: &str,
    range: &Range<usize>,
    head: String,
    blanks: &str,
) -> Vec<(Range<usize>, String)> {
    let mut edits = vec![(range.start..range.start, head)];
    let old = text.get(range.clone()).unwrap_or_default();
    // What a line's end or a quote goes on with stays as it is.
    if !old.contains("\\\n") && !old.contains("R\"") {
        for (at, _) in old.match_indices('\n') {
            let next = range.start + at + 1;
            if !text[next..].starts_with(['\n', '\r']) {
                edits.push((next..next, level(blanks).to_owned()));
            }
        }
    }
    edits.push((range.end..range.end, format!("\n{blanks}}}")));
    edits
}
