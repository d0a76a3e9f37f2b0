//! Modules of the DSL: which path a name stands for, however a program imports it.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{AskingFunction, Call, LibraryFunction, Outcome, PlainFunction},
    function::Callable,
    library::unknown,
    value::HostValue,
};

use crate::dsl::{
    arch, architecture, atom, blackwell, block_scaled, copied, copy_operation, device_properties, element,
    enumeration, epilogue, experimental, from_torch, hopper, iteration, layout, memory, mixed_input,
    mma_operation, number, partitioned, pipeline, pycute, registers, rubin, runtime, scale_fragment, shape,
    standard, tensor, tensor_memory, tile, tile_layout, tile_scheduler, tiled, tma, torch_type,
    umma_operation, vector,
};
use layoutlens_library_cute::family::{Family, find, names};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function, function_names, member, named, apply, ..Family::NONE };

/// Functions by the paths that [`canonical`] gives.
const TABLES: &[&[(&str, PlainFunction)]] = &[
    number::FUNCTIONS,
    shape::FUNCTIONS,
    layout::FUNCTIONS,
    tensor::FUNCTIONS,
    tile::FUNCTIONS,
    atom::FUNCTIONS,
    mma_operation::FUNCTIONS,
    umma_operation::FUNCTIONS,
    rubin::FUNCTIONS,
    copy_operation::FUNCTIONS,
    tiled::FUNCTIONS,
    tile_layout::FUNCTIONS,
    memory::FUNCTIONS,
    hopper::FUNCTIONS,
    blackwell::FUNCTIONS,
    pycute::FUNCTIONS,
    arch::FUNCTIONS,
    runtime::FUNCTIONS,
    from_torch::FUNCTIONS,
    pipeline::FUNCTIONS,
    tile_scheduler::FUNCTIONS,
    tensor_memory::FUNCTIONS,
    block_scaled::FUNCTIONS,
    epilogue::FUNCTIONS,
    tma::FUNCTIONS,
    standard::FUNCTIONS,
    iteration::FUNCTIONS,
    vector::FUNCTIONS,
];

/// Functions that ask whoever runs the program, by the same paths.
const ASKING: &[&[(&str, AskingFunction)]] = &[
    registers::ASKING,
    architecture::ASKING,
    device_properties::ASKING,
    runtime::ASKING,
    from_torch::ASKING,
    standard::ASKING,
    iteration::ASKING,
    copied::ASKING,
    memory::ASKING,
    mixed_input::ASKING,
    partitioned::ASKING,
    scale_fragment::ASKING,
    experimental::ASKING,
];

fn function_names() -> Vec<&'static str> {
    let plain = TABLES.iter().flat_map(|table| names(table));
    plain.chain(ASKING.iter().flat_map(|table| names(table))).collect()
}

/// Modules, by the same paths.
const MODULES: &[&str] = &[
    "cutlass",
    "cutlass.cute",
    "cutlass.cute.nvgpu",
    "cutlass.cute.nvgpu.warp",
    "cutlass.cute.nvgpu.warpgroup",
    "cutlass.cute.nvgpu.tcgen05",
    "cutlass.cute.nvgpu.cpasync",
    "cutlass.cute.arch",
    "cutlass.cute.math",
    "cutlass.cute.experimental",
    "cutlass.cute.runtime",
    "cutlass.cute.testing",
    "cutlass.cute.struct",
    "cutlass.utils",
    "cutlass.utils.sm90",
    "cutlass.utils.sm100",
    "cutlass.utils.sm107",
    "cutlass.utils.blockscaled_layout",
    "cutlass.utils.mixed_input_helpers",
    "cutlass.utils.gemm",
    "cutlass.utils.gemm.sm100",
    "cutlass.pipeline",
    "cutlass.torch",
    "pycute",
];

