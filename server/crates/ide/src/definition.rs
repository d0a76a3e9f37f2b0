//! Go to definition of a name.

use std::ops::Range;

use layoutlens_eval::host::VariableKind;
use layoutlens_world::Analysis;

use crate::{
    host_name::{carries_layouts, variable_at},
    name_use::{bindings, variable_of_with},
};

/// Where the name at `offset` is bound or declared: the name in its `let` or `with`, or in the code, where what it stands for
/// carries layouts or where a statement names it. `None` for a member that is used: the server of its language knows more.
pub fn definition(analysis: &Analysis, offset: usize) -> Option<Range<usize>> {
    let touches = |range: &Range<usize>| range.start <= offset && offset <= range.end;
    let used = analysis.evaluation.references.iter().filter(|reference| touches(&reference.range));
    let used = used.min_by_key(|reference| reference.range.len()).map(|used| used.definition.clone());
    let bound = || {
        let binding = bindings(analysis).into_iter().find(|range| touches(range))?;
        // A `with` says what a name of the code is.
        let of_code = variable_of_with(analysis, &binding).map(|variable| variable.range.clone());
        Some(of_code.unwrap_or(binding))
    };
    let declared = || {
        let (used, variable) = variable_at(analysis, offset)?;
        let is_known =
            carries_layouts(variable) && (variable.kind != VariableKind::Field || variable.range == used);
        is_known.then(|| variable.range.clone())
    };
    used.or_else(bound).or_else(declared)
}
