//! What PyTorch tells of the GPU at hand: `torch.cuda.get_device_properties(device).multi_processor_count`.
//!
//! No code says which GPU that is; under suppositions it is the one that the program is compiled for. How many
//! multiprocessors it has differs between GPUs of one architecture, so that number stays open.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    library::unknown,
    object::Object,
    value::HostValue,
};

use crate::dsl::{architecture, memory};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, ..Family::NONE };

pub(super) const ASKING: &[(&str, AskingFunction)] = &[("torch.cuda.get_device_properties", properties)];

/// The properties of a GPU, as PyTorch names them.
const PROPERTIES: &str = "_CudaDeviceProperties";

/// Threads of a warp, on every GPU so far.
const WARP_SIZE: i64 = 32;

/// What a block has at the most beside what the driver keeps of a multiprocessor's shared memory, in bytes (CUDA
/// programming guide, compute capabilities).
const KEPT_BY_THE_DRIVER: i64 = 1024;

fn properties(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    let count = HostValue::integer(&runner.nameless(1));
    let Some(name) = architecture::supposed(runner) else {
        return unknown("which GPU is at hand is not known");
    };
    let mut fields = BTreeMap::from([
        ("multi_processor_count".to_owned(), count),
        ("warp_size".to_owned(), HostValue::static_int(WARP_SIZE)),
    ]);
    let mut number = |name: &str, value: i64| fields.insert(name.to_owned(), HostValue::static_int(value));
    if let Some((major, minor)) = architecture::numbers(name) {
        number("major", major);
        number("minor", minor);
    }
    if let Some(bytes) = memory::capacity_of(name.trim_end_matches(['a', 'f'])) {
        number("shared_memory_per_block_optin", bytes);
        number("shared_memory_per_multiprocessor", bytes + KEPT_BY_THE_DRIVER);
    }
    Ok(Computed::plain(HostValue::Object(Arc::new(Object {
        class: None,
        kind: PROPERTIES.to_owned(),
        fields,
    }))))
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if object.kind == PROPERTIES => object.fields.get(name).cloned(),
        _ => None,
    }
}
