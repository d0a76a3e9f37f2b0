//! Enumerations of the program: `class Mode(IntEnum): A = auto()`.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    function::Callable,
    object::{ClassValue, Object},
    value::HostValue,
};
use layoutlens_syntax::{
    ExprKind, Name,
    program::{Class, Declaration, Item, StatementKind},
};

use crate::{python::record_class::is_path, state::interpreter::Interpreter, value::class_of::class_of};

/// How far a class is followed to what it inherits from.
const MAX_BASES: usize = 8;

/// What the members of an enumeration are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Members {
    /// Integers: `IntEnum`.
    Integers,
    /// Values that are equal to nothing but themselves: `Enum`.
    Themselves,
    /// Something else: `Flag`, `StrEnum`.
    Other,
}

impl Interpreter<'_> {
    /// What the members of a class are when it is an enumeration.
    pub(crate) fn enumeration(&mut self, class: &ClassValue) -> Option<Members> {
        self.enumeration_of(class, MAX_BASES)
    }

    fn enumeration_of(&mut self, class: &ClassValue, bases: usize) -> Option<Members> {
        if class.class.bases.is_empty() || !self.is_python() {
            return None;
        }
        let bases = bases.checked_sub(1)?;
        let all = self.bases_of(class);
        let is_integer = all.iter().any(|base| {
            matches!(base, HostValue::Callable(callable)
            if matches!(&**callable, Callable::Library { name, .. } if name == "int"))
        });
        for base in all.iter() {
            let found = match base {
                _ if is_path(base, "IntEnum") => Some(Members::Integers),
                _ if is_path(base, "Enum") && is_integer => Some(Members::Integers),
                _ if is_path(base, "Enum") => Some(Members::Themselves),
                _ if ["Flag", "IntFlag", "StrEnum"].iter().any(|name| is_path(base, name)) => {
                    Some(Members::Other)
                }
                _ => class_of(base).cloned().and_then(|base| self.enumeration_of(&base, bases)),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The member of an enumeration whose value is `value`.
    pub(crate) fn enumerated(
        &mut self,
        class: &ClassValue,
        members: Members,
        declaration: &Declaration,
        value: HostValue,
    ) -> HostValue {
        let [name] = declaration.names.as_slice() else { return value };
        if name.text.starts_with('_') {
            return value;
        }
        let value = match (is_auto(declaration), members) {
            (false, _) => value,
            (true, Members::Other) => HostValue::unknown("what `auto` gives here is not computed"),
            (true, _) => match self.number_of_auto(&class.class, &name.text) {
                Some(number) => HostValue::static_int(number),
                None => HostValue::unknown("which number `auto` gives is not known"),
            },
        };
        match members {
            Members::Integers => value,
            Members::Other => HostValue::unknown("a member of such an enumeration"),
            Members::Themselves => {
                let kind = format!("enumeration {}", class.class.name.text);
                // In the body of the class a member's name stands for its value.
                let value = match &value {
                    HostValue::Object(other) if other.kind == kind => {
                        other.fields.get("value").cloned().unwrap_or(value)
                    }
                    _ => value,
                };
                // What is counted is no other member's.
                if let Some(reason) = value.unknown_reason().filter(|_| !is_auto(declaration)) {
                    return HostValue::unknown(reason);
                }
                let first = self.first_of_value(&class.class, &name.text, &value);
                let fields = BTreeMap::from([
                    ("name".to_owned(), HostValue::Text(first.into())),
                    ("value".to_owned(), value),
                ]);
                HostValue::Object(Arc::new(Object { class: Some(class.clone()), kind, fields }))
            }
        }
    }

    /// The first member with the value of this one: both names stand for it.
    fn first_of_value<'c>(&mut self, class: &'c Class, wanted: &'c str, value: &HostValue) -> &'c str {
        let number = value.known_int();
        let constant = constant_of(class, wanted, MAX_BASES);
        let is_same = |this: &mut Self, name: &str, declaration: &Declaration| match is_auto(declaration) {
            true => number.is_some() && this.number_of_auto(class, name) == number,
            false => match (constant_of(class, name, MAX_BASES), constant) {
                (Some(ExprKind::Int(own)), _) => Some(*own) == number,
                (Some(own), Some(constant)) => is_same_constant(own, constant),
                _ => false,
            },
        };
        let mut before = declared(class).take_while(|(name, _)| name.text != wanted);
        before
            .find(|(name, declaration)| is_same(self, &name.text, declaration))
            .map_or(wanted, |(name, _)| &name.text)
    }

    /// The number of a member: one more than the one before it. Versions of Python differ where numbers go down.
    fn number_of_auto(&mut self, class: &Class, wanted: &str) -> Option<i64> {
        let mut last = 0_i64;
        for member in class.members.iter() {
            let Item::Statement(statement) = member else { continue };
            let StatementKind::Declare(declaration) = &statement.kind else { continue };
            let [name] = declaration.names.as_slice() else { return None };
            let number = match (&declaration.value, is_auto(declaration)) {
                (_, true) => last.checked_add(1)?,
                (Some(value), false) => match value.kind {
                    ExprKind::Int(number) if number >= last => number,
                    _ => return None,
                },
                (None, false) => continue,
            };
            if name.text == wanted {
                return Some(number);
            }
            last = number;
        }
        None
    }
}

/// What a member is declared with: of one that is declared with the name of another, what that is.
fn constant_of<'c>(class: &'c Class, name: &str, hops: usize) -> Option<&'c ExprKind> {
    let value = declared(class).find(|(own, _)| own.text == name)?.1.value.as_ref()?;
    match (&value.kind, hops.checked_sub(1)) {
        (ExprKind::Name(other), Some(hops)) => constant_of(class, other, hops).or(Some(&value.kind)),
        (kind, _) => Some(kind),
    }
}

/// The members of an enumeration in order.
fn declared(class: &Class) -> impl Iterator<Item = (&Name, &Declaration)> {
    class.members.iter().filter_map(|member| {
        let Item::Statement(statement) = member else { return None };
        let StatementKind::Declare(declaration) = &statement.kind else { return None };
        Some((declaration.names.first()?, declaration))
    })
}

/// Whether two expressions are spelled as one constant.
fn is_same_constant(one: &ExprKind, other: &ExprKind) -> bool {
    match (one, other) {
        (ExprKind::Tuple(one), ExprKind::Tuple(other)) => {
            let mut parts = one.iter().zip(other);
            one.len() == other.len() && parts.all(|(one, other)| is_same_constant(&one.kind, &other.kind))
        }
        (ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Name(_), _) => one == other,
        _ => false,
    }
}

/// Whether a member is numbered by its enumeration: `auto()`, `enum.auto()`.
fn is_auto(declaration: &Declaration) -> bool {
    let Some(ExprKind::Invoke { callee, .. }) = declaration.value.as_ref().map(|value| &value.kind) else {
        return false;
    };
    match &callee.kind {
        ExprKind::Name(name) => name == "auto",
        ExprKind::Member { name, .. } => name.text == "auto",
        _ => false,
    }
}
