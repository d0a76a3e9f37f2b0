//! Random cases of every operation: operands that operations often accept, as texts and as C++.

mod choice;
mod layout;
mod operands;
mod operation;
mod shape;
mod term;
mod tiler;

use std::{collections::HashSet, path::Path};

use choice::Choice;
use operation::{OPERATIONS, Operation};
use term::Term;

use super::comparison::{Ours, Question};
use crate::{
    error::Error,
    layoutlens::{Answer, Request, batch},
};

/// Draws this often for each case that is wanted: operations with few different operands may have fewer.
const TRIES: usize = 20;

/// `cases` different cases, dealt out to the operations whose name holds `filter`, with the answers of `binary`.
pub(super) fn questions(
    binary: &Path,
    seed: u64,
    cases: usize,
    filter: Option<&str>,
) -> Result<Vec<Question>, Error> {
    let mut choice = Choice::new(seed);
    let mut drawn: Vec<(&Operation, Vec<Term>)> = Vec::new();
    let mut known = HashSet::new();
    let wanted = |operation: &&Operation| filter.is_none_or(|filter| operation.group().contains(filter));
    let operations: Vec<&Operation> = OPERATIONS.iter().filter(wanted).collect();
    for (index, operation) in operations.iter().enumerate() {
        // What does not divide goes to the first operations, which are the heart of the algebra.
        let share = cases / operations.len() + usize::from(index < cases % operations.len());
        let mut tries = share * TRIES;
        let mut found = 0;
        while found < share && tries > 0 {
            tries -= 1;
            choice.new_bias();
            let operands = (operation.operands)(&mut choice);
            if known.insert((operation.name, texts(&operands))) {
                drawn.push((operation, operands));
                found += 1;
            }
        }
    }
    let requests: Vec<Request> = drawn
        .iter()
        .map(|(operation, operands)| Request {
            op: operation.name.to_owned(),
            args: texts(operands),
            mode: None,
        })
        .collect();
    let answers = batch(binary, "oracle", &requests)?;
    Ok(drawn
        .into_iter()
        .zip(answers)
        .map(|((operation, operands), answer)| Question {
            group: operation.group(),
            text: format!("{} {}", operation.name, texts(&operands).join(" ")),
            expression: operation.expression(&operands),
            ours: ours(answer),
        })
        .collect())
}

fn texts(operands: &[Term]) -> Vec<String> {
    operands.iter().map(Term::to_string).collect()
}

/// An answer as CuTe would print it.
fn ours(answer: Answer) -> Ours {
    match answer {
        Answer::Value { value, offset, .. } => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Ours::Value(match offset {
                Some(offset) => format!("{text} at {offset}"),
                None => text,
            })
        }
        Answer::Refused(why) => Ours::Refused(why),
        Answer::Unsupported => Ours::Unknown,
    }
}
