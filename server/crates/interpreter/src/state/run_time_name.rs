//! Run-time integers and the names that they go by.
//!
//! A name stands for one number. Where the same text would stand for two, in two functions or before and after an
//! assignment, the later one gets an anonymous name, which is shown as the source spells it only where that is true.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::open_number;

use crate::{state::file::FileId, value::only_name::only_name};

/// The least value of a C++ `int`.
pub(crate) const LEAST_INT: i64 = i32::MIN as i64;

/// How anonymous names begin; their number follows.
const ANONYMOUS: char = '?';

/// How long the longest anonymous name is.
const MOST_DIGITS: usize = 21;

/// What made a run-time integer: equal origins are the same number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    /// The file and byte where it is declared.
    pub(crate) declared: (FileId, usize),
    /// How often what it held became unknown before.
    pub(crate) version: usize,
}

/// An anonymous name that was claimed.
#[derive(Debug)]
struct Claimed {
    /// The number that it is spelled with.
    number: usize,
    /// How the source spells it.
    text: Arc<str>,
    origin: Origin,
}

/// All names given so far.
#[derive(Debug, Default)]
pub(crate) struct RunTimeNames {
    /// Who has the plain text.
    owners: FxHashMap<Arc<str>, Origin>,
    /// The anonymous name of an origin that came too late for the text.
    anonymous: FxHashMap<(Arc<str>, Origin), Arc<str>>,
    /// What the anonymous names of open numbers, and of what objects hold, are spelled in the source.
    spellings: FxHashMap<Arc<str>, String>,
    /// What anonymous names were claimed with, in the order of their numbers: an evaluation claims tens of thousands.
    claimed: Vec<Claimed>,
    /// How many numbers each declaration has had.
    versions: FxHashMap<(FileId, usize), usize>,
    count: usize,
}

impl RunTimeNames {
    /// The integer that `text` stands for at this origin.
    pub(crate) fn claim(&mut self, text: &str, origin: Origin, least: i64) -> Integer {
        self.count += 1;
        let text = match self.owners.get_key_value(text) {
            Some((text, owner)) if *owner == origin => return integer(text, least),
            Some((text, _)) => Arc::clone(text),
            None => {
                let text: Arc<str> = text.into();
                self.owners.insert(Arc::clone(&text), origin);
                return integer(&text, least);
            }
        };
        // A later version is claimed once, when it is made.
        let is_asked_again = origin.version == 0;
        let key = (text, origin);
        if is_asked_again && let Some(name) = self.anonymous.get(&key) {
            return integer(name, least);
        }
        let name = anonymous(self.count);
        if is_asked_again {
            self.anonymous.insert(key.clone(), Arc::clone(&name));
        }
        let (text, origin) = key;
        self.claimed.push(Claimed { number: self.count, text, origin });
        integer(&name, least)
    }

    /// How many numbers were named so far.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// A number that no name of the source stands for.
    pub(crate) fn nameless(&mut self, least: i64) -> Integer {
        self.count += 1;
        integer(&anonymous(self.count), least)
    }

    /// A number that an object holds, or a tuple: `params.seqlen_q`, `stride.0`.
    pub(crate) fn of_path(&mut self, path: &str, least: i64) -> Integer {
        let number = self.nameless(least);
        self.spell(&number, path);
        number
    }

    /// A number is held at this path; where nothing in the source stands for it yet, it goes by that.
    pub(crate) fn spell(&mut self, number: &Integer, path: &str) {
        let Some(name) = only_name(number) else { return };
        let is_one_number = name.text.starts_with(ANONYMOUS) && name.text.len() > 1;
        if is_one_number && self.spelling(&name.text).is_none() {
            let path = path.strip_prefix("this.").unwrap_or(path);
            self.spellings.insert(Arc::clone(&name.text), path.to_owned());
        }
    }

