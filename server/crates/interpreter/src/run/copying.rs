//! Copies of C++ objects: what is done to a copy is not done to the object.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{CallArgument, Computed},
    object::{ClassValue, Instance, InstanceId},
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Declaration, DeclarationKind, Function},
};

use crate::{
    code::{
        declared_name::template_name,
        member::{Member, each_member},
    },
    state::{interpreter::Interpreter, scope::Place},
};

/// How deep objects hold objects that are copied with them.
const MAX_DEPTH: usize = 8;

impl Interpreter<'_> {
    /// A copy: an object of a C++ class that is assigned or passed by value has fields of its own, and so have the
    /// objects in its fields.
    pub(crate) fn copied(&mut self, computed: Computed) -> Computed {
        if self.is_python() || !holds_objects(&computed.value) {
            return computed;
        }
        Computed { value: self.copy_of(&computed.value, MAX_DEPTH), ..computed }
    }

    /// What an expression gives to whoever keeps it. `this` is an address: the object may be written through it from
    /// here on, and a copy of it is no copy of the object.
    pub(crate) fn kept(&mut self, expr: &Expr) -> Computed {
        let computed = self.evaluate(expr);
        if self.is_python() || !is_this(expr) || !matches!(computed.value, HostValue::Instance(_)) {
            return computed;
        }
        self.expose_object(&computed.value);
        Computed::plain(self.pointer_to(&computed.value))
    }

    /// What `return e;` gives: a copy of an object that stays where it is, unless the function gives a reference.
    pub(crate) fn returned(&mut self, expr: &Expr) -> HostValue {
        let function = self.frames.top().function.clone();
        let returns = function.as_ref().and_then(|function| function.returns.as_ref());
        let computed = match self.of_returned_class(expr, returns) {
            Some(made) => self.kept(&made),
            None => self.kept(expr),
        };
        if let Some(returns) =
            function.as_ref().filter(|of| !of.returns_reference).and_then(|of| of.returns.as_ref())
        {
            self.forget_after_initial(returns, expr, &computed.value);
        }
        let frame = self.frames.top();
        let (first, gives_reference) = (
            frame.began.instances,
            frame.function.as_ref().is_none_or(|function| function.returns_reference),
        );
        if gives_reference || !holds_older_objects(&computed.value, first) {
            return computed.value;
        }
        let is_of_template = frame.function.as_ref().is_some_and(|function| {
            let is_returned = |name: &str| {
                matches!(function.returns.as_ref().map(|of| &of.kind), Some(ExprKind::Name(own)) if own == name)
            };
            let mut names = function.template.iter().filter_map(|parameter| parameter.name.as_ref());
            names.any(|name| is_returned(&name.text))
        });
        if is_of_template {
            self.expose_object(&computed.value);
            return HostValue::unknown("whether a reference is returned or a copy is not known");
        }
        self.copied(computed).value
    }

    /// `return {x};` of a function that gives an object of a class with a field that refers to `x`.
    fn of_returned_class(&mut self, expr: &Expr, returns: Option<&Expr>) -> Option<Expr> {
        let ExprKind::Construct { constructed: None, arguments } = &expr.kind else { return None };
        let returns = returns.filter(|_| !self.is_python())?;
        let HostValue::Type(of) = self.value(returns) else { return None };
        let HostType::Class(class) = &*of else { return None };
        let mut refers = false;
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            refers |= matches!(member, Member::Declaration(_, field) if field.is_reference);
        });
        let constructed = Some(Box::new(returns.clone()));
        let kind = ExprKind::Construct { constructed, arguments: arguments.clone() };
        refers.then(|| Expr { kind, range: expr.range.clone() })
    }

    /// An argument that is kept.
    pub(crate) fn copy_argument(&mut self, argument: &mut CallArgument) {
        argument.value = self.copied(Computed::plain(argument.value.clone())).value;
    }

    /// A copy of the part of an object that its base class has, where a variable is declared to be of that class.
    pub(crate) fn sliced(&mut self, declared: Option<&Expr>, computed: Computed) -> Computed {
        let HostValue::Instance(instance) = &computed.value else { return computed };
        let Some(declared) = declared.filter(|_| !self.is_python()) else { return computed };
        match self.value(declared) {
            HostValue::Type(of) => match &*of {
                HostType::Class(class)
                    if class.class.name.text != instance.class.class.name.text
                        && !instance.class.class.bases.is_empty() =>
                {
                    let fields = self.instances.of(instance.id).clone();
                    Computed::plain(self.new_instance(class, fields))
                }
                _ => computed,
            },
            _ => computed,
        }
    }

    fn copy_of(&mut self, value: &HostValue, depth: usize) -> HostValue {
        match value {
            _ if !holds_objects(value) => value.clone(),
            _ if depth == 0 => HostValue::unknown("objects hold objects too deep"),
            HostValue::Instance(instance) => self.copy_of_instance(instance, depth),
            HostValue::Tuple(elements) => {
                HostValue::tuple(elements.iter().map(|element| self.copy_of(element, depth - 1)).collect())
            }
            other => other.clone(),
        }
    }

    fn copy_of_instance(&mut self, instance: &Arc<Instance>, depth: usize) -> HostValue {
        let class = self.whole(instance).class.clone();
        if self.copies_itself(&class) {
            self.expose_object(&HostValue::Instance(Arc::clone(instance)));
            return HostValue::unknown(format!("a constructor of `{}` copies it", class.class.name.text));
        }
        let fields = self.instances.of(instance.id).clone();
        let mut copies = BTreeMap::new();
        let mut own: Vec<(InstanceId, HostValue)> = Vec::new();
        let mut referring: Vec<(String, HostValue)> = Vec::new();
        for (name, field) in fields {
            if !holds_objects(&field) {
                copies.insert(name, field);
                continue;
            }
            if self.refers(&instance.class, &name) {
                referring.push((name, field));
                continue;
            }
            let copy = self.copy_of(&field, depth - 1);
            if let HostValue::Instance(field) = &field {
                own.push((field.id, copy.clone()));
            }
            copies.insert(name, copy);
        }
        for (name, field) in referring {
            let beside = match &field {
                HostValue::Instance(field) => own.iter().find(|(id, _)| *id == field.id),
                _ => None,
            };
            let copy = match beside {
                // A copy refers to what is in the original; an object that is only put into its place, to its own.
                Some((_, copy)) => {
                    self.expose_object(&field);
                    self.expose_object(copy);
                    HostValue::unknown("it may refer to what the object itself holds")
                }
                None => field,
            };
            copies.insert(name, copy);
        }
        let copy = self.new_instance(&instance.class, copies);
        self.share_as(instance.id, &copy);
        copy
    }

    /// Whether a class, or one that it inherits from, has a constructor of its own for copies that does more than to copy.
    fn copies_itself(&mut self, class: &ClassValue) -> bool {
        let found = self.find_in_bases(class, |this, of| {
            let mut copies = false;
            each_member(&of.class.members, &this.choices, &mut |member, _| {
                copies |= matches!(member, Member::Function(function)
                    if function.name.text == of.class.name.text && may_copy(function));
            });
            copies.then_some(())
        });
        found.is_some()
    }

    /// Whether a field is a reference or a pointer: its object is not its own.
    pub(crate) fn refers(&mut self, class: &ClassValue, field: &str) -> bool {
        let declared = |this: &mut Self, class: &ClassValue| {
            let (mut is_declared, mut refers) = (false, false);
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                if let Member::Declaration(_, declaration) = member
                    && declaration.kind != DeclarationKind::Alias
                    && declaration.names.iter().any(|name| name.text == field)
                {
                    is_declared = true;
                    refers |= this.is_declared_to_refer(declaration);
                }
            });
            is_declared.then_some(refers)
        };
        self.find_in_bases(class, declared).unwrap_or(false)
    }

    /// Whether what is assigned is copied: not where the target is a field that refers to its object, or where the value
    /// is a pointer.
    pub(crate) fn assigns_a_copy(&mut self, target: &Expr, value: &HostValue) -> bool {
        if self.is_python() || !holds_objects(value) {
            return false;
        }
        let (holder, field) = match &target.kind {
            ExprKind::Member { base, name } => (Some(self.value(base)), name.text.as_str()),
            ExprKind::Name(name) => {
                (self.receiver().filter(|_| self.is_field_of_receiver(name)), name.as_str())
            }
            _ => (None, ""),
        };
        match holder {
            Some(HostValue::Instance(holder)) => !self.refers(&holder.class, field),
            _ => true,
        }
    }

    /// Whether a name stands for a field of the object whose method is being run.
    fn is_field_of_receiver(&mut self, name: &str) -> bool {
        matches!(self.place_of_name(name), Some(Place::Field(..)))
    }
}

