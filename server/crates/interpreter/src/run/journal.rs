//! What was changed since some point, so that a branch can be taken back and two branches can be compared.

use rustc_hash::FxHashSet;

use layoutlens_host_value::{invariant, value::HostValue};

use crate::state::{
    began::Began,
    change::{Change, Changes},
    interpreter::Interpreter,
    scope::{Binding, Place, ScopeKind},
};

/// For how many places there is room at once where changes are looked through.
const MOST_RESERVED: usize = 256;

impl Interpreter<'_> {
    /// What a place holds, without following references.
    pub(crate) fn held(&self, place: &Place) -> Option<Binding> {
        match place {
            Place::Variable(scope, name) => self.scopes.binding(*scope, name).cloned(),
            Place::Field(instance, name) => {
                self.instances.of(*instance).get(&**name).map(|value| Binding::variable(value.clone(), 0))
            }
        }
    }

    /// Where the name of a place is declared; of a field that is not told.
    pub(crate) fn declared_at(&self, place: &Place) -> usize {
        match place {
            Place::Variable(scope, name) => {
                self.scopes.binding(*scope, name).map_or(0, |binding| binding.declared)
            }
            Place::Field(..) => 0,
        }
    }

    /// What a place holds, with another value.
    pub(crate) fn held_with(&self, place: &Place, value: HostValue) -> Option<Binding> {
        match place {
            Place::Variable(scope, name) => {
                self.scopes.binding(*scope, name).map(|binding| binding.with(value))
            }
            Place::Field(instance, name) => {
                self.instances.of(*instance).get(&**name).map(|_| Binding::variable(value, 0))
            }
        }
    }

    /// The value in it, without a copy.
    pub(crate) fn held_value(&self, place: &Place) -> Option<&HostValue> {
        match place {
            Place::Variable(scope, name) => self.scopes.binding(*scope, name).map(|binding| &binding.value),
            Place::Field(instance, name) => self.instances.of(*instance).get(&**name),
        }
    }

    /// Puts something into a place, or empties it, and remembers what it held.
    pub(crate) fn put(&mut self, place: &Place, binding: Option<Binding>) {
        let binding = binding.map(|binding| self.unless_written_out_of_sight(place, binding));
        let before = self.replace(place, binding);
        // What is declared is written by no jump over it.
        if before.is_some() {
            self.log_write(place);
        }
        self.journal.push(Change { place: place.clone(), before });
        self.touch(place);
        self.forget_what_shares(place);
    }

    fn replace(&mut self, place: &Place, binding: Option<Binding>) -> Option<Binding> {
        match place {
            Place::Variable(scope, name) => self.scopes.bind_shared(*scope, name, binding),
            Place::Field(instance, name) => {
                let fields = self.instances.of_mut(*instance)?;
                let before = match binding {
                    Some(binding) => match fields.get_mut(&**name) {
                        Some(old) => Some(std::mem::replace(old, binding.value)),
                        None => fields.insert(name.to_string(), binding.value),
                    },
                    None => fields.remove(&**name),
                };
                before.map(|value| Binding::variable(value, 0))
            }
        }
    }

    /// The changes since the journal had this length; all of them where it never had.
    fn journal_since(&self, mark: usize) -> &[Change] {
        match self.journal.get(mark..) {
            Some(changes) => changes,
            None => invariant!(&self.journal, "change {mark} of {}", self.journal.len()),
        }
    }

    /// What was changed since the journal had this length.
    pub(crate) fn changes_since(&self, mark: usize) -> Changes {
        self.changes_since_to(mark, |_| true)
    }

    /// What was changed since then in some of the places.
    pub(crate) fn changes_since_to(&self, mark: usize, is_asked_for: impl Fn(&Place) -> bool) -> Changes {
        let changes = self.journal_since(mark);
        // Places are found by their names: a set that grows would look at these again.
        let mut seen: FxHashSet<&Place> = FxHashSet::default();
        seen.reserve(changes.len().min(MOST_RESERVED));
        let mut all = Vec::new();
        for change in changes {
            if is_asked_for(&change.place) && seen.insert(&change.place) {
                let before = change.before.clone().or_else(|| self.class_default(&change.place));
                all.push((change.place.clone(), before, self.held(&change.place)));
            }
        }
        Changes { all }
    }

    /// What a Python class began with in an attribute that was asked for since then first.
    fn class_default(&self, place: &Place) -> Option<Binding> {
        if self.class_defaults.is_empty() {
            return None;
        }
        self.class_defaults.get(place).map(|value| Binding::variable(value.clone(), 0))
    }

    /// Whether a place that holds nothing so far will hold what a class has, once it is asked for.
    pub(crate) fn is_held_elsewhere(&self, place: &Place) -> bool {
        self.hiding.contains(place) || self.class_defaults.contains_key(place)
    }

    /// Whether something besides `others` has another value since then; what was asked for the first time since then has
    /// its only one.
    pub(crate) fn replaced_since(&self, mark: usize, others: &[Place]) -> bool {
        let mut seen: FxHashSet<&Place> = others.iter().collect();
        let changes = self.journal_since(mark);
        changes.iter().any(|change| seen.insert(&change.place) && change.before.is_some())
    }

    /// The same of what was there then.
    pub(crate) fn replaced_older_since(&self, began: Began, others: &[Place]) -> bool {
        let mut seen: FxHashSet<&Place> = others.iter().collect();
        let changes = self.journal_since(began.changes).iter();
        let mut older = changes.filter(|change| change.place.is_older_than(began));
        older.any(|change| seen.insert(&change.place) && change.before.is_some())
    }

    /// Drops changes since then to scopes and instances that are not older: nothing before sees them.
    pub(crate) fn drop_inner_changes(&mut self, began: Began) {
        // In place: after a long function it is the largest thing there is.
        let mut journal = std::mem::take(&mut self.journal);
        let mut at = 0;
        journal.retain(|change| {
            at += 1;
            at <= began.changes || self.outlives(&change.place, began)
        });
        self.journal = journal;
    }

    /// Whether a place is seen from outside of a call that began there: the scope of a class is
    ///  made when it is asked for first.
    pub(crate) fn outlives(&self, place: &Place, began: Began) -> bool {
        place.is_older_than(began)
            || matches!(place, Place::Variable(scope, _) if self.is_python() && self.scopes.get(*scope).is_some_and(
                |data| matches!(data.kind, ScopeKind::Class(_))
            ))
    }

    /// Takes back everything since the journal had this length.
    pub(crate) fn take_back(&mut self, mark: usize) {
        while self.journal.len() > mark {
            if let Some(Change { place, before }) = self.journal.pop() {
                self.replace(&place, before);
                self.touch(&place);
            }
        }
    }
}
