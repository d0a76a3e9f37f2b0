//! What a root left is taken out of a run, and taken in by a later one.

use std::{collections::BTreeSet, sync::Arc};

use layoutlens_syntax::program::Item;
use rustc_hash::FxHashSet;

use super::root_run::{OwnFunctions, RootRun};
use crate::{
    code::each_function::each_function,
    state::{
        address::Address, began::Began, choices::Condition, function_start::FunctionStart,
        implicit_code::Code, interpreter::Interpreter, refusals::Refusals,
    },
};

/// The functions of the first file, by where they begin and by where they lie.
pub(super) fn own_functions(items: &[Item]) -> OwnFunctions {
    let mut all = OwnFunctions::default();
    each_function(items, None, &mut |code: Code<'_>| {
        all.add(Address::of(code.function), FunctionStart::of(code.function));
    });
    all
}

/// Where a root began. What all roots together reached, called and named is put aside: what a root did itself it does as well
/// in a revision in which no other one does.
pub(crate) struct Mark {
    records: (usize, usize),
    contexts: usize,
    began: Began,
    reached: FxHashSet<FunctionStart>,
    ran_templates: FxHashSet<Address>,
    named_templates: FxHashSet<Address>,
    /// How much all roots rest on so far.
    of_file: usize,
    refusals: Refusals,
    conflicts: BTreeSet<Condition>,
    steps: usize,
    unrolled_steps: usize,
}

/// What a root turned out to have done.
pub(crate) enum Behind {
    /// What it left, for later revisions.
    Run(Arc<RootRun>),
    /// Something that is not told here: it is run again in each revision.
    More,
    /// Other roots may see what it did.
    Entangled,
}

impl Interpreter<'_> {
    /// Where the root that is run next begins.
    pub(crate) fn mark_of_root(&mut self) -> Mark {
        Mark {
            records: self.records.mark(),
            contexts: self.contexts.count(),
            began: self.now(),
            reached: std::mem::take(&mut self.reached),
            ran_templates: std::mem::take(&mut self.ran_templates),
            named_templates: std::mem::take(&mut self.named_templates),
            of_file: self.suppositions.of_file.len(),
            refusals: std::mem::take(&mut self.refusals),
            conflicts: std::mem::take(&mut self.conflicts),
            steps: self.steps,
            unrolled_steps: self.unrolled_steps,
        }
    }

    /// What the root left that began there.
    pub(crate) fn behind_root(&mut self, mark: Mark, is_mentioned: bool, own: &OwnFunctions) -> Behind {
        let refusals = std::mem::replace(&mut self.refusals, mark.refusals);
        let conflicts = std::mem::replace(&mut self.conflicts, mark.conflicts);
        self.refusals.absorb(refusals.clone());
        self.conflicts.extend(conflicts.iter().cloned());
        let reached = std::mem::replace(&mut self.reached, mark.reached);
        let ran_templates = std::mem::replace(&mut self.ran_templates, mark.ran_templates);
        let named_templates = std::mem::replace(&mut self.named_templates, mark.named_templates);
        self.reached.extend(&reached);
        self.ran_templates.extend(&ran_templates);
        self.named_templates.extend(&named_templates);
        let replaced = self.replaced_since(mark.began.changes, self.open_globals());
        // The object of a method is supposed for that method alone.
        if replaced
            && (!self.suppositions.is_supposing || self.replaced_older_since(mark.began, self.open_globals()))
        {
            return Behind::Entangled;
        }
        // The roots that follow rest on what this one rests on.
        if self.suppositions.of_file.len() != mark.of_file {
            return Behind::Entangled;
        }
        // What has to do with objects and classes is known by where they lie in this run.
        let is_alone = self.instances.next().index() == 0
            && self.class_scopes.is_empty()
            && self.suppositions.of_classes.is_empty()
            // What is named and not called is run behind all roots, unless one of them calls it.
            && named_templates.is_subset(&ran_templates);
        if !is_alone {
            return Behind::More;
        }
        let (mut own_templates, mut other_templates) = (Vec::new(), Vec::new());
        let all_known = ran_templates.iter().all(|template| {
            if let Some(start) = own.start_of(*template) {
                own_templates.push(start);
                return true;
            }
            let is_of_other = self.definitions.file_of(*template).is_some_and(|file| !file.is_main());
            if is_of_other {
                other_templates.push(*template);
            }
            is_of_other
        });
        let (Some(mut contexts), true) = (self.contexts.since(mark.contexts), all_known) else {
            return Behind::More;
        };
        let Some(mut records) = self.records.since(mark.records, mark.contexts) else { return Behind::More };
        // In another run the numbers have other names.
        let variables = records.variables.iter_mut().map(|record| &mut record.found);
        let all = variables.chain(records.nodes.iter_mut().map(|record| &mut record.found));
        all.for_each(|found| self.spell_reason(&mut found.evaluated.value));
        let given = contexts.iter_mut().flat_map(|context| &mut context.given);
        given.for_each(|(_, value)| *value = self.spelled_argument(value));
        Behind::Run(Arc::new(RootRun {
            is_mentioned,
            steps: self.steps - mark.steps,
            unrolled_steps: self.unrolled_steps - mark.unrolled_steps,
            records,
            contexts,
            refusals,
            reached: reached.into_iter().collect(),
            own_templates,
            other_templates,
            conflicts,
        }))
    }

    /// Has the root done here what it did in another run.
    pub(crate) fn take_in(&mut self, run: &RootRun, own: &OwnFunctions) {
        let behind = self.contexts.count();
        self.contexts.append(&run.contexts);
        self.records.append(&run.records, behind);
        self.refusals.absorb(run.refusals.clone());
        self.reached.extend(&run.reached);
        self.ran_templates.extend(run.own_templates.iter().filter_map(|start| own.address_of(*start)));
        self.ran_templates.extend(&run.other_templates);
        self.conflicts.extend(run.conflicts.iter().cloned());
        self.steps += run.steps;
        self.unrolled_steps += run.unrolled_steps;
    }
}