/// Whether a constructor may be called to copy: it takes an object of its class or of any, and does something.
fn may_copy(constructor: &Function) -> bool {
    let [first, rest @ ..] = constructor.parameters.as_slice() else { return false };
    let is_of_template = |name: &str| {
        let mut names = constructor.template.iter().filter_map(|parameter| parameter.name.as_ref());
        names.any(|own| own.text == name)
    };
    let takes_own = match first.declared_type.as_ref() {
        Some(Expr { kind: ExprKind::Name(name), .. }) => {
            *name == constructor.name.text || is_of_template(name)
        }
        Some(declared) => template_name(declared) == Some(&constructor.name.text),
        None => false,
    };
    takes_own
        && rest.iter().all(|parameter| parameter.default.is_some() || parameter.is_pack)
        && (constructor.is_only_declared || !constructor.body.is_empty())
}

/// Whether a variable that is declared holds an object of its own.
pub(crate) fn owns_its_object(declaration: &Declaration) -> bool {
    !declaration.is_reference && !declaration.is_pointer
}

/// Whether an expression is the address of the object whose method is being run.
pub(crate) fn is_this(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "this")
}

/// Whether there are objects in a value that are older than `first`.
fn holds_older_objects(value: &HostValue, first: InstanceId) -> bool {
    match value {
        HostValue::Instance(instance) => instance.id < first,
        HostValue::Tuple(elements) => elements.iter().any(|element| holds_older_objects(element, first)),
        _ => false,
    }
}

/// Whether there are objects of the program's classes in a value.
fn holds_objects(value: &HostValue) -> bool {
    match value {
        HostValue::Instance(_) => true,
        HostValue::Tuple(elements) => elements.iter().any(holds_objects),
        _ => false,
    }
}
