//! CuTe's template form of a call, `group<0,2>(A)`, as a call without template arguments.

use layoutlens_syntax::{Expr, ExprKind};

use super::{
    Operation,
    columns::{ParameterKind, TemplateForm},
    table::columns,
};

/// The operation that a template call means, and its operands in order.
///
/// Mostly the template arguments stand behind the others: `group<0,2>(A)` is `group(A,0,2)`. `select<2,0>(A)` is
/// `select(A,(2,0))`, `replace<1>(A,B)` is `replace(A,1,B)`, and `append<3>(A,B)` is `append_to_rank(A,3,B)`, whose
/// filler is `1:0` when none is given (`prepend` alike). `None` where CuTe has no such template, or this language not.
pub(crate) fn untemplated(
    operation: Operation,
    template: &[Expr],
    arguments: &[Expr],
) -> Option<(Operation, Vec<Expr>)> {
    let ([first, .., last] | [first @ last]) = template else { return Some((operation, arguments.to_vec())) };
    let range = first.range.start..last.range.end;
    let in_order = |parts: [&[Expr]; 3]| parts.concat();
    match (columns(operation).template, arguments) {
        (TemplateForm::OneTuple, _) => {
            let indices = Expr { kind: ExprKind::Tuple(template.to_vec()), range };
            Some((operation, in_order([arguments, &[indices], &[]])))
        }
        (TemplateForm::BehindFirst, [layout, rest @ ..]) => {
            Some((operation, in_order([std::slice::from_ref(layout), template, rest])))
        }
        (TemplateForm::ToRank(to_rank), [layout, rest @ ..]) => {
            // No text stands for the filler, so a hover never finds it.
            let nowhere = range.end..range.end;
            let int = |value| Box::new(Expr { kind: ExprKind::Int(value), range: nowhere.clone() });
            let kind = ExprKind::Layout { shape: int(1), stride: int(0) };
            let default = [Expr { kind, range: nowhere.clone() }];
            let filler = if rest.is_empty() { &default } else { rest };
            Some((to_rank, in_order([std::slice::from_ref(layout), template, filler])))
        }
        (TemplateForm::Behind | TemplateForm::BehindFirst | TemplateForm::ToRank(_), _) => {
            let parameters = columns(operation).parameters;
            let places = parameters.iter().skip(arguments.len()).take(template.len());
            let numbers = places.clone().count() == template.len()
                && places.into_iter().all(|parameter| parameter.kind == ParameterKind::Tuple);
            numbers.then(|| (operation, in_order([arguments, template, &[]])))
        }
    }
}
