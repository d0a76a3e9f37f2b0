//! Every kernel of a matrix of layouts, types and devices, with what it counts.

use proptest::prelude::*;

use super::*;
use crate::{Conflicts, KernelDevice, SharedCount, Tuning};

pub(super) fn planned(operation: Operation, element: ElementType) -> Plan {
    check(&Request { operation, element, device: DeviceChoice::Cpu }).unwrap()
}

/// The report of the kernel that a device of this capability gets.
pub(super) fn report_of(plan: &Plan, capability: i32) -> Report {
    let kernel = plan.kernel_for(KernelDevice { capability, multiprocessors: 132 });
    run_kernel(plan, &kernel, &mut |_| {}).unwrap()
}

pub(super) fn product([a, b, c]: [&str; 3]) -> Operation {
    Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() }
}

#[test]
fn each_kernel_of_each_device_is_right() {
    use ElementType::{BF16, F16, F32, F64};
    for operands in [
        ["(136,72):(1,136)", "(72,72):(1,72)", "(136,72):(1,136)"],
        ["(136,72):(72,1)", "(72,72):(72,1)", "(136,72):(72,1)"],
        ["(65,33):(1,65)", "(70,33):(33,1)", "(65,70):(1,66)"],
        ["((8,8),40):((1,320),8)", "(40,(8,5)):(1,(40,320))", "(64,40):(40,1)"],
    ] {
        for (element, capabilities) in
            [(F16, &[75, 80, 90, 100][..]), (BF16, &[80, 90]), (F32, &[75, 80]), (F64, &[75, 80, 90])]
        {
            for capability in capabilities {
                let report = report_of(&planned(product(operands), element), *capability);
                assert!(report.is_right(), "{operands:?} for {capability}: {report}");
            }
        }
    }
}

#[test]
fn each_kernel_that_a_statement_describes_is_right() {
    let half = "SM80_16x8x16_F32F16F16F32_TN";
    for (mma, tile, stages, swizzle, element) in [
        (Some(half), &[64, 48, 32][..], Some(3), Some("Sw<2,3,3>"), ElementType::F16),
        (Some(half), &[32, 64, 64], Some(2), Some("Sw<0,3,3>"), ElementType::F16),
        (None, &[128, 64, 64], Some(2), None, ElementType::BF16),
        (Some("SM90_64x192x16_F32F16F16_SS"), &[], Some(3), None, ElementType::F16),
        (Some("SM90_64x256x16_F32BF16BF16_SS"), &[], Some(2), None, ElementType::BF16),
        (Some("UniversalFMA<float>"), &[64, 128, 16], Some(4), None, ElementType::F32),
        (Some("SM80_16x8x8_F32F16F16F32_TN"), &[64, 64, 16], None, None, ElementType::F16),
    ] {
        for [a, b, c] in [
            ["(136,200):(200,1)", "(72,200):(200,1)", "(136,72):(72,1)"],
            ["(136,72):(1,136)", "(72,72):(1,72)", "(136,72):(1,136)"],
        ] {
            let tuning = Tuning {
                mma: mma.map(str::to_owned),
                tile: tile.to_vec(),
                stages,
                swizzle: swizzle.map(|swizzle| swizzle.parse().unwrap()),
            };
            let (a, b, c) = (a.parse().unwrap(), b.parse().unwrap(), c.parse().unwrap());
            let report =
                report_of(&planned(Operation::TunedGemm { a, b, c, tuning: tuning.clone() }, element), 90);
            assert!(report.is_right(), "{tuning}: {report}");
        }
    }
}

#[test]
fn copies_take_the_wavefronts_that_are_predicted() {
    use ElementType::{F16, F32, F64, U8, U128};
    let mean = |count: SharedCount| count.mean().map_or(0.0, |(wavefronts, _)| wavefronts);
    for (source, destination, element) in [
        ("(256,128):(1,256)", "(256,128):(128,1)", F32),
        ("(256,128):(1,256)", "(256,128):(128,1)", F16),
        ("(256,256):(1,256)", "(256,256):(256,1)", U8),
        ("(128,128):(1,128)", "(128,128):(128,1)", F64),
        ("(64,64):(1,64)", "(64,64):(64,1)", U128),
        ("(256,256):(1,257)", "(256,256):(259,1)", F32),
        ("(16,32,64):(1,16,512)", "(16,32,64):(2048,64,1)", F32),
    ] {
        let (source_of, destination_of) = (source.parse().unwrap(), destination.parse().unwrap());
        let plan = planned(Operation::Copy { source: source_of, destination: destination_of }, element);
        let report = report_of(&plan, 90);
        let Conflicts { writes, reads, least } = report.predicted.unwrap().conflicts.unwrap();
        let counted = report.counted.unwrap();
        let of_counted = (mean(counted.shared_writes), mean(counted.shared_reads));
        assert_eq!(of_counted, (writes, reads), "{source} -> {destination}: {element}");
        assert_eq!(counted.shared_reads.mean().unwrap().1, least);
    }
}

#[test]
fn aligned_copies_move_the_sectors_that_are_predicted() {
    for (source, destination) in [
        ("32768:1", "32768:1"),
        ("(256,128):(1,256)", "(256,128):(128,1)"),
        ("(256,128):(1,512)", "(256,128):(1,256)"),
        ("32768:2", "32768:1"),
    ] {
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        let report = report_of(&planned(operation, ElementType::F32), 90);
        let (counted, predicted) = (report.counted.unwrap(), report.predicted.unwrap());
        assert_eq!(counted.blocks, counted.of_blocks);
        let sectors = (counted.sectors_read, counted.sectors_written);
        assert_eq!(sectors, (predicted.sectors_read, predicted.sectors_written), "{source} -> {destination}");
    }
}

#[test]
fn many_blocks_are_counted_in_part_and_run_in_full() {
    let copy =
        Operation::Copy { source: "262144:1".parse().unwrap(), destination: "262144:1".parse().unwrap() };
    let report = report_of(&planned(copy, ElementType::F32), 90);
    let counted = report.counted.clone().unwrap();
    assert!(report.is_right());
    assert_eq!((counted.blocks, counted.of_blocks), (32, 256));
    assert_eq!(counted.sectors_read, 32 * 256 * 16 / 32);
}

/// A matrix of these sizes: a run along either mode, padded, nested or swizzled.
fn matrix(rows: i64, columns: i64, kind: usize) -> String {
    match kind {
        0 => format!("({rows},{columns}):(1,{rows})"),
        1 => format!("({rows},{columns}):({columns},1)"),
        2 => format!("({rows},{columns}):(1,{})", (rows + 7) / 8 * 8 + 8),
        3 => format!("({rows},{columns}):({},1)", (columns + 7) / 8 * 8),
        4 => format!("({rows},(1,{columns})):({},(7,3))", columns * 3),
        _ => format!("Sw<2,3,3> o 0 o ({rows},{columns}):({},1)", (columns + 63) / 64 * 64),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_product_is_right_on_any_device(
        (m, n, k) in (1_i64..150, 1_i64..150, 1_i64..90),
        (a, b, c) in (0_usize..6, 0_usize..6, 0_usize..6),
        element in prop::sample::select(vec![ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64]),
        capability in prop::sample::select(vec![75, 80, 90, 100]),
    ) {
        let operands = [matrix(m, k, a), matrix(n, k, b), matrix(m, n, c)];
        let plan = planned(product(operands.each_ref().map(String::as_str)), element);
        let report = report_of(&plan, capability);
        prop_assert!(report.is_right(), "{:?} for {}: {}", operands, capability, report);
    }
}
