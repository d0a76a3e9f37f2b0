//! PyTorch's types of elements: types of their own, which programs map to the DSL's.

use std::sync::Arc;

use layout_algebra::atom::element::ElementType;
use layoutlens_host_value::{types::HostType, value::HostValue};

use crate::dsl::element;

/// How the names of PyTorch's types begin.
const PREFIX: &str = "torch.";

/// `torch.float16`.
pub(super) fn named(path: &str) -> Option<HostValue> {
    let own = ElementType::of_torch(path.strip_prefix(PREFIX)?)?.torch()?;
    Some(HostValue::Type(Arc::new(HostType::Named(format!("{PREFIX}{own}")))))
}

/// The DSL's type of the elements of a tensor whose type is one of PyTorch's.
pub(super) fn of_dsl(value: &HostValue) -> Option<HostValue> {
    let HostValue::Type(host_type) = value else { return None };
    let HostType::Named(name) = host_type.as_ref() else { return None };
    ElementType::of_torch(name.strip_prefix(PREFIX)?)?.dsl().map(element::as_type)
}
