//! What only a GPU can show: that the device's code does what the CPU's does, and that its checks find what is wrong.
//!
//! Each says that it was skipped where there is no GPU.

use super::{
    Gpu, SharedMemory,
    cache::Cache,
    loaded,
    support::{
        Argument::{Integer, Pointer, Seed},
        Part,
    },
};
use crate::{
    DeviceChoice, ElementType, ErrorCode, Factor, Operation, PATTERNS, Plan, Report, Request, RunError,
    check,
    data::{self, seed},
};

/// The GPU, or `None` after saying that the test is skipped.
fn gpu() -> Option<Gpu> {
    match Gpu::open() {
        Ok(mut gpu) => {
            eprintln!("{} with NVRTC {}", gpu.device().name, gpu.nvrtc());
            // What is tested here is what is compiled now.
            gpu.compiler.cache = Cache::default();
            Some(gpu)
        }
        Err(error) => {
            assert!(error.gpu_is_missing(), "{error:?}");
            eprintln!("SKIPPED, nothing ran on a GPU: {error}");
            None
        }
    }
}

#[track_caller]
fn plan(operation: Operation, element: ElementType) -> Plan {
    check(&Request { operation, element, device: DeviceChoice::Gpu }).unwrap()
}

#[track_caller]
fn copy(source: &str, destination: &str, element: ElementType) -> Plan {
    let operation =
        Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
    plan(operation, element)
}

#[track_caller]
fn gemm(a: &str, b: &str, c: &str, element: ElementType) -> Plan {
    plan(Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() }, element)
}

impl Gpu {
    /// Runs the plan with its kernel changed: `from` is replaced by `to` in the source.
    fn run_changed(&mut self, plan: &Plan, from: &str, to: &str) -> Result<Report, RunError> {
        let kernel = plan.kernel_for(self.facts);
        assert!(kernel.source.contains(from), "{}", kernel.source);
        let changed = crate::Kernel { source: kernel.source.replacen(from, to, 1), ..kernel.clone() };
        let code = self.compiler.code(&changed.source)?;
        let function = loaded(self.context.driver()?, &self.compiler, &mut self.kernels, &changed, code)?;
        self.kernels.insert(kernel.source, function);
        let report = self.run(plan, &mut |_| {});
        self.kernels.clear();
        report
    }
}

#[test]
fn data_is_what_the_device_fills() {
    const CELLS: i64 = 5000;
    let Some(mut gpu) = gpu() else { return };
    let mut filled = |part: Part, name: &str, width: u64, seed: Option<u64>| {
        let support = gpu.support(part).unwrap();
        let driver = gpu.context.driver().unwrap();
        let memory = driver.allocate(CELLS.unsigned_abs() * width).unwrap();
        let mut arguments = vec![Pointer(memory.address(0)), Integer(CELLS)];
        arguments.extend(seed.map(Seed));
        // SAFETY: both kinds of kernel write CELLS elements of this width.
        unsafe { support.launch(driver, name, CELLS, &arguments) }.unwrap();
        let mut bytes = vec![0; usize::try_from(CELLS.unsigned_abs() * width).unwrap()];
        memory.read(0, &mut bytes).unwrap();
        let cells = bytes.chunks_exact(usize::try_from(width).unwrap());
        let bits = |cell: &[u8]| cell.iter().rev().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        cells.map(bits).collect::<Vec<_>>()
    };
    for width in [1, 2, 4, 8, 16] {
        let expected: Vec<_> = (0..CELLS).map(|offset| data::bits(offset, width)).collect();
        assert_eq!(
            filled(Part::Copy(width), &format!("fill_{width}"), width, None),
            expected,
            "{width} bytes"
        );
    }
    for factor in [Factor::F64, Factor::F32, Factor::F16, Factor::BF16] {
        let value = |offset| data::encode(data::value(offset, seed::B, factor), factor);
        let expected: Vec<_> = (0..CELLS).map(value).collect();
        let name = format!("fill_values_{factor}");
        let found = filled(Part::Gemm(factor), &name, factor.width(), Some(seed::B));
        assert_eq!(found, expected, "{factor}");
    }
}

#[test]
fn right_kernels_have_no_wrong_element() {
    let Some(mut gpu) = gpu() else { return };
    for plan in [
        copy("(61,67):(1,64)", "(61,67):(80,1)", ElementType::U8),
        copy("(8,(2,32)):(0,(8,16))", "Sw<3,4,3> o 0 o (8,64):(64,1)", ElementType::U128),
        copy("(64,64):(0,1)", "(64,64):(1,64)", ElementType::F16),
        copy("(136,200):(1,136)", "(136,200):(200,1)", ElementType::U8),
        copy("(3,130,66):(8580,66,1)", "(3,130,66):(1,3,390)", ElementType::F32),
        copy("4095:1", "4095:1", ElementType::F16),
        gemm("(131,17):(1,131)", "(257,17):(17,1)", "(131,257):(300,1)", ElementType::F16),
        gemm(
            "((8,8),32):((1,256),8)",
            "(48,(4,8)):(1,(48,192))",
            "((2,32),48):((48,96),1)",
            ElementType::F64,
        ),
    ] {
        let report = gpu.run(&plan, &mut |_| {}).unwrap();
        assert!(report.is_right(), "{report}");
        assert!(report.compile_ms > 0.0 && report.run_ms > 0.0);
        let again = gpu.run(&plan, &mut |_| {}).unwrap();
        assert_eq!(again.compile_ms, 0.0, "the kernel is loaded");
    }
}

