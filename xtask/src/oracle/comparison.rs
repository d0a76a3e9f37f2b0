//! Our answers beside CuTe's, question by question.

use std::collections::BTreeMap;

use super::compiler::{Compiler, Said};
use crate::{error::Error, processors::on_all_processors};

/// Questions in one program: enough to make up for reading the headers, few enough for the compiler's memory.
const PER_PROGRAM: usize = 100;

/// One thing to ask CuTe, and what we say.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// What it is counted under: an operation, a family of atoms.
    pub(super) group: String,
    /// How a person would ask it: `composition (6,2):(8,2) (4,3):(3,1)`.
    pub(super) text: String,
    /// The same as a C++ expression; `answer` of `print.hpp` prints its value.
    pub(super) expression: String,
    pub(super) ours: Ours,
}

/// What we say to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ours {
    /// In CuTe's notation, as CuTe prints it with static integers, without underscores.
    Value(String),
    /// We say that CuTe refuses it: why.
    Refused(String),
    /// We say nothing: counted, and not asked.
    Unknown,
}

impl Ours {
    fn agrees(&self, said: &Said) -> bool {
        match (self, said) {
            (Self::Value(ours), Said::Value(theirs)) => ours == theirs,
            (Self::Refused(_), Said::Refused | Said::Crashed) => true,
            _ => false,
        }
    }
}

/// How many questions of a group agree.
#[derive(Debug, Default)]
struct Count {
    values: usize,
    refusals: usize,
    unknown: usize,
    differences: usize,
}

/// Asks CuTe every question, two programs at a time, prints a table and every difference, and returns how many there
/// are. `name` names the programs.
pub(super) fn compare(compiler: &Compiler, name: &str, questions: &[Question]) -> Result<usize, Error> {
    let said = ask_all(compiler, name, questions)?;
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut differences = Vec::new();
    for (number, question) in questions.iter().enumerate() {
        let count = counts.entry(&question.group).or_default();
        match (&question.ours, said.get(&number)) {
            (Ours::Unknown, _) => count.unknown += 1,
            (Ours::Value(_), Some(said)) if question.ours.agrees(said) => count.values += 1,
            (Ours::Refused(_), Some(said)) if question.ours.agrees(said) => count.refusals += 1,
            (_, said) => {
                count.differences += 1;
                differences.push((question, said));
            }
        }
    }
    print_table(&counts);
    for (question, said) in &differences {
        println!("DIFFERENCE {}", question.text);
        println!("    ours {:?}\n    CuTe {said:?}\n    C++  {}", question.ours, question.expression);
    }
    Ok(differences.len())
}

fn print_table(counts: &BTreeMap<&str, Count>) {
    let width = counts.keys().map(|group| group.len()).max().unwrap_or_default().max("total".len());
    println!(
        "{:width$} {:>11} {:>13} {:>8} {:>11}",
        "", "same values", "same refusals", "unknown", "differences"
    );
    let mut total = Count::default();
    let line = |name: &str, count: &Count| {
        println!(
            "{name:width$} {:>11} {:>13} {:>8} {:>11}",
            count.values, count.refusals, count.unknown, count.differences
        );
    };
    for (group, count) in counts {
        line(group, count);
        total.values += count.values;
        total.refusals += count.refusals;
        total.unknown += count.unknown;
        total.differences += count.differences;
    }
    line("total", &total);
}

/// CuTe's answers by the questions' numbers; what we say nothing to is not asked.
fn ask_all(compiler: &Compiler, name: &str, questions: &[Question]) -> Result<BTreeMap<usize, Said>, Error> {
    // Refusals by themselves: one that compiles after all is rare, and each that does not costs another compilation
    // of its program.
    let (accepted, refused): (Vec<_>, Vec<_>) = questions
        .iter()
        .enumerate()
        .filter(|(_, question)| question.ours != Ours::Unknown)
        .partition(|(_, question)| matches!(question.ours, Ours::Value(_)));
    let programs: Vec<Vec<(usize, &str)>> = [accepted, refused]
        .iter()
        .flat_map(|questions| questions.chunks(PER_PROGRAM))
        .map(|chunk| chunk.iter().map(|&(number, question)| (number, question.expression.as_str())).collect())
        .collect();
    let answers = on_all_processors(&programs, |at, program| compiler.ask(&format!("{name}-{at}"), program))?;
    Ok(answers.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_agrees_with_a_refusal_and_a_value_with_the_same_value() {
        let value = |text: &str| Said::Value(text.to_owned());
        let ours = Ours::Value("4:1".to_owned());
        assert!(ours.agrees(&value("4:1")));
        assert!(!ours.agrees(&value("4:2")) && !ours.agrees(&Said::Refused));
        let refused = Ours::Refused("shape_divisibility".to_owned());
        assert!(refused.agrees(&Said::Refused) && refused.agrees(&Said::Crashed));
        assert!(!refused.agrees(&value("4:1")));
    }
}
