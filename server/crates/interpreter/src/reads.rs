//! What a run of a file's functions read: so that a later revision of the file can keep what an edit did not reach.
//!
//! [`Reads`] is written while a file is run, [`RunReads`] is what is left of it behind the run, and [`RunReads::kept_in`]
//! says which functions an edit did not reach. Nothing is kept where that is not certain.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use layoutlens_host_value::invariant;
use layoutlens_syntax::program::{
    Class, DeclarationKind, Function, HostStatement, Item, Program, StatementKind,
};
use rustc_hash::FxHashSet;

pub use crate::state::{file::FileId, function_start::FunctionStart};

use crate::state::frame::Frames;

/// What one function read in all of its runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FunctionReads {
    /// The functions of the same file that it called.
    pub calls: BTreeSet<FunctionStart>,
    /// Names that the files define outside of functions and that it asked for.
    pub names: BTreeSet<String>,
    /// The other files in which some of these are defined.
    pub files: BTreeSet<FileId>,
    /// Whether it asked what statements say of a name.
    pub asked_facts: bool,
    /// Whether it came to a condition of the preprocessor.
    pub asked_switches: bool,
}

/// What the functions of a file read.
#[derive(Debug, Clone, Default)]
pub struct RunReads {
    functions: BTreeMap<FunctionStart, FunctionReads>,
    /// Whether more was read than is said here: then any edit may reach any function.
    reads_everything: bool,
}

/// A revision of a file: its code and its text.
#[derive(Debug, Clone, Copy)]
pub struct Revision<'r> {
    /// The code.
    pub program: &'r Program,
    /// The text that it was read from.
    pub text: &'r str,
}

/// The record while a file is run.
#[derive(Debug, Default)]
pub(crate) struct Reads(RefCell<BTreeMap<FunctionStart, FunctionReads>>);

impl Reads {
    /// A function of the first file is called.
    pub(crate) fn tell_call(&self, frames: &Frames, function: &Function) {
        let called = FunctionStart::of(function);
        if let Some(caller) = running(frames)
            && caller != called
        {
            self.of(caller).calls.insert(called);
        }
        self.of(called);
    }

    /// A name is asked for that these files define.
    pub(crate) fn tell_name(&self, frames: &Frames, name: &str, files: impl Iterator<Item = FileId>) {
        let Some(function) = running(frames) else { return };
        let mut reads = self.of(function);
        if !reads.names.contains(name) {
            reads.names.insert(name.to_owned());
        }
        reads.files.extend(files.filter(|file| !file.is_main()));
    }

    /// It is asked what statements say of a name.
    pub(crate) fn tell_facts(&self, frames: &Frames) {
        if let Some(function) = running(frames) {
            self.of(function).asked_facts = true;
        }
    }

    /// A condition of the preprocessor is met.
    pub(crate) fn tell_switch(&self, frames: &Frames) {
        if let Some(function) = running(frames) {
            self.of(function).asked_switches = true;
        }
    }

    fn of(&self, function: FunctionStart) -> std::cell::RefMut<'_, FunctionReads> {
        std::cell::RefMut::map(self.0.borrow_mut(), |all| all.entry(function).or_default())
    }

    /// What was read in the end.
    pub(crate) fn done(self) -> RunReads {
        RunReads { functions: self.0.into_inner(), reads_everything: false }
    }
}

/// The function of the first file that is being run.
fn running(frames: &Frames) -> Option<FunctionStart> {
    let mut functions = frames.iter().filter_map(|frame| {
        let function = frame.function.as_ref().filter(|_| frame.file.is_main())?;
        Some(FunctionStart::of(function))
    });
    functions.next_back()
}

impl RunReads {
    /// Of a run of which more matters than is recorded.
    pub(crate) fn everything() -> Self {
        Self { functions: BTreeMap::new(), reads_everything: true }
    }

    /// What each function read that was run.
    pub fn functions(&self) -> &BTreeMap<FunctionStart, FunctionReads> {
        &self.functions
    }

