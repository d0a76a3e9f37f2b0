//! Values of which nothing is known.

use crate::host::{Computed, HostValue};

/// No value, for this reason.
pub(crate) fn unknown(reason: impl Into<String>) -> Computed {
    Computed::plain(HostValue::unknown(reason))
}
