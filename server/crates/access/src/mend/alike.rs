//! Whether accesses that a change leaves alone are as they were, where it brings values of run time of its own.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::change::moved;
use crate::Looked;
use crate::judge::{Judgement, OfRun};
use crate::lanes::{Sum, Symbol};

/// What symbols of one run are called in the other.
type Names = FxHashMap<Symbol, Symbol>;

/// Runs of the old text with those of the new one, and which symbols of both are one.
pub(super) struct Alike<'l> {
    runs: Vec<(&'l Rc<OfRun>, &'l Rc<OfRun>, Names)>,
}

impl<'l> Alike<'l> {
    /// Holds the accesses of the old text against those of the new one that stand outside of `new_code`: each is the same element,
    /// and none costs more.
    pub(super) fn of(
        before: &'l Looked,
        after: &'l Looked,
        edits: &[(Range<usize>, String)],
        new_code: &Range<usize>,
    ) -> Option<Self> {
        let is_old = |one: &&Judgement| !new_code.contains(&one.access.range.start);
        let new: Vec<&Judgement> = after.judgements.iter().filter(is_old).collect();
        if !after.is_whole || new.len() != before.judgements.len() {
            return None;
        }
        let mut alike = Self { runs: Vec::new() };
        for (old, new) in before.judgements.iter().zip(new) {
            let (was, is) = (&old.access, &new.access);
            let costs_no_more = match (was.cost, is.cost) {
                (Some(was), Some(is)) => is.is <= was.is,
                (None, None) => was.layout == is.layout,
                _ => false,
            };
            let is_same = moved(edits, was.range.start) == is.range.start
                && was.is_write == is.is_write
                && was.width == is.width
                && was.base == is.base
                && was.space == is.space
                && costs_no_more
                && match (old.whole.as_deref(), new.whole.as_deref()) {
                    (Some(a), Some(b)) => alike.is_same(a, &old.run, b, &new.run)?,
                    (None, None) => true,
                    _ => false,
                };
            if !is_same {
                return None;
            }
        }
        Some(alike)
    }

    /// The run of the new text that a run of the old one became.
    pub(super) fn run(&self, old: &Rc<OfRun>) -> Option<&'l Rc<OfRun>> {
        self.runs.iter().find(|(known, _, _)| Rc::ptr_eq(known, old)).map(|(_, new, _)| *new)
    }

    /// Whether a sum of one run is that of the other.
    pub(super) fn is_same(
        &mut self,
        a: &Sum,
        of: &'l Rc<OfRun>,
        b: &Sum,
        with: &'l Rc<OfRun>,
    ) -> Option<bool> {
        let at = match self.runs.iter().position(|(known, _, _)| Rc::ptr_eq(known, of)) {
            Some(at) => at,
            None => {
                self.runs.push((of, with, FxHashMap::default()));
                self.runs.len() - 1
            }
        };
        let (_, known, names) = self.runs.get_mut(at)?;
        if !Rc::ptr_eq(known, with) || a.terms().len() != b.terms().len() {
            return Some(false);
        }
        // Terms are in the order of their symbols, and these are in that of the text.
        for ((symbols, lanes), (others, other)) in a.terms().iter().zip(b.terms()) {
            if symbols.len() != others.len() || lanes != other {
                return Some(false);
            }
            for (one, other) in symbols.iter().zip(others) {
                let (facts, those) = (of.facts.get(*one as usize)?, with.facts.get(*other as usize)?);
                let is_one = facts.name == those.name
                    && facts.is_natural == those.is_natural
                    && facts.count == those.count
                    && facts.is_round == those.is_round;
                if !is_one || *names.entry(*one).or_insert(*other) != *other {
                    return Some(false);
                }
            }
        }
        let mut images: Vec<(Symbol, Symbol)> = names.iter().map(|(a, b)| (*a, *b)).collect();
        images.sort_unstable();
        Some(images.windows(2).all(|pair| pair[0].1 < pair[1].1))
    }
}
