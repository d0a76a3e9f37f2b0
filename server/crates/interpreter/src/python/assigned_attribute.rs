//! Which attributes Python code assigns anywhere: what reads one later than it is read in Python may see another value.

use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::{walk, written::written_in_items},
    state::{assigned_attributes::AssignedAttributes, interpreter::Interpreter},
};

/// Where Python keeps the annotations of a class.
const ANNOTATIONS: &str = "__annotations__";

impl Interpreter<'_> {
    /// Whether an attribute of this name may be assigned, but as one of `self`.
    pub(crate) fn is_attribute_assigned(&self, name: &str) -> bool {
        let assigned = self.assigned_attributes.get_or_init(|| self.all_assigned_attributes());
        assigned.are_computed || assigned.names.contains(name)
    }

    /// Whether the program may change annotations of its classes.
    pub(crate) fn are_annotations_named(&self) -> bool {
        self.assigned_attributes.get_or_init(|| self.all_assigned_attributes()).are_annotations_named
    }

    fn all_assigned_attributes(&self) -> AssignedAttributes {
        let mut assigned = AssignedAttributes::default();
        for (_, file) in self.files.all() {
            written_in_items(&file.program.items, &mut |target, _| {
                walk::expression(target, &mut |expr: &Expr| {
                    if let ExprKind::Member { base, name } = &expr.kind
                        && !matches!(&base.kind, ExprKind::Name(base) if base == "self")
                    {
                        assigned.names.insert(name.text.clone());
                    }
                });
            });
            walk::items(&file.program.items, &mut |expr| match &expr.kind {
                ExprKind::Name(name) => {
                    assigned.are_computed |= matches!(name.as_str(), "setattr" | "delattr" | "vars");
                    assigned.are_annotations_named |= name == ANNOTATIONS;
                }
                ExprKind::Member { name, .. } => {
                    assigned.are_computed |= name.text == "__dict__";
                    assigned.are_annotations_named |= name.text == ANNOTATIONS;
                }
                ExprKind::Text(text) => assigned.are_annotations_named |= text == ANNOTATIONS,
                _ => {}
            });
        }
        assigned
    }
}
