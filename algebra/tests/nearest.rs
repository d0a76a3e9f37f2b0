//! Whatever an error suggests works: each nearest argument, put in the place of the refused one, is accepted there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::analysis::Access;
use layout_algebra::atom::element::ElementType;
use layout_algebra::smem::{Major, ss_smem_selector};
use layout_algebra::{
    ComposedLayout, Descriptor, Error, ErrorKind, IntTuple, Layout, ModePath, Nearest, SliceIndex, Swizzle,
    Tiler, complement, composed_upcast, composition, downcast, group, left_inverse, logical_divide, recast,
    shape_div, slice, take, tile_to_shape, upcast, zipped_divide,
};
use proptest::prelude::*;

fn candidates(nearest: Nearest) -> impl Iterator<Item = i64> {
    [nearest.below, nearest.above].into_iter().flatten()
}

/// A layout of up to three modes, whose strides are those of a compact one or any.
fn layout() -> impl Strategy<Value = Layout> {
    prop::collection::vec((1..7_i64, 0..13_i64), 1..4).prop_flat_map(|modes| {
        let (sizes, strides): (Vec<i64>, Vec<i64>) = modes.into_iter().unzip();
        let shape: IntTuple = sizes.into_iter().collect();
        prop_oneof![
            Just(Layout::compact(shape.clone()).unwrap()),
            Just(Layout::new(shape, strides.into_iter().collect()).unwrap()),
        ]
    })
}

/// `tuple` with another integer at `path`.
fn replaced(tuple: &IntTuple, path: &[usize], number: i64) -> IntTuple {
    match (tuple, path) {
        (IntTuple::Tuple(modes), [first, rest @ ..]) => {
            let modes = modes.iter().enumerate().map(|(i, mode)| match i == *first {
                true => replaced(mode, rest, number),
                false => mode.clone(),
            });
            IntTuple::Tuple(modes.collect())
        }
        _ => IntTuple::Int(number),
    }
}

fn with_size(layout: &Layout, mode: &ModePath, size: i64) -> Layout {
    Layout::new(replaced(&layout.shape(), &mode.0, size), layout.stride()).unwrap()
}

fn with_stride(layout: &Layout, mode: &ModePath, stride: i64) -> Layout {
    Layout::new(layout.shape(), replaced(&layout.stride(), &mode.0, stride)).unwrap()
}

/// The right operands that a refusal of a composition suggests.
fn suggestions(right: &Layout, error: &Error) -> Vec<Layout> {
    let mode = &error.mode().cloned().unwrap_or_default();
    match error.kind() {
        // The rest of a tile follows from the tile: other sizes of its only mode are suggested.
        ErrorKind::ShapeDivisibility { operand: "rest of the tile", nearest, .. }
        | ErrorKind::StrideDivisibility { operand: "rest of the tile", nearest, .. } => {
            candidates(*nearest).map(|size| with_size(right, &ModePath::mode(0), size)).collect()
        }
        ErrorKind::ShapeDivisibility { nearest, .. } => {
            candidates(*nearest).map(|size| with_size(right, mode, size)).collect()
        }
        ErrorKind::StrideDivisibility { nearest, .. } => {
            candidates(*nearest).map(|stride| with_stride(right, mode, stride)).collect()
        }
        _ => Vec::new(),
    }
}

/// The two numbers of `.. that work are 4 and 8`.
fn numbers_at_the_end(error: &Error) -> [i64; 2] {
    let message = error.to_string();
    let (below, above) = message.rsplit_once(" are ").unwrap().1.split_once(" and ").unwrap();
    [below.parse().unwrap(), above.parse().unwrap()]
}

