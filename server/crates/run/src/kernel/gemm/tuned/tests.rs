use proptest::prelude::*;

use crate::{DeviceChoice, ElementType, KernelDevice, Operation, Plan, Request, RunError, Tuning, check};

const NT: [&str; 3] = ["(512,256):(1,512)", "(384,256):(1,384)", "(512,384):(1,512)"];
const TN: [&str; 3] = ["(512,256):(256,1)", "(384,256):(256,1)", "(512,384):(384,1)"];
const ODD: [&str; 3] = ["(511,255):(1,511)", "(383,255):(255,1)", "(511,383):(1,511)"];

fn planned([a, b, c]: [&str; 3], element: ElementType, tuning: Tuning) -> Result<Plan, RunError> {
    let [a, b, c] = [a, b, c].map(|operand| operand.parse().unwrap());
    let operation = Operation::TunedGemm { a, b, c, tuning };
    check(&Request { operation, element, device: DeviceChoice::Auto })
}

fn tuning(mma: &str, tile: &[i64], stages: Option<i64>, swizzle: &str) -> Tuning {
    Tuning {
        mma: (!mma.is_empty()).then(|| mma.to_owned()),
        tile: tile.to_vec(),
        stages,
        swizzle: (!swizzle.is_empty()).then(|| swizzle.parse().unwrap()),
    }
}

/// The instruction, the tile and the threads of a kernel, or why there is none.
fn made(operands: [&str; 3], element: ElementType, tuning: Tuning, capability: i32) -> String {
    let device = KernelDevice { capability, multiprocessors: 132 };
    let plan = match planned(operands, element, tuning) {
        Ok(plan) => plan,
        Err(error) => return error.to_string(),
    };
    if let Err(error) = plan.suits(capability) {
        return error.to_string();
    }
    let kernel = plan.kernel_for(device);
    let said = |name: &str| {
        let from = kernel.source.find(&format!("{name} = "))?;
        let value = kernel.source.get(from + name.len() + 3..)?;
        value.split([',', ';']).next().map(str::to_owned)
    };
    let instruction = ["wgmma.mma_async", "mma.sync", "fmaf", "widen(*a)"]
        .into_iter()
        .find(|instruction| kernel.source.contains(instruction))
        .unwrap_or("none");
    let tile = ["TILE_M", "TILE_N", "TILE_K", "STAGES"].map(|name| said(name).unwrap_or_else(|| "-".into()));
    let left = kernel.source.lines().find(|line| line.contains('@') && !line.contains("@done"));
    assert_eq!(left, None, "a placeholder is left");
    format!("{instruction}, {}, {} threads, {} bytes", tile.join(" "), kernel.threads, kernel.shared_bytes)
}

