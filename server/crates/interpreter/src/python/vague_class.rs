//! Python classes of which nothing is known, since what makes them is not followed: metaclasses, decorators, statements.

use layoutlens_host_value::{function::Callable, object::ClassValue, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{HostStatement, Item, METACLASS, StatementKind},
};

use crate::{
    code::{each_function::each_function, each_statement::each_statement, written::written_in_items},
    python::class_body,
    state::{address::Address, implicit_code::Code, interpreter::Interpreter},
    value::class_of::class_of,
};

/// How deep classes inherit where it is asked what makes them.
const MAX_BASES: usize = 8;

/// Where Python keeps of which class an object is.
const OF_OBJECT: &str = "__class__";

/// Why nothing is known of an object whose class is assigned.
const OF_ANOTHER_CLASS: &str = "objects are made ones of another class: make new ones";

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
            self.of_another_class.insert(instance.id);
            self.forget_fields(&instance, true);
        }
        true
    }

    /// Why nothing is known of what an object has: it was made one of another class.
    pub(crate) fn vague_object(&self, object: &HostValue) -> Option<&'static str> {
        let HostValue::Instance(instance) = object else { return None };
        self.of_another_class.contains(&instance.id).then_some(OF_ANOTHER_CLASS)
    }

    fn find_vague(&mut self, class: &ClassValue, bases: usize) -> Option<&'static str> {
        if self.is_base_of_call(&class.class.name.text) {
            return Some("a call makes other classes of it: write them as classes");
        }
        if self.changes_classes() {
            return Some(OF_ANOTHER_CLASS);
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
        if class_body::is_open(class) {
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

/// Whether code assigns the class of an object that it did not make at that place. What it did make is known where that is
/// run, and where it is not run nothing is known of what it gives.
pub(crate) fn changes_classes_of_others(items: &[Item]) -> bool {
    let mut all = 0_usize;
    written_in_items(items, &mut |target, _| all += usize::from(object_of_class(target).is_some()));
    if all == 0 {
        return false;
    }
    let mut own = 0_usize;
    each_function(items, None, &mut |code: Code<'_>| {
        let body = &code.function.body;
        each_statement(body, &mut |statement| {
            if let StatementKind::Assign { target, .. } = &statement.kind
                && let Some(object) = object_of_class(target)
                && is_made_in(body, object)
            {
                own += 1;
            }
        });
    });
    own < all
}

/// The object in `object.__class__`.
fn object_of_class(target: &Expr) -> Option<&Expr> {
    match &target.kind {
        ExprKind::Member { base, name } if name.text == OF_OBJECT => Some(base),
        _ => None,
    }
}

/// Whether a body gives a variable nothing but what calls give.
fn is_made_in(body: &[HostStatement], object: &Expr) -> bool {
    let ExprKind::Name(name) = &object.kind else { return false };
    let (mut made, mut others) = (0_usize, 0_usize);
    each_statement(body, &mut |statement| {
        let value = match &statement.kind {
            StatementKind::Declare(declaration) if declaration.names.iter().any(|own| own.text == *name) => {
                declaration.value.as_ref()
            }
            StatementKind::Assign { target, value, .. } if matches!(&target.kind, ExprKind::Name(own) if own == name) => {
                Some(value)
            }
            _ => return,
        };
        match value.map(|value| &value.kind) {
            Some(ExprKind::Invoke { .. }) => made += 1,
            _ => others += 1,
        }
    });
    made > 0 && others == 0
}

/// Whether a function of an enumeration says what its members are.
fn makes_members(member: &Item) -> bool {
    matches!(member, Item::Function(own) if matches!(
        own.name.text.as_str(),
        "__new__" | "__init__" | "value" | "name" | "_generate_next_value_" | "__getattribute__"
    ))
}
