//! Classes of the program: their members, and their instances.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    Language,
    program::{
        Class, Declaration, DeclarationKind, Function, HostStatement, Item, StatementKind, TemplateParameter,
    },
};

use super::{
    super::{Callable, ClassValue, Computed, HostType, HostValue, ScopeId, VariableKind},
    ClassScope, Interpreter,
    configuration::{Choices, Condition},
    context::ContextId,
    definitions::{Definition, DefinitionKind},
    expression::unknown,
    name::is_template,
    scope::{Binding, Place, ScopeKind},
    specialization::Special,
};
use crate::invariant::invariant;

/// How many classes a member is looked for in, from a class to those it inherits from.
const MAX_BASES: usize = 16;

/// How many classes a class may inherit from, all in all, where each is looked at.
pub(super) const MAX_CLASSES: usize = 1024;

/// Whether a declaration of C++ is that of an enumerator.
pub(super) fn is_enumerator(declaration: &Declaration) -> bool {
    declaration.kind == DeclarationKind::Constant
        && declaration.is_internal
        && declaration.declared_type.is_none()
}

/// A member of a class.
#[derive(Clone, Copy)]
pub(super) enum Member<'c> {
    Function(&'c Function),
    Class(&'c Class),
    Declaration(&'c HostStatement, &'c Declaration),
}

impl Interpreter<'_> {
    /// The scope of a class with its arguments, in which its members are evaluated.
    pub(super) fn class_scope(&mut self, class: &ClassValue) -> ScopeId {
        // Most are asked for again and again; to compare their arguments takes longer.
        let is_this = |known: &&ClassScope| {
            Arc::ptr_eq(&known.class.template, &class.template)
                && Arc::ptr_eq(&known.class.class, &class.class)
                && known.class.scope.id == class.scope.id
        };
        let mut known = self.class_scopes.iter().find(is_this);
        if known.is_none() {
            known = self.class_scopes.iter().find(|known| known.class == *class);
        }
        if let Some(known) = known {
            return known.scope;
        }
        let outer = class.scope.id;
        let file = self.scopes.file_of(outer);
        let scope = self.scopes.open(Some(outer), ScopeKind::Class(class.clone()), file);
        let context = self.frames.top().context;
        self.scopes.captured(scope);
        self.class_scopes.push(ClassScope { class: class.clone(), scope, context, bases: None });
        let until = class.class.range.end;
        for parameter in &class.class.template {
            let Some(name) = &parameter.name else { continue };
            let reason = || HostValue::unknown(format!("the template argument `{}` is not known", name.text));
            let value = class.template.get(&name.text).cloned().unwrap_or_else(reason);
            self.scopes.bind(scope, &name.text, Some(Binding::parameter(value.clone(), parameter)));
            self.in_class(scope, class, |this| {
                let range = name.range.clone();
                this.record(name, range, VariableKind::TemplateParameter, &Computed::plain(value), until);
            });
        }
        scope
    }

    /// Evaluates every member of a class that needs no object, so that each has its answer.
    pub(super) fn run_class(&mut self, class: &ClassValue) {
        let definition = Arc::clone(&class.class);
        let mut names: Vec<&str> = Vec::new();
        each_member(&definition.members, &self.choices, &mut |member, _| {
            if let Member::Declaration(_, declaration) = member {
                names.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
        });
        for name in names {
            self.class_member(class, name);
        }
    }

    /// Does `work` as code of a class.
    pub(super) fn in_class<T>(
        &mut self,
        scope: ScopeId,
        class: &ClassValue,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut frame = self.top_frame(scope, class.class.path.clone(), class.class.range.end);
        if frame.context == ContextId::OUTSIDE
            && let Some(known) = self.class_scopes.iter().find(|known| known.class == *class)
        {
            frame.context = known.context;
        }
        self.frames.push(frame);
        let result = work(self);
        self.frames.pop();
        result
    }

    /// A member of a class: a method, an inner class, an alias, a constant, a field's default.
    pub(super) fn class_member(&mut self, class: &ClassValue, name: &str) -> Option<HostValue> {
        self.member_of(class, name, MAX_BASES)
    }

    fn member_of(&mut self, class: &ClassValue, name: &str, bases: usize) -> Option<HostValue> {
        let scope = self.class_scope(class);
        if let Some(binding) = self.scopes.binding(scope, name) {
            return Some(binding.value.clone());
        }
        if !self.has_member(class, name) {
            return self.inherited(class, name, bases);
        }
        let definition = Arc::clone(&class.class);
        let (mut functions, mut others, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        each_member(&definition.members, &self.choices, &mut |member, open| {
            match member {
                Member::Function(function) if function.name.text == name => functions.push(function),
                Member::Class(class) if class.name.text == name => others.push(member),
                Member::Declaration(_, declaration)
                    if declaration.names.iter().any(|own| own.text == name) =>
                {
                    others.push(member);
                }
                _ => return,
            }
            conditions.extend(open.cloned());
        });
        let templates: Vec<&Declaration> = others
            .iter()
            .filter_map(|other| match other {
                Member::Declaration(_, declaration) if is_template(declaration) => Some(*declaration),
                _ => None,
            })
            .collect();
        if !others.is_empty() && templates.len() == others.len() && conditions.is_empty() {
            return Some(self.template_of(&templates, scope));
        }
        let inner: Vec<&Class> = others
            .iter()
            .filter_map(|other| match other {
                Member::Class(class) => Some(*class),
                _ => None,
            })
            .collect();
        if inner.len() > 1
            && inner.len() == others.len()
            && conditions.is_empty()
            && let Some(primary) = primary(&inner)
        {
            others = vec![Member::Class(primary)];
        }
        if others.len() > 1 && !self.is_python() {
            self.conflicts.extend(conditions);
            return Some(HostValue::unknown(format!(
                "`{name}` is defined under conditions of the preprocessor"
            )));
        }
        let other = others.pop();
        if !functions.is_empty() && other.is_some() && !self.is_python() {
            return Some(HostValue::unknown(format!("which `{name}` of a class and of its base is meant")));
        }
        if !functions.is_empty() {
            return Some(self.methods(class, scope, &functions));
        }
        match other {
            Some(Member::Class(inner)) => {
                let inner = ClassValue::new(self.shared.class(inner), self.scopes.captured(scope));
                Some(match self.is_python() {
                    true => HostValue::Callable(Arc::new(Callable::Class(inner))),
                    false => HostValue::Type(Arc::new(HostType::Class(inner))),
                })
            }
            Some(Member::Declaration(_, declaration))
                if !self.is_python()
                    && is_enumerator(declaration)
                    && self.definitions.has_operators(&class.class.name.text) =>
            {
                Some(HostValue::unknown(format!(
                    "operators of `{}` are the program's",
                    class.class.name.text
                )))
            }
            Some(Member::Declaration(statement, declaration)) => {
                let value = self.static_member(class, scope, name, statement, declaration);
                Some(match self.enumeration(class) {
                    Some(members) => {
                        let value = self.enumerated(class, members, declaration, value);
                        self.bind_default(scope, name, value.clone());
                        value
                    }
                    None => value,
                })
            }
            _ => self.inherited(class, name, bases),
        }
    }

    /// Whether the class itself has a member of this name, under whatever condition. Every name in a method is looked for
    /// in the class first, and few are there.
    pub(super) fn has_member(&mut self, class: &ClassValue, name: &str) -> bool {
        self.member_names(class).contains(name)
    }

    /// The names of the class's own members, under whatever condition.
    pub(super) fn member_names(&mut self, class: &ClassValue) -> &FxHashSet<String> {
        let address = Arc::as_ptr(&class.class).addr();
        let choices = &self.choices;
        // The class is kept, so that no other one has its address.
        let (_, names) = self.member_names.entry(address).or_insert_with(|| {
            let mut names: FxHashSet<String> = FxHashSet::default();
            each_member(&class.class.members, choices, &mut |member, _| match member {
                Member::Function(function) => drop(names.insert(function.name.text.clone())),
                Member::Class(class) => drop(names.insert(class.name.text.clone())),
                Member::Declaration(_, declaration) => {
                    names.extend(declaration.names.iter().map(|name| name.text.clone()));
                }
            });
            (Arc::clone(&class.class), names)
        });
        names
    }

    /// Methods that share a name; one that is only declared may be defined outside of the class.
    fn methods(&mut self, class: &ClassValue, scope: ScopeId, functions: &[&Function]) -> HostValue {
        let mut all: Vec<&Function> = functions.to_vec();
        if let Some(first) = functions.first()
            && !self.is_python()
            && !class.class.template.is_empty()
        {
            let outside = self.definitions.qualified(&[&class.class.name.text], &first.name.text);
            let is_special = |definition: &Definition<'_>| matches!(definition.kind, DefinitionKind::Function(function) if !function.specialization.is_empty());
            if outside.iter().any(is_special) {
                return HostValue::unknown(format!(
                    "`{}` has specialisations outside of its class",
                    first.name.text
                ));
            }
        }
        if functions.iter().any(|function| function.body.is_empty())
            && let Some(first) = functions.first()
        {
            let outside = self.definitions.qualified(&[&class.class.name.text], &first.name.text);
            all.extend(outside.iter().filter_map(|definition| match definition.kind {
                DefinitionKind::Function(function) => Some(function),
                _ => None,
            }));
        }
        self.overloads(&all, scope)
    }

    /// A constant, an alias, or the default of a field.
    fn static_member(
        &mut self,
        class: &ClassValue,
        scope: ScopeId,
        name: &str,
        statement: &HostStatement,
        declaration: &Declaration,
    ) -> HostValue {
        for own in &declaration.names {
            let value = HostValue::unknown(format!("`{name}` is defined by itself"));
            self.bind(scope, &own.text, Binding::variable(value, own.range.start));
        }
        let is_field = match declaration.kind {
            DeclarationKind::Variable => !self.is_python(),
            // One that nothing is known to give goes by its name.
            _ => self.is_field(declaration) && declaration.value.is_some(),
        };
        let computed = self.in_class(scope, class, |this| {
            let computed = match is_field {
                // It is done for each object when that is made.
                true => this.without_changes(|this| this.declared(declaration)),
                false => this.declared(declaration),
            };
            let computed = match (is_field, super::convert::is_static(&computed.value)) {
                // An object may have been given another value.
                (true, false) => unknown(format!("the field `{name}` of an object that is not known")),
                _ => computed,
            };
            let kind = match declaration.kind {
                DeclarationKind::Alias => VariableKind::Alias,
                _ => VariableKind::Field,
            };
            let until = class.class.range.end;
            if let Some(own) = declaration.names.iter().find(|own| own.text == name) {
                this.record(own, statement.range.clone(), kind, &computed, until);
                if is_field && this.file().is_main() {
                    this.weaken_last_record();
                }
            }
            computed
        });
        self.bind_default(scope, name, computed.value.clone());
        computed.value
    }

    /// Whether each object of a C++ class has a value of its own for what a member declares; one that is `const` is given
    /// to it by what it is made of.
    pub(super) fn is_field(&self, declaration: &Declaration) -> bool {
        match declaration.kind {
            DeclarationKind::Variable => !declaration.is_internal,
            DeclarationKind::Constant => self.language == Language::Cuda && !declaration.is_internal,
            DeclarationKind::Alias => false,
        }
    }

    /// What a class begins with in an attribute. A Python class had it before the code that asks for it first, so what
    /// that code writes later stands beside it.
    fn bind_default(&mut self, scope: ScopeId, name: &str, value: HostValue) {
        if self.is_python() {
            self.class_defaults.insert(Place::Variable(scope, name.into()), value.clone());
        }
        self.bind(scope, name, Binding::variable(value, 0));
    }

    /// What `super()` finds under this name in a method of the class.
    pub(super) fn of_bases(&mut self, class: &ClassValue, name: &str) -> Option<HostValue> {
        self.inherited(class, name, MAX_BASES)
    }

    fn inherited(&mut self, class: &ClassValue, name: &str, bases: usize) -> Option<HostValue> {
        if bases == 0 || class.class.bases.is_empty() {
            return None;
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
                    is_foreign |= found.is_none() && super::hidden_write::is_foreign_base(base);
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
    pub(super) fn find_in_bases<T>(
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
    pub(super) fn bases_of(&mut self, class: &ClassValue) -> Arc<[HostValue]> {
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
            definition.bases.iter().map(|base| self.in_class(outer, class, |this| this.value(base)));
        let bases: Arc<[HostValue]> = evaluated.collect();
        if !self.is_python()
            && bases.iter().all(|base| base.unknown_reason().is_none())
            && let Some(known) = self.class_scopes.iter_mut().find(|all| known(all))
        {
            known.bases = Some(Arc::clone(&bases));
        }
        bases
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

    /// A class template with its arguments; the specialisation that they name, where there is one.
    pub(super) fn specialized_class(&mut self, class: &ClassValue, arguments: Vec<HostValue>) -> HostValue {
        let definition = Arc::clone(&class.class);
        if !definition.specialization.is_empty() {
            return HostValue::unknown(format!(
                "`{}` is specialised here, but not defined",
                definition.name.text
            ));
        }
        let place = (class.scope.id, &*definition.path);
        let (bound, values) = self.bound_template(&definition.template, place, arguments);
        let special = self.specializations_of(class);
        let patterns: Vec<Special<'_>> = special
            .iter()
            .map(|class| Special { parameters: &class.template, pattern: &class.specialization })
            .collect();
        let chosen = self.specialization(&definition.name.text, &patterns, &values, place);
        let (definition, template) = match chosen {
            Err(reason) => return HostValue::unknown(reason),
            Ok(Some((index, bindings))) => match special.get(index) {
                Some(special) => (Arc::clone(special), bindings),
                None => {
                    return invariant!(
                        HostValue::unknown("a specialisation that is not there"),
                        "specialisation {index} of {}",
                        special.len()
                    );
                }
            },
            Ok(None) => {
                let names = definition.template.iter().filter_map(|parameter| parameter.name.as_ref());
                let template = names.filter_map(|name| {
                    Some((name.text.clone(), self.scopes.binding(bound, &name.text)?.value.clone()))
                });
                let template = template.collect();
                (Arc::clone(&definition), template)
            }
        };
        // A specialisation may stand in another file than its template.
        let scope = match self.scope_of_own_file(&definition) {
            Some(own) if own != class.scope.id => self.scopes.captured(own),
            _ => class.scope,
        };
        HostValue::Type(Arc::new(HostType::Class(ClassValue {
            class: definition,
            template: Arc::new(template),
            arguments: values.into(),
            scope,
        })))
    }

    /// The specialisations of a class template, which stand beside it.
    pub(super) fn specializations_of(&mut self, class: &ClassValue) -> Vec<Arc<Class>> {
        let name = &class.class.name.text;
        let around = match self.scopes.get(class.scope.id).map(|scope| scope.kind.clone()) {
            Some(ScopeKind::Class(around)) => Some(around),
            _ => None,
        };
        if let Some(around) = around {
            let mut found: Vec<&Class> = Vec::new();
            each_member(&around.class.members, &self.choices, &mut |member, _| match member {
                Member::Class(inner) if inner.name.text == *name && !inner.specialization.is_empty() => {
                    found.push(inner);
                }
                _ => {}
            });
            return found.into_iter().map(|class| self.shared.class(class)).collect();
        }
        let path: Vec<&str> = class.class.path.iter().map(String::as_str).collect();
        let found: Vec<&Class> = self
            .definitions
            .qualified(&path, name)
            .iter()
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Class(class) if !class.specialization.is_empty() => Some(class),
                _ => None,
            })
            .collect();
        found.into_iter().map(|class| self.shared.class(class)).collect()
    }

    /// Template arguments in order, defaults filled in, and a scope that holds them by name.
    pub(super) fn bound_template(
        &mut self,
        parameters: &[TemplateParameter],
        (outer, path): (ScopeId, &[String]),
        arguments: Vec<HostValue>,
    ) -> (ScopeId, Vec<HostValue>) {
        let file = self.scopes.file_of(outer);
        let scope = self.scopes.open(Some(outer), ScopeKind::Block, file);
        let mut arguments = arguments.into_iter();
        let mut values = Vec::new();
        for parameter in parameters {
            if parameter.is_pack {
                let pack: Vec<HostValue> = arguments.by_ref().collect();
                values.extend(pack.iter().cloned());
                let Some(name) = &parameter.name else { continue };
                let binding = Binding::parameter(HostValue::tuple(pack), parameter);
                self.scopes.bind(scope, &name.text, Some(binding));
                continue;
            }
            let name = parameter.name.as_ref().map_or("", |name| name.text.as_str());
            let value = if let Some(value) = arguments.next() {
                value
            } else if let Some(default) = &parameter.default {
                let frame = self.top_frame(scope, path.into(), usize::MAX);
                self.frames.push(frame);
                let value = self.value(default);
                self.frames.pop();
                super::convert::static_number(value)
            } else {
                HostValue::unknown(format!("the template argument `{name}` is not known"))
            };
            if !name.is_empty() {
                self.scopes.bind(scope, name, Some(Binding::parameter(value.clone(), parameter)));
            }
            values.push(value);
        }
        (scope, values)
    }
}

/// The template itself among its specialisations.
fn primary<'c>(classes: &[&'c Class]) -> Option<&'c Class> {
    let mut all = classes.iter().filter(|class| class.specialization.is_empty());
    all.clone().find(|class| !class.members.is_empty()).or_else(|| all.next()).copied()
}

/// The class that a value is.
pub(super) fn class_of(value: &HostValue) -> Option<&ClassValue> {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Class(class) => Some(class),
            HostType::Of(HostValue::Instance(instance)) => Some(&instance.class),
            _ => None,
        },
        HostValue::Callable(callable) => match &**callable {
            Callable::Class(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `visit` with every member, those under `#if` included as far as the program may hold them; with the condition
/// that is still to be decided.
pub(super) fn each_member<'c>(
    items: &'c [Item],
    choices: &Choices,
    visit: &mut impl FnMut(Member<'c>, Option<&Condition>),
) {
    for item in items {
        match item {
            Item::Function(function) => visit(Member::Function(function), None),
            Item::Class(class) => visit(Member::Class(class), None),
            Item::Statement(statement) => member_statement(statement, choices, None, visit),
        }
    }
}

fn member_statement<'c>(
    statement: &'c HostStatement,
    choices: &Choices,
    open: Option<&Condition>,
    visit: &mut impl FnMut(Member<'c>, Option<&Condition>),
) {
    match &statement.kind {
        StatementKind::Declare(declaration) => visit(Member::Declaration(statement, declaration), open),
        StatementKind::Function(function) => visit(Member::Function(function), open),
        StatementKind::Class(class) => visit(Member::Class(class), open),
        StatementKind::Alternatives(branches) => {
            let condition = Condition::of(branches);
            let chosen = choices.get(&condition);
            let open = if chosen.is_some() { open } else { Some(&condition) };
            for (index, branch) in branches.iter().enumerate() {
                if chosen.is_none_or(|chosen| *chosen == index) {
                    branch.body.iter().for_each(|inner| member_statement(inner, choices, open, visit));
                }
            }
        }
        _ => {}
    }
}
