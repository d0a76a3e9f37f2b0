//! The text of each kind of error, to the byte, and its name for machines.

use layout_algebra::{Error, ErrorKind, ModePath, Nearest, Swizzle};

const NONE: Nearest = Nearest { below: None, above: None };
const BELOW: Nearest = Nearest { below: Some(4), above: None };
const ABOVE: Nearest = Nearest { below: None, above: Some(8) };
const BOTH: Nearest = Nearest { below: Some(4), above: Some(8) };

#[track_caller]
fn check(error: &Error, why: &str, text: &str) {
    assert_eq!((error.why(), error.to_string().as_str()), (why, text));
}

#[test]
fn each_kind_of_error_has_its_words() {
    check(&Error::overflow("size"), "overflow", "size: the result does not fit in 64 bits");
    check(
        &Error::new("coalesce", ErrorKind::TooLarge { what: "nesting depth", found: 65, limit: 64 }),
        "too_large",
        "coalesce: nesting depth 65 is more than the limit of 64",
    );
    check(
        &Error::of_value(ErrorKind::NonPositiveSize { size: -3 }).at(ModePath(vec![1, 0])),
        "non_positive_size",
        "mode 1.0 has size -3; sizes are at least 1",
    );
    check(
        &Error::of_value(ErrorKind::NonCongruent {
            shape: "(4,8)".to_owned(),
            stride: "(1,(2,3))".to_owned(),
            difference: "8 is an integer".to_owned(),
        })
        .at(ModePath::mode(1)),
        "non_congruent",
        "shape (4,8) and stride (1,(2,3)) are not congruent: at mode 1, 8 is an integer",
    );
    check(
        &Error::of_value(ErrorKind::Parse {
            column: 3,
            expected: "a number".to_owned(),
            found: "')'".to_owned(),
        }),
        "parse",
        "column 3: expected a number, found ')'",
    );
    check(
        &Error::new(
            "eval",
            ErrorKind::CoordinateMismatch { coordinate: "(1,2,3)".to_owned(), shape: "(4,8)".to_owned() },
        )
        .at(ModePath::default()),
        "coordinate_mismatch",
        "eval: coordinate (1,2,3) does not fit shape (4,8) at the whole layout; one index, or 2 of them, fit (4,8) there",
    );
    check(
        &Error::new(
            "slice",
            ErrorKind::CoordinateMismatch { coordinate: "(1,(2,3))".to_owned(), shape: "(4,8)".to_owned() },
        )
        .at(ModePath::mode(1)),
        "coordinate_mismatch",
        "slice: coordinate (1,(2,3)) does not fit shape (4,8) at mode 1; one index fits the size 8 there",
    );
    check(
        &Error::new(
            "slice",
            ErrorKind::CoordinateMismatch { coordinate: "(1,(2,3))".to_owned(), shape: "(M,8)".to_owned() },
        )
        .at(ModePath::mode(1)),
        "coordinate_mismatch",
        "slice: coordinate (1,(2,3)) does not fit shape (M,8) at mode 1",
    );
    check(
        &Error::new("mode", ErrorKind::NoSuchMode { index: -1, rank: 1 }),
        "rank",
        "mode: there is no mode -1 in 1 modes; the only one is mode 0",
    );
    check(
        &Error::new("select", ErrorKind::NoSuchMode { index: 4, rank: 3 }),
        "rank",
        "select: there is no mode 4 in 3 modes; they are mode 0 to mode 2",
    );
    check(
        &Error::new(
            "composition",
            ErrorKind::StrideDivisibility {
                operand: "right operand",
                right: "4:3".to_owned(),
                left: "(4,2):(1,8)".to_owned(),
                left_mode: 0,
                stride: 3,
                size: 4,
                nearest: BOTH,
            },
        )
        .at(ModePath::default()),
        "stride_divisibility",
        "composition: 4:3 (right operand) does not step evenly over mode 0 of (4,2):(1,8): a stride of 3 there is neither a multiple of the size 4 nor less than it; the nearest strides that work are 4 and 8",
    );
    check(
        &Error::new(
            "zipped_divide",
            ErrorKind::StrideDivisibility {
                operand: "rest of the tile",
                right: "4:3".to_owned(),
                left: "(4,2):(1,8)".to_owned(),
                left_mode: 1,
                stride: 3,
                size: 4,
                nearest: BELOW,
            },
        )
        .at(ModePath::mode(2)),
        "stride_divisibility",
        "zipped_divide: 4:3 (rest of the tile, mode 2) does not step evenly over mode 1 of (4,2):(1,8): a stride of 3 there is neither a multiple of the size 4 nor less than it; the nearest size of the tile that works is 4",
    );
    check(
        &Error::new(
            "logical_divide",
            ErrorKind::ShapeDivisibility {
                operand: "tile",
                right: "4:3".to_owned(),
                left: "(4,2):(1,8)".to_owned(),
                left_mode: 1,
                size: 6,
                by: 4,
                nearest: ABOVE,
            },
        )
        .at(ModePath(vec![0, 1])),
        "shape_divisibility",
        "logical_divide: 4:3 (tile, mode 0.1) does not fill mode 1 of (4,2):(1,8) evenly: 6 elements there are not a multiple of 4; the nearest size that works is 8",
    );
    check(
        &Error::new(
            "composition",
            ErrorKind::ShapeDivisibility {
                operand: "right operand",
                right: "4:3".to_owned(),
                left: "(4,2):(1,8)".to_owned(),
                left_mode: 1,
                size: 6,
                by: 4,
                nearest: NONE,
            },
        )
        .at(ModePath::default()),
        "shape_divisibility",
        "composition: 4:3 (right operand) does not fill mode 1 of (4,2):(1,8) evenly: 6 elements there are not a multiple of 4",
    );
    check(
        &Error::new(
            "complement",
            ErrorKind::NonInjective { layout: "(4,2):(1,2)".to_owned(), mode: 1, stride: 2, taken: 4 },
        ),
        "non_injective",
        "complement: (4,2):(1,2) is not injective: stride 2 of its mode 1 is less than 4, and the offsets below 4 belong to the modes of smaller stride; a stride of at least 4 would work",
    );
    check(
        &Error::new(
            "left_inverse",
            ErrorKind::LeftInverseDivisibility {
                layout: "(4,2):(1,6)".to_owned(),
                mode: 1,
                stride: 6,
                covered: 4,
                nearest: BOTH,
            },
        ),
        "left_inverse_divisibility",
        "left_inverse: stride 6 of mode 1 of (4,2):(1,6) is not a multiple of 4, which the modes of smaller stride cover; the nearest strides that work are 4 and 8",
    );
    check(
        &Error::new("recast", ErrorKind::UpcastDivisibility { stride: 6, factor: 4, nearest: BOTH })
            .at(ModePath::mode(1)),
        "upcast_divisibility",
        "recast: at mode 1, stride 6 neither divides 4 nor is a multiple of it; the nearest strides that work are 4 and 8",
    );
    check(
        &Error::new("upcast", ErrorKind::OffsetDivisibility { offset: 6, factor: 4 }),
        "upcast_divisibility",
        "upcast: the offset 6 is not a multiple of 4; the nearest offsets that work are 4 and 8",
    );
    check(
        &Error::new("downcast", ErrorKind::DowncastNoUnitStride { layout: "4:2".to_owned(), factor: 2 }),
        "downcast_no_unit_stride",
        "downcast: 4:2 has no mode of stride 1, so its elements cannot be split into 2 adjacent ones; a layout with a mode of stride 1 works",
    );
    check(
        &Error::new("upcast", ErrorKind::BadFactor { reason: "the factor 0 is not positive".to_owned() }),
        "bad_factor",
        "upcast: the factor 0 is not positive",
    );
    check(
        &Error::new(
            "tile_to_shape",
            ErrorKind::TileToShapeIndivisible { block: 8, target: 20, nearest: BOTH },
        )
        .at(ModePath::mode(1)),
        "tile_to_shape_indivisible",
        "tile_to_shape: at mode 1, block size 8 does not divide target size 20; the nearest sizes that work are 4 and 8",
    );
    check(
        &Error::new("shape_div", ErrorKind::ShapeDiv { dividend: 6, divisor: 4, nearest: BOTH })
            .at(ModePath::mode(0)),
        "shape_div",
        "shape_div: at mode 0, neither of 6 and 4 divides the other; the nearest divisors that work are 4 and 8",
    );
    check(
        &Error::new("logical_divide", ErrorKind::TilerRank { elements: 3, rank: 2 }).at(ModePath::default()),
        "tiler_rank",
        "logical_divide: the tiler has 3 elements, but the whole layout has 2 modes; at most 2 elements work",
    );
    check(
        &Error::new(
            "with_shape",
            ErrorKind::ProfileMismatch {
                left: "(4,8)".to_owned(),
                right: "32".to_owned(),
                difference: "one is a tuple".to_owned(),
            },
        )
        .at(ModePath::default()),
        "rank",
        "with_shape: (4,8) and 32 nest differently at the whole layout: one is a tuple",
    );
    check(
        &Error::new("group", ErrorKind::BadRange { begin: 2, end: 1, rank: 3 }),
        "rank",
        "group: [2,1) is no range of the modes of a layout of rank 3; a range begins before it ends, at 3 at most",
    );
    check(
        &Error::new("tiled_divide", ErrorKind::UnderscoreMode { found: "8:4".to_owned() })
            .at(ModePath::mode(1)),
        "underscore_mode_not_rank_2",
        "tiled_divide: the tiler leaves mode 1 alone with '_', and regrouping needs it to be a (tile, rest) pair, but it is 8:4; use logical_divide, or give the mode's full size instead of '_'",
    );
    check(
        &Error::new("raked_product", ErrorKind::ZipProfile { block: "(4)".to_owned(), grid: "4".to_owned() }),
        "zip_profile_mismatch",
        "raked_product: block (4) and grid 4 cannot be zipped: write both as tuples or both as integers",
    );
    check(
        &Error::new(
            "left_inverse",
            ErrorKind::UnsupportedStride { stride: "1@0".to_owned(), reason: "no inverse" },
        ),
        "unsupported_stride_kind",
        "left_inverse: no inverse: 1@0",
    );
    check(
        &Error::new(
            "complement",
            ErrorKind::NegativeStride { layout: "4:-1".to_owned(), mode: 0, stride: -1 },
        ),
        "negative_stride",
        "complement: stride -1 at mode 0 of 4:-1 is negative; the operation needs strides of at least 0",
    );
    check(
        &Error::new(
            "composition",
            ErrorKind::XorCarry {
                left: "4:f1".to_owned(),
                right: "3:1".to_owned(),
                at: 2,
                expected: "f2".to_owned(),
                found: "f3".to_owned(),
            },
        ),
        "xor_carry",
        "composition: 4:f1 o 3:1 is no layout with XOR strides: additions carry, so that coordinate 2 is at f2 and mode by mode at f3",
    );
    check(
        &Error::new(
            "size",
            ErrorKind::UnsupportedLayout { layout: "Sw<1,0,1>".to_owned(), reason: "CuTe has none" },
        ),
        "unsupported_layout",
        "size: CuTe has none: Sw<1,0,1>",
    );
    check(
        &Error::new("make_swizzle", ErrorKind::NoSwizzle { read: 6, changed: 3, reason: "they overlap" }),
        "swizzle",
        "make_swizzle: no swizzle XORs the bits 0b110 into the bits 0b11: they overlap",
    );
    check(
        &Error::of_value(ErrorKind::UnknownName {
            kind: "copy operation",
            name: "SM75".to_owned(),
            near: vec!["SM75_A", "SM75_B"],
        }),
        "unknown_name",
        "there is no copy operation SM75 here; those that begin alike are SM75_A, SM75_B",
    );
    check(
        &Error::of_value(ErrorKind::UnknownName {
            kind: "element type",
            name: "floot".to_owned(),
            near: vec![],
        }),
        "unknown_name",
        "there is no element type floot here",
    );
    check(
        &Error::of_value(ErrorKind::UnknownAtom { name: "SM80_1x1".to_owned() }),
        "mma_atom",
        "there is no MMA atom SM80_1x1",
    );
    check(
        &Error::of_value(ErrorKind::AtomArguments {
            atom: "SM100_MMA".to_owned(),
            reason: "M is 96".to_owned(),
        }),
        "mma_atom",
        "SM100_MMA: M is 96",
    );
    check(
        &Error::new(
            "make_tiled_mma",
            ErrorKind::TiledMmaRank { what: "atom layout", found: "4:1".to_owned(), rank: 1, wanted: "3" },
        ),
        "tiled_mma",
        "make_tiled_mma: the atom layout 4:1 has rank 1; it needs 3",
    );
    check(
        &Error::of_value(ErrorKind::CopyOperation {
            operation: "UniversalCopy<7>".to_owned(),
            reason: "no such width".to_owned(),
        }),
        "copy_atom",
        "UniversalCopy<7>: no such width",
    );
    check(
        &Error::of_value(ErrorKind::CopyAtomType {
            operation: "SM75_U32x1_LDSM_N".to_owned(),
            element: "double".to_owned(),
            bits: 64,
            side: "SrcLayout",
            threads: 32,
            found: 16,
        }),
        "copy_atom",
        "Copy_Atom<SM75_U32x1_LDSM_N,double>: a value of 64 bits gives SrcLayout 16 threads, and the operation has 32; a narrower type would work",
    );
    check(
        &Error::new(
            "TiledCopy",
            ErrorKind::TiledCopySize { what: "threads", tiled: 33, atom: 32, nearest: BOTH },
        ),
        "tiled_copy",
        "TiledCopy: 33 threads cannot be shared out to atoms of 32 threads each; the nearest sizes that work are 4 and 8",
    );
    check(
        &Error::new(
            "make_cotiled_copy",
            ErrorKind::CotiledMemory {
                values: "2:1".to_owned(),
                data: "4:2".to_owned(),
                found: "2:0".to_owned(),
            },
        ),
        "tiled_copy",
        "make_cotiled_copy: the values 2:1 of the atom are not all offsets of 4:2: there they are 2:0",
    );
    check(
        &Error::new(
            "make_gmma_desc",
            ErrorKind::NotCanonical {
                layout: "8:1".to_owned(),
                major: "MN",
                reason: "its rank is 1".to_owned(),
            },
        ),
        "smem_layout",
        "make_gmma_desc: 8:1 is no canonical MN-major layout: its rank is 1",
    );
    check(
        &Error::new(
            "make_umma_desc",
            ErrorKind::NoSwizzleMode {
                swizzle: Swizzle::new(1, 0, 1).unwrap(),
                hardware: "SM90",
                modes: "Sw<3,4,3>",
            },
        ),
        "smem_layout",
        "make_umma_desc: Sw<1,0,1> is no swizzle mode of SM90; those are Sw<3,4,3>",
    );
    check(
        &Error::new(
            "sm90_smem_selector",
            ErrorKind::SmemTile { what: "BLK_K", size: 12, of: 8, nearest: BOTH },
        ),
        "smem_layout",
        "sm90_smem_selector: BLK_K is 12, which must be a multiple of 8; the nearest sizes that work are 4 and 8",
    );
    check(
        &Error::of_value(ErrorKind::FractionalBasis {
            column: 7,
            numerator: 1,
            denominator: 2,
            nearest: BOTH,
        })
        .at(ModePath::mode(1)),
        "fractional_basis",
        "column 7: 1/2 (mode 1) is a fractional basis: no integer layout has it; scale the layout by 2 first, or use one of the nearest counts that work, 4 and 8",
    );
    check(
        &Error::new(
            "access",
            ErrorKind::AccessWidth { element_bits: 16, elements: 3, widest: 16, nearest: BOTH },
        ),
        "access",
        "access: 3 elements of 16 bits are no access of one thread, which is 1, 2, 4, 8, .. up to 16 bytes wide; the nearest vectors that work are 4 and 8",
    );
    check(
        &Error::new("bank_conflicts", ErrorKind::Misaligned { thread: 2, bit: 96, width: 64, aligned: 1 }),
        "access",
        "bank_conflicts: thread 2 begins at bit 96, which is not a multiple of the 64 bits of its access; the widest aligned vector has 1 elements",
    );
    check(
        &Error::new("sectors", ErrorKind::ScatteredVector { thread: 2, value: 1, expected: 9, found: 16 }),
        "access",
        "sectors: value 1 of thread 2 lies at 16, not at 9 behind the value before it: the values of a vector are adjacent",
    );
    check(
        &Error::new("represent", ErrorKind::NotZeroAtZero { found: 3 }),
        "not_zero_at_zero",
        "represent: 0 goes to 3, and every composition of layouts takes 0 to 0",
    );
    check(
        &Error::new("ceil_div", ErrorKind::ZeroDivisor { dividend: "M".to_owned() }),
        "runtime_crash",
        "ceil_div: M is divided by 0, which ends the program",
    );
    check(
        &Error::new("composition", ErrorKind::NeedsStatic { what: "the strides", found: "M".to_owned() }),
        "needs_static",
        "composition: M is a run-time integer, and CuTe needs the strides to be static",
    );
    check(
        &Error::new("composition", ErrorKind::LacksFact { fact: "M % 4 == 0".to_owned() }),
        "lacks_fact",
        "composition: the result is not known without the fact M % 4 == 0",
    );
    check(
        &Error::of_value(ErrorKind::BadSwizzle { bits: 3, base: 0, shift: 1, reason: "the masks overlap" }),
        "swizzle",
        "Sw<3,0,1>: the masks overlap",
    );
}
