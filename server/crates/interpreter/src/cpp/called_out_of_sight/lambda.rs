//! Lambdas that may be called where it is not seen: stored in an object, handed to code that is not run, given back.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{FileUses, uses::holds};
use crate::state::{file::FileId, interpreter::Interpreter, records::VariableRecord};

/// Where a lambda stands.
type Lambda = (FileId, usize);

impl Interpreter<'_> {
    /// Lambdas of which some calls were followed and others may be made: something is done with a variable that holds one besides
    /// calling it.
    pub(super) fn lambdas_out_of_sight(&self, file: &FileUses<'_>) -> FxHashSet<Lambda> {
        let mut found = FxHashSet::default();
        let called: FxHashSet<Lambda> =
            self.contexts.behind(0).iter().filter_map(|call| call.lambda).collect();
        if called.is_empty() || !file.file.is_main() {
            return found;
        }
        let mut seen = FxHashSet::default();
        for record in &self.records.variables {
            let Some(lambda) = record.lambda.map(|start| (FileId::MAIN, start)) else {
                continue;
            };
            let is_new = seen.insert((record.name.range.start, lambda));
            if is_new
                && called.contains(&lambda)
                && !found.contains(&lambda)
                && self.is_let_out(file, record, lambda)
            {
                found.insert(lambda);
            }
        }
        found
    }

    /// Whether something else than a call that is followed is done with the lambda that a variable holds.
    fn is_let_out(&self, file: &FileUses<'_>, holder: &VariableRecord, lambda: Lambda) -> bool {
        let uses = &file.uses;
        let is_own = |name: &str, at: &Range<usize>| {
            name == holder.name.text && holds(&holder.visible, at) && *at != holder.name.range
        };
        uses.passed_over.iter().any(|(name, at)| is_own(name, at))
            || uses.values.iter().any(|(name, at)| is_own(name, at) && !self.is_use_seen(file, at, lambda))
    }

    fn is_use_seen(&self, file: &FileUses<'_>, at: &Range<usize>, lambda: Lambda) -> bool {
        let uses = &file.uses;
        if uses.only_named.iter().any(|named| holds(named, at)) {
            return true;
        }
        let calls = || {
            self.contexts
                .behind(0)
                .iter()
                .filter(|call| call.lambda == Some(lambda) && call.file == file.file)
        };
        if let Some((_, call)) = uses.callees.iter().find(|(name, _)| name == at) {
            return !uses.deferred.iter().any(|outer| holds(outer, at))
                || calls().any(|of| of.range == *call);
        }
        if let Some((_, copy)) = uses.copies.iter().find(|(named, _)| named == at) {
            return self.records.variables.iter().any(|record| {
                copy.names.iter().any(|name| name.range == record.name.range)
                    && record.lambda == Some(lambda.1)
            });
        }
        let given = uses.arguments.iter().filter(|(given, _)| holds(given, at));
        match given.min_by_key(|(given, _)| given.len()) {
            // A function of the library, or a macro, calls it there.
            Some((_, call)) if calls().any(|of| of.range == *call) => true,
            Some(_) => self.is_seen_through(uses, "", at),
            None => false,
        }
    }
}
