//! Every generated kernel is compiled by the real NVRTC, which needs no GPU.
//!
//! Looks for NVRTC where the product does, then in `target/nvrtc`, where
//! `pip install --target target/nvrtc nvidia-cuda-nvrtc` puts it.

use std::path::{Path, PathBuf};

use super::{
    device::environment,
    nvrtc::{Nvrtc, Target},
    resources::Recorded,
    search::{Environment, NVRTC_VARIABLE},
    support::Part,
};
use crate::{
    DeviceChoice, ElementType, ErrorCode, Factor, KernelDevice, MmaThreads, Operation, Request, ThreadValues,
    Tuning, check,
};

/// The newest and the oldest architectures that CUDA 12 and 13 both compile for, and the one of the H200.
const TARGETS: [Target; 4] = [Target::Cubin(75), Target::Cubin(90), Target::Ptx(75), Target::Cubin(80)];

/// An element type of each width, and every type that a GEMM takes.
const ELEMENTS: [ElementType; 6] = {
    use ElementType::*;
    [U8, F16, BF16, F32, F64, U128]
};

/// NVRTC, or `None` after saying that the test is skipped.
fn nvrtc() -> Option<Nvrtc> {
    let installed = installed_by_pip();
    let variable = |name: &str| match std::env::var_os(name) {
        None if name == NVRTC_VARIABLE => installed.clone().map(Into::into),
        value => value,
    };
    let loaded = Nvrtc::load(&Environment { variable: &variable, ..environment() }, None);
    match loaded {
        Ok(nvrtc) => {
            eprintln!("NVRTC {}", nvrtc.describe());
            Some(nvrtc)
        }
        Err(error) => {
            assert!(
                std::env::var_os(NVRTC_VARIABLE).is_none(),
                "{NVRTC_VARIABLE} is set, so this must run: {error}"
            );
            eprintln!("SKIPPED, no kernel was compiled: {error}");
            None
        }
    }
}

/// The folder of libnvrtc under `target/nvrtc`, as the wheels of CUDA 13 or 12 lay it out.
fn installed_by_pip() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/nvrtc/nvidia");
    ["cu13/lib", "cuda_nvrtc/lib"].map(|folder| root.join(folder)).into_iter().find(|folder| folder.is_dir())
}

#[track_caller]
fn operation(kind: &str, operands: &[&str]) -> Operation {
    let operand = |position: usize| operands[position].parse().unwrap();
    match kind {
        "copy" => Operation::Copy { source: operand(0), destination: operand(1) },
        _ => Operation::Gemm { a: operand(0), b: operand(1), c: operand(2) },
    }
}

/// `copy A -> B : f32`, as users write it.
fn named(operation: &Operation, element: ElementType) -> String {
    match operation {
        Operation::Copy { source, destination } => format!("copy {source} -> {destination} : {element}"),
        Operation::PartitionedCopy { source, destination, threads: ThreadValues { layout, tile } } => {
            format!("copy {source} -> {destination} : {element} (tv={layout}, tile={tile:?})")
        }
        Operation::Gemm { a, b, c } => format!("gemm {a}, {b} -> {c} : {element}"),
        Operation::PartitionedGemm { a, b, c, threads: MmaThreads { tiled_mma, tile } } => {
            format!("gemm {a}, {b} -> {c} : {element} (tiled_mma={tiled_mma}, tile={tile:?})")
        }
        Operation::TunedGemm { a, b, c, tuning } => format!("gemm {a}, {b} -> {c} : {element} ({tuning})"),
    }
}

