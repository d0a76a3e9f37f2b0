//! Classes of broken files whose members were read in several parts.

use std::collections::{HashMap, HashSet};

use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{Class, Item, StatementKind};

/// The items of a file or class, each class once, with all of its members. It is known by its name and where that stands
/// (a macro writes several at one place); nothing is known of one of which a part is no class (`class_of_macros`).
pub(super) fn joined(items: impl Iterator<Item = Item>) -> Vec<Item> {
    let items: Vec<Item> = items.collect();
    let unknown: HashSet<Place> = items.iter().flat_map(declared).collect();
    let mut out: Vec<Item> = Vec::new();
    let mut places: HashMap<Place, usize> = HashMap::new();
    let mut further: HashMap<usize, Vec<Class>> = HashMap::new();
    for item in items {
        if let Item::Class(class) = &item {
            let name = place(&class.name);
            if unknown.contains(&name) {
                continue;
            }
            let place = *places.entry(name).or_insert(out.len());
            if place < out.len() && !class.name.range.is_empty() {
                further.entry(place).or_default().push(class.clone());
                continue;
            }
        }
        out.push(item);
    }
    for (place, parts) in further {
        if let Some(Item::Class(class)) = out.get_mut(place) {
            join(class, parts);
        }
    }
    out
}

fn join(class: &mut Class, parts: Vec<Class>) {
    let members = class.members.iter().cloned();
    class.members = joined(members.chain(parts.iter().flat_map(|part| part.members.iter().cloned()))).into();
    for part in parts {
        class.range = class.range.start.min(part.range.start)..class.range.end.max(part.range.end);
        if class.bases.is_empty() {
            class.bases = part.bases;
        }
        for attribute in part.attributes {
            if class.attributes.iter().all(|known| name(known) != name(&attribute)) {
                class.attributes.push(attribute);
            }
        }
    }
}

/// Where the names stand that a statement declares.
fn declared(item: &Item) -> impl Iterator<Item = Place> {
    let names = match item {
        Item::Statement(statement) => match &statement.kind {
            StatementKind::Declare(declaration) => &*declaration.names,
            _ => &[],
        },
        Item::Function(_) | Item::Class(_) => &[],
    };
    names.iter().filter(|name| !name.range.is_empty()).map(place)
}

/// A name, and where it begins and ends.
type Place = (String, usize, usize);

fn place(name: &Name) -> Place {
    (name.text.clone(), name.range.start, name.range.end)
}

fn name(attribute: &Expr) -> Option<&str> {
    match &attribute.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
