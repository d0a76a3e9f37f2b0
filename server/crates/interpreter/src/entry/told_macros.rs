//! Macros that a program defines in front of what it includes: they decide conditions of the files behind, whose own defaults,
//! `#ifndef N` around `#define N 2`, then are none.

use std::{collections::BTreeSet, sync::Arc};

use layoutlens_host_value::evaluation::HostFile;
use layoutlens_syntax::{
    Name,
    preprocessor::Macro,
    program::{HostStatement, Item, StatementKind},
};
use rustc_hash::FxHashMap;

use crate::{
    code::{each_function::each_function, each_statement::each_statement, file_path::is_path_of},
    state::choices::{Choices, Condition},
    suppose::cpp::macro_default::{MacroDefault, defaults},
};

/// A file as it is read beside others: without its defaults, where one of these defines such a macro in another way.
pub(crate) fn beside(file: &HostFile, others: &[&HostFile]) -> HostFile {
    let Some(open) = &file.program.without_defaults else { return file.clone() };
    let is_other = |other: &&&HostFile| !Arc::ptr_eq(&other.program, &file.program);
    let is_told = |name: &String| {
        let mut others = others.iter().filter(is_other);
        others.any(|other| tells(other, name) || has_other_default(file, other, name))
    };
    let is_told = file.program.macro_defaults.iter().any(is_told);
    match is_told {
        true => HostFile { program: Arc::clone(open), ..file.clone() },
        false => file.clone(),
    }
}

/// Each of the files as it is read beside the others.
pub(crate) fn beside_each_other(files: &[&HostFile]) -> Vec<HostFile> {
    files.iter().map(|file| beside(file, files)).collect()
}

/// The conditions of the files that the macros decide which the program's own file, the first one, defines in front of
/// what it includes of them.
pub(crate) fn decided(files: &[&HostFile]) -> Choices {
    let Some((program, others)) = files.split_first() else { return Choices::new() };
    let macros = told(program, others);
    let mut choices = Choices::new();
    if macros.is_empty() {
        return choices;
    }
    let is_asked = |condition: &Condition| macros.keys().any(|name| condition.asks_for(name));
    let known = |name: &str| macros.get(name).copied().unwrap_or(Macro::Unknown);
    for file in others {
        for condition in conditions(&file.program.items).into_iter().filter(is_asked) {
            if let Some(chosen) = condition.decided(known) {
                choices.insert(condition, chosen);
            }
        }
    }
    // A condition of the program's own file may stand in front of the macro.
    for condition in conditions(&program.program.items) {
        choices.remove(&condition);
    }
    choices
}

/// Defaults of these files that other ones override: the macros are not what they are alone.
pub(crate) fn overridden(files: &[&HostFile], others: &[&HostFile]) -> Choices {
    let all = files.iter().flat_map(|file| defaults(file));
    let is_told =
        |name: &str| others.iter().any(|other| tells(other, name) || defines(other, name).is_some());
    let left_out = |default: MacroDefault<'_>| {
        let otherwise = default.condition.ways().checked_sub(1).filter(|way| *way != default.branch)?;
        is_told(default.name).then_some((default.condition, otherwise))
    };
    all.filter_map(left_out).collect()
}

/// What the program's own file says of macros, each in front of the first of the others that it includes.
fn told<'f>(program: &'f HostFile, others: &[&HostFile]) -> FxHashMap<&'f str, Macro> {
    let is_at_hand = |path: &str| {
        let path = path.trim_start_matches("./").trim_start_matches("../");
        others.iter().any(|other| is_path_of(&other.name, path))
    };
    let mut includes = program.program.imports.iter().filter(|import| import.alias.is_none());
    let Some(first) = includes.find(|import| is_at_hand(&import.path)) else { return FxHashMap::default() };
    let is_its_own = |name: &str| !others.iter().any(|other| tells(other, name));
    let is_in_front = |name: &Name| name.range.start < first.range.start && is_its_own(&name.text);
    let plain = program.program.defined.iter().map(|(name, is)| (name, *is));
    let is_plain = |name: &Name| program.program.macros.contains(&name.text);
    let others = top_macros(program).filter(|name| !is_plain(name)).map(|name| (name, Macro::Defined));
    let all = plain.chain(others).filter(|(name, _)| is_in_front(name));
    all.map(|(name, is)| (&*name.text, is)).collect()
}

/// The macros with parameters, and others that stand for code, that a file defines whatever conditions hold.
fn top_macros(file: &HostFile) -> impl Iterator<Item = &Name> {
    file.program.items.iter().filter_map(|item| match item {
        Item::Statement(HostStatement { kind: StatementKind::Macro(definition), .. }) => {
            Some(&definition.name)
        }
        _ => None,
    })
}

/// Such a macro of this name.
fn defines<'f>(file: &'f HostFile, name: &str) -> Option<&'f Name> {
    top_macros(file).find(|defined| defined.text == name)
}

/// Whether a file defines a macro, or takes it back, other than by a default.
fn tells(file: &HostFile, name: &str) -> bool {
    let program = &file.program;
    let is_default = || {
        let open = program.without_defaults.as_ref();
        let is_once = program.defined.iter().any(|(defined, _)| defined.text == name);
        program.macro_defaults.iter().any(|default| default == name) && (is_once || open.is_none())
    };
    program.macros.iter().any(|defined| defined == name) && !is_default()
}

/// Whether two files have defaults of a macro that may differ.
fn has_other_default(one: &HostFile, other: &HostFile, name: &str) -> bool {
    let default = |file: &HostFile| {
        let own = file.program.defined.iter().find(|(defined, _)| defined.text == name);
        own.map(|(_, is)| *is).filter(|is| matches!(is, Macro::Number(_)))
    };
    let is_default = other.program.macro_defaults.iter().any(|default| default == name);
    is_default && (default(one).is_none() || default(one) != default(other))
}

/// All conditions of conditional compilation in code.
fn conditions(items: &[Item]) -> BTreeSet<Condition> {
    let mut all = BTreeSet::new();
    let mut add = |body: &[HostStatement]| {
        each_statement(body, &mut |statement| {
            if let StatementKind::Alternatives(branches) = &statement.kind {
                all.insert(Condition::of(branches));
            }
        });
    };
    each_function(items, None, &mut |code| add(&code.function.body));
    each_top_statement(items, &mut |statement| add(std::slice::from_ref(statement)));
    all
}

/// Calls `visit` with each statement of a file and of its classes.
fn each_top_statement<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a HostStatement)) {
    for item in items {
        match item {
            Item::Function(_) => {}
            Item::Class(class) => each_top_statement(&class.members, visit),
            Item::Statement(statement) => visit(statement),
        }
    }
}
