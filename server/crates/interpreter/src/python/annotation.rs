//! What the annotations of a Python class are worth at its statement. The names in them may be bound to something else by the
//! time that a library asks for the type of a member.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{object::Annotation, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, Declaration, Item, StatementKind},
};

use crate::{code::walk, state::interpreter::Interpreter};

/// How many subscripts lie in each other in an annotation.
const MAX_SUBSCRIPTS: usize = 8;

impl Interpreter<'_> {
    /// The annotations of a class whose statement is run here; none where what reads them is no library, or where the
    /// statement may give other ones than those that are written.
    pub(crate) fn annotations(&mut self, class: &Class) -> Arc<BTreeMap<String, Annotation>> {
        let [decorator] = class.attributes.as_slice() else { return Arc::default() };
        let Some(declarations) = declarations(class).filter(|_| class.bases.is_empty()) else {
            return Arc::default();
        };
        let is_of_library = match self.value(decorator) {
            HostValue::Module(path) => self.outside.libraries.effects.is_harmless_module(&path),
            _ => false,
        };
        if !is_of_library || self.are_annotations_named() {
            return Arc::default();
        }
        let mut annotations = BTreeMap::new();
        for declaration in &declarations {
            let ([name], Some(declared)) = (declaration.names.as_slice(), &declaration.declared_type) else {
                continue;
            };
            let is_once = declarations.iter().filter(|other| is_annotated(other, &name.text)).count() == 1;
            if let Some(annotation) = self.annotation(declared, class).filter(|_| is_once) {
                annotations.insert(name.text.clone(), annotation);
            }
        }
        Arc::new(annotations)
    }

    fn annotation(&mut self, declared: &Expr, class: &Class) -> Option<Annotation> {
        let (mut subscripted, mut inner) = (Vec::new(), declared);
        while let ExprKind::Index { base, indices } = &inner.kind {
            if subscripted.len() == MAX_SUBSCRIPTS {
                return None;
            }
            subscripted.push(&**base);
            inner = match indices.first() {
                Some(Expr { kind: ExprKind::Tuple(parts), .. }) => parts.first()?,
                first => first?,
            };
        }
        // What the class itself binds is seen before what stands around it.
        if subscripted.iter().chain([&inner]).any(|part| names_member(part, class)) {
            return None;
        }
        let subscripted = subscripted.into_iter().map(|base| self.value(base)).collect();
        let first = self.value(inner);
        // All else may change, or is not known.
        matches!(first, HostValue::Type(_) | HostValue::Callable(_))
            .then_some(Annotation { subscripted, first })
    }
}

/// What the body of a class declares; `None` where it holds statements that may do so under a condition.
fn declarations(class: &Class) -> Option<Vec<&Declaration>> {
    let mut all = Vec::new();
    for member in class.members.iter() {
        let Item::Statement(statement) = member else { continue };
        match &statement.kind {
            StatementKind::Declare(declaration) => all.push(declaration),
            StatementKind::Expression(Expr { kind: ExprKind::Text(_), .. }) => {}
            _ => return None,
        }
    }
    Some(all)
}

fn is_annotated(declaration: &Declaration, name: &str) -> bool {
    declaration.declared_type.is_some() && declaration.names.iter().any(|own| own.text == name)
}

/// Whether an expression names something that the class binds.
fn names_member(of: &Expr, class: &Class) -> bool {
    let mut is_named = false;
    walk::expression(of, &mut |expr: &Expr| {
        if let ExprKind::Name(name) = &expr.kind {
            is_named |= class.members.iter().any(|member| match member {
                Item::Function(function) => function.name.text == *name,
                Item::Class(inner) => inner.name.text == *name,
                Item::Statement(statement) => matches!(&statement.kind, StatementKind::Declare(declaration)
                    if declaration.names.iter().any(|own| own.text == *name)),
            });
        }
    });
    is_named
}