#[test]
fn a_statement_chooses_instruction_tile_stages_and_swizzle() {
    let warp = "SM80_16x8x16_F32F16F16F32_TN";
    let mut table = String::new();
    for (name, operands, element, tuning) in [
        ("tile", NT, ElementType::F16, tuning("", &[128, 128, 64], None, "")),
        ("tile of mma.sync alone", NT, ElementType::F16, tuning("", &[96, 80, 48], None, "")),
        ("M of the tile", TN, ElementType::BF16, tuning("", &[64], None, "")),
        ("warp", NT, ElementType::F16, tuning(warp, &[128, 128, 64], None, "")),
        ("warp, C the other way", NT, ElementType::F16, tuning(warp, &[128, 64, 64], None, "")),
        ("warp, stages", TN, ElementType::F16, tuning(warp, &[], Some(2), "")),
        ("warp, swizzle", TN, ElementType::F16, tuning(warp, &[64, 64, 32], None, "Sw<2,3,3>")),
        ("warp, no swizzle", ODD, ElementType::F16, tuning(warp, &[64, 64, 32], None, "Sw<0,3,3>")),
        ("warpgroup", TN, ElementType::F16, tuning("SM90_64x128x16_F32F16F16_SS", &[], None, "")),
        (
            "warpgroup, all",
            TN,
            ElementType::BF16,
            tuning("SM90_64x192x16_F32BF16BF16_SS<x>", &[128, 192, 64], Some(3), "Sw<3,3,3>"),
        ),
        ("fma", NT, ElementType::F32, tuning("UniversalFMA<float>", &[128, 64, 16], Some(4), "")),
        ("fma, tile", ODD, ElementType::F32, tuning("", &[64, 128, 16], None, "")),
        (
            "another atom",
            NT,
            ElementType::F16,
            tuning("SM80_16x8x8_F32F16F16F32_TN", &[64, 64, 16], None, ""),
        ),
        ("doubles", NT, ElementType::F64, tuning("", &[64, 64, 16], None, "")),
    ] {
        for capability in [90, 80] {
            table +=
                &format!("{name}, {capability}: {}\n", made(operands, element, tuning.clone(), capability));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn what_no_kernel_is_made_of_is_refused_with_the_numbers() {
    let warp = "SM80_16x8x16_F32F16F16F32_TN";
    let mut table = String::new();
    for (operands, element, tuning) in [
        (NT, ElementType::F16, tuning("", &[128, 100, 64], None, "")),
        (NT, ElementType::F16, tuning("", &[0, 128, 64], None, "")),
        (NT, ElementType::F16, tuning("", &[128, 128, 64, 2], None, "")),
        (NT, ElementType::F16, tuning(warp, &[512, 512, 16], None, "")),
        (NT, ElementType::F16, tuning(warp, &[128, 128, 64], Some(1), "")),
        (NT, ElementType::F16, tuning(warp, &[128, 128, 64], Some(9), "")),
        (NT, ElementType::F16, tuning(warp, &[], None, "Sw<3,2,3>")),
        (NT, ElementType::F16, tuning(warp, &[], None, "Sw<2,3,-3>")),
        (NT, ElementType::F16, tuning(warp, &[16, 16, 16], None, "Sw<3,6,3>")),
        (NT, ElementType::F16, tuning("SM80_16x8x16_F32BF16BF16F32_TN", &[], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x128x16_F32BF16BF16_SS", &[], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x128x16_F32F16F16_SS", &[128, 256, 64], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x256x16_F32F16F16_SS", &[], Some(5), "")),
        (NT, ElementType::F32, tuning("UniversalFMA<double>", &[], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x256x16_F32F16F16_SS", &[], None, "Sw<2,3,3>")),
        (ODD, ElementType::F16, tuning("SM90_64x64x16_F32F16F16_SS", &[], None, "")),
        (NT, ElementType::F32, tuning("", &[100, 128, 16], None, "")),
        (NT, ElementType::F32, tuning("", &[128, 128, 16], None, "Sw<3,3,3>")),
        (NT, ElementType::F32, tuning("SM80_16x8x8_F32TF32TF32F32_TN", &[], None, "")),
        (NT, ElementType::F64, tuning("", &[64, 64, 16], Some(3), "")),
        (NT, ElementType::F16, tuning("no_such_atom", &[], None, "")),
        // What 32 bits would cut off to numbers that there are.
        (NT, ElementType::F16, tuning("", &[(1 << 32) + 128, 128, 64], None, "")),
        (NT, ElementType::F16, tuning("", &[128, -128, 64], None, "")),
        (NT, ElementType::F32, tuning("", &[128, 128, i64::MAX], None, "")),
        (NT, ElementType::F16, tuning(warp, &[128, 128, 64], Some((1 << 32) + 2), "")),
        (NT, ElementType::F32, tuning("", &[], Some(i64::MAX), "")),
        (NT, ElementType::F16, tuning("SM90_64x256x16_F32F16F16_SS", &[], Some(i64::MIN), "")),
        (NT, ElementType::F16, tuning("SM90_64x0x16_F32F16F16_SS", &[], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x-64x16_F32F16F16_SS", &[], None, "")),
        (NT, ElementType::F16, tuning("SM90_64x4294967360x16_F32F16F16_SS", &[], None, "")),
    ] {
        let said = tuning.to_string();
        let error = planned(operands, element, tuning).expect_err(&said);
        table += &format!("{}: {error}\n", serde_json::to_value(error.code).unwrap());
    }
    insta::assert_snapshot!(table);
}

#[test]
fn a_kernel_of_a_statements_own_shape_is_readable_code() {
    let tuning = tuning("SM80_16x8x16_F32F16F16F32_TN", &[64, 48, 32], Some(3), "Sw<2,3,3>");
    let plan = planned(ODD, ElementType::F16, tuning).unwrap();
    insta::assert_snapshot!(plan.kernel().source);
}

/// One of a list.
fn any<T: Copy + std::fmt::Debug + 'static>(of: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(of)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What can be made is right: the emulator runs the kernel itself, on sizes that no tile divides too.
    #[test]
    fn kernels_of_any_shape_multiply_right_and_without_races(
        (m, n, k) in (1_i64..150, 1_i64..150, 1_i64..100),
        along in prop::array::uniform3(prop::bool::ANY),
        pad in any(&[0_i64, 1, 8]),
        element in any(&[ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64]),
        mma in any(&["", "warp", "warpgroup", "fma"]),
        tile in prop::array::uniform3(any(&[16_i64, 32, 48, 64, 80, 128, 192])),
        named in 0_usize..4,
        stages in any(&[None, Some(2), Some(3), Some(5)]),
        swizzle in any(&["", "Sw<0,3,3>", "Sw<1,3,3>", "Sw<2,3,3>", "Sw<3,3,3>", "Sw<2,4,3>", "Sw<1,3,5>"]),
    ) {
        let half = if element == ElementType::BF16 { "BF16BF16" } else { "F16F16" };
        let mma = match mma {
            "warp" => format!("SM80_16x8x16_F32{half}F32_TN"),
            "warpgroup" => format!("SM90_64x{}x16_F32{half}_SS", tile[1]),
            "fma" => "UniversalFMA<float>".to_owned(),
            _ => String::new(),
        };
        // A multiple of 8 lets TMA fetch the matrix.
        let matrix = |rows: i64, columns: i64, along_first: bool| {
            let pitch = |size: i64| if pad == 8 { (size + 7) / 8 * 8 } else { size + pad };
            if along_first {
                format!("({rows},{columns}):(1,{})", pitch(rows))
            } else {
                format!("({rows},{columns}):({},1)", pitch(columns))
            }
        };
        let operands = [matrix(m, k, along[0]), matrix(n, k, along[1]), matrix(m, n, along[2])];
        let tuning = tuning(&mma, tile.get(..named).unwrap_or_default(), stages, swizzle);
        let plan = planned(operands.each_ref().map(String::as_str), element, tuning.clone());
        // A test of refusals only would fail by their number.
        prop_assume!(plan.as_ref().is_ok_and(|plan| plan.suits(90).is_ok()));
        if let Ok(plan) = plan {
            let report = crate::emulator::run(&plan, &mut |_| {}).unwrap();
            prop_assert!(report.is_right(), "{operands:?} ({tuning}): {report}");
        }
    }
}