#[test]
fn every_generated_kernel_compiles() {
    let Some(nvrtc) = nvrtc() else { return };
    let copies = [
        ["4096:1", "4096:1"],
        ["(61,67):(1,64)", "(61,67):(80,1)"],
        ["(8,(2,32)):(0,(8,16))", "((2,4),64):((1,128),2)"],
        ["512:1", "Sw<3,4,3> o 0 o (8,64):(64,1)"],
        ["Sw<2,0,-3> o 5 o (4,8):(1,4)", "Sw<0,4,3> o 31 o (4,8):(-1,-4)"],
        ["(4,2):(1,4)", "(4,2):(1,8589934592)"],
        ["1:0", "1:0"],
        ["4095:1", "4095:1"],
        ["(64,64):(0,1)", "(64,64):(1,64)"],
        ["(136,200):(1,136)", "(136,200):(200,1)"],
        ["(3,130,66):(8580,66,1)", "(3,130,66):(1,3,390)"],
        ["Sw<3,4,3> o 64 o (64,64):(64,1)", "Sw<2,4,4> o 0 o (64,64):(1,64)"],
    ];
    let gemms = [
        ["(131,17):(1,131)", "(257,17):(17,1)", "(131,257):(300,1)"],
        ["((8,8),32):((1,256),8)", "(48,(4,8)):(1,(48,192))", "((2,32),48):((48,96),1)"],
        ["Sw<3,4,3> o 0 o (64,64):(64,1)", "(8,64):(64,1)", "Sw<2,3,3> o 0 o (64,8):(8,1)"],
        ["(64,32):(0,1)", "(48,32):(1,48)", "(64,48):(1,8589934592)"],
    ];
    let copies = copies.iter().map(|operands| operation("copy", operands));
    let gemms = gemms.iter().map(|operands| operation("gemm", operands));
    let (mut compiled, mut recorded) = (0, Recorded::default());
    for operation in copies.chain(gemms) {
        for element in ELEMENTS {
            let request = Request { operation: operation.clone(), element, device: DeviceChoice::Gpu };
            let target = TARGETS[compiled % TARGETS.len()];
            let device = KernelDevice { capability: target.capability(), multiprocessors: 132 };
            let kernel = match check(&request) {
                Ok(plan) => plan.kernel_for(device),
                Err(error) if error.code == ErrorCode::UnsupportedElement => continue,
                Err(error) => panic!("{request:?}: {error}"),
            };
            match target {
                Target::Cubin(_) => {
                    recorded.compile(&nvrtc, &named(&operation, element), &kernel, target);
                }
                Target::Ptx(_) => {
                    let code = nvrtc.compile(&kernel.source, target);
                    assert!(!code.unwrap_or_else(|error| panic!("{error}\n{}", kernel.source)).is_empty());
                }
            }
            compiled += 1;
        }
    }
    assert_eq!(compiled, 12 * 6 + 4 * 4);
    recorded.hold_against(&nvrtc, "generated_kernels");
}

const NT: [&str; 3] = ["(4096,4096):(1,4096)"; 3];
const TN: [&str; 3] = ["(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(1,4096)"];
const ODD: [&str; 3] = ["(4097,1023):(1,4097)", "(8191,1023):(1023,1)", "(4097,8191):(8191,1)"];
const GETT: [&str; 3] =
    ["((64,32),(8,128)):((8,65536),(1,512))", "(4096,1024):(1,4096)", "(2048,(32,128)):(1,(2048,65536))"];

