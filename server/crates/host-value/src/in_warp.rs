//! What may be another value for each thread of a warp.

use layoutlens_operation::symbolic;

use crate::{lanes::names_thread, value::HostValue};

/// Whether a value may be another one for other threads of a warp: what is not known may.
pub fn may_differ_in_warp(value: &HostValue) -> bool {
    let value = value.algebra();
    value.unknown_reason().is_some() || symbolic::names(&value).iter().any(|name| names_thread(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_the_same_for_all_threads_unless_it_names_one() {
        assert!(!may_differ_in_warp(&HostValue::static_int(4)));
        assert!(!may_differ_in_warp(&HostValue::name("blockIdx.x")));
        assert!(may_differ_in_warp(&HostValue::name("threadIdx.x")));
        assert!(may_differ_in_warp(&HostValue::name("lane_id")));
        assert!(may_differ_in_warp(&HostValue::unknown("read from memory")));
    }
}
