//! Run-time integers and the names that they go by.
//!
//! A name stands for one number. Where the same text would stand for two, in two functions or before and after an
//! assignment, the later one gets an anonymous name, which is shown as the source spells it only where that is true.

use rustc_hash::FxHashMap;

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::open_number;

use crate::state::file::FileId;

/// The least value of a C++ `int`.
pub(crate) const LEAST_INT: i64 = i32::MIN as i64;

/// What made a run-time integer: equal origins are the same number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    /// The file and byte where it is declared.
    pub(crate) declared: (FileId, usize),
    /// How often what it held became unknown before.
    pub(crate) version: usize,
}

/// All names given so far.
#[derive(Debug, Default)]
pub(crate) struct RunTimeNames {
    /// Who has the plain text.
    owners: FxHashMap<String, Origin>,
    /// The anonymous name of an origin that came too late for the text.
    anonymous: FxHashMap<(String, Origin), String>,
    /// What anonymous names are spelled in the source.
    spellings: FxHashMap<String, String>,
    /// What anonymous names were claimed with.
    origins: FxHashMap<String, (String, Origin)>,
    /// How many numbers each declaration has had.
    versions: FxHashMap<(FileId, usize), usize>,
    count: usize,
}

impl RunTimeNames {
    /// The integer that `text` stands for at this origin.
    pub(crate) fn claim(&mut self, text: &str, origin: Origin, least: i64) -> Integer {
        self.count += 1;
        let is_owner = match self.owners.get(text) {
            Some(owner) => *owner == origin,
            None => {
                self.owners.insert(text.to_owned(), origin.clone());
                true
            }
        };
        let name = if is_owner {
            text.to_owned()
        } else {
            let next = self.count;
            let key = (text.to_owned(), origin);
            // A later version is claimed once, when it is made.
            let is_asked_again = key.1.version == 0;
            if is_asked_again && let Some(name) = self.anonymous.get(&key) {
                return integer(name, least);
            }
            let name = format!("?{next}");
            if is_asked_again {
                self.anonymous.insert(key.clone(), name.clone());
            }
            self.spellings.insert(name.clone(), text.to_owned());
            self.origins.insert(name.clone(), key);
            name
        };
        integer(&name, least)
    }

    /// How many numbers were named so far.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// A number that no name of the source stands for.
    pub(crate) fn nameless(&mut self, least: i64) -> Integer {
        self.count += 1;
        integer(&format!("?{}", self.count), least)
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
            self.spellings.insert(name.text.to_string(), text.to_owned());
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
        let expression = integer.expression();
        let names = expression.names();
        let [name] = names.iter().collect::<Vec<_>>()[..] else { return false };
        if expression != Expression::of_name(name.clone()) {
            return false;
        }
        let owns = |origin: &Origin| origin.declared == declared;
        if *name.text == *text {
            return self.owners.get(text).is_some_and(owns);
        }
        self.origins.get(&*name.text).is_some_and(|(spelling, origin)| spelling == text && owns(origin))
    }

    /// How the source spells an anonymous name.
    pub(crate) fn spelling(&self, name: &str) -> Option<&str> {
        self.spellings.get(name).map(String::as_str)
    }
}

fn integer(name: &str, least: i64) -> Integer {
    Integer::Dynamic(Expression::of_name(Name { least, ..Name::new(name) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(declared: usize, version: usize) -> Origin {
        Origin { declared: (FileId::MAIN, declared), version }
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
