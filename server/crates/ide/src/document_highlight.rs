//! Where a name of the statements is bound and used.

use std::ops::Range;

use layoutlens_eval::Reference;
use layoutlens_syntax::{Binding, Statement};
use layoutlens_world::Analysis;

/// A place of the name that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentHighlight {
    /// Bytes of the name.
    pub range: Range<usize>,
    /// Whether the name is bound here; else it is used.
    pub is_binding: bool,
}

/// The `let` or `with` that binds the name at `offset` and all uses of what it binds, in the order of the text. A name
/// that is bound again is another one from there on.
///
/// Empty for a name that no statement binds: names of the code belong to the server of its language.
pub fn document_highlights(analysis: &Analysis, offset: usize) -> Vec<DocumentHighlight> {
    let touches = |range: &Range<usize>| range.start <= offset && offset <= range.end;
    let bindings = bindings(analysis);
    let uses: Vec<&Reference> =
        analysis.evaluation.references.iter().filter(|reference| is_seen(reference, analysis)).collect();
    let bound_here = bindings.iter().find(|range| touches(range));
    let used_here = || uses.iter().find(|used| touches(&used.range)).map(|used| &used.definition);
    let Some(binding) = bound_here.or_else(used_here).filter(|binding| bindings.contains(binding)) else {
        return Vec::new();
    };
    let uses = uses.iter().filter(|used| used.definition == *binding);
    let mut uses: Vec<Range<usize>> = uses.map(|used| used.range.clone()).collect();
    uses.sort_by_key(|range| range.start);
    uses.dedup();
    let bound = DocumentHighlight { range: binding.clone(), is_binding: true };
    let used = uses.into_iter().map(|range| DocumentHighlight { range, is_binding: false });
    std::iter::once(bound).chain(used).collect()
}

/// Whether a name means the binding that it leads to: one that stands below it or in another function is only what a
/// problem of the name points at.
fn is_seen(reference: &Reference, analysis: &Analysis) -> bool {
    let scope = |range: &Range<usize>| analysis.file.scope_at(range.start);
    let (bound, used) = (&reference.definition, &reference.range);
    bound.end <= used.start && analysis.file.encloses(scope(bound), scope(used))
}

/// The names that statements bind, each where it is bound.
fn bindings(analysis: &Analysis) -> Vec<Range<usize>> {
    let mut bindings = Vec::new();
    for annotation in &analysis.file.annotations {
        match &annotation.statement {
            Statement::Let { name, .. } => bindings.push(name.range.clone()),
            Statement::With(clauses) => bindings.extend(clauses.iter().filter_map(|clause| match clause {
                Binding::Value { name, .. } => Some(name.range.clone()),
                Binding::Divisible { .. } => None,
            })),
            _ => {}
        }
    }
    bindings
}
