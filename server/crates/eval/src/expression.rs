//! Expressions of no file.

use std::collections::HashMap;

use layoutlens_host_value::{evaluation::HostEvaluation, problem::Problem};
use layoutlens_operation::Evaluated;
use layoutlens_syntax::{Expr, File, SourceScope};

use crate::{environment::Environment, evaluator::Evaluator};

/// Evaluates one expression in which no name is bound.
pub fn evaluate_expression(expr: &Expr) -> (Evaluated, Vec<Problem>) {
    let file = File::default();
    let host = HostEvaluation::default();
    let environment = Environment::new(&file, &host, HashMap::new());
    let mut evaluator = Evaluator::new(&environment, SourceScope::FILE);
    let evaluated = evaluator.operand(expr);
    (evaluated, evaluator.problems)
}