    /// The functions whose results hold in a later revision, each with where it stands in both. The run was one of
    /// `old` with the other files as they are still; `have_facts_changed` says whether statements say something else of
    /// names.
    ///
    /// An edit reaches a function when it lies in it, in one that calls it or is called, directly or through others; when
    /// the function where it lies mentions, before or after, directly or through what it mentions, that function, its
    /// class or a name that these read. An edit outside of functions reaches all.
    pub fn kept_in(
        &self,
        old: Revision<'_>,
        new: Revision<'_>,
        have_facts_changed: bool,
    ) -> Vec<(Range<usize>, Range<usize>)> {
        if self.reads_everything {
            return Vec::new();
        }
        let (before, after) = (outer_functions(old.program), outer_functions(new.program));
        let Some(edited) = edited_function(old.text, new.text, &before, &after) else { return Vec::new() };
        let mut mentioned: FxHashSet<&str> = FxHashSet::default();
        for (revision, outer) in [(old, &before), (new, &after)] {
            let text = outer.get(edited).and_then(|function| revision.text.get(function.range.clone()));
            // What is defined or decided for the text behind it reaches that.
            let Some(text) = text.filter(|text| !text.contains('#')) else { return Vec::new() };
            Defined::by(revision).close_over(&mut mentioned, words(text));
        }
        let (groups, defined) = (self.groups(&before), Defined::by(old));
        let is_reached = |group: &Group| {
            let mut read: FxHashSet<&str> = FxHashSet::default();
            defined.close_over(&mut read, group.names.iter().map(|name| last(name)));
            let members = || group.members.iter().filter_map(|member| before.get(*member));
            group.members.contains(&edited)
                || have_facts_changed && group.asked_facts
                || group.asked_switches
                || members().any(|outer| outer.names.iter().any(|name| mentioned.contains(name)))
                || read.iter().any(|name| mentioned.contains(name) && defined.may_change(name))
        };
        let functions = before.iter().zip(&after).zip(&groups);
        let kept = functions.filter(|(_, group)| !is_reached(group));
        kept.map(|((before, after), _)| (before.range.clone(), after.range.clone())).collect()
    }

    /// For each outer function all that it hangs together with through calls.
    fn groups(&self, outer: &[Outer<'_>]) -> Vec<Group> {
        let of =
            |function: FunctionStart| outer.iter().position(|outer| outer.range.contains(&function.byte()));
        let mut leader: Vec<usize> = (0..outer.len()).collect();
        for (caller, reads) in &self.functions {
            for (a, b) in reads.calls.iter().filter_map(|callee| of(*caller).zip(of(*callee))) {
                let (a, b) = (leader[a], leader[b]);
                leader.iter_mut().filter(|leader| **leader == b).for_each(|leader| *leader = a);
            }
        }
        let mut all: BTreeMap<usize, Group> = BTreeMap::new();
        for (index, leader) in leader.iter().enumerate() {
            all.entry(*leader).or_default().members.push(index);
        }
        for (function, reads) in &self.functions {
            if let Some(group) = of(*function).and_then(|index| all.get_mut(&leader[index])) {
                group.names.extend(reads.names.iter().cloned());
                group.asked_facts |= reads.asked_facts;
                group.asked_switches |= reads.asked_switches;
            }
        }
        let group = |leader: &usize| match all.get(leader) {
            Some(group) => group.clone(),
            // What asked for the preprocessor is never kept.
            None => {
                invariant!(Group { asked_switches: true, ..Group::default() }, "a function in no group")
            }
        };
        leader.iter().map(group).collect()
    }
}

/// Functions that hang together through calls, and what they read.
#[derive(Debug, Clone, Default)]
struct Group {
    members: Vec<usize>,
    names: BTreeSet<String>,
    asked_facts: bool,
    asked_switches: bool,
}

/// A function that no other one holds.
#[derive(Debug)]
struct Outer<'p> {
    range: Range<usize>,
    /// By what it is mentioned: its name and those of the classes that hold it.
    names: Vec<&'p str>,
}

fn outer_functions<'p>(program: &'p Program) -> Vec<Outer<'p>> {
    let mut all: Vec<Outer<'p>> = Vec::new();
    let mut add = |definition: Definition<'p, '_>| {
        if let Definition { function: Some(function), classes, .. } = definition {
            let around = function.path.iter().map(String::as_str);
            let names = classes.iter().copied().chain(around).chain([function.name.text.as_str()]);
            all.push(Outer { range: function.range.clone(), names: names.collect() });
        }
    };
    each_item(&program.items, &[], &mut add);
    all.sort_by_key(|outer: &Outer<'_>| (outer.range.start, std::cmp::Reverse(outer.range.end)));
    let mut end = 0;
    all.retain(|outer| {
        let is_outer = outer.range.start >= end;
        end = end.max(outer.range.end);
        is_outer
    });
    all
}

