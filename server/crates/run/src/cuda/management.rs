//! NVIDIA's management library, asked where CUDA offers no GPU: which GPUs there are, and whether they are divided.

use std::{
    ffi::{c_int, c_uint, c_void},
    ptr,
};

use libloading::os::unix::{Library, Symbol};

use super::{library::open_management, search::Environment};

/// The GPUs of a machine, whether or not CUDA offers them to this process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Gpus {
    pub(super) count: u32,
    /// Of these, the ones that are in MIG mode.
    pub(super) in_mig_mode: u32,
    /// The slices that these are divided into.
    pub(super) slices: u32,
}

type Handle = *mut c_void;
type Plain = unsafe extern "C" fn() -> c_int;
type Count = unsafe extern "C" fn(*mut c_uint) -> c_int;
type ByIndex = unsafe extern "C" fn(c_uint, *mut Handle) -> c_int;
type MigMode = unsafe extern "C" fn(Handle, *mut c_uint, *mut c_uint) -> c_int;
type CountOf = unsafe extern "C" fn(Handle, *mut c_uint) -> c_int;
type SliceByIndex = unsafe extern "C" fn(Handle, c_uint, *mut Handle) -> c_int;

/// What the library says; `None` where it is missing or does not answer.
pub(super) fn gpus(environment: &Environment<'_>) -> Option<Gpus> {
    let library = open_management(environment)?;
    // SAFETY: each type is the function's declaration in nvml.h, the same since CUDA 11.
    let (start, end, count, by_index): (Symbol<Plain>, Symbol<Plain>, Symbol<Count>, Symbol<ByIndex>) = unsafe {
        (
            library.get(b"nvmlInit_v2\0").ok()?,
            library.get(b"nvmlShutdown\0").ok()?,
            library.get(b"nvmlDeviceGetCount_v2\0").ok()?,
            library.get(b"nvmlDeviceGetHandleByIndex_v2\0").ok()?,
        )
    };
    // SAFETY: it takes nothing, and every path from here on ends the session that it starts.
    if unsafe { start() } != 0 {
        return None;
    }
    let mut gpus = Gpus::default();
    // SAFETY: the pointer is to an integer that lives through the call.
    let counted = unsafe { count(&raw mut gpus.count) } == 0;
    for index in 0..gpus.count {
        let mut gpu = ptr::null_mut();
        // SAFETY: the pointer is to a handle that lives through the call.
        if unsafe { by_index(index, &raw mut gpu) } == 0
            && let Some(slices) = slices(&library, gpu)
        {
            gpus.in_mig_mode += 1;
            gpus.slices += slices;
        }
    }
    // SAFETY: it takes nothing, and nothing is asked after it.
    unsafe { end() };
    counted.then_some(gpus)
}

/// How many slices a GPU is divided into; `None` where it is not in MIG mode, or does not tell: it then is none of those
/// that have no slice.
fn slices(library: &Library, gpu: Handle) -> Option<u32> {
    // SAFETY: each type is the function's declaration in nvml.h.
    let (mode, most, by_index): (Symbol<MigMode>, Symbol<CountOf>, Symbol<SliceByIndex>) = unsafe {
        (
            library.get(b"nvmlDeviceGetMigMode\0").ok()?,
            library.get(b"nvmlDeviceGetMaxMigDeviceCount\0").ok()?,
            library.get(b"nvmlDeviceGetMigDeviceHandleByIndex\0").ok()?,
        )
    };
    let (mut current, mut pending, mut count) = (0, 0, 0);
    // SAFETY: the library gave the handle, and the pointers are to integers that live through the calls.
    let asked = unsafe { (mode(gpu, &raw mut current, &raw mut pending), most(gpu, &raw mut count)) };
    if asked.0 != 0 || current == 0 {
        return None;
    }
    let exists = |index: &u32| {
        let mut slice = ptr::null_mut();
        // SAFETY: the library gave the handle, and the pointer is to another one that lives through the call.
        unsafe { by_index(gpu, *index, &raw mut slice) == 0 }
    };
    if asked.1 != 0 {
        return None;
    }
    u32::try_from((0..count).filter(exists).count()).ok()
}

/// Why CUDA offers no GPU, and what to do: from what is there, and from the value of `CUDA_VISIBLE_DEVICES`.
pub(super) fn why_there_is_none(gpus: Option<Gpus>, visible: Option<&str>) -> String {
    let hidden = visible.map(|value| format!("CUDA_VISIBLE_DEVICES is {value:?}"));
    match (gpus, hidden) {
        (Some(Gpus { count: count @ 1.., in_mig_mode, slices: 0 }), _) if in_mig_mode == count => format!(
            "the driver offers no GPU: this machine's {count} GPU(s) are in MIG mode and have no slice; make one \
             (`nvidia-smi mig -lgip` lists the sizes, `nvidia-smi mig -cgi SIZE -C` makes it) or leave the mode \
             (`nvidia-smi -mig 0`)"
        ),
        (Some(Gpus { count, slices: slices @ 1.., .. }), Some(hidden)) => format!(
            "{hidden}, which names none of the {count} GPU(s) and {slices} MIG slice(s) of this machine; `nvidia-smi -L` \
             lists their names"
        ),
        (Some(Gpus { count: count @ 1.., .. }), Some(hidden)) => {
            format!(
                "{hidden}, which names none of the {count} GPU(s) of this machine; change it or leave it out"
            )
        }
        (Some(Gpus { count: count @ 1.., .. }), None) => format!(
            "this machine has {count} GPU(s), and the driver offers none to this process; in a container, give it one"
        ),
        (_, Some(hidden)) => format!("the driver sees no GPU; check nvidia-smi ({hidden})"),
        (_, None) => "the driver sees no GPU; check nvidia-smi".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_the_gpus_is_named() {
        let gpus = |count, in_mig_mode, slices| Some(Gpus { count, in_mig_mode, slices });
        let cases = [
            (None, None),
            (None, Some("")),
            (gpus(0, 0, 0), None),
            (gpus(2, 0, 0), Some("7")),
            (gpus(2, 0, 0), None),
            (gpus(2, 1, 0), None),
            (gpus(1, 1, 3), Some("GPU-1")),
        ];
        let table = cases.map(|(gpus, visible)| why_there_is_none(gpus, visible)).join("\n");
        insta::assert_snapshot!("why_there_is_no_gpu", table);
    }
}
