//! What an edit of a C++ file reaches: by the words of what changed, and of what these lead to.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{HostStatement, Item, StatementKind},
    same_code::distance,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    edit::Edit,
    elsewhere::Elsewhere,
    words::{Defines, Part, Word, each_template, word},
};
use crate::{
    code::{made::made_in_items, written::written_in_items},
    state::function_start::FunctionStart,
    suppose::cpp::name_uses::NameUses,
};

/// Where items stand, from the end of the one before: the head of a template is in front of its function.
pub(super) fn spans(items: &[Item]) -> Vec<Range<usize>> {
    let mut end = 0;
    let span = |item: &Item| {
        let range = item.range();
        let start = std::mem::replace(&mut end, range.end);
        if start <= range.start { start..range.end } else { range.clone() }
    };
    items.iter().map(span).collect()
}

/// The items of a revision and what they say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Items<'i> {
    pub(super) items: &'i [Item],
    pub(super) parts: &'i [Arc<Part>],
}

/// Which items of two revisions are the same.
#[derive(Debug)]
pub(super) struct Alignment {
    /// Pairs of their places among the items, and how far each moved.
    pub(super) same: Vec<(usize, usize, isize)>,
    /// What is left of both.
    was: Vec<usize>,
    is: Vec<usize>,
}

impl Alignment {
    /// Of the items before and behind an edit.
    pub(super) fn of(was: &[Item], is: &[Item]) -> Self {
        let pair =
            |(own, other): (usize, usize)| Some((own, other, distance(was.get(own)?, is.get(other)?)?));
        if was.len() == is.len() {
            let mut all = Self { same: Vec::new(), was: Vec::new(), is: Vec::new() };
            for index in 0..was.len() {
                match pair((index, index)) {
                    Some(same) => all.same.push(same),
                    None => {
                        all.was.push(index);
                        all.is.push(index);
                    }
                }
            }
            return all;
        }
        let most = was.len().min(is.len());
        let mut same: Vec<_> = (0..most).map_while(|index| pair((index, index))).collect();
        let first = same.len();
        let mut behind: Vec<_> =
            (1..=most - first).map_while(|index| pair((was.len() - index, is.len() - index))).collect();
        let last = behind.len();
        behind.reverse();
        same.extend(behind);
        Self { same, was: (first..was.len() - last).collect(), is: (first..is.len() - last).collect() }
    }

    /// How many items changed.
    pub(super) fn changed(&self) -> usize {
        self.was.len().max(self.is.len())
    }
}

impl Edit {
    /// `None` where what changed may reach anything. `elsewhere` is what other files say.
    pub(super) fn of(
        alignment: &Alignment,
        was: Items<'_>,
        is: Items<'_>,
        elsewhere: &Elsewhere,
    ) -> Option<Self> {
        let reaching = Spreading::of(reaching(alignment, was, is)?, alignment, is, elsewhere)?;
        let mut unreached = FxHashMap::default();
        for (own, other, _) in &alignment.same {
            let (Some(Item::Function(before)), Some(Item::Function(now))) =
                (was.items.get(*own), is.items.get(*other))
            else {
                continue;
            };
            if is.parts.get(*other).is_some_and(|part| part.words.is_disjoint(&reaching)) {
                unreached.insert(FunctionStart::of(now), FunctionStart::of(before));
            }
        }
        let spans = spans(was.items);
        let place = |(own, _, bytes): &(usize, usize, isize)| Some((spans.get(*own)?.clone(), *bytes));
        let same = alignment.same.iter().map(place).collect::<Option<Vec<_>>>()?;
        // What overlaps has no one distance.
        let in_order =
            same.windows(2).all(|pair| matches!(pair, [(one, _), (next, _)] if one.end <= next.start));
        in_order.then_some(Self { same, unreached })
    }
}

/// The words by which code reaches what changed, or by which what it is changed otherwise: `None` where that is by no word.
fn reaching(alignment: &Alignment, was: Items<'_>, is: Items<'_>) -> Option<FxHashSet<Word>> {
    let mut reaching = FxHashSet::default();
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for (from, indices, items) in [(was, &alignment.was, &mut before), (is, &alignment.is, &mut now)] {
        for index in indices {
            match &from.parts.get(*index)?.defines {
                Defines::Names(names) => reaching.extend(names),
                Defines::AnyOfItsWords | Defines::Unnamed => return None,
            }
            items.push(from.items.get(*index)?);
        }
    }
    // What a number of a template may be is taken from the defaults of others of its name.
    let (defaults_before, defaults) = (defaults(&before), defaults(&now));
    reaching.extend(defaults_before.symmetric_difference(&defaults).map(|(name, _)| word(name)));
    // Of which class a type of a template may be is told by what all functions ask of parameters of its name.
    let (asked_before, asked) = (members_asked(&before), members_asked(&now));
    reaching.extend(asked_before.symmetric_difference(&asked).map(|(name, _)| word(name)));
    // What is the name of a namespace is that of no macro.
    let (spaces_before, spaces) = (spaces(was.items), spaces(is.items));
    reaching.extend(spaces_before.symmetric_difference(&spaces).map(|name| word(name)));
    let (fields_before, fields) = (fields_written(&before), fields_written(&now));
    reaching.extend(fields_before.symmetric_difference(&fields).map(|name| word(name)));
    let (made_before, made) = (made(&before), made(&now));
    reaching.extend(made_before.symmetric_difference(&made).map(|(name, _)| word(name)));
    Some(reaching)
}

