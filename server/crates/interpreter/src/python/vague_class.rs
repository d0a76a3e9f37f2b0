//! Python classes of which nothing is known, since what makes them is not followed: metaclasses, decorators, statements.

use layoutlens_host_value::{function::Callable, object::ClassValue, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Item, METACLASS, StatementKind},
};

use crate::{
    code::walk,
    python::staged,
    state::{address::Address, interpreter::Interpreter},
    value::class_of::class_of,
};

/// How deep classes inherit where it is asked what makes them.
const MAX_BASES: usize = 8;

/// Where Python keeps of which class an object is.
pub(crate) const OF_OBJECT: &str = "__class__";

impl Interpreter<'_> {
    /// Why nothing is known of what a Python class and its objects have: what makes the class is not followed.
    pub(crate) fn vague_class(&mut self, class: &ClassValue) -> Option<&'static str> {
        if !self.is_python() {
            return None;
        }
        let address = Address::of(&*class.class);
        if let Some((_, known)) = self.vague_classes.get(&address) {
            return *known;
        }
        // While it is looked at, there is an answer.
        self.vague_classes.insert(address, (std::sync::Arc::clone(&class.class), None));
        let found = self.find_vague(class, MAX_BASES);
        self.vague_classes.insert(address, (std::sync::Arc::clone(&class.class), found));
        found
    }

    /// `object.__class__ = B`: the object has what another class has, which is not followed.
    pub(crate) fn becomes_of_another_class(&mut self, target: &Expr) -> bool {
        let ExprKind::Member { base, name } = &target.kind else { return false };
        if name.text != OF_OBJECT {
            return false;
        }
        if let HostValue::Instance(instance) = self.value(base) {
            self.forget_fields(&instance, true);
        }
        true
    }

    fn find_vague(&mut self, class: &ClassValue, bases: usize) -> Option<&'static str> {
        if self.is_base_of_call(&class.class.name.text) {
            return Some("a call makes other classes of it: write them as classes");
        }
        if self.changes_classes() {
            return Some("objects are made ones of another class: make new ones");
        }
        let outer = class.scope.id;
        for attribute in &class.class.attributes {
            let (of, is_meta) = match &attribute.kind {
                ExprKind::Invoke { callee, arguments } => match (&callee.kind, arguments.as_slice()) {
                    (ExprKind::Name(name), [only]) if name == METACLASS => (&only.value, true),
                    _ => (&**callee, false),
                },
                _ => (attribute, false),
            };
            let is_foreign = match self.in_class(outer, class, |this| this.value(of)) {
                HostValue::Callable(callable) => {
                    matches!(&*callable, Callable::Functions { .. } | Callable::Class(_))
                }
                HostValue::Module(path) => !self.outside.libraries.effects.is_harmless_module(&path),
                // What is not known may do anything.
                other => other.unknown_reason().is_some(),
            };
            if is_foreign {
                return Some(match is_meta {
                    true => "what its metaclass does is not followed",
                    false => "what a decorator of its class does is not followed",
                });
            }
        }
        if self.enumeration(class).is_some() && class.class.members.iter().any(makes_members) {
            return Some("how the members of its class are made is not followed");
        }
        if has_statements(class) {
            return Some("what the statements in its class do is not followed");
        }
        let Some(bases) = bases.checked_sub(1) else {
            let has_bases = !class.class.bases.is_empty();
            return has_bases.then_some("its bases inherit from more classes than are followed");
        };
        for base in self.bases_of(class).iter() {
            let Some(base) = class_of(base).cloned() else { continue };
            let makes_others =
                |member: &Item| matches!(member, Item::Function(own) if own.name.text == "__init_subclass__");
            if base.class.members.iter().any(makes_others) {
                return Some("what `__init_subclass__` of a base does is not followed");
            }
            if let Some(reason) = self.find_vague(&base, bases) {
                return Some(reason);
            }
        }
        None
    }
}

/// Whether a function of an enumeration says what its members are.
fn makes_members(member: &Item) -> bool {
    matches!(member, Item::Function(own) if matches!(
        own.name.text.as_str(),
        "__new__" | "__init__" | "value" | "name" | "_generate_next_value_" | "__getattribute__"
    ))
}

/// Whether statements in a class assign what it declares besides, or may assign anything.
fn has_statements(class: &ClassValue) -> bool {
    let mut declared: Vec<&str> = Vec::new();
    let mut assigned: Vec<&str> = Vec::new();
    let mut is_any = false;
    let mut defined: Vec<&str> = Vec::new();
    let mut read: Vec<&str> = Vec::new();
    for member in class.class.members.iter() {
        let statement = match member {
            Item::Statement(statement) => statement,
            Item::Function(function) => {
                defined.push(&function.name.text);
                continue;
            }
            Item::Class(inner) => {
                defined.push(&inner.name.text);
                continue;
            }
        };
        match &statement.kind {
            StatementKind::Assign { target, .. } => {
                is_any |= !matches!(target.kind, ExprKind::Name(_));
                if let ExprKind::Name(name) = &target.kind {
                    assigned.push(name);
                }
            }
            // A method of a list.
            StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. }) => {
                is_any |= matches!(callee.kind, ExprKind::Member { .. });
            }
            StatementKind::Declare(declaration) => {
                declared.extend(declaration.names.iter().map(|name| name.text.as_str()));
                declaration.value.iter().for_each(|value| {
                    walk::expression(value, &mut |expr: &Expr| {
                        if let ExprKind::Name(name) = &expr.kind {
                            read.push(name);
                        }
                    });
                });
            }
            StatementKind::If { .. } | StatementKind::Loop { .. } | StatementKind::Block(_) => {
                staged::written_names(std::slice::from_ref(statement), &mut assigned);
            }
            _ => {}
        }
        walk::statements(std::slice::from_ref(statement), &mut |expr: &Expr| {
            is_any |= matches!(&expr.kind, ExprKind::Invoke { callee, .. }
                if matches!(&callee.kind, ExprKind::Name(name) if ["exec", "locals", "vars"].contains(&name.as_str())));
        });
    }
    // What reads a name that is defined twice may mean the first one.
    defined.extend(&declared);
    let is_ambiguous = |name: &&&str| defined.iter().filter(|own| own == name).count() > 1;
    is_any
        || assigned.iter().any(|name| declared.contains(name))
        || read.iter().any(|name| is_ambiguous(&name))
}
