//! What the generators print, and that they print the kernel that fits.

use super::*;
use crate::{DeviceChoice, ElementType, Operation, Request, check};

#[track_caller]
fn kernel(a: &str, b: &str, c: &str, element: ElementType, capability: i32) -> Kernel {
    let operation = Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() };
    let device = KernelDevice { capability, multiprocessors: 132 };
    check(&Request { operation, element, device: DeviceChoice::Auto }).unwrap().kernel_for(device)
}

/// The instruction that does the work.
fn instruction(kernel: &Kernel) -> &'static str {
    ["wgmma.mma_async", "mma.sync", "fmaf", "sum[i][j] += "]
        .into_iter()
        .find(|instruction| kernel.source.contains(instruction))
        .unwrap_or("none")
}

const NT: [&str; 3] = ["(256,128):(1,256)", "(512,128):(1,512)", "(256,512):(1,256)"];
const TN: [&str; 3] = ["(256,128):(128,1)", "(512,128):(128,1)", "(256,512):(512,1)"];
const ODD: [&str; 3] = ["(255,127):(1,255)", "(511,127):(127,1)", "(255,511):(1,255)"];
const GETT: [&str; 3] = ["((16,16),128):((1,2048),16)", "(512,128):(1,512)", "(256,512):(1,256)"];

#[test]
fn the_fastest_kernel_that_fits_is_taken() {
    let mut table = String::new();
    for (name, [a, b, c]) in [("NT", NT), ("TN", TN), ("odd", ODD), ("GETT", GETT)] {
        for element in [ElementType::F16, ElementType::F32, ElementType::F64] {
            let by_capability =
                [75, 80, 90, 100].map(|capability| instruction(&kernel(a, b, c, element, capability)));
            table += &format!("{name} {element}: {}\n", by_capability.join(", "));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn every_placeholder_is_filled() {
    for [a, b, c] in [NT, TN, ODD, GETT] {
        for element in [ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16] {
            for capability in [75, 80, 90] {
                let Kernel { source, .. } = kernel(a, b, c, element, capability);
                let placeholder = source.lines().find(|line| line.contains("@") && !line.contains("@done"));
                assert_eq!(placeholder, None);
            }
        }
    }
}

#[test]
fn where_c_runs_the_other_way_a_and_b_change_places() {
    let [a, b, c] = TN;
    let kernel = kernel(a, b, c, ElementType::F32, 90);
    assert!(
        kernel.source.contains("gemm(const float* __restrict__ b, const float* __restrict__ a, float*"),
        "{}",
        kernel.source
    );
    let functions: Vec<_> = kernel.source.lines().filter(|line| line.starts_with("  return ")).collect();
    assert_eq!(functions, ["  return m * 128 + k;", "  return n * 128 + k;", "  return n * 512 + m;"]);
}

#[test]
fn a_product_on_hopper_is_readable_code() {
    let [a, b, c] = TN;
    insta::assert_snapshot!(kernel(a, b, c, ElementType::F16, 90).source);
}

#[test]
fn a_product_on_ampere_is_readable_code() {
    let [a, b, c] = NT;
    insta::assert_snapshot!(kernel(a, b, c, ElementType::BF16, 80).source);
}

#[test]
fn a_product_in_f32_is_readable_code() {
    let [a, b, c] = ODD;
    insta::assert_snapshot!(kernel(a, b, c, ElementType::F32, 80).source);
}

#[test]
fn small_products_take_small_tiles() {
    let square = |size: i64| {
        let text = format!("({size},{size}):({size},1)");
        kernel(&text, &text, &text, ElementType::F16, 90)
    };
    let shape = |kernel: Kernel| (kernel.blocks, kernel.shared_bytes);
    assert_eq!(shape(square(8192)), (132, 214_080));
    assert_eq!(shape(square(2048)), (128, 214_080));
    assert_eq!(shape(square(1024)), (128, 214_144));
}
