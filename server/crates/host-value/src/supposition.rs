//! What is supposed of what nothing in a program gives.

use std::{fmt, sync::Arc};

/// Something that nothing gives, and what it is taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supposition {
    /// What it is of: a parameter, an attribute, something outside of the program.
    pub name: String,
    /// `= Float16`, `of rank 4 and Float16`.
    pub is: String,
    /// For a parameter of the file that a statement may bind: how.
    pub binding: Option<ParameterBinding>,
}

/// How a `with` binds a parameter to what is supposed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterBinding {
    /// The byte at which the parameter is declared.
    pub declared: usize,
    /// Its name.
    pub name: String,
    /// What it is, as a statement writes it: `f16`, `4096`.
    pub value: String,
}

/// All that is supposed for a value, in the order in which the program comes to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Condition(Arc<Vec<Supposition>>);

impl Condition {
    /// Of what is supposed at some point of a run.
    pub fn new(held: Arc<Vec<Supposition>>) -> Self {
        Self(held)
    }

    /// What is supposed, one by one.
    pub fn suppositions(&self) -> &[Supposition] {
        &self.0
    }
}

impl FromIterator<Supposition> for Condition {
    fn from_iter<I: IntoIterator<Item = Supposition>>(suppositions: I) -> Self {
        Self(Arc::new(suppositions.into_iter().collect()))
    }
}

impl fmt::Display for Condition {
    /// For readers: what is said of several names is said once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<(Vec<&str>, &str)> = Vec::new();
        for supposition in self.suppositions() {
            let is_shared = supposition.is.starts_with("of ");
            match all.iter_mut().find(|(_, is)| is_shared && *is == supposition.is) {
                Some((names, _)) => names.push(&supposition.name),
                None => all.push((vec![&supposition.name], &supposition.is)),
            }
        }
        let shown = |(names, is): &(Vec<&str>, &str)| match names.split_last() {
            Some((last, [])) => format!("{last} {is}"),
            Some((last, others)) => format!("{} and {last} {is}", others.join(", ")),
            None => String::new(),
        };
        f.write_str(&all.iter().map(shown).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supposition(name: &str, is: &str) -> Supposition {
        Supposition { name: name.to_owned(), is: is.to_owned(), binding: None }
    }

    #[test]
    fn tensors_of_one_kind_are_named_together() {
        let held = [
            supposition("mQ", "of rank 4 and Float16"),
            supposition("dtype", "= Float16"),
            supposition("mK", "of rank 4 and Float16"),
            supposition("n", "= 64"),
        ];
        let condition: Condition = held.into_iter().collect();
        assert_eq!(condition.to_string(), "mQ and mK of rank 4 and Float16, dtype = Float16, n = 64");
    }
}
