//! The classes that a class inherits from, and what it has from them.

use std::sync::Arc;

use layoutlens_host_value::{object::ClassValue, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Item};

use crate::{
    python::hidden_write,
    run::class::{MAX_BASES, MAX_CLASSES},
    state::{
        class_scope::ClassScope,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    value::class_of::class_of,
};

impl Interpreter<'_> {
    /// What `super()` finds under this name in a method of the class.
    pub(crate) fn of_bases(&mut self, class: &ClassValue, name: &str) -> Option<HostValue> {
        self.inherited(class, name, MAX_BASES)
    }

    pub(crate) fn inherited(&mut self, class: &ClassValue, name: &str, bases: usize) -> Option<HostValue> {
        if class.class.bases.is_empty() {
            return None;
        }
        if bases == 0 {
            // Python goes through them in an order of its own.
            let deeper = || HostValue::unknown("a member of classes that inherit deeper than is followed");
            return (!self.is_python()).then(deeper);
        }
        if self.is_python() {
            return self.inherited_in_order(class, name);
        }
        self.bases_of(class).iter().find_map(|base| match class_of(base) {
            Some(base) => self.member_of(base, name, bases - 1),
            None => self.library.member(base, name),
        })
    }

    /// What a Python class inherits under a name: of the bases in Python's order, a base that several have behind them all.
    fn inherited_in_order(&mut self, class: &ClassValue, name: &str) -> Option<HostValue> {
        let mut order: Vec<HostValue> = Vec::new();
        self.bases_in_order(class, MAX_BASES, &mut order);
        let mut is_foreign = false;
        for (index, base) in order.iter().enumerate() {
            if order.get(index + 1..).unwrap_or_default().contains(base) {
                continue;
            }
            let found = match class_of(base).cloned() {
                Some(base) => self.member_of(&base, name, 0),
                None => {
                    let found = self.library.member(base, name);
                    is_foreign |= found.is_none()
                        && hidden_write::is_foreign_base(self.outside.libraries.effects, base);
                    found
                }
            };
            if found.is_some() {
                return match is_foreign {
                    true => Some(HostValue::unknown(format!("a base that is not known may have a `{name}`"))),
                    false => found,
                };
            }
        }
        None
    }

    /// An object is made by a constructor of a base that is not known: it may call methods of the class.
    pub(crate) fn forget_after_constructor_of_base(&mut self, class: &ClassValue) {
        let mut order: Vec<HostValue> = Vec::new();
        self.bases_in_order(class, MAX_BASES, &mut order);
        let is_foreign = order.iter().any(|base| {
            matches!(base, HostValue::Module(_))
                && self.library.fields(base).is_none()
                && hidden_write::is_foreign_base(self.outside.libraries.effects, base)
        });
        if !is_foreign || self.supposes_nothing_unseen() {
            return;
        }
        let own = order.iter().filter_map(class_of).chain([class]);
        let members: Vec<_> = own.map(|class| Arc::clone(&class.class)).collect();
        for class in members {
            for member in class.members.iter() {
                if let Item::Function(function) = member
                    && !function.name.text.starts_with("__")
                {
                    self.forget_unrun(function);
                }
            }
        }
    }

    fn bases_in_order(&mut self, class: &ClassValue, depth: usize, order: &mut Vec<HostValue>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        for base in self.bases_of(class).iter() {
            order.push(base.clone());
            if let Some(base) = class_of(base).cloned() {
                self.bases_in_order(&base, depth, order);
            }
        }
    }

    /// What `find` gives of a class or else of one that it inherits from, each of which is asked once.
    pub(crate) fn find_in_bases<T>(
        &mut self,
        class: &ClassValue,
        mut find: impl FnMut(&mut Self, &ClassValue) -> Option<T>,
    ) -> Option<T> {
        let mut seen: Vec<ClassValue> = Vec::new();
        let mut left = vec![class.clone()];
        while let Some(class) = left.pop() {
            if seen.contains(&class) || seen.len() >= MAX_CLASSES {
                continue;
            }
            if let Some(found) = find(self, &class) {
                return Some(found);
            }
            left.extend(self.bases_of(&class).iter().filter_map(class_of).cloned());
            seen.push(class);
        }
        None
    }

    /// What a class inherits from. Of a C++ class this is evaluated once, as soon as all of it is known.
    pub(crate) fn bases_of(&mut self, class: &ClassValue) -> Arc<[HostValue]> {
        let scope = self.class_scope(class);
        let known = |known: &ClassScope| known.scope == scope;
        if let Some(bases) =
            self.class_scopes.iter().find_map(|all| known(all).then_some(all.bases.as_ref())?)
        {
            return Arc::clone(bases);
        }
        // Bases are named where the class is; inside of it, the search for a name would come back here.
        let outer = if self.is_python() { class.scope.id } else { self.bases_scope(class, scope) };
        let definition = Arc::clone(&class.class);
        let evaluated =
            definition.bases.iter().map(|base| match self.is_python() && self.is_defined_again(base) {
                true => HostValue::unknown("the base is defined again"),
                false => self.in_class(outer, class, |this| this.value(base)),
            });
        let bases: Arc<[HostValue]> = evaluated.collect();
        if !self.is_python()
            && bases.iter().all(|base| base.unknown_reason().is_none())
            && let Some(known) = self.class_scopes.iter_mut().find(|all| known(all))
        {
            known.bases = Some(Arc::clone(&bases));
        }
        bases
    }

    /// Whether the class that a Python class inherits from may be another one than its name stands for now.
    fn is_defined_again(&self, base: &Expr) -> bool {
        let name = match &base.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { name, .. } => return self.is_assigned_on_module(&name.text),
            other => return !matches!(other, ExprKind::Index { .. }),
        };
        if self.is_assigned_on_module(name) {
            return true;
        }
        let Some(file) = self.files.get(self.file()) else { return false };
        let is_it = |item: &&Item| matches!(item, Item::Class(class) if class.name.text == *name);
        file.program.items.iter().filter(is_it).count() > 1
    }

    /// What the names of a C++ class's bases see: the template's arguments, and what is around the class.
    fn bases_scope(&mut self, class: &ClassValue, scope: ScopeId) -> ScopeId {
        let parameters = class.class.template.iter().filter_map(|parameter| parameter.name.as_ref());
        let bound: Vec<(String, Binding)> = parameters
            .filter_map(|name| Some((name.text.clone(), self.scopes.binding(scope, &name.text)?.clone())))
            .collect();
        if bound.is_empty() {
            return class.scope.id;
        }
        let file = self.scopes.file_of(scope);
        let inner = self.scopes.open(Some(class.scope.id), ScopeKind::Block, file);
        bound.into_iter().for_each(|(name, binding)| drop(self.scopes.bind(inner, &name, Some(binding))));
        inner
    }
}
