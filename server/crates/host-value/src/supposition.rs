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

    /// For readers: what is said, and of which names; what is said of several names is said once.
    pub fn clauses(&self) -> Vec<Clause<'_>> {
        let mut all: Vec<Clause<'_>> = Vec::new();
        for supposition in self.suppositions() {
            let (name, is) = (supposition.name.as_str(), supposition.is.as_str());
            // Parameters of two functions may have one name.
            if all.iter().any(|clause| clause.is == is && clause.names.contains(&name)) {
                continue;
            }
            match all.iter_mut().find(|clause| is.starts_with("of ") && clause.is == is) {
                Some(clause) => clause.names.push(name),
                None => all.push(Clause { names: vec![name], is }),
            }
        }
        all
    }
}

/// The same of some names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause<'a> {
    /// At least one.
    pub names: Vec<&'a str>,
    /// `= Float16`, `of rank 4 and Float16`.
    pub is: &'a str,
}

impl fmt::Display for Clause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names.split_last() {
            Some((last, [])) => write!(f, "{last} {}", self.is),
            Some((last, others)) => write!(f, "{} and {last} {}", others.join(", "), self.is),
            None => Ok(()),
        }
    }
}

impl FromIterator<Supposition> for Condition {
    fn from_iter<I: IntoIterator<Item = Supposition>>(suppositions: I) -> Self {
        Self(Arc::new(suppositions.into_iter().collect()))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses = self.clauses();
        f.write_str(&clauses.iter().map(Clause::to_string).collect::<Vec<_>>().join(", "))
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

    #[test]
    fn parameters_of_two_functions_with_one_name_are_named_once() {
        let held = [supposition("dtype", "= Float16"), supposition("mQ", "of rank 2 and Float16")];
        let condition: Condition = held.iter().chain(&held).cloned().collect();
        assert_eq!(condition.to_string(), "dtype = Float16, mQ of rank 2 and Float16");
    }
}
