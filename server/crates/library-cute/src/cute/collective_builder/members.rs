//! Types that declare members: a collective, its builder, a kernel.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{object::Object, types::HostType, value::HostValue};

/// Members of a type by their names.
pub(super) type Members = BTreeMap<String, HostValue>;

/// What the library calls what a builder builds.
pub(super) const COLLECTIVE: &str = "CollectiveMma";

/// The field of what is not known of a collective besides what is there: why.
pub(super) const REST: &str = "(rest)";

/// The type of an object with these members.
pub(super) fn type_with_members(kind: &str, members: Members) -> HostValue {
    let object = Object { class: None, kind: kind.to_owned(), fields: members };
    HostValue::Type(Arc::new(HostType::Of(HostValue::Object(Arc::new(object)))))
}