/// The template parameters that have a default, and what that is.
fn defaults<'i>(items: &[&'i Item]) -> BTreeSet<(&'i str, String)> {
    let mut all = BTreeSet::new();
    for item in items {
        each_template(item, &mut |uses| {
            all.extend(uses.template().iter().filter_map(|parameter| {
                let (name, default) = (parameter.name.as_ref()?, parameter.default.as_ref()?);
                Some((name.text.as_str(), format!("{:?}", default.kind)))
            }));
        });
    }
    all
}

/// The template parameters and which members code asks of them, in order.
fn members_asked<'i>(items: &[&'i Item]) -> BTreeSet<(&'i str, Vec<String>)> {
    let mut all = BTreeSet::new();
    for item in items {
        each_template(item, &mut |uses| {
            let used = NameUses::of(&uses);
            let names = uses.template().iter().filter_map(|parameter| parameter.name.as_ref());
            all.extend(names.map(|name| {
                let members = used.members_of(&name.text, &uses.objects_of(&name.text));
                (name.text.as_str(), members.into_iter().map(str::to_owned).collect::<Vec<String>>())
            }));
        });
    }
    all.retain(|(_, members)| !members.is_empty());
    all
}

/// The namespaces that something is defined in.
fn spaces<'i>(items: &'i [Item]) -> FxHashSet<&'i str> {
    let mut all: FxHashSet<&str> = FxHashSet::default();
    let mut last: &[String] = &[];
    for item in items {
        let path: &'i [String] = match item {
            Item::Function(function) => &function.path,
            Item::Class(class) => &class.path,
            Item::Statement(HostStatement { kind, .. }) => match kind {
                StatementKind::Declare(declaration) => &declaration.path,
                StatementKind::Function(function) => &function.path,
                StatementKind::Class(class) => &class.path,
                _ => continue,
            },
        };
        // Most follow one of the same.
        if path != last {
            all.extend(path.iter().map(String::as_str));
            last = path;
        }
    }
    all
}

/// The fields of objects that are assigned.
fn fields_written<'i>(items: &[&'i Item]) -> BTreeSet<&'i str> {
    let mut all = BTreeSet::new();
    for item in items {
        written_in_items(std::slice::from_ref(*item), &mut |target: &'i Expr, _| {
            if let ExprKind::Member { name, .. } = &target.kind {
                all.insert(name.text.as_str());
            }
        });
    }
    all
}

/// The variables to which an object of a class is assigned, each with its class.
fn made<'i>(items: &[&'i Item]) -> BTreeSet<(&'i str, &'i str)> {
    let mut all = BTreeSet::new();
    for item in items {
        made_in_items(std::slice::from_ref(*item), &mut |variable, class| {
            all.insert((variable, class));
        });
    }
    all
}

/// What of the code that did not change comes to what did.
struct Spreading<'i> {
    /// The items of the file that did not change.
    own: Vec<&'i Part>,
    is_own_reached: Vec<bool>,
    is_other_reached: Vec<bool>,
    /// All words by which something is reached that comes to the edit.
    words: FxHashSet<Word>,
    /// Those that nobody was asked for yet.
    next: Vec<Word>,
}

impl<'i> Spreading<'i> {
    /// From these words through all code that says them, and what says something that that is known by; `None` where it
    /// comes to what is reached by no word, and so from everywhere.
    fn of(
        words: FxHashSet<Word>,
        alignment: &Alignment,
        is: Items<'i>,
        elsewhere: &Elsewhere,
    ) -> Option<FxHashSet<Word>> {
        let own: Vec<&Part> =
            alignment.same.iter().filter_map(|(_, now, _)| is.parts.get(*now)).map(|part| &**part).collect();
        let (is_own_reached, is_other_reached) = (vec![false; own.len()], vec![false; elsewhere.count()]);
        let next = words.iter().copied().collect();
        let mut all = Self { own, is_own_reached, is_other_reached, words, next };
        while let Some(word) = all.next.pop() {
            for index in 0..all.own.len() {
                let part = *all.own.get(index)?;
                if part.words.contains(&word) && !std::mem::replace(all.is_own_reached.get_mut(index)?, true)
                {
                    all.add(part)?;
                }
            }
            for (index, part) in elsewhere.that_say(word) {
                if !std::mem::replace(all.is_other_reached.get_mut(index)?, true) {
                    all.add(part)?;
                }
            }
        }
        Some(all.words)
    }

    /// What says one of the words of this part comes to the edit, too.
    fn add(&mut self, part: &Part) -> Option<()> {
        let words: &mut dyn Iterator<Item = &Word> = match &part.defines {
            Defines::Names(names) => &mut names.iter(),
            Defines::AnyOfItsWords => &mut part.words.iter(),
            Defines::Unnamed => return None,
        };
        for word in words {
            if self.words.insert(*word) {
                self.next.push(*word);
            }
        }
        Some(())
    }
}
