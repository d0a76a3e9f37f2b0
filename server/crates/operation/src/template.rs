//! CuTe's template form of a call, `group<0,2>(A)`, as a call without template arguments.

use super::{
    Operation,
    columns::{ParameterKind, TemplateForm},
    table::columns,
};

/// Where an operand of a call comes from that is written with template arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The argument of this index.
    Argument(usize),
    /// The template argument of this index.
    Template(usize),
    /// All template arguments, as one tuple.
    WholeTemplate,
    /// CuTe's default filler, `1:0`, which is not written.
    Filler,
}

/// The operation that a call with so many template arguments and arguments means, and where its operands stand.
///
/// Mostly the template arguments stand behind the others: `group<0,2>(A)` is `group(A,0,2)`. `select<2,0>(A)` is
/// `select(A,(2,0))`, `replace<1>(A,B)` is `replace(A,1,B)`, and `append<3>(A,B)` is `append_to_rank(A,3,B)`, whose
/// filler is `1:0` when none is given (`prepend` alike). `None` where CuTe has no such template, or this language not.
///
/// ```
/// use layoutlens_operation::{Operation, Place, untemplated};
///
/// let (operation, places) = untemplated(Operation::Append, 1, 1).expect("append<3>(A)");
/// assert_eq!(operation, Operation::AppendToRank);
/// assert_eq!(places, [Place::Argument(0), Place::Template(0), Place::Filler]);
/// ```
pub fn untemplated(
    operation: Operation,
    template: usize,
    arguments: usize,
) -> Option<(Operation, Vec<Place>)> {
    let all_arguments = (0..arguments).map(Place::Argument);
    if template == 0 {
        return Some((operation, all_arguments.collect()));
    }
    let all_template = (0..template).map(Place::Template);
    let behind_first = || {
        let rest = all_arguments.clone().skip(1);
        [Place::Argument(0)].into_iter().chain(all_template.clone()).chain(rest)
    };
    match (columns(operation).template, arguments) {
        (TemplateForm::OneTuple, _) => {
            Some((operation, all_arguments.chain([Place::WholeTemplate]).collect()))
        }
        (TemplateForm::BehindFirst, 1..) => Some((operation, behind_first().collect())),
        (TemplateForm::ToRank(to_rank), 1..) => {
            let filler = (arguments == 1).then_some(Place::Filler);
            Some((to_rank, behind_first().chain(filler).collect()))
        }
        (TemplateForm::Behind | TemplateForm::BehindFirst | TemplateForm::ToRank(_), _) => {
            let parameters = columns(operation).parameters;
            let places = parameters.iter().skip(arguments).take(template);
            let numbers = places.clone().count() == template
                && places.into_iter().all(|parameter| parameter.kind == ParameterKind::Tuple);
            numbers.then(|| (operation, all_arguments.chain(all_template).collect()))
        }
    }
}
