//! The names by which code declares and finds things.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Declaration, Function, Parameter},
};

/// The last part of a template's name: `Tensor` of `cute::Tensor<E, L>`.
pub(crate) fn template_name(declared: &Expr) -> Option<&str> {
    let ExprKind::Specialize { base, .. } = &declared.kind else { return None };
    match &base.kind {
        ExprKind::Name(name) => name.rsplit("::").next(),
        _ => None,
    }
}

/// `Layout` of `cute::Layout<Shape, Stride>`; nothing of what has no name.
pub(crate) fn last_name(declared: &Expr) -> &str {
    match &declared.kind {
        ExprKind::Name(name) => name.rsplit("::").next().unwrap_or(name),
        ExprKind::Specialize { base, .. } => last_name(base),
        ExprKind::Member { name, .. } => &name.text,
        _ => "",
    }
}

/// Whether a declaration may be that of a function that is defined: their parameters are of types of the same names. One
/// of other types is another overload, of which nothing is known.
pub(crate) fn may_declare(declared: &Function, defined: &Function) -> bool {
    let is_same = |(declared, defined): (&Parameter, &Parameter)| {
        declared.is_pointer == defined.is_pointer
            && declared.is_reference == defined.is_reference
            && declared.is_pack == defined.is_pack
            && declared.declared_type.as_ref().map(last_name) == defined.declared_type.as_ref().map(last_name)
    };
    declared.parameters.len() == defined.parameters.len()
        && declared.template.len() == defined.template.len()
        && declared.parameters.iter().zip(&defined.parameters).all(is_same)
}

/// Whether a declaration is a template of aliases or variables, or a specialisation of one.
pub(crate) fn is_template(declaration: &Declaration) -> bool {
    !declaration.template.is_empty() || !declaration.specialization.is_empty()
}