#[test]
fn a_wrong_copy_is_found_and_its_first_element_named() {
    let Some(mut gpu) = gpu() else { return };
    let padded = copy("(61,67):(1,61)", "(61,67):(1,80)", ElementType::F32);
    let report = gpu.run_changed(&padded, "items = 4087", "items = 4086").unwrap();
    assert_eq!((report.wrong, report.overwritten), (1, 0), "{report}");
    let first = report.first_wrong.unwrap();
    assert_eq!(
        (first.coordinate.as_str(), first.offset, first.found.as_str()),
        ("(60,66)", 5340, "0xffffffff")
    );

    let report = gpu.run_changed(&padded, "i / 61 * 80", "i / 61 * 67").unwrap();
    assert!(report.wrong > 60 * 60, "{report}");
    assert_eq!(report.first_wrong.unwrap().coordinate, "(0,1)");

    let transpose = copy("(136,200):(1,136)", "(136,200):(200,1)", ElementType::F32);
    let report = gpu.run_changed(&transpose, "in[round][j].lane[k]", "in[round][k].lane[j]");
    assert!(report.unwrap().wrong > 136 * 200 / 2, "a square that is not turned");
}

#[test]
fn a_write_between_the_elements_is_found() {
    let Some(mut gpu) = gpu() else { return };
    let padded = copy("(61,67):(1,61)", "(61,67):(1,80)", ElementType::U16);
    let body = "destination[offset_destination(i)] = item[u];";
    let gap = format!("{body} if (i == 7) destination[79] = 0;");
    let report = gpu.run_changed(&padded, body, &gap).unwrap();
    assert_eq!((report.wrong, report.overwritten), (0, 1), "{report}");
    let guard = format!("{body} if (i == 7) destination[-1] = 0;");
    let report = gpu.run_changed(&padded, body, &guard).unwrap();
    assert_eq!((report.wrong, report.overwritten), (0, 1), "{report}");
}

#[test]
fn one_missing_product_is_found() {
    let Some(mut gpu) = gpu() else { return };
    let (a, b, c) = ("(256,4096):(4096,1)", "(128,4096):(4096,1)", "(256,128):(128,1)");
    let (plain, limited) = ("m < M && k < K", "m < M && k < K - (m == 200)");
    let (product_of, without) = ("(step | k) != 0", "(step | k) > 1");
    // In f32 C is computed transposed: the kernel's m is the statement's n.
    let (inside, one_outside) =
        ("const bool inside = (M", "const bool inside = !(m == 100 && k == 77) && (M");
    for (element, from, to, first_wrong) in [
        (ElementType::F64, plain, limited, "(200,"),
        (ElementType::F32, inside, one_outside, "(0,100)"),
        (ElementType::F16, product_of, without, "(0,0)"),
        (ElementType::BF16, product_of, without, "(0,0)"),
    ] {
        let product = gemm(a, b, c, element);
        assert!(gpu.run(&product, &mut |_| {}).unwrap().is_right());
        let report = gpu.run_changed(&product, from, to).unwrap();
        assert!(!report.is_right() && report.wrong > 0, "{report}");
        let first = report.first_wrong.unwrap();
        assert!(first.coordinate.starts_with(first_wrong), "{first:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_bytes() {
    let Some(mut gpu) = gpu() else { return };
    let error =
        gpu.run(&copy("274877906944:1", "274877906944:1", ElementType::F64), &mut |_| {}).unwrap_err();
    assert_eq!(error.code, ErrorCode::OutOfMemory);
    assert!(error.message.contains("4,398,046,51"), "{error}");
    let report = gpu.run(&copy("64:1", "64:1", ElementType::F64), &mut |_| {}).unwrap();
    assert!(report.is_right(), "the worker goes on");
}

#[test]
#[ignore = "takes the CUDA context of its process with it, so it must run alone: --exact --ignored"]
fn a_kernel_that_faults_says_so_and_ends_the_worker() {
    let Some(mut gpu) = gpu() else { return };
    let plan = copy("64:1", "64:1", ElementType::F32);
    let body = "destination[offset_destination(i)]";
    let error = gpu.run_changed(&plan, body, "*(item_t*)16").unwrap_err();
    assert_eq!(error.code, ErrorCode::DeviceFault, "{error}");
    assert!(error.message.contains("CUDA_ERROR_ILLEGAL_ADDRESS"), "{error}");
    assert!(!error.code.leaves_worker_usable());
}

#[test]
fn predicted_bank_conflicts_are_measured() {
    let Some(gpu) = gpu() else { return };
    let mut memory = SharedMemory { gpu };
    let mut apart = Vec::new();
    for pattern in PATTERNS {
        let (predicted, _) = pattern.predicted().unwrap();
        let [read, written] = memory.wavefronts(&pattern).unwrap();
        for (how, measured) in [("read", read), ("written", written)] {
            let line = format!("{}, {how}: predicted {predicted}, measured {measured:.2}", pattern.what);
            eprintln!("{line}");
            if (measured / predicted as f64 - 1.0).abs() > 0.1 {
                apart.push(line);
            }
        }
    }
    assert!(apart.is_empty(), "{apart:#?}");
}
