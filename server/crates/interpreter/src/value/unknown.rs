//! Values of which nothing is known.

use layoutlens_host_value::{call::Computed, value::HostValue};

/// No value, for this reason.
pub(crate) fn unknown(reason: impl Into<String>) -> Computed {
    Computed::plain(HostValue::unknown(reason))
}