/// Where and of what a refusal speaks, to tell one from the next.
fn place(error: &Error) -> Option<ModePath> {
    match error.kind() {
        ErrorKind::ShapeDivisibility { .. } | ErrorKind::StrideDivisibility { .. } => error.mode().cloned(),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_suggested_right_operand_composes_at_its_mode(a in layout(), b in layout()) {
        let Err(error) = composition(&a, &b) else { return Ok(()) };
        for b in suggestions(&b, &error) {
            // Other modes may be refused for reasons of their own.
            let next = composition(&a, &b).err();
            prop_assert!(next.is_none_or(|next| place(&next) != place(&error)), "{a} o {b}");
        }
    }

    #[test]
    fn a_suggested_tile_divides(a in layout(), tile in layout()) {
        let Err(error) = logical_divide(&a, &Tiler::Layout(tile.clone())) else { return Ok(()) };
        for tile in suggestions(&tile, &error) {
            prop_assert!(logical_divide(&a, &Tiler::Layout(tile.clone())).is_ok(), "{a} / {tile} after {error}");
        }
    }

    #[test]
    fn a_suggested_size_of_a_tile_divides_its_mode(a in layout(), sizes in prop::collection::vec(1..9_i64, 1..4)) {
        let sizes: IntTuple = sizes.into_iter().collect();
        let divide = |sizes: &IntTuple| zipped_divide(&a, &Tiler::from_sizes(sizes).unwrap());
        let Err(error) = divide(&sizes) else { return Ok(()) };
        let ErrorKind::ShapeDivisibility { nearest, .. } = error.kind() else { return Ok(()) };
        let mode = error.mode().unwrap();
        for size in candidates(*nearest) {
            let next = divide(&replaced(&sizes, &mode.0, size)).err();
            prop_assert!(next.is_none_or(|next| place(&next) != place(&error)), "{a} / {sizes}: {size}");
        }
    }

    #[test]
    fn the_first_free_offset_makes_a_layout_injective(a in layout(), cotarget in 1..200_i64) {
        let cotarget = IntTuple::Int(cotarget);
        let Err(error) = complement(&a, &cotarget) else { return Ok(()) };
        let ErrorKind::NonInjective { layout, mode, taken, .. } = error.kind() else { return Ok(()) };
        let path = ModePath::mode(*mode);
        let mended = with_stride(&layout.parse().unwrap(), &path, *taken);
        match complement(&mended, &cotarget).as_ref().map_err(Error::kind) {
            // Another mode may overlap in its turn.
            Err(ErrorKind::NonInjective { mode: other, taken: next, .. }) => {
                prop_assert!(other != mode || next > taken, "{mended}");
            }
            result => prop_assert!(result.is_ok(), "{mended}"),
        }
    }

    #[test]
    fn a_suggested_stride_has_a_left_inverse(a in layout()) {
        let Err(error) = left_inverse(&a) else { return Ok(()) };
        let ErrorKind::LeftInverseDivisibility { layout, mode, nearest, .. } = error.kind() else { return Ok(()) };
        for stride in candidates(*nearest) {
            let mended = with_stride(&layout.parse().unwrap(), &ModePath::mode(*mode), stride);
            match left_inverse(&mended).as_ref().map_err(Error::kind) {
                // Another mode may be refused in its turn.
                Err(ErrorKind::LeftInverseDivisibility { mode: other, stride: next, .. }) => {
                    prop_assert!(other != mode || *next != stride, "{mended}");
                }
                result => prop_assert!(result.is_ok(), "{mended}"),
            }
        }
    }

    #[test]
    fn a_suggested_stride_upcasts(a in layout(), factor in 2..9_i64) {
        let Err(error) = upcast(&a, factor) else { return Ok(()) };
        let ErrorKind::UpcastDivisibility { nearest, .. } = error.kind() else { return Ok(()) };
        let mode = error.mode().unwrap();
        for stride in candidates(*nearest) {
            if let Err(next) = upcast(&with_stride(&a, mode, stride), factor) {
                prop_assert!(matches!(next.kind(), ErrorKind::UpcastDivisibility { .. }), "{next}");
                prop_assert_ne!(next.mode(), error.mode());
            }
        }
    }

    #[test]
    fn a_suggested_divisor_divides_the_shape(sizes in prop::collection::vec(1..9_i64, 1..4), divisor in 1..60_i64) {
        let shape: IntTuple = sizes.into_iter().collect();
        let Err(error) = shape_div(&shape, &IntTuple::Int(divisor)) else { return Ok(()) };
        let ErrorKind::ShapeDiv { nearest, .. } = error.kind() else { return Ok(()) };
        for divisor in candidates(*nearest) {
            prop_assert!(shape_div(&shape, &IntTuple::Int(divisor)).is_ok(), "{shape} / {divisor}");
        }
    }

    #[test]
    fn a_suggested_divisor_divides_its_mode(sizes in prop::collection::vec((1..9_i64, 1..9_i64), 1..4)) {
        let (shape, divisor): (Vec<i64>, Vec<i64>) = sizes.into_iter().unzip();
        let (shape, divisor): (IntTuple, IntTuple) = (shape.into_iter().collect(), divisor.into_iter().collect());
        let Err(error) = shape_div(&shape, &divisor) else { return Ok(()) };
        let ErrorKind::ShapeDiv { nearest, .. } = error.kind() else { return Ok(()) };
        let mode = error.mode().unwrap();
        for number in candidates(*nearest) {
            if let Err(next) = shape_div(&shape, &replaced(&divisor, &mode.0, number)) {
                prop_assert!(matches!(next.kind(), ErrorKind::ShapeDiv { .. }), "{next}");
                prop_assert_ne!(next.mode(), error.mode());
            }
        }
    }

    #[test]
    fn a_suggested_target_is_tiled(block in layout(), target in prop::collection::vec(1..20_i64, 3)) {
        let target: IntTuple = target.into_iter().collect();
        let Err(error) = tile_to_shape(&block, &target, None) else { return Ok(()) };
        let ErrorKind::TileToShapeIndivisible { nearest, .. } = error.kind() else { return Ok(()) };
        let mode = error.mode().unwrap();
        for size in candidates(*nearest) {
            if let Err(next) = tile_to_shape(&block, &replaced(&target, &mode.0, size), None) {
                prop_assert!(matches!(next.kind(), ErrorKind::TileToShapeIndivisible { .. }), "{next}");
                prop_assert_ne!(next.mode(), error.mode());
            }
        }
    }

    #[test]
    fn a_suggested_offset_upcasts(offset in 0..100_i64, power in 1..4_u32) {
        let factor = 2_i64.pow(power);
        let composed = |offset| ComposedLayout::new(Swizzle::new(2, 4, 3).unwrap(), offset, "8:64".parse().unwrap());
        let Err(error) = composed_upcast(&composed(offset).into(), factor) else { return Ok(()) };
        let ErrorKind::OffsetDivisibility { .. } = error.kind() else { return Ok(()) };
        for offset in numbers_at_the_end(&error) {
            prop_assert!(composed_upcast(&composed(offset).into(), factor).is_ok(), "{offset}");
        }
    }

    #[test]
    fn a_suggested_factor_casts_a_swizzle(factor in 1..100_i64) {
        let swizzle = Swizzle::new(3, 4, 3).unwrap();
        let Err(error) = swizzle.upcast(factor) else { return Ok(()) };
        let ErrorKind::BadFactor { .. } = error.kind() else { return Ok(()) };
        for factor in numbers_at_the_end(&error) {
            prop_assert!(swizzle.upcast(factor).is_ok() && swizzle.downcast(factor).is_ok());
        }
    }

    #[test]
    fn a_suggested_count_is_a_basis(numerator in -30..30_i64, denominator in 2..9_i64) {
        let read = |count: String| format!("(1@1,{count}@0)").parse::<Descriptor>();
        let Err(error) = read(format!("{numerator}/{denominator}")) else { return Ok(()) };
        let ErrorKind::FractionalBasis { nearest, .. } = error.kind() else { return Ok(()) };
        prop_assert_eq!(nearest.above, nearest.below.map(|below| below + 1));
        for count in candidates(*nearest) {
            prop_assert!(read(count.to_string()).is_ok());
        }
    }

    #[test]
    fn a_suggested_vector_is_an_access(bits in 1..129_i64, elements in 1..40_i64) {
        let Err(error) = Access::new(bits, elements) else { return Ok(()) };
        let ErrorKind::AccessWidth { nearest, .. } = error.kind() else { return Ok(()) };
        for elements in candidates(*nearest) {
            prop_assert!(Access::new(bits, elements).is_ok(), "{elements} of {bits} bits");
        }
    }

    #[test]
    fn a_suggested_extent_has_a_shared_memory_atom(
        major in prop::sample::select(vec![Major::MN, Major::K]),
        element in prop::sample::select(vec!["float_e4m3_t", "half_t", "float"]),
        extents in (1..200_i64, 1..200_i64),
    ) {
        let select = |mn: i64, k: i64| {
            ss_smem_selector(major, ElementType::find(element).unwrap(), &IntTuple::Int(mn), &IntTuple::Int(k))
        };
        let (mn, k) = extents;
        let Err(error) = select(mn, k) else { return Ok(()) };
        let ErrorKind::SmemTile { what, nearest, .. } = error.kind() else { return Ok(()) };
        for size in candidates(*nearest) {
            let next = if *what == "BLK_MN" { select(size, k) } else { select(mn, size) };
            match next.as_ref().map_err(Error::kind) {
                Err(ErrorKind::SmemTile { what: other, .. }) => prop_assert_ne!(other, what, "{} for {}", size, element),
                result => prop_assert!(result.is_ok()),
            }
        }
    }

    #[test]
    fn the_modes_that_exist_are_named(a in layout(), index in 0..9_usize) {
        let Err(error) = a.mode(index) else { return Ok(()) };
        let last = a.rank() - 1;
        let expected = match last {
            0 => format!("mode: there is no mode {index} in 1 modes; the only one is mode 0"),
            _ => format!("mode: there is no mode {index} in {} modes; they are mode 0 to mode {last}", a.rank()),
        };
        prop_assert_eq!(error.to_string(), expected);
    }
}

#[track_caller]
fn check<T: std::fmt::Debug>(result: Result<T, Error>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn errors_without_a_number_to_change_say_what_would_work() {
    let matrix: Layout = "(4,8):(8,2)".parse().unwrap();
    check(
        group(&matrix, 1, 4),
        "group: [1,4) is no range of the modes of a layout of rank 2; a range begins before it ends, at 2 at most",
    );
    check(
        take(&matrix, 2, 2),
        "take: [2,2) is no range of the modes of a layout of rank 2; a range begins before it ends, at 2 at most",
    );
    check(
        zipped_divide(&matrix, &"<2,2,2>".parse().unwrap()),
        "zipped_divide: the tiler has 3 elements, but the whole layout has 2 modes; at most 2 elements work",
    );
    check(
        downcast(&matrix, 2),
        "downcast: (4,8):(8,2) has no mode of stride 1, so its elements cannot be split into 2 adjacent ones; a layout \
         with a mode of stride 1 works",
    );
    check(recast(&matrix, 0, 16), "recast: element sizes of 0 and 16 bits; both must be at least 1");
    check(upcast(&matrix, 0), "upcast: the factor 0 is not at least 1; the nearest factor that works is 1");
    let coordinate: IntTuple<SliceIndex> = "(1,(2,_))".parse().unwrap();
    check(
        slice(&coordinate, &matrix),
        "slice: coordinate (1,(2,_)) does not fit shape (4,8) at mode 1; one index fits the size 8 there",
    );
    check(
        matrix.eval(&"(1,2,3)".parse().unwrap()),
        "eval: coordinate (1,2,3) does not fit shape (4,8) at the whole layout; one index, or 2 of them, fit (4,8) there",
    );
}