/// The one function in which all lies that differs, when both texts have the same functions around it.
fn edited_function(old: &str, new: &str, before: &[Outer<'_>], after: &[Outer<'_>]) -> Option<usize> {
    let start = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let end = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(old, new)| old == new).count();
    let holds =
        |outer: &Outer<'_>, length: usize| outer.range.start < start && length - end < outer.range.end;
    let index = before.iter().position(|outer| holds(outer, old.len()))?;
    let same = before.len() == after.len()
        && before.iter().zip(after).all(|(before, after)| before.names == after.names)
        && after.get(index).is_some_and(|outer| holds(outer, new.len()));
    same.then_some(index)
}

/// The words of a text, names among them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}

/// The last part of `a::b`.
fn last(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// What a file defines outside of functions, by name.
struct Defined<'r> {
    text: &'r str,
    /// Where each is defined, and whether its value may be changed behind that.
    all: BTreeMap<&'r str, Vec<(Range<usize>, bool)>>,
}

impl<'r> Defined<'r> {
    fn by(revision: Revision<'r>) -> Self {
        let mut all: BTreeMap<&'r str, Vec<(Range<usize>, bool)>> = BTreeMap::new();
        each_item(&revision.program.items, &[], &mut |definition| {
            let Definition { name, range, may_change, .. } = definition;
            all.entry(name).or_default().push((range.clone(), may_change));
        });
        Self { text: revision.text, all }
    }

    /// Adds words, and those of what the file defines under them, and so on.
    fn close_over<'w: 'f, 'f>(
        &self,
        found: &mut FxHashSet<&'f str>,
        words_to_add: impl Iterator<Item = &'w str>,
    ) where
        'r: 'f,
    {
        let mut next: Vec<&'f str> = words_to_add.collect();
        while let Some(word) = next.pop() {
            if found.insert(word) {
                let texts = self.all.get(word).into_iter().flatten();
                next.extend(texts.filter_map(|(range, _)| self.text.get(range.clone())).flat_map(words));
            }
        }
    }

    /// Whether the file defines something of this name that code may change.
    fn may_change(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|all| all.iter().any(|(_, may_change)| *may_change))
    }
}

/// What is defined outside of functions.
struct Definition<'p, 'c> {
    name: &'p str,
    range: &'p Range<usize>,
    may_change: bool,
    /// The function, if it is one.
    function: Option<&'p Function>,
    /// Names of the classes that hold it.
    classes: &'c [&'p str],
}

fn each_item<'p>(items: &'p [Item], classes: &[&'p str], add: &mut dyn FnMut(Definition<'p, '_>)) {
    for item in items {
        match item {
            Item::Function(function) => each_function(function, classes, add),
            Item::Class(class) => each_class(class, classes, add),
            Item::Statement(statement) => each_statement(statement, classes, add),
        }
    }
}

fn each_function<'p>(function: &'p Function, classes: &[&'p str], add: &mut dyn FnMut(Definition<'p, '_>)) {
    let (name, range) = (function.name.text.as_str(), &function.range);
    add(Definition { name, range, may_change: false, function: Some(function), classes });
}

fn each_class<'p>(class: &'p Class, classes: &[&'p str], add: &mut dyn FnMut(Definition<'p, '_>)) {
    let name = class.name.text.as_str();
    add(Definition { name, range: &class.range, may_change: false, function: None, classes });
    let inner: Vec<&str> = classes.iter().copied().chain([name]).collect();
    each_item(&class.members, &inner, add);
}

fn each_statement<'p>(
    statement: &'p HostStatement,
    classes: &[&'p str],
    add: &mut dyn FnMut(Definition<'p, '_>),
) {
    let range = &statement.range;
    match &statement.kind {
        StatementKind::Declare(declaration) => {
            let may_change = declaration.kind == DeclarationKind::Variable;
            for name in &declaration.names {
                add(Definition { name: &name.text, range, may_change, function: None, classes });
            }
        }
        StatementKind::Macro(defined) => {
            add(Definition { name: &defined.name.text, range, may_change: false, function: None, classes });
        }
        StatementKind::Function(function) => each_function(function, classes, add),
        StatementKind::Class(class) => each_class(class, classes, add),
        StatementKind::Alternatives(alternatives) => {
            for alternative in alternatives {
                alternative.body.iter().for_each(|inner| each_statement(inner, classes, add));
            }
        }
        _ => {}
    }
}
