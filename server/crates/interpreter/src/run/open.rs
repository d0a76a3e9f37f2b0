//! Python's integers of which only their annotation tells: `head_dim: int`, `mma_tiler: Tuple[int, int, int]`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::Computed, object::Object, open_number::OPEN_TYPE, types::HostType, value::HostValue,
};
use layoutlens_syntax::{Expr, ExprKind, Name};

use crate::{state::interpreter::Interpreter, value::static_number};

/// How deep annotations of tuples in tuples are read.
const MAX_DEPTH: usize = 4;

impl Interpreter<'_> {
    /// An integer whose number, and whether it is of compile time, is not known.
    pub(crate) fn open_number(&mut self, what: &str, least: i64) -> HostValue {
        HostValue::integer(&self.names.open(what, least))
    }

    /// A parameter that nothing gives a value, when its annotation says that it is of integers.
    pub(crate) fn open_parameter(&mut self, declared: &Expr, name: &str) -> Option<HostValue> {
        if is_int(declared) {
            return Some(HostValue::integer(&self.names.open_parameter(name, 1)));
        }
        self.open_part(declared, name, MAX_DEPTH)
    }

    /// A field of a class that nothing gives a value.
    pub(crate) fn field_of_its_own(&mut self, declared: &Expr, name: &Name) -> Computed {
        let slot = self.slot_of(name);
        if let Some(supposed) = self.supposed(Some(declared), name, slot) {
            return Computed::plain(supposed);
        }
        let computed = self.open_field(declared, name);
        self.met_parameter(name, slot, &computed.value);
        computed
    }

    fn open_field(&mut self, declared: &Expr, name: &Name) -> Computed {
        if let Some(open) = self.open_parameter(declared, &name.text) {
            return Computed::plain(open);
        }
        let convention = self.outside.libraries.convention;
        let inner = match &declared.kind {
            ExprKind::Index { base, indices } if last_name(base) == Some(convention.constant) => {
                indices.first()
            }
            _ => None,
        };
        // A `Constexpr[Int32]` is a number that is known when the function is compiled.
        if let Some(HostValue::Type(declared)) = inner.map(|inner| self.value(inner))
            && let HostType::Named(type_name) = &*declared
            && static_number::integer_least(type_name).is_some()
        {
            return Computed::plain(HostValue::integer(&self.names.open_parameter(&name.text, 1)));
        }
        self.value_of_type(declared, false, name, "nothing is assigned here")
    }

    fn open_part(&mut self, declared: &Expr, name: &str, depth: usize) -> Option<HostValue> {
        if is_int(declared) {
            let number: Integer = self.names.open(name, 1);
            return Some(HostValue::integer(&number));
        }
        let ExprKind::Index { base, indices } = &declared.kind else { return None };
        let depth = depth.checked_sub(1)?;
        let convention = self.outside.libraries.convention;
        match (last_name(base)?, indices.as_slice()) {
            (around, [inner]) if around == convention.constant => {
                self.open_parameter(inner, name).filter(|_| depth > 0)
            }
            ("Type" | "type", [inner]) if last_name(inner) == Some(convention.number_type) => {
                let width = HostValue::integer(&self.names.open(&format!("{name}.width"), 1));
                let fields = BTreeMap::from([("width".to_owned(), width)]);
                let object = Object { class: None, kind: OPEN_TYPE.to_owned(), fields };
                Some(HostValue::Object(Arc::new(object)))
            }
            ("Tuple" | "tuple", [list]) if let ExprKind::Tuple(parts) = &list.kind => {
                self.open_tuple(parts, name, depth)
            }
            ("Tuple" | "tuple", parts) => self.open_tuple(parts, name, depth),
            _ => None,
        }
    }

    fn open_tuple(&mut self, parts: &[Expr], name: &str, depth: usize) -> Option<HostValue> {
        let parts: Option<Vec<HostValue>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| self.open_part(part, &format!("{name}[{index}]"), depth))
            .collect();
        parts.map(HostValue::tuple)
    }
}

fn is_int(declared: &Expr) -> bool {
    matches!(&declared.kind, ExprKind::Name(name) if name == "int")
}

fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        _ => None,
    }
}
