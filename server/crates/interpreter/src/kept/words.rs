//! The words of code: what it may reach by a name.

use std::hash::{Hash as _, Hasher as _};

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, Function, HostStatement, Item, StatementKind},
};
use rustc_hash::{FxHashSet, FxHasher};

use crate::{code::walk, suppose::cpp::uses::Uses};

/// A word. Two words may be taken for one: then more is run again than must be.
pub(super) type Word = u64;

/// The word that a text is. What is supposed of a template parameter takes `kRows_` for `kRows`.
pub(super) fn word(text: &str) -> Word {
    let mut hasher = FxHasher::default();
    text.trim_end_matches('_').hash(&mut hasher);
    hasher.finish()
}

/// What an item of a file says, and what code may mean by it.
#[derive(Debug)]
pub(super) struct Part {
    /// The words of its text, those of comments among them.
    pub(super) words: FxHashSet<Word>,
    pub(super) defines: Defines,
}

/// By which words other code reaches an item.
#[derive(Debug)]
pub(super) enum Defines {
    /// By these.
    Names(Vec<Word>),
    /// By any that it holds: a class, branches of conditional compilation.
    AnyOfItsWords,
    /// By none that stands there: an operator.
    Unnamed,
}

impl Part {
    /// Of an item of another file, whose text is not at hand.
    pub(super) fn of_tree(item: &Item) -> Self {
        let (mut words, defines) = (said(item), Defines::of(item));
        if let Defines::AnyOfItsWords = defines {
            declared(item, &mut words);
        }
        Self { words, defines }
    }

    /// Of an item with this text.
    pub(super) fn of(item: &Item, text: &str) -> Self {
        // What macros write stands in no text.
        let mut words = said(item);
        words.extend(words_in(text));
        Self { words, defines: Defines::of(item) }
    }
}

fn words_in(text: &str) -> impl Iterator<Item = Word> {
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    words.filter(|word| !word.is_empty()).map(word)
}

impl Defines {
    fn of(item: &Item) -> Self {
        match item {
            Item::Function(function) => Self::function(&function.name.text),
            Item::Class(_) => Self::AnyOfItsWords,
            Item::Statement(statement) => Self::statement(statement),
        }
    }

    fn function(name: &str) -> Self {
        match name.starts_with("operator") || name.starts_with('~') || name.is_empty() {
            true => Self::Unnamed,
            false => Self::Names(vec![word(name)]),
        }
    }

    fn statement(statement: &HostStatement) -> Self {
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                Self::Names(declaration.names.iter().map(|name| word(&name.text)).collect())
            }
            StatementKind::Macro(defined) => Self::Names(vec![word(&defined.name.text)]),
            StatementKind::Function(function) => Self::function(&function.name.text),
            StatementKind::Class(_) | StatementKind::Alternatives(_) | StatementKind::Instantiate { .. } => {
                Self::AnyOfItsWords
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => {
                Self::all(body.iter().map(Self::statement))
            }
            StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Assert(_)
            | StatementKind::Return(_)
            | StatementKind::If { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Try { .. }
            | StatementKind::Label(_)
            | StatementKind::Jump(_)
            | StatementKind::Unread(_) => Self::Names(Vec::new()),
        }
    }

    fn all(of_each: impl Iterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for defines in of_each {
            match defines {
                Self::Names(names) => all.extend(names),
                other => return other,
            }
        }
        Self::Names(all)
    }
}

/// The words that code says, the names of its template parameters included: by them it is told what others say of theirs.
fn said(item: &Item) -> FxHashSet<Word> {
    let mut all = FxHashSet::default();
    walk::items(std::slice::from_ref(item), &mut |expr: &Expr| match &expr.kind {
        // Most names are no paths.
        ExprKind::Name(name) if name.contains(':') => all.extend(words_in(name)),
        ExprKind::Name(name) => {
            all.insert(word(name));
        }
        ExprKind::Member { name, .. } => {
            all.insert(word(&name.text));
        }
        _ => {}
    });
    each_template(item, &mut |uses| {
        let names = uses.template().iter().filter_map(|parameter| parameter.name.as_ref());
        all.extend(names.map(|name| word(&name.text)));
    });
    all
}

/// Calls `visit` with the functions and classes of an item outside of functions that are templates.
pub(super) fn each_template<'i>(item: &'i Item, visit: &mut dyn FnMut(Uses<'i>)) {
    fn of_function<'i>(function: &'i Function, visit: &mut dyn FnMut(Uses<'i>)) {
        if !function.template.is_empty() {
            visit(Uses::Function(function));
        }
    }
    fn of_class<'i>(class: &'i Class, visit: &mut dyn FnMut(Uses<'i>)) {
        if !class.template.is_empty() {
            visit(Uses::Class(class));
        }
        class.members.iter().for_each(|member| each_template(member, visit));
    }
    fn of_statement<'i>(statement: &'i HostStatement, visit: &mut dyn FnMut(Uses<'i>)) {
        match &statement.kind {
            StatementKind::Function(function) => of_function(function, visit),
            StatementKind::Class(class) => of_class(class, visit),
            StatementKind::Block(body) | StatementKind::Finally(body) => {
                body.iter().for_each(|inner| of_statement(inner, visit))
            }
            StatementKind::Alternatives(branches) => {
                branches.iter().flat_map(|branch| &branch.body).for_each(|inner| of_statement(inner, visit));
            }
            _ => {}
        }
    }
    match item {
        Item::Function(function) => of_function(function, visit),
        Item::Class(class) => of_class(class, visit),
        Item::Statement(statement) => of_statement(statement, visit),
    }
}

/// The words that an item declares something by, at any depth.
fn declared(item: &Item, all: &mut FxHashSet<Word>) {
    match item {
        Item::Function(function) => {
            all.insert(word(&function.name.text));
        }
        Item::Class(class) => declared_by_class(class, all),
        Item::Statement(statement) => declared_by_statement(statement, all),
    }
}

fn declared_by_class(class: &Class, all: &mut FxHashSet<Word>) {
    all.insert(word(&class.name.text));
    class.members.iter().for_each(|member| declared(member, all));
}

fn declared_by_statement(statement: &HostStatement, all: &mut FxHashSet<Word>) {
    match &statement.kind {
        StatementKind::Class(class) => declared_by_class(class, all),
        StatementKind::Alternatives(branches) => {
            let inside = branches.iter().flat_map(|branch| &branch.body);
            inside.for_each(|inner| declared_by_statement(inner, all));
        }
        _ => {
            if let Defines::Names(names) = Defines::statement(statement) {
                all.extend(names);
            }
        }
    }
}