    /// An integer whose number, and whether it is of compile time, is not known; `what` says which one it is.
    pub(crate) fn open(&mut self, what: &str, least: i64) -> Integer {
        self.count += 1;
        open_number::open_number(what, self.count, least)
    }

    /// The open number of a parameter, which is shown by the parameter's name where it has that value.
    pub(crate) fn open_parameter(&mut self, text: &str, least: i64) -> Integer {
        let number = self.open(text, least);
        if let Some(name) = open_number::open_name(&number) {
            self.spellings.insert(Arc::clone(&name.text), text.to_owned());
        }
        number
    }

    /// A new number for a declaration whose old one is no longer certain.
    pub(crate) fn next_version(&mut self, declared: (FileId, usize)) -> Origin {
        let version = self.versions.entry(declared).or_default();
        *version += 1;
        Origin { declared, version: *version }
    }

    /// Whether an integer is one of the numbers that a declaration has had.
    pub(crate) fn is_own(&self, text: &str, declared: (FileId, usize), integer: &Integer) -> bool {
        let Some(name) = only_name(integer) else { return false };
        let owns = |origin: &Origin| origin.declared == declared;
        if *name.text == *text {
            return self.owners.get(text).is_some_and(owns);
        }
        self.claimed(&name.text).is_some_and(|claimed| *claimed.text == *text && owns(&claimed.origin))
    }

    /// What an anonymous name was claimed with.
    fn claimed(&self, name: &str) -> Option<&Claimed> {
        let digits = name.strip_prefix(ANONYMOUS)?;
        // No other spelling of a number is a name.
        let number = digits.parse().ok().filter(|_| !digits.starts_with(['+', '0']))?;
        let index = self.claimed.binary_search_by_key(&number, |claimed| claimed.number).ok()?;
        self.claimed.get(index)
    }

    /// How the source spells an anonymous name.
    pub(crate) fn spelling(&self, name: &str) -> Option<&str> {
        let claimed = self.claimed(name).map(|claimed| &*claimed.text);
        claimed.or_else(|| self.spellings.get(name).map(String::as_str))
    }
}

/// The name with this number. Tens of thousands are made in an evaluation: it is written without the machinery of formats.
fn anonymous(number: usize) -> Arc<str> {
    let mut text = [b'0'; MOST_DIGITS];
    let (mut start, mut rest) = (text.len(), number);
    for (at, digit) in text.iter_mut().enumerate().rev() {
        (start, *digit) = (at, b"0123456789".get(rest % 10).copied().unwrap_or(b'0'));
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if let Some(sign) = start.checked_sub(1).and_then(|at| text.get_mut(at)) {
        *sign = ANONYMOUS as u8;
    }
    match text.get(start.saturating_sub(1)..).map(std::str::from_utf8) {
        Some(Ok(name)) => name.into(),
        _ => format!("{ANONYMOUS}{number}").into(),
    }
}

fn integer(name: &Arc<str>, least: i64) -> Integer {
    Integer::Dynamic(Expression::of_name(Name { text: Arc::clone(name), unit: 1, least }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(declared: usize, version: usize) -> Origin {
        Origin { declared: (FileId::MAIN, declared), version }
    }

    #[test]
    fn anonymous_names_are_spelled_with_their_numbers() {
        for number in [0, 1, 9, 10, 99, 100, 65_536, usize::MAX] {
            assert_eq!(*anonymous(number), format!("?{number}"));
        }
    }

    #[test]
    fn one_text_stands_for_one_number() {
        let mut names = RunTimeNames::default();
        let first = names.claim("m", origin(3, 0), 1);
        assert_eq!(first.to_string(), "m");
        assert_eq!(names.claim("m", origin(3, 0), 1), first);
        let second = names.claim("m", origin(9, 0), 1);
        assert_ne!(second, first);
        assert_eq!(names.claim("m", origin(9, 0), 1), second);
        let name = second.expression().names().first().map(|name| name.text.to_string());
        assert_eq!(name.as_deref().and_then(|name| names.spelling(name)), Some("m"));
    }
}