#[test]
fn fast_kernels_keep_their_values_in_registers() {
    let Some(nvrtc) = nvrtc() else { return };
    let mut recorded = Recorded::default();
    let fast = [
        ("copy", &["268435456:1", "268435456:1"][..], ElementType::U8),
        ("copy", &["67108863:1", "67108863:1"], ElementType::F32),
        ("copy", &["(8192,8192):(0,1)", "(8192,8192):(1,8192)"], ElementType::BF16),
        ("copy", &["(8192,8192):(1,8192)", "(8192,8192):(8192,1)"], ElementType::F32),
        ("copy", &["(8192,8192):(1,8192)", "(8192,8192):(8192,1)"], ElementType::F16),
        ("copy", &["(8192,8192):(1,8192)", "(8192,8192):(8192,1)"], ElementType::U8),
        ("copy", &["(8192,8192):(1,8192)", "(8192,8192):(8192,1)"], ElementType::F64),
        ("copy", &["(4096,4096):(1,4096)", "(4096,4096):(4096,1)"], ElementType::U128),
        ("copy", &["(8191,8193):(1,8191)", "(8191,8193):(8193,1)"], ElementType::F32),
        (
            "copy",
            &["(16,32,64,128):(1,16,512,32768)", "(16,32,64,128):(262144,8192,128,1)"],
            ElementType::F32,
        ),
        ("gemm", &NT, ElementType::F32),
        ("gemm", &TN, ElementType::F32),
        ("gemm", &ODD, ElementType::F32),
        ("gemm", &NT, ElementType::F16),
        ("gemm", &TN, ElementType::BF16),
        ("gemm", &ODD, ElementType::F16),
        ("gemm", &GETT, ElementType::F16),
    ];
    for (kind, operands, element, capability) in fast
        .into_iter()
        .flat_map(|(kind, operands, element)| [80, 90].map(|at| (kind, operands, element, at)))
    {
        let request = Request { operation: operation(kind, operands), element, device: DeviceChoice::Gpu };
        let device = KernelDevice { capability, multiprocessors: 132 };
        let kernel = check(&request).unwrap().kernel_for(device);
        let name = named(&request.operation, element);
        let taken = recorded.compile(&nvrtc, &name, &kernel, Target::Cubin(capability));
        assert!(taken.spilled == 0, "{name}: {taken}");
    }
    recorded.hold_against(&nvrtc, "fast_kernels");
}

#[test]
fn copies_through_thread_value_layouts_compile() {
    let Some(nvrtc) = nvrtc() else { return };
    let mut recorded = Recorded::default();
    for ([source, destination], layout, tile, element) in [
        (["(100,60):(1,100)", "(100,60):(1,104)"], "(256,4):(4,1)", &[128, 8][..], ElementType::F32),
        (["(64,64,3):(1,64,4096)"; 2], "((16,16),8):((128,1),16)", &[16, 128], ElementType::F16),
        (["(64,64):(0,1)", "(64,64):(64,1)"], "(7,3):(3,1)", &[7, 3], ElementType::U8),
        (["32:1", "32:1"], "(1,1):(0,0)", &[1], ElementType::U128),
    ] {
        let threads = ThreadValues { layout: layout.parse().unwrap(), tile: tile.to_vec() };
        let (source, destination) = (source.parse().unwrap(), destination.parse().unwrap());
        let operation = Operation::PartitionedCopy { source, destination, threads };
        let name = named(&operation, element);
        let plan = check(&Request { operation, element, device: DeviceChoice::Gpu }).unwrap();
        recorded.compile(&nvrtc, &name, &plan.kernel(), TARGETS[1]);
    }
    recorded.hold_against(&nvrtc, "copies_through_thread_value_layouts");
}

#[test]
fn gemms_by_tiled_mmas_compile() {
    let Some(nvrtc) = nvrtc() else { return };
    let mut recorded = Recorded::default();
    for (layout, element, tiled_mma, tile) in [
        ("(128,128):(128,1)", ElementType::F16, "SM80_16x8x16_F32F16F16F32_TN", &[][..]),
        (
            "(67,67):(1,70)",
            ElementType::BF16,
            "make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN, (2,4,1):(4,1,0), <32,64,16>)",
            &[64, 128],
        ),
        (
            "(67,67):(1,70)",
            ElementType::F16,
            "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2,1):(2,1,0), <_,_,_>)",
            &[64, 32],
        ),
        (
            "(67,67):(1,70)",
            ElementType::F32,
            "make_tiled_mma(UniversalFMA<float>, (16,16,1):(1,16,0), <_,_,_>)",
            &[128, 128, 8],
        ),
        (
            "(67,67):(1,70)",
            ElementType::F64,
            "make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,2,1):(1,2,0), <_,_,_>)",
            &[64, 64],
        ),
    ] {
        let threads = MmaThreads { tiled_mma: tiled_mma.to_owned(), tile: tile.to_vec() };
        let (a, b, c) = (layout.parse().unwrap(), layout.parse().unwrap(), layout.parse().unwrap());
        let operation = Operation::PartitionedGemm { a, b, c, threads };
        let name = named(&operation, element);
        let plan = check(&Request { operation, element, device: DeviceChoice::Gpu }).unwrap();
        let taken = recorded.compile(&nvrtc, &name, &plan.kernel(), TARGETS[1]);
        assert_eq!(taken.spilled, 0, "{name}: {taken}");
    }
    recorded.hold_against(&nvrtc, "gemms_by_tiled_mmas");
}

