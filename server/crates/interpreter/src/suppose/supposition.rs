//! What is supposed of what nothing in the program gives.

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{object::InstanceId, scope::ScopeId, supposition::Supposition};

use crate::{
    state::function_start::FunctionStart,
    suppose::{picks::Picks, told_of::Told},
};

/// What is supposed in a run of a file.
#[derive(Debug, Default)]
pub(crate) struct Suppositions {
    /// What the code says of its parameters; the first run finds it.
    pub(crate) told: Told,
    /// Whether this run supposes anything.
    pub(crate) is_supposing: bool,
    /// Whether the root at hand is one of the first file.
    pub(crate) is_open: bool,
    /// What is supposed so far in the root at hand.
    pub(crate) held: Arc<Vec<Supposition>>,
    /// What the objects rest on that earlier roots made or changed.
    pub(crate) of_instances: BTreeMap<InstanceId, Arc<Vec<Supposition>>>,
    /// What the variables of the file rest on that earlier roots changed.
    pub(crate) of_file: Vec<Supposition>,
    /// Which values are taken in the root at hand, where there are several.
    pub(crate) picks: Picks,
    /// Whether the call whose parameters are about to be bound is run for what is supposed of them.
    pub(crate) is_visit: bool,
    /// Functions of the first file that were run so.
    pub(crate) visited: FxHashSet<FunctionStart>,
    /// How many steps that took.
    pub(crate) visit_steps: usize,
    /// Whether the program does not go on under what is supposed.
    pub(crate) is_contradicted: bool,
    /// Of which class the objects are that variables of a name hold, where that is one class; once that is asked for.
    pub(crate) classes: Option<FxHashMap<String, Option<String>>>,
    /// How many objects are being supposed, one for another.
    pub(crate) making: usize,
    /// Whether the program certainly failed where nothing is supposed.
    pub(crate) has_failed: bool,
}

impl Suppositions {
    /// Whether what is supposed cannot be, so that nothing of the root counts.
    pub(crate) fn are_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// What is supposed at this point, for what is found here.
    pub(crate) fn held(&self) -> Option<Arc<Vec<Supposition>>> {
        (self.is_supposing && !self.held.is_empty()).then(|| Arc::clone(&self.held))
    }

    pub(crate) fn suppose(&mut self, supposition: Supposition) {
        if !self.held.contains(&supposition) {
            Arc::make_mut(&mut self.held).push(supposition);
        }
    }
}

/// Where a root began, to come back to.
pub(crate) struct RootMark {
    pub(crate) journal: usize,
    pub(crate) instances: InstanceId,
    pub(crate) objects: usize,
    pub(crate) records: (usize, usize),
    pub(crate) reached: FxHashSet<FunctionStart>,
    pub(crate) scopes: ScopeId,
}

/// How often a root is run under suppositions.
pub(crate) const ATTEMPTS: usize = 16;
