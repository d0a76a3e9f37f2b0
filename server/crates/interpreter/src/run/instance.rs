//! Objects of the program's classes, as constructors and initialisers make them.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use layoutlens_host_value::{
    call::{CallArgument, Computed},
    evaluation::VariableKind,
    function::Callable,
    object::{ClassValue, InstanceId},
    scope::ScopeId,
    types::{HostType, type_of, without_reference},
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{
        Class, Declaration, Function, HostStatement, Item, Parameter, StatementKind, TemplateParameter,
    },
};

use crate::{
    code::{
        declared_name::template_name,
        member::{Member, each_member},
        walk,
    },
    cpp::deduce,
    python::record_class::{AFTER_GENERATED, Maker},
    run::copying,
    state::{
        given::Given,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    value::{class_of::class_of, unknown::unknown},
};

impl Interpreter<'_> {
    /// `Class(arguments)`: an instance.
    pub(crate) fn instance(
        &mut self,
        class: &ClassValue,
        given: Vec<Given>,
        range: Range<usize>,
    ) -> Computed {
        if self.is_vague_caller(class.scope.id, &given) {
            if let Some(constructor) = constructor_of(&class.class) {
                self.tell_given(constructor, true, &given);
            }
            return unknown(format!("what a `{}` is made of is not known", class.class.name.text));
        }
        if self.enumeration(class).is_some() {
            return unknown(format!("which member of `{}` this is, is not known", class.class.name.text));
        }
        let class =
            &match self.guided_class(class, &given).unwrap_or_else(|| self.deduced_class(class, &given)) {
                Some(deduced) => deduced,
                None if self.may_be_deduced_otherwise(class, &given) => {
                    self.forget_after_unrun(&[], None, &given);
                    return unknown(format!(
                        "which `{}` is deduced from what the object is made of",
                        class.class.name.text
                    ));
                }
                None => match self.with_defaults(class) {
                    Ok(class) => class,
                    Err(reason) => {
                        self.forget_after_unrun(&[], None, &given);
                        return unknown(reason);
                    }
                },
            };
        if let [Given { argument, .. }] = given.as_slice()
            && matches!(&argument.value, HostValue::Instance(instance) if instance.class == *class)
            && !self.is_python()
        {
            return self.copied(Computed::plain(argument.value.clone()));
        }
        if let [only] = given.as_slice()
            && !self.is_python()
            && may_be_an_object(&only.argument)
        {
            self.forget_after_unrun(&[], None, &given);
            return unknown(format!("whether this `{}` is a copy is not known", class.class.name.text));
        }
        if !given.is_empty() && self.takes_a_list(class) {
            self.forget_after_unrun(&[], None, &given);
            return unknown(format!("which constructor of `{}` is called", class.class.name.text));
        }
        if !self.is_python() && self.fills_its_bases(class, &given) {
            return unknown(format!(
                "what the bases of a `{}` are made of is not read",
                class.class.name.text
            ));
        }
        if self.is_python()
            && let Some(made) = self.made_by_library(class, &given)
        {
            return made;
        }
        if self.filled.contains(class) {
            return unknown(format!(
                "a `{}` cannot hold itself: make the field a pointer",
                class.class.name.text
            ));
        }
        let value = self.new_instance(class, BTreeMap::new());
        let made = self.made_objects.len();
        if self.is_python() {
            self.made_objects.push(value.clone());
        }
        let scope = self.class_scope(class);
        let HostValue::Instance(instance) = &value else { return Computed::plain(value) };
        if self.is_python() {
            if self.changes_lists() {
                given.iter().for_each(|given| self.forget_list(&given.argument.value));
            }
            self.tell_made(class, &given);
            let has_new = self.class_member(class, "__new__").is_some();
            // A test that a constructor refuses something: the program makes no such object.
            let id = instance.id;
            let is_raised = self.certainly_raises(|this| this.make(class, &value, id, given, range));
            if is_raised && made < self.made_objects.len() {
                self.made_objects.remove(made);
            }
            self.run_class(class);
            return match has_new {
                true => {
                    unknown(format!("what `__new__` of `{}` gives is not followed", class.class.name.text))
                }
                false => Computed::plain(value),
            };
        }
        let whole = value.clone();
        let constructor = class.class.name.text.clone();
        let has_constructor = self.has_constructor(class);
        self.filled.push(class.clone());
        self.fill_fields(class, scope, &value, instance.id, if has_constructor { &[] } else { &given });
        self.filled.pop();
        let found = if has_constructor { self.class_member(class, &constructor) } else { None };
        if let Some(HostValue::Callable(callable)) = found
            && let Callable::Functions { overloads, template, scope, .. } = &*callable
        {
            self.call_functions(overloads, template, scope.id, Some(&value), given, range);
        }
        self.run_class(class);
        self.forget_before_destructor(class, &whole);
        Computed::plain(value)
    }

    /// Whether a constructor takes all that stands between braces as a list.
    fn takes_a_list(&self, class: &ClassValue) -> bool {
        let is_list = |parameter: &Parameter| {
            parameter.declared_type.as_ref().and_then(template_name) == Some("initializer_list")
        };
        let mut takes_a_list = false;
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            takes_a_list |= matches!(member, Member::Function(function)
                if function.name.text == class.class.name.text && function.parameters.iter().any(is_list));
        });
        takes_a_list
    }

    fn has_constructor(&self, class: &ClassValue) -> bool {
        let name = &class.class.name.text;
        let mut has_constructor = false;
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            has_constructor |= matches!(member, Member::Function(function) if function.name.text == *name);
        });
        has_constructor
    }

    /// Whether what a C++ object is made of goes to its bases first: it has no constructor of its own.
    fn fills_its_bases(&self, class: &ClassValue, given: &[Given]) -> bool {
        !class.class.bases.is_empty()
            && given.iter().any(|given| given.argument.keyword.is_none())
            && !self.has_constructor(class)
    }

    /// Gives an object of a Python class its fields.
    fn make(
        &mut self,
        class: &ClassValue,
        object: &HostValue,
        instance: InstanceId,
        given: Vec<Given>,
        range: Range<usize>,
    ) {
        let (method, given) = match self.made_as(class) {
            Some((Maker::Dataclass, of)) => {
                self.fill_record(&of, object, instance, &given);
                (AFTER_GENERATED, Vec::new())
            }
            Some((Maker::NamedTuple, _)) => return self.fill_record(class, object, instance, &given),
            Some((Maker::Constructor, _)) | None => ("__init__", given),
        };
        if let Some(HostValue::Callable(callable)) = self.class_member(class, method)
            && let Callable::Functions { overloads, template, scope, .. } = &*callable
        {
            self.call_functions(overloads, template, scope.id, Some(object), given, range);
            return;
        }
        self.forget_after_constructor_of_base(class);
        // The constructor of a class of the library that it inherits from.
        let library = self.library;
        let fields = self.bases_of(class).iter().find_map(|base| library.fields(base)).unwrap_or_default();
        for (field, keyword, place) in fields {
            let by_keyword = given.iter().find(|given| given.argument.keyword.as_deref() == Some(*keyword));
            let mut in_order = given.iter().filter(|given| given.argument.keyword.is_none());
            if let Some(given) = by_keyword.or_else(|| in_order.nth(*place))
                && self.class_member(class, field).is_none()
            {
                let binding = Binding::variable(given.argument.value.clone(), 0);
                self.put(&Place::Field(instance, (*field).into()), Some(binding));
            }
        }
    }

    /// The class with template arguments deduced from what an object is made of: `Holder holder{layout}`.
    fn deduced_class(&mut self, class: &ClassValue, given: &[Given]) -> Option<ClassValue> {
        let definition = Arc::clone(&class.class);
        let is_template = !definition.template.is_empty() && class.arguments.is_empty();
        if self.is_python() || !is_template || given.is_empty() || !definition.bases.is_empty() {
            return None;
        }
        if let [Given { argument, .. }] = given
            && let HostValue::Instance(copied) = &argument.value
            && Arc::ptr_eq(&copied.class.class, &definition)
        {
            return Some(copied.class.clone());
        }
        let (mut constructors, mut fields) = (Vec::new(), Vec::new());
        each_member(&definition.members, &self.choices, &mut |member, _| match member {
            Member::Function(function) if function.name.text == definition.name.text => {
                constructors.push(function);
            }
            Member::Declaration(_, declaration) if self.is_field(declaration) => {
                fields.extend(declaration.names.iter().map(|_| declaration));
            }
            _ => {}
        });
        constructors.retain(|constructor| match constructor.parameters.split_last() {
            Some((last, before)) if last.is_pack => before.len() <= given.len(),
            _ => constructor.parameters.len() == given.len(),
        });
        let declared: Vec<(&Expr, bool, bool)> = match constructors.as_slice() {
            [] => fields
                .iter()
                .map(|field| Some((field.declared_type.as_ref()?, field.is_pointer, !field.is_reference)))
                .collect::<Option<_>>()?,
            [only] if only.template.is_empty() => only
                .parameters
                .iter()
                .map(|parameter| {
                    let is_value = !parameter.is_reference || parameter.is_constant;
                    Some((parameter.declared_type.as_ref()?, parameter.is_pointer, is_value))
                })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        let pack = match constructors.as_slice() {
            [only] => only.parameters.split_last().filter(|(last, _)| last.is_pack),
            _ => None,
        };
        let mut of_pack = match pack {
            Some((last, before)) => {
                Some(types_of_pack(&definition.template, last, given.get(before.len()..)?)?)
            }
            None => None,
        };
        let declared = declared.into_iter().take(pack.map_or(given.len(), |(_, before)| before.len()));
        let mut deduced = BTreeMap::new();
        for ((declared, is_pointer, is_value), given) in declared.zip(given) {
            let value = &given.argument.value;
            deduce::deduce(
                self.outside.libraries.types,
                &definition.template,
                declared,
                is_pointer,
                value,
                &mut deduced,
            );
            if let ExprKind::Name(name) = &declared.kind
                && is_value
                && let Some(of) = deduced.remove(name)
            {
                deduced.insert(name.clone(), without_reference(of));
            }
        }
        let mut arguments = Vec::with_capacity(definition.template.len());
        for parameter in &definition.template {
            if parameter.is_pack {
                arguments.append(&mut of_pack.take()?);
                continue;
            }
            match deduced.remove(&parameter.name.as_ref()?.text) {
                Some(argument) => arguments.push(argument),
                // Those behind it have defaults as well.
                None if parameter.default.is_some() && deduced.is_empty() => break,
                None => return None,
            }
        }
        match self.specialized_class(class, arguments) {
            HostValue::Type(of) => match &*of {
                HostType::Class(class) => Some(class.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an object may be made of another class than the template with its defaults, though it is not known which.
    fn may_be_deduced_otherwise(&mut self, class: &ClassValue, given: &[Given]) -> bool {
        let parameters = &class.class.template;
        if self.is_python() || parameters.is_empty() || !class.arguments.is_empty() {
            return false;
        }
        if given.is_empty() {
            return !self.guides_of(class).is_empty();
        }
        parameters.iter().any(|parameter| parameter.default.is_some() || parameter.is_pack)
            || !self.specializations_of(class).is_empty()
    }

    /// The class with the defaults of its template parameters: `Kernel` of `template <int N = 3>`.
    ///
    /// # Errors
    /// Why it is not known which class that is: a default that is not known may choose a specialisation.
    fn with_defaults(&mut self, class: &ClassValue) -> Result<ClassValue, String> {
        if class.class.template.is_empty() || !class.arguments.is_empty() {
            return Ok(class.clone());
        }
        let specialized = self.specialized_class(class, Vec::new());
        if let HostValue::Type(of) = &specialized
            && let HostType::Class(class) = &**of
        {
            return Ok(class.clone());
        }
        let name = &class.class.name.text;
        let reason = specialized.unknown_reason().map(str::to_owned);
        Err(reason.unwrap_or_else(|| format!("which `{name}` this is, is not known")))
    }

    /// What defaults of fields do beside their value, `int id = ++count;`, is done where no other value is given.
    fn do_beside_defaults(&mut self, class: &ClassValue, object: ScopeId) {
        let effects: Vec<HostStatement> = class
            .class
            .members
            .iter()
            .filter_map(|member| match member {
                Item::Statement(statement) if is_effect(&statement.kind) => Some(statement.clone()),
                _ => None,
            })
            .collect();
        if effects.is_empty() || self.is_python() {
            return;
        }
        self.in_class(object, class, |this| {
            this.forget_changes_of("it may be done when an object is made", |this| {
                this.block(&effects);
            });
        });
    }

    /// Whether a field that is given this may take more values than one, as an array or an object does without braces of
    /// its own.
    fn may_leave_out_braces(&mut self, field: &Declaration, given: &HostValue) -> bool {
        if field.is_reference || !matches!(given, HostValue::Value(_)) {
            return false;
        }
        let Some(declared) = &field.declared_type else { return field.is_pointer };
        match self.value(declared) {
            HostValue::Type(of) => match &*of {
                HostType::Class(_) => given.as_integer().is_some(),
                HostType::Named(_) => field.is_pointer,
                HostType::Specialized { .. } => given.as_integer().is_some_and(|given| !given.is_static()),
                HostType::Of(_) => false,
            },
            _ => given.as_integer().is_some(),
        }
    }

    /// Gives a C++ object its fields: from arguments in order or by name, else their defaults.
    fn fill_fields(
        &mut self,
        class: &ClassValue,
        scope: ScopeId,
        object: &HostValue,
        instance: InstanceId,
        given: &[Given],
    ) {
        let definition = Arc::clone(&class.class);
        for base in &definition.bases {
            let base = self.in_class(scope, class, |this| this.value(base));
            if let Some(base) = class_of(&base) {
                let (base, scope) = (base.clone(), self.class_scope(base));
                if self.filled.contains(&base) {
                    continue;
                }
                self.filled.push(base.clone());
                self.fill_fields(&base, scope, object, instance, &[]);
                self.filled.pop();
                self.forget_after_default_constructor(instance, &base);
            }
        }
        let mut fields: Vec<(&HostStatement, &Declaration)> = Vec::new();
        each_member(&definition.members, &self.choices, &mut |member, _| {
            if let Member::Declaration(statement, declaration) = member
                && self.is_field(declaration)
            {
                fields.push((statement, declaration));
            }
        });
        let file = self.scopes.file_of(scope);
        let inner = self.scopes.open(Some(scope), ScopeKind::Object(object.clone()), file);
        // A constructor gives fields their values before the defaults of those behind them are evaluated.
        let has_constructor = self.has_constructor(class);
        let depends_on_others = |declaration: &Declaration| {
            let mut depends = false;
            let mut visit = |expr: &Expr| {
                depends |= matches!(&expr.kind, ExprKind::Name(name)
                    if fields.iter().any(|(_, field)| field.names.iter().any(|own| own.text == *name)));
            };
            declaration.value.iter().for_each(|value| walk::expression(value, &mut visit));
            depends
        };
        let mut positional = given.iter().filter(|given| given.argument.keyword.is_none());
        // Whether the values of an inner object may stand without braces of their own: which is whose is not known then.
        let mut is_flat = false;
        for &(statement, declaration) in &fields {
            let is_open = has_constructor && depends_on_others(declaration);
            for name in &declaration.names {
                let by_name = given.iter().find(|given| given.argument.keyword.as_ref() == Some(&name.text));
                let given = by_name.or_else(|| positional.next());
                let refers_to = match given {
                    Some(given) => given.place.clone(),
                    None => declaration
                        .value
                        .as_ref()
                        .and_then(|default| self.in_class(inner, class, |this| this.place_of(default))),
                };
                let refers_to =
                    refers_to.filter(|_| !declaration.is_pointer && self.is_declared_to_refer(declaration));
                is_flat |= given.is_some_and(|given| {
                    let value = &given.argument.value;
                    self.in_class(inner, class, |this| this.may_leave_out_braces(declaration, value))
                });
                let computed = match given {
                    _ if is_flat => unknown("whose value this is, is not known without inner braces"),
                    Some(given) => {
                        let computed = Computed::plain(given.argument.value.clone());
                        match &declaration.declared_type {
                            Some(declared) => self.in_class(inner, class, |this| {
                                this.converted(declared, declaration.is_pointer, computed)
                            }),
                            None => computed,
                        }
                    }
                    None if is_open => {
                        unknown("a default that depends on what the constructor gives other fields")
                    }
                    None => self.in_class(inner, class, |this| this.declared(declaration)),
                };
                let computed = match copying::owns_its_object(declaration) {
                    true => self.copied(computed),
                    false => computed,
                };
                let until = definition.range.end;
                self.in_class(inner, class, |this| {
                    this.record(name, statement.range.clone(), VariableKind::Field, &computed, until);
                });
                let place = Place::Field(instance, name.text.as_str().into());
                self.put(&place, Some(Binding::variable(computed.value, 0)));
                self.share(&place, refers_to.as_slice());
            }
        }
        self.do_beside_defaults(class, inner);
    }
}

/// The types of what a constructor of a class template takes as `T... values`; `None` where they are no arguments of it as
/// they are.
fn types_of_pack(
    template: &[TemplateParameter],
    pack: &Parameter,
    given: &[Given],
) -> Option<Vec<HostValue>> {
    let declared = match &pack.declared_type.as_ref()?.kind {
        ExprKind::Expand(of) => &of.kind,
        kind => kind,
    };
    let ExprKind::Name(declared) = declared else { return None };
    let mut packs = template.iter().filter(|parameter| parameter.is_pack);
    let own = packs.next().filter(|_| packs.next().is_none())?.name.as_ref()?;
    let is_own = own.text == *declared && !pack.is_pointer;
    is_own.then(|| given.iter().map(|given| without_reference(type_of(&given.argument.value))).collect())
}

/// Whether what is given may be an object of the class itself: nothing is known of it, not even the type.
fn may_be_an_object(argument: &CallArgument) -> bool {
    argument.keyword.is_none() && matches!(argument.value, HostValue::Value(Value::Unknown(_)))
}

/// Whether a statement does something and declares nothing.
fn is_effect(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Assign { .. } | StatementKind::Expression(_) | StatementKind::If { .. })
}

/// The constructor that stands in a class of Python.
pub(crate) fn constructor_of(class: &Class) -> Option<&Function> {
    class.members.iter().find_map(|member| match member {
        Item::Function(function) if function.name.text == "__init__" => Some(function),
        _ => None,
    })
}