#[test]
fn gemms_in_a_statements_own_shape_compile() {
    let Some(nvrtc) = nvrtc() else { return };
    let mut recorded = Recorded::default();
    let warp = "SM80_16x8x16_F32F16F16F32_TN";
    for (operands, element, mma, tile, stages, swizzle) in [
        (NT, ElementType::F16, warp, &[128, 64, 64][..], Some(3), None),
        (TN, ElementType::F16, warp, &[64, 64, 32], None, Some("Sw<2,3,3>")),
        (ODD, ElementType::F16, warp, &[96, 80, 48], Some(2), Some("Sw<0,3,3>")),
        (GETT, ElementType::BF16, "SM80_16x8x16_F32BF16BF16F32_TN", &[256, 128, 32], None, Some("Sw<1,4,2>")),
        (TN, ElementType::F16, "SM90_64x192x16_F32F16F16_SS", &[], Some(3), None),
        (NT, ElementType::BF16, "SM90_64x64x16_F32BF16BF16_SS", &[128, 64, 64], None, None),
        (NT, ElementType::F32, "UniversalFMA<float>", &[64, 128, 32], Some(2), None),
        (ODD, ElementType::F32, "", &[256, 64, 16], None, None),
        (GETT, ElementType::F64, "", &[64, 64, 16], None, None),
    ] {
        let tuning = Tuning {
            mma: Some(mma.to_owned()).filter(|mma| !mma.is_empty()),
            tile: tile.to_vec(),
            stages,
            swizzle: swizzle.map(|swizzle| swizzle.parse().unwrap()),
        };
        let [a, b, c] = operands.map(|operand| operand.parse().unwrap());
        let operation = Operation::TunedGemm { a, b, c, tuning };
        let name = named(&operation, element);
        let plan = check(&Request { operation, element, device: DeviceChoice::Gpu }).unwrap();
        recorded.compile(&nvrtc, &name, &plan.kernel(), TARGETS[1]);
    }
    recorded.hold_against(&nvrtc, "gemms_in_a_statements_own_shape");
}

#[test]
fn the_kernels_that_check_compile_for_every_target() {
    let Some(nvrtc) = nvrtc() else { return };
    let copies = [1, 2, 4, 8, 16].map(Part::Copy);
    let gemms = [Factor::F64, Factor::F32, Factor::F16, Factor::BF16].map(Part::Gemm);
    let accesses = [1, 2, 4, 8, 16].map(Part::Shared);
    let parts = copies.into_iter().chain(gemms).chain(accesses);
    for (part, target) in parts.zip(TARGETS.into_iter().cycle()) {
        let code = nvrtc.compile(&part.source(), target);
        let code = code.unwrap_or_else(|error| panic!("{part:?} for {target}: {error}"));
        let is_ptx = code.windows(8).any(|bytes| bytes == b".version");
        assert_eq!(is_ptx, matches!(target, Target::Ptx(_)));
    }
}

#[test]
fn a_compile_error_comes_with_the_log() {
    let Some(nvrtc) = nvrtc() else { return };
    let error =
        nvrtc.compile("extern \"C\" __global__ void k(int* p) { *p = missing; }", TARGETS[1]).unwrap_err();
    assert_eq!(error.code, ErrorCode::CompileFailed);
    assert!(error.message.contains("\"missing\" is undefined"), "{error}");
}

#[test]
fn a_folder_without_nvrtc_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().to_owned();
    let variable = move |name: &str| (name == NVRTC_VARIABLE).then(|| named.clone().into());
    let environment = Environment { variable: &variable, root: folder.path() };
    let error = Nvrtc::load(&environment, Some(13)).err().unwrap();
    assert_eq!(error.code, ErrorCode::NvrtcMissing);
    assert!(error.message.contains(&folder.path().display().to_string()), "{error}");
}
