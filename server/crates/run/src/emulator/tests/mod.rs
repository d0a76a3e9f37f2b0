//! Copies and products as users ask for them.

mod kernels;
mod mutations;
mod sync;

use proptest::prelude::*;

use super::*;
use crate::{DeviceChoice, ElementType, MmaThreads, Operation, Request, ThreadValues, check};

fn emulate(operation: Operation, element: ElementType) -> Result<Report, RunError> {
    let request = Request { operation, element, device: DeviceChoice::Cpu };
    let mut last = 0;
    run(&check(&request)?, &mut |progress| {
        assert!(progress.percent >= last, "{progress:?} after {last}");
        last = progress.percent;
    })
}

#[track_caller]
fn copy(source: &str, destination: &str, element: ElementType) -> Report {
    let operation =
        Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
    emulate(operation, element).unwrap()
}

#[track_caller]
fn gemm(a: &str, b: &str, c: &str, element: ElementType) -> Report {
    let operation = Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() };
    emulate(operation, element).unwrap()
}

#[test]
fn every_copied_element_is_right_whatever_the_layouts() {
    for (source, destination) in [
        ("4096:1", "4096:1"),
        ("(64,64):(1,64)", "(64,64):(64,1)"),
        ("(61,67):(1,61)", "(61,67):(67,1)"),
        ("(61,67):(1,64)", "(61,67):(80,1)"),
        ("(8,64):(0,1)", "(8,64):(64,1)"),
        ("(8,64):(0,0)", "(8,64):(64,1)"),
        ("(8,(2,32)):(1,(8,16))", "((2,4),64):((1,128),2)"),
        ("512:1", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
        ("Sw<3,0,3> o 0 o (8,64):(64,1)", "(8,64):(1,8)"),
        ("Sw<0,4,3> o 31 o (4,8):(-1,-4)", "(4,8):(1,5)"),
        ("Sw<2,0,-3> o 5 o (4,8):(1,4)", "Sw<2,0,-3> o 5 o (4,8):(8,1)"),
        ("7:100", "(7,1):(1,9)"),
        ("4095:1", "4095:1"),
        ("(61,67):(1,64)", "(61,67):(1,80)"),
        ("(64,64):(0,1)", "(64,64):(1,64)"),
        ("(2,48,52):(1,2,96)", "(2,48,52):(1,104,2)"),
        ("(136,200):(1,136)", "(136,200):(200,1)"),
        ("(16,32,24):(1,16,512)", "(16,32,24):(768,24,1)"),
        ("(3,130,66):(8580,66,1)", "(3,130,66):(1,3,390)"),
        ("(6,35):(35,1)", "(10,21):(21,1)"),
        ("Sw<3,4,3> o 64 o (64,64):(64,1)", "Sw<2,4,4> o 0 o (64,64):(1,64)"),
        ("Sw<0,4,3> o 4095 o (64,64):(-1,-64)", "(64,64):(64,1)"),
        ("1:0", "1:0"),
    ] {
        for element in
            [ElementType::U8, ElementType::F16, ElementType::F32, ElementType::F64, ElementType::U128]
        {
            let report = copy(source, destination, element);
            assert!(report.is_right(), "{source} -> {destination}: {report}");
            assert!(report.device.emulated && report.gb_per_s.is_none());
        }
    }
}

#[track_caller]
fn partitioned(operands: [&str; 2], layout: &str, tile: &[i64], element: ElementType) -> Report {
    let [source, destination] = operands.map(|operand| operand.parse().unwrap());
    let threads = ThreadValues { layout: layout.parse().unwrap(), tile: tile.to_vec() };
    emulate(Operation::PartitionedCopy { source, destination, threads }, element).unwrap()
}

#[test]
fn threads_that_cover_their_tile_copy_everything() {
    for (operands, layout, tile) in [
        (["(128,64):(1,128)", "(128,64):(1,128)"], "(256,4):(4,1)", &[128, 8][..]),
        (["(100,61):(1,100)", "(100,61):(1,104)"], "(256,4):(4,1)", &[128, 8]),
        (["(100,61):(1,100)", "(100,61):(61,1)"], "((32,8),(4,4)):((4,512),(1,128))", &[128, 32]),
        (["(30,20,3):(1,30,600)", "(30,20,3):(60,3,1)"], "(7,3):(3,1)", &[7, 3]),
        (["(30,(2,10),3):(1,(30,60),600)", "(30,20,3):(60,3,1)"], "(6,7):(1,6)", &[7, 3, 2]),
        (["(64,64):(0,1)", "Sw<3,4,3> o 0 o (64,64):(64,1)"], "((8,8),8):((8,64),1)", &[8, 64]),
        (["37:1", "37:2"], "(5,2):(2,1)", &[10]),
        (["(64,64):(1,64)", "(64,64):(64,1)"], "(32,(8,2)):(0,(1,8))", &[4, 4]),
    ] {
        for element in [ElementType::U8, ElementType::F16, ElementType::F32, ElementType::U128] {
            let report = partitioned(operands, layout, tile, element);
            assert!(report.is_right(), "{operands:?} by {layout} over {tile:?}: {report}");
        }
    }
}

#[test]
fn elements_that_no_thread_has_are_found_wrong() {
    let square = ["(64,64):(1,64)"; 2];
    let report = partitioned(square, "(16,2):(4,1)", &[8, 8], ElementType::F32);
    assert_eq!((report.wrong, report.overwritten), (2048, 0), "half of each row of a tile");
    assert_eq!(report.first_wrong.unwrap().coordinate, "(2,0)");
}

#[test]
fn every_element_of_a_product_is_right_whatever_the_layouts() {
    for (a, b, c) in [
        ("(64,32):(1,64)", "(48,32):(1,48)", "(64,48):(1,64)"),
        ("(64,32):(32,1)", "(48,32):(32,1)", "(64,48):(48,1)"),
        ("(131,17):(1,131)", "(257,17):(17,1)", "(131,257):(300,1)"),
        ("((8,8),32):((1,256),8)", "(48,(4,8)):(1,(48,192))", "((2,32),48):((48,96),1)"),
        ("(64,32):(0,1)", "(48,32):(1,48)", "(64,48):(1,64)"),
        ("Sw<3,4,3> o 0 o (64,64):(64,1)", "(8,64):(64,1)", "Sw<2,3,3> o 0 o (64,8):(8,1)"),
        ("(1,1):(1,1)", "(1,1):(1,1)", "(1,1):(1,1)"),
    ] {
        for element in [ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16] {
            let report = gemm(a, b, c, element);
            assert!(report.is_right(), "{a}, {b} -> {c}: {report}");
            let accuracy = report.accuracy.unwrap();
            assert!(accuracy.relative_error < accuracy.tolerance, "{report}");
        }
    }
}

/// Outputs (width, height, image) by inputs (channel, width, height) of a filter: the same input stands under several
/// outputs, at one offset.
#[test]
fn a_convolution_is_a_product_with_a_folded_layout() {
    let image = [5, 9, 8, 2];
    let [channels, width, height, images] = image;
    let (across, down) = (channels, channels * width);
    let a = format!(
        "(({},{},{images}),({channels},3,3)):(({across},{down},{}),(1,{across},{down}))",
        width - 2,
        height - 2,
        down * height
    );
    let outputs = (width - 2) * (height - 2) * images;
    let (b, c) = (format!("(6,({channels},3,3)):(45,(1,5,15))"), format!("({outputs},6):(6,1)"));
    let layout: crate::Operand = a.parse().unwrap();
    let offset = crate::kernel::Offset::of_mode_coordinates(&layout);
    for (x, y, picture, channel, i, j) in [(0, 0, 0, 0, 0, 0), (6, 5, 1, 4, 2, 2), (3, 2, 1, 1, 0, 2)] {
        let output = x + (width - 2) * (y + (height - 2) * picture);
        let input = channel + channels * (i + 3 * j);
        let of_image = channel + channels * (x + i + width * (y + j + height * picture));
        assert_eq!(offset.at(&[output, input]), of_image);
    }
    for element in [ElementType::F32, ElementType::F16, ElementType::F64] {
        assert!(gemm(&a, &b, &c, element).is_right());
    }
}

#[test]
fn a_tiled_mma_multiplies_what_its_threads_hold() {
    use ElementType::*;
    let by_warps = "(2,2,1):(1,2,0)";
    for (tiled_mma, tile, element) in [
        ("SM80_16x8x16_F32F16F16F32_TN".to_owned(), &[][..], F16),
        (format!("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, {by_warps}, <_,_,_>)"), &[64, 64, 32], F16),
        (format!("make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN, {by_warps}, <32,32,16>)"), &[64, 32], BF16),
        (
            "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2,1):(2,1,0), <_,(2,4,4):(1,8,2),_>)".to_owned(),
            &[],
            F16,
        ),
        (format!("make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, {by_warps}, <_,_,_>)"), &[32, 32, 8], F64),
        (
            "make_tiled_mma(UniversalFMA<float,float,float,float>, (16,4,1):(4,1,0), <_,_,_>)".to_owned(),
            &[32, 32, 8],
            F32,
        ),
    ] {
        for (a, b, c) in [
            ("(96,64):(1,96)", "(80,64):(64,1)", "(96,80):(80,1)"),
            ("(67,35):(35,1)", "(41,35):(1,41)", "(67,41):(1,70)"),
        ] {
            let (a, b, c) = (a.parse().unwrap(), b.parse().unwrap(), c.parse().unwrap());
            let threads = MmaThreads { tiled_mma: tiled_mma.clone(), tile: tile.to_vec() };
            let operation = Operation::PartitionedGemm { a, b, c, threads };
            let report = emulate(operation, element).unwrap();
            assert!(report.is_right(), "{tiled_mma} over {tile:?}: {report}");
        }
    }
}

#[test]
fn work_beyond_the_limits_is_refused_with_the_numbers() {
    let copy = |source: &str, destination: &str| Operation::Copy {
        source: source.parse().unwrap(),
        destination: destination.parse().unwrap(),
    };
    let gemm = |a: &str, b: &str, c: &str| Operation::Gemm {
        a: a.parse().unwrap(),
        b: b.parse().unwrap(),
        c: c.parse().unwrap(),
    };
    let square = "(2048,2048):(1,2048)";
    let mut table = String::new();
    for operation in [
        copy("134217729:1", "134217729:1"),
        copy("2:1", "2:1000000000"),
        gemm(square, square, square),
        gemm("(134217729,1):(0,1)", "(1,1):(1,1)", "(134217729,1):(1,1)"),
    ] {
        let error = emulate(operation, ElementType::F32).unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLarge);
        table += &format!("{error}\n");
    }
    insta::assert_snapshot!(table, @r#"
    copy 134,217,729 has 134,217,729 elements in an operand; the emulator, which checks every element, takes up to 134,217,728: use smaller sizes, or a GPU
    copy 2 has 4,000,000,012 bytes of buffers; the emulator, which checks every element, takes up to 2,147,483,648: use smaller sizes, or a GPU
    gemm 2048x2048x2048 has 8,589,934,592 multiplications; the emulator, which checks every element, takes up to 4,294,967,296: use smaller sizes, or a GPU
    gemm 134217729x1x1 has 134,217,729 elements in an operand; the emulator, which checks every element, takes up to 134,217,728: use smaller sizes, or a GPU
    "#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_copy_that_passes_the_checks_is_right(
        shape in prop::collection::vec(1_i64..7, 1..4),
        strides in prop::collection::vec((-30_i64..90, -30_i64..90), 3),
        (bits, distance) in (0_i64..3, 0_i64..3),
    ) {
        let tuple = |leaves: Vec<i64>| {
            leaves.iter().take(shape.len()).map(i64::to_string).collect::<Vec<_>>().join(",")
        };
        let composed = |strides: String| {
            format!("Sw<{bits},1,{}> o 700 o ({}):({strides})", bits + distance, tuple(shape.clone()))
        };
        let source = composed(tuple(strides.iter().map(|pair| pair.0).collect()));
        let destination = composed(tuple(strides.iter().map(|pair| pair.1).collect()));
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        match emulate(operation, ElementType::I16) {
            Ok(report) => prop_assert!(report.is_right(), "{}", report),
            Err(error) => prop_assert_eq!(error.code, ErrorCode::DestinationCollides),
        }
    }
}
