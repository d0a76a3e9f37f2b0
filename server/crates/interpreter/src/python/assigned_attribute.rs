//! Which attributes Python code assigns anywhere: what reads one later than it is read in Python may see another value.

use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::{walk, written::written_in_items},
    state::{assigned_attributes::AssignedAttributes, interpreter::Interpreter},
};

/// Where Python keeps the annotations of a class.
const ANNOTATIONS: &str = "__annotations__";

/// What assigns an attribute of an object that it is given, by a name that it is given.
const SET_ATTRIBUTE: &str = "setattr";

/// Functions of Python's own through which attributes are written whose names are computed.
const WRITERS: [&str; 3] = [SET_ATTRIBUTE, "delattr", "vars"];

impl Interpreter<'_> {
    /// Whether an attribute of this name may be assigned, but as one of `self`.
    pub(crate) fn is_attribute_assigned(&self, name: &str) -> bool {
        let assigned = self.assigned_attributes.get_or_init(|| self.all_assigned_attributes());
        assigned.are_computed || assigned.names.contains(name)
    }

    /// Whether code assigns an attribute by this name, but as one of `self`: a name that is computed is not counted.
    pub(crate) fn is_attribute_named(&self, name: &str) -> bool {
        self.assigned_attributes.get_or_init(|| self.all_assigned_attributes()).names.contains(name)
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
            // Of calls that say which attribute, or whose, the name alone counts that they begin with.
            let mut told: Vec<usize> = Vec::new();
            walk::items(&file.program.items, &mut |expr| match &expr.kind {
                ExprKind::Invoke { callee, arguments, .. } if is_named(callee, SET_ATTRIBUTE) => {
                    let [object, name, ..] = arguments.as_slice() else { return };
                    match (&object.value.kind, &name.value.kind) {
                        (ExprKind::Name(object), _) if object == "self" => told.push(callee.range.start),
                        (_, ExprKind::Text(name)) => {
                            assigned.names.insert(name.to_string());
                            told.push(callee.range.start);
                        }
                        _ => {}
                    }
                }
                ExprKind::Name(name) => {
                    assigned.are_computed |=
                        WRITERS.contains(&name.as_str()) && !told.contains(&expr.range.start);
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

fn is_named(expr: &Expr, wanted: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == wanted)
}
