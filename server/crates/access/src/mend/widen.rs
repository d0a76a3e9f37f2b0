//! Neighbouring elements that a thread reads or writes one by one, as one access of a vector: `a[4*i]`, `a[4*i + 1]`, .. as one
//! `float4`.
//!
//! What is written must be made of variables alone, what stands between reads must write nothing that they may read, and the vector
//! must begin at a multiple of its size wherever its pointer does.

use std::ops::Range;
use std::rc::Rc;

use super::change::{Mend, applied, moved};
use super::neighbours::{Neighbours, statement_of};
use super::proof::are_alike;
use super::unroll::unrolled;
use crate::judge::Judgement;
use crate::read::parse;
use crate::{Access, Cost, Looked, Space, look};

/// The most groups of reads that are widened in front of what is written.
const MOST_READS: usize = 4;

/// The vector that takes the place of the access and its neighbours.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    if access.space != Space::Global || access.is_member || access.is_uniform {
        return None;
    }
    let mut draft = match unrolled(text, access) {
        Some((new, at)) => Draft { looked: Some(look(&new, &before.headers)), text: new, at },
        None => Draft { looked: None, text: text.to_owned(), at: access.range.start },
    };
    let (mut titles, mut supposed, mut was) = (Vec::new(), Vec::new(), 0);
    for _ in 0..=MOST_READS {
        let looked = draft.looked.as_ref().unwrap_or(before);
        let is_it =
            |one: &&Judgement| one.access.range.start == draft.at && one.access.is_write == access.is_write;
        let asked = looked.judgements.iter().find(is_it)?;
        // What is read in a statement that writes is widened first.
        let read = if access.is_write { read_beside(&draft.text, looked, asked) } else { None };
        let step = Step::of(&draft.text, looked, read.unwrap_or(asked))?;
        titles.push(step.title);
        supposed.extend(step.supposed);
        was += step.was;
        let at = moved(&step.edits, draft.at);
        let is_done = read.is_none();
        draft = Draft { text: applied(&draft.text, &step.edits), looked: Some(step.after), at };
        if is_done {
            let title = match supposed.as_slice() {
                [] => titles.join(" and "),
                all => format!("{}, if {}", titles.join(" and "), all.join(" and ")),
            };
            let edits = vec![difference(text, &draft.text)?];
            return Some(Mend { title, edits, cost: step.cost, was, is_supposed: !supposed.is_empty() });
        }
    }
    None
}

/// A text on the way to the new one, and where the access stands in it.
struct Draft {
    text: String,
    /// None of the text as it was.
    looked: Option<Looked>,
    at: usize,
}

/// What one vector in the place of its elements came to.
struct Step {
    title: String,
    edits: Vec<(Range<usize>, String)>,
    after: Looked,
    /// What the vector costs, and what its elements did together.
    cost: Cost,
    was: i64,
    /// What is not certain of the pointer.
    supposed: Option<String>,
}

impl Step {
    fn of(text: &str, looked: &Looked, one: &Judgement) -> Option<Self> {
        let (_, tree) = parse(text)?;
        let group = Neighbours::of(text, tree.root_node(), looked, one)?;
        let (edits, vector) = group.edits()?;
        let after = look(&applied(text, &edits), &looked.headers);
        let cost = proved(looked, &after, &group, &edits, vector)?;
        let was = group.accesses.iter().try_fold(0, |all, one| Some(all + one.access.cost?.is))?;
        let supposed = group.supposed(looked);
        (cost.is < was).then(|| Self { title: group.title(), edits, after, cost, was, supposed })
    }
}

/// A read of global memory in the statement of a write.
fn read_beside<'l>(text: &str, looked: &'l Looked, write: &Judgement) -> Option<&'l Judgement> {
    let (_, tree) = parse(text)?;
    let statement = statement_of(tree.root_node(), &write.access.range)?.byte_range();
    let is_beside = |one: &&Judgement| {
        let access = &one.access;
        statement.contains(&access.range.start) && !access.is_write && Rc::ptr_eq(&one.run, &write.run)
    };
    looked.judgements.iter().find(is_beside)
}

/// What the vector costs, where each other access is as it was, and the vector begins where its first element did.
fn proved(
    before: &Looked,
    after: &Looked,
    group: &Neighbours<'_, '_>,
    edits: &[(Range<usize>, String)],
    vector: Range<usize>,
) -> Option<Cost> {
    if !after.is_whole {
        return None;
    }
    let is_of_group = |one: &Judgement| group.accesses.iter().any(|of| is_same_place(of, one));
    let is_vector = |one: &Judgement| {
        vector.contains(&one.access.range.start)
            && one.access.width == Some(group.bytes)
            && one.access.is_write == group.is_write
    };
    let old: Vec<&Judgement> = before.judgements.iter().filter(|one| !is_of_group(one)).collect();
    let new: Vec<&Judgement> = after.judgements.iter().filter(|one| !is_vector(one)).collect();
    if old.len() != new.len() || !old.iter().zip(&new).all(|(old, new)| are_alike(old, new, edits)) {
        return None;
    }
    // One of each run of the kernel.
    let first = group.accesses.first()?;
    let firsts = before.judgements.iter().filter(|one| is_same_place(first, one));
    let vectors: Vec<&Judgement> = after.judgements.iter().filter(|one| is_vector(one)).collect();
    let firsts: Vec<&Judgement> = firsts.collect();
    let count = before.judgements.iter().filter(|one| is_of_group(one)).count();
    if firsts.len() != vectors.len() || count != firsts.len() * group.accesses.len() {
        return None;
    }
    let begins_there = |(first, vector): (&&Judgement, &&Judgement)| {
        first.whole.is_some()
            && first.whole == vector.whole
            && first.access.element == group.element
            && first.access.base == vector.access.base
            && first.access.space == vector.access.space
            && first.access.is_conditional == vector.access.is_conditional
    };
    if !firsts.iter().zip(&vectors).all(begins_there) {
        return None;
    }
    vectors.first()?.access.cost
}

fn is_same_place(one: &Judgement, other: &Judgement) -> bool {
    one.access.range == other.access.range && one.access.is_write == other.access.is_write
}

/// The one edit that makes the new text of the old one.
fn difference(old: &str, new: &str) -> Option<(Range<usize>, String)> {
    let front = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let front = (0..=front).rev().find(|at| old.is_char_boundary(*at) && new.is_char_boundary(*at))?;
    let (rest_old, rest_new) = (old.get(front..)?, new.get(front..)?);
    let back = rest_old.bytes().rev().zip(rest_new.bytes().rev()).take_while(|(a, b)| a == b).count();
    let is_boundary =
        |back: &usize| old.is_char_boundary(old.len() - back) && new.is_char_boundary(new.len() - back);
    let back = (0..=back).rev().find(is_boundary)?;
    Some((front..old.len() - back, new.get(front..new.len() - back)?.to_owned()))
}
