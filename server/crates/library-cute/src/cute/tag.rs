//! Names that are values, and say no more than that: `LayoutLeft`, `SM90_TMA_LOAD`.

use std::sync::Arc;

use layoutlens_host_value::{object::Object, value::HostValue};

/// A record of the library that says only what it is.
pub(super) fn tag(kind: &str) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields: Default::default() }))
}