/// Modules that only hold what another one shows, too.
const PARTS: &[(&str, &str)] = &[
    ("cutlass.cute.core", "cutlass.cute"),
    ("cutlass.cute.tensor", "cutlass.cute"),
    ("cutlass.cute.tuple", "cutlass.cute"),
    ("cutlass.cute.atom", "cutlass.cute"),
    ("cutlass.cute.algorithm", "cutlass.cute"),
    ("cutlass.cute.typing", "cutlass.cute"),
    ("cutlass.cute.nvgpu.common", "cutlass.cute.nvgpu"),
    ("cutlass.cute.nvgpu.helpers", "cutlass.cute.nvgpu"),
    ("cutlass.cute.nvgpu.warp.mma", "cutlass.cute.nvgpu.warp"),
    ("cutlass.cute.nvgpu.warp.copy", "cutlass.cute.nvgpu.warp"),
    ("cutlass.cute.nvgpu.warpgroup.mma", "cutlass.cute.nvgpu.warpgroup"),
    ("cutlass.cute.nvgpu.warpgroup.helpers", "cutlass.cute.nvgpu.warpgroup"),
    ("cutlass.cute.nvgpu.tcgen05.mma", "cutlass.cute.nvgpu.tcgen05"),
    ("cutlass.cute.nvgpu.tcgen05.copy", "cutlass.cute.nvgpu.tcgen05"),
    ("cutlass.cute.nvgpu.tcgen05.helpers", "cutlass.cute.nvgpu.tcgen05"),
    ("cutlass.cute.nvgpu.cpasync.copy", "cutlass.cute.nvgpu.cpasync"),
    ("cutlass.cute.nvgpu.cpasync.helpers", "cutlass.cute.nvgpu.cpasync"),
    ("cutlass.cute.experimental.algorithm", "cutlass.cute.experimental"),
    ("cutlass.cute.experimental.core", "cutlass.cute.experimental"),
    ("cutlass.cute.experimental.math", "cutlass.cute.experimental"),
    ("cutlass.cute.experimental.memory", "cutlass.cute.experimental"),
    ("cutlass.cute.experimental.pipeline", "cutlass.cute.experimental"),
    ("cutlass.cute.experimental.utils", "cutlass.cute.experimental"),
    ("cutlass.cutlass_dsl", "cutlass"),
    ("cutlass.base_dsl.typing", "cutlass"),
    ("cutlass.utils.hopper_helpers", "cutlass.utils.sm90"),
    ("cutlass.utils.blackwell_helpers", "cutlass.utils.sm100"),
    ("cutlass.utils.rubin_helpers", "cutlass.utils.sm107"),
    ("cutlass.utils.layout", "cutlass.utils"),
    ("cutlass.utils.smem_allocator", "cutlass.utils"),
    ("cutlass.tensor_utils", "cutlass.utils"),
    ("cutlass.utils.tensor_helpers", "cutlass.utils"),
    ("cutlass.memory", "cutlass.utils"),
    ("cutlass.utils.tmem_allocator", "cutlass.utils"),
    ("pycute.layout", "pycute"),
    ("pycute.int_tuple", "pycute"),
    ("pycute.swizzle", "pycute"),
];

/// The path under which a name is listed here.
fn canonical(path: &str) -> String {
    let Some((module, name)) = path.rsplit_once('.') else { return path.to_owned() };
    let shown = PARTS.iter().find(|(part, _)| *part == module).map_or(module, |(_, shown)| shown);
    // The DSL's types of numbers are seen in several modules.
    if element::find(name).is_some() && is_of_library(shown) {
        return format!("cutlass.{name}");
    }
    format!("{shown}.{name}")
}

fn is_of_library(module: &str) -> bool {
    module == "cutlass" || module.starts_with("cutlass.")
}

/// The function of this path.
fn function(path: &str) -> Option<LibraryFunction> {
    let path = canonical(path);
    let plain = TABLES.iter().find_map(|table| find(table, &path));
    plain.or_else(|| ASKING.iter().find_map(|table| find(table, &path)))
}

fn named(path: &str) -> Option<HostValue> {
    let path = canonical(path);
    if let Some((_, part)) = PARTS.iter().find(|(part, _)| *part == path) {
        return Some(module(part));
    }
    if MODULES.contains(&path.as_str()) {
        return Some(module(&path));
    }
    element::named(&path)
        .or_else(|| enumeration::named(&path))
        .or_else(|| copy_operation::named(&path))
        .or_else(|| torch_type::named(&path))
        .or_else(|| arch::named(&path))
        .or_else(|| tensor_memory::named(&path))
        .or_else(|| architecture::named(&path))
}

/// `cute.make_layout`, `cutlass.Float16`: a name of a module.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let HostValue::Module(module) = receiver else { return None };
    let path = format!("{module}.{name}");
    if let Some(function) = function(&path) {
        let callable = Callable::Library {
            name: name.to_owned(),
            function: function.into(),
            template: Vec::new(),
            receiver: None,
        };
        return Some(HostValue::Callable(Arc::new(callable)));
    }
    named(&path)
}

fn module(path: &str) -> HostValue {
    HostValue::Module(path.into())
}

/// A name that no file and no table here defines.
fn apply(callee: &HostValue, _: &Call<'_>) -> Option<Outcome> {
    match callee {
        HostValue::Module(path) => Some(unknown(format!("`{path}` is not known here"))),
        _ => None,
    }
}
