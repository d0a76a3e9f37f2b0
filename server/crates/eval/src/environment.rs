//! Names: what binds them, where they are visible, and what is near a misspelt one.

use std::{
    cell::Cell,
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use layout_algebra::symbolic::Facts;
use layoutlens_host_value::evaluation::{HostEvaluation, Variable, VariableKind};
use layoutlens_operation::{self, Evaluated};
use layoutlens_syntax::{File, SourceScope, nearest};
use rustc_hash::FxHashMap;

/// With more names than this, a misspelt one is compared with those of operations only: each of many unknown names would
/// be compared with each of many known ones.
const MOST_NAMES_TO_COMPARE: usize = 1024;

/// All bindings made so far.
pub(crate) struct Environment<'a> {
    file: &'a File,
    /// The variables of the host code by their names.
    variables: FxHashMap<&'a str, Vec<&'a Variable>>,
    /// The latest binding of a name in each scope.
    bindings: HashMap<String, HashMap<SourceScope, Binding>>,
    /// How many bindings were made.
    bound: usize,
    divisors: Vec<Divisor>,
    /// Names that some `let` or `with` of the file binds, with the place of the last one.
    declared: HashMap<&'a str, Range<usize>>,
    /// Whether a name was looked up that no statement above binds.
    asked_code: Cell<bool>,
}

/// A name and its value.
pub(crate) struct Binding {
    pub(crate) value: Evaluated,
    /// Bytes of the name where it is bound.
    pub(crate) definition: Range<usize>,
    /// How many bindings were made before it.
    order: usize,
}

/// `with K % 64 == 0`, which holds to the end of its scope.
pub(crate) struct Divisor {
    name: String,
    /// At least 1.
    pub(crate) divisor: i64,
    /// Bytes of the name where it is stated.
    pub(crate) range: Range<usize>,
    scope: SourceScope,
}

/// What is known of a name at some place.
pub(crate) enum Lookup<'e> {
    /// Bound by an earlier statement.
    Bound(&'e Binding),
    /// Bound by a later statement, or in another scope.
    Elsewhere(Range<usize>),
    /// An identifier of the host code, and what it stands for where that is read.
    Host(Option<&'e Variable>),
    /// Nothing binds it.
    Unbound,
}

impl<'a> Environment<'a> {
    pub(crate) fn new(
        file: &'a File,
        host: &'a HostEvaluation,
        declared: HashMap<&'a str, Range<usize>>,
    ) -> Self {
        let mut variables: FxHashMap<&str, Vec<&Variable>> = FxHashMap::default();
        for variable in &host.variables {
            variables.entry(&variable.name).or_default().push(variable);
        }
        Self {
            file,
            variables,
            bindings: HashMap::new(),
            bound: 0,
            divisors: Vec::new(),
            declared,
            asked_code: Cell::new(false),
        }
    }

    /// Whether something since the last question looked up a name that may be one of the code.
    pub(crate) fn has_asked_code(&self) -> bool {
        self.asked_code.take()
    }

    pub(crate) fn bind(
        &mut self,
        name: &str,
        definition: Range<usize>,
        scope: SourceScope,
        value: Evaluated,
    ) {
        let binding = Binding { value, definition, order: self.bound };
        self.bound += 1;
        self.bindings.entry(name.to_owned()).or_default().insert(scope, binding);
    }

    /// States that `divisor`, at least 1, divides the number that `name` stands for.
    pub(crate) fn state_divisor(
        &mut self,
        name: &str,
        divisor: i64,
        range: Range<usize>,
        scope: SourceScope,
    ) {
        self.divisors.push(Divisor { name: name.to_owned(), divisor, range, scope });
    }

    /// What is stated to divide `name`, as far as `scope` sees it.
    pub(crate) fn divisors(&self, name: &str, scope: SourceScope) -> impl Iterator<Item = &Divisor> {
        self.divisors.iter().filter(move |fact| fact.name == name && self.file.encloses(fact.scope, scope))
    }

    /// What statements say of these names, as far as `scope` sees them.
    pub(crate) fn facts(&self, names: &BTreeSet<String>, scope: SourceScope) -> Facts {
        let mut facts = Facts::default();
        for name in names {
            let bound = self.bindings.get(name).and_then(|all| self.latest(all, scope));
            if let Some(value) = bound.and_then(|binding| binding.value.value.as_int()) {
                facts = facts.value(name, value);
            }
            for fact in self.divisors(name, scope) {
                facts = facts.divides(fact.divisor, name);
            }
        }
        facts
    }

    /// The latest visible binding of a statement.
    pub(crate) fn bound(&self, name: &str, scope: SourceScope) -> Option<&Binding> {
        self.bindings.get(name).and_then(|all| self.latest(all, scope))
    }

    /// The latest visible binding, or what else the name is for a statement or comment at the byte `at`.
    pub(crate) fn look_up(&self, name: &str, scope: SourceScope, at: usize) -> Lookup<'_> {
        if let Some(binding) = self.bound(name, scope) {
            return Lookup::Bound(binding);
        }
        self.asked_code.set(true);
        if let Some(variable) = self.variable(name, at) {
            Lookup::Host(Some(variable))
        } else if let Some(place) = self.declared.get(name) {
            Lookup::Elsewhere(place.clone())
        } else if self.file.host_names.contains(name) {
            Lookup::Host(None)
        } else {
            Lookup::Unbound
        }
    }

    /// The parameter of the code that `name` is at the byte `at`.
    pub(crate) fn parameter(&self, name: &str, at: usize) -> Option<&Variable> {
        let is_parameter = |variable: &&Variable| {
            matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter)
        };
        self.variable(name, at).filter(is_parameter)
    }

    /// What [`HostEvaluation::lookup`] finds.
    fn variable(&self, name: &str, at: usize) -> Option<&'a Variable> {
        let named = self.variables.get(name)?;
        HostEvaluation::innermost(named.iter().copied(), at)
    }

    /// The name of a visible binding or of an operation that `name` was probably meant to be.
    pub(crate) fn nearest(&self, name: &str, scope: SourceScope) -> Option<&str> {
        let compared = if self.bindings.len() > MOST_NAMES_TO_COMPARE { None } else { Some(&self.bindings) };
        let bound = compared.into_iter().flatten();
        let visible =
            bound.filter(|(_, all)| self.latest(all, scope).is_some()).map(|(known, _)| known.as_str());
        let operations = layoutlens_operation::names().map(|name: &str| -> &str { name });
        nearest(name, visible.chain(operations))
    }

    /// Of the bindings of one name, the latest that `scope` sees.
    fn latest<'b>(&self, all: &'b HashMap<SourceScope, Binding>, scope: SourceScope) -> Option<&'b Binding> {
        self.file.enclosing(scope).filter_map(|scope| all.get(&scope)).max_by_key(|binding| binding.order)
    }
}
