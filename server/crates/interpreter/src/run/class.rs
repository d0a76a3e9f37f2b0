//! Classes of the program: their members, and their instances.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    call::Computed, evaluation::VariableKind, function::Callable, object::ClassValue, scope::ScopeId,
    types::HostType, value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Language,
    program::{Class, Declaration, DeclarationKind, Function, HostStatement},
};

use crate::{
    code::{
        declared_name::is_template,
        enumerator::is_enumerator,
        member::{Member, each_member},
        walk,
    },
    cpp::outside_method::has_own_names,
    python::record_class,
    state::{
        address::Address,
        class_scope::ClassScope,
        context::ContextId,
        definitions::{Definition, DefinitionKind},
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    suppose::cpp::reason::{field_of_unknown, template_argument},
    value::{static_number, unknown::unknown},
};

/// How many classes a member is looked for in, from a class to those it inherits from.
pub(crate) const MAX_BASES: usize = 16;

/// How many classes a class may inherit from, all in all, where each is looked at.
pub(crate) const MAX_CLASSES: usize = 1024;

impl Interpreter<'_> {
    /// The scope of a class with its arguments, in which its members are evaluated.
    pub(crate) fn class_scope(&mut self, class: &ClassValue) -> ScopeId {
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
            let reason = || HostValue::unknown(template_argument(&name.text));
            let value = class.template.get(&name.text).cloned().unwrap_or_else(reason);
            self.scopes.bind(scope, &name.text, Some(Binding::parameter(value.clone(), parameter)));
            self.in_class(scope, class, |this| {
                let range = name.range.clone();
                this.record(name, range, VariableKind::TemplateParameter, &Computed::plain(value), until);
            });
        }
        if self.supposes_templates() && !class.class.template.is_empty() {
            self.in_class(scope, class, |this| this.hold_assertions(&class.class));
        }
        scope
    }

    /// Evaluates every member of a class that needs no object, so that each has its answer.
    pub(crate) fn run_class(&mut self, class: &ClassValue) {
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
    pub(crate) fn in_class<T>(
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
    pub(crate) fn class_member(&mut self, class: &ClassValue, name: &str) -> Option<HostValue> {
        self.member_of(class, name, MAX_BASES)
    }

    pub(crate) fn member_of(&mut self, class: &ClassValue, name: &str, bases: usize) -> Option<HostValue> {
        let scope = self.class_scope(class);
        if let Some(binding) = self.scopes.binding(scope, name) {
            let value = binding.value.clone();
            self.suppositions.ask_class(scope);
            return Some(value);
        }
        if self.supposes_templates() {
            self.suppositions.classes_asked.insert(scope);
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
            Some(Member::Declaration(_, declaration))
                if self.is_python() && record_class::leaves_nothing(&class.class, declaration) =>
            {
                self.inherited(class, name, bases)
            }
            Some(Member::Declaration(statement, declaration)) => {
                let value = self.static_member(class, scope, name, statement, declaration);
                Some(match self.enumeration(class) {
                    Some(members) => {
                        let value = self.enumerated(class, members, declaration, value);
                        self.bind_default(scope, name, Binding::variable(value.clone(), 0));
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
    pub(crate) fn has_member(&mut self, class: &ClassValue, name: &str) -> bool {
        self.member_names(class).contains(name)
    }

    /// The names of the class's own members, under whatever condition.
    pub(crate) fn member_names(&mut self, class: &ClassValue) -> &FxHashSet<String> {
        let address = Address::of(&*class.class);
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
            let is_only_special = self.specializations_of(class).len() < 2;
            let outside = self.definitions.qualified(&[&class.class.name.text], &first.name.text);
            let outside: Vec<&Function> = outside
                .iter()
                .filter_map(|definition| match definition.kind {
                    DefinitionKind::Function(function) => Some(function),
                    _ => None,
                })
                .filter(|function| may_be_of(function, &class.class, is_only_special))
                .collect();
            all.extend(&outside);
            match outside.as_slice() {
                [only] if functions.iter().all(|function| function.body.is_empty()) => {
                    let inner = self.under_own_names(class, scope, only);
                    return self.overloads(&all, inner);
                }
                several if several.iter().any(|function| has_own_names(class, function)) => {
                    return HostValue::unknown(format!(
                        "overloads of `{}` give the parameters of the class template other names: give them the same",
                        first.name.text
                    ));
                }
                _ => {}
            }
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
        let names_itself = match self.begin_definition((scope, Some(scope)), name, declaration) {
            Ok(names_itself) => names_itself,
            Err(by_itself) => return by_itself,
        };
        let is_field = match declaration.kind {
            DeclarationKind::Variable => !self.is_python(),
            // One that nothing is known to give goes by its name.
            _ => self.is_field(declaration) && declaration.value.is_some(),
        };
        let computed = self.in_class(scope, class, |this| {
            let computed = match is_field {
                // It is done for each object when that is made.
                true => this.without_changes(|this| this.declared(declaration)),
                false if this.is_python() && this.is_from_before(class, declaration) => {
                    unknown("what the class began with may be another thing by now")
                }
                false if !this.is_python() && is_given_elsewhere(declaration) => {
                    this.given_field(declaration)
                }
                false => this.declared(declaration),
            };
            let computed = match (is_field, static_number::is_static(&computed.value)) {
                // An object may have been given another value.
                (true, false) => unknown(field_of_unknown(name)),
                _ if this.changes_though_constant(&computed.value) => {
                    unknown(format!("`{name}` changes though it is `const`"))
                }
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
        self.end_definition(names_itself);
        let is_constant = !self.is_python() && declaration.kind != DeclarationKind::Variable;
        self.bind_default(
            scope,
            name,
            Binding { is_constant, ..Binding::variable(computed.value.clone(), 0) },
        );
        computed.value
    }

    /// Whether a Python class evaluated the value of an attribute, when it was made, with what may have changed since.
    pub(crate) fn is_from_before(&mut self, class: &ClassValue, declaration: &Declaration) -> bool {
        let Some(value) = &declaration.value else { return false };
        if self.is_bound_again(value) {
            return true;
        }
        let outer = class.scope.id;
        let mut names: Vec<&str> = Vec::new();
        walk::expression(value, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                names.push(name);
            }
        });
        names.into_iter().any(|name| {
            let is_own = self.member_names(class).contains(name);
            is_own && self.is_attribute_assigned(name)
                || !is_own
                    && (self.local_binding(outer, name).is_some()
                        || matches!(self.look_up(outer, name), Some(HostValue::Callable(callable))
                        if matches!(&*callable, Callable::Functions { .. })))
        })
    }

    /// A `const` member without a value: it was given something of its type, by a constructor or by a definition outside of
    /// the class.
    fn given_field(&mut self, declaration: &Declaration) -> Computed {
        let (Some(declared), Some(name)) = (&declaration.declared_type, declaration.names.first()) else {
            return self.declared(declaration);
        };
        let reason = field_of_unknown(&name.text);
        let computed = self.value_of_type(declared, declaration.is_pointer, name, &reason);
        let is_open = !declaration.is_pointer && computed.value.unknown_reason().is_some();
        match is_open.then(|| self.some_of_type(declared, &reason, &name.text)).flatten() {
            Some(some) => Computed::plain(some),
            None => computed,
        }
    }

    /// Whether each object of a C++ class has a value of its own for what a member declares; one that is `const` is given
    /// to it by what it is made of.
    pub(crate) fn is_field(&self, declaration: &Declaration) -> bool {
        match declaration.kind {
            DeclarationKind::Variable => !declaration.is_internal,
            DeclarationKind::Constant => self.language == Language::Cuda && !declaration.is_internal,
            DeclarationKind::Alias => false,
        }
    }

    /// Whether a class itself declares a field of this name that may be assigned.
    pub(crate) fn declares_changing_field(&self, class: &ClassValue, name: &str) -> bool {
        let mut declares = false;
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            if let Member::Declaration(_, declaration) = member {
                declares |= declaration.kind == DeclarationKind::Variable
                    && self.is_field(declaration)
                    && declaration.names.iter().any(|own| own.text == name);
            }
        });
        declares
    }

    /// What a class begins with in an attribute. A Python class had it before the code that asks for it first, so what
    /// that code writes later stands beside it.
    fn bind_default(&mut self, scope: ScopeId, name: &str, binding: Binding) {
        if self.is_python() {
            self.class_defaults.insert(Place::Variable(scope, name.into()), binding.value.clone());
        }
        self.bind(scope, name, binding);
    }
}

/// Whether a member is `const` and not given its value where it is declared.
fn is_given_elsewhere(declaration: &Declaration) -> bool {
    declaration.kind == DeclarationKind::Constant && declaration.value.is_none()
}

/// Whether a method that is defined outside of its class may be one of this class: that of a specialisation, `S<T*>::f`, is
/// none of the template itself, and of which specialisation it is, is known where there is one.
fn may_be_of(function: &Function, class: &Class, is_only_special: bool) -> bool {
    match class.specialization.is_empty() {
        true => function.around.len() == class.template.len(),
        false => function.around.is_empty() && is_only_special,
    }
}

/// The template itself among its specialisations.
fn primary<'c>(classes: &[&'c Class]) -> Option<&'c Class> {
    let mut all = classes.iter().filter(|class| class.specialization.is_empty());
    all.clone().find(|class| !class.members.is_empty()).or_else(|| all.next()).copied()
}
