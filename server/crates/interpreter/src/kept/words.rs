//! The words of code: what it may reach by a name.

use std::hash::{Hash as _, Hasher as _};

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, HostStatement, Item, StatementKind},
};
use rustc_hash::{FxHashSet, FxHasher};

use crate::code::{path::last_part, walk};

/// A word. Two words may be taken for one: then more is run again than must be.
pub(super) type Word = u64;

/// The word that a text is.
pub(super) fn word(text: &str) -> Word {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
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
        let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let words = words.filter(|word| !word.is_empty()).map(word).collect();
        Self { words, defines: Defines::of(item) }
    }
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
            StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Assert(_)
            | StatementKind::Return(_)
            | StatementKind::If { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Block(_)
            | StatementKind::Try { .. }
            | StatementKind::Label(_)
            | StatementKind::Jump(_)
            | StatementKind::Unread(_) => Self::Names(Vec::new()),
        }
    }
}

/// The words that code says.
fn said(item: &Item) -> FxHashSet<Word> {
    let mut all = FxHashSet::default();
    walk::items(std::slice::from_ref(item), &mut |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => {
            all.insert(word(last_part(name)));
        }
        ExprKind::Member { name, .. } => {
            all.insert(word(&name.text));
        }
        _ => {}
    });
    all
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
