//! What a statement means that rests on other statements alone: that is known before any code is run.

use std::ops::Range;

use layoutlens_host_value::evaluation::HostEvaluation;
use layoutlens_syntax::{File, Statement};

use crate::{evaluation::Evaluation, statement::Statements};

/// The statements of a file down to those at the byte `at`, as [`evaluate_beside`](crate::evaluate_beside) has them,
/// whatever the code means. `None` where no statement stands there, where a comment may say something, too, or where the
/// code may have a say in it.
///
/// ```
/// use layoutlens_eval::{Meaning, evaluate_without_code};
/// use layoutlens_syntax::{Language, parse};
///
/// let text = "// cute: let A = (4,8)\n// cute: show size(A)\n// cute: show size(tile)\n";
/// let (file, _) = parse(Language::Cuda, text, None);
/// let evaluation = evaluate_without_code(&file, 40).expect("this needs no code");
/// assert!(matches!(&evaluation.statements[1], Meaning::Value(size) if size.value.to_string() == "32"));
/// assert!(evaluate_without_code(&file, 62).is_none());
/// ```
pub fn evaluate_without_code(file: &File, at: usize) -> Option<Evaluation> {
    let touches = |range: &Range<usize>| range.start <= at && at <= range.end;
    let is_comment = file.comments.iter().any(|comment| touches(&comment.range))
        || file.value_comments.iter().any(|comment| touches(&comment.range));
    if is_comment || !file.annotations.iter().any(|annotation| touches(&annotation.range)) {
        return None;
    }
    let host = HostEvaluation::default();
    let mut statements = Statements::new(file, &host, None);
    let mut evaluation = Evaluation::default();
    for annotation in file.annotations.iter().take_while(|annotation| annotation.range.start <= at) {
        let meaning = statements.meaning(annotation, &mut evaluation);
        // A name that is bound so may stand in any statement below.
        let matters = touches(&annotation.range)
            || matches!(annotation.statement, Statement::Let { .. } | Statement::With(_));
        if statements.environment.has_asked_code() && matters {
            return None;
        }
        evaluation.statements.push(meaning);
    }
    Some(evaluation)
}
