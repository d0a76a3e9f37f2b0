//! What a user can type that is no layout: each is an error that says what and where, in bounded time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::*;

fn refusal(text: &str) -> Error {
    text.parse::<Layout>().unwrap_err()
}

#[track_caller]
fn check(text: &str, message: &str) {
    assert_eq!(refusal(text).to_string(), message);
}

#[test]
fn parse_errors_name_the_column() {
    check("(4,8):(1,x)", "column 10: expected an integer, found 'x)'");
    check("(4,8)", "column 6: expected ':', found the end");
    check("(4,8:(1,4)", "column 5: expected ',' or ')', found ':(1,4)'");
    check("(4,8):(1,4) 7", "column 13: expected the end, found '7'");
    check("(4,,8):(1,1,4)", "column 4: expected an integer, found ',8):(1,1,4)'");
    check("", "column 1: expected an integer, found the end");
    check("4:99999999999999999999", "column 3: expected an integer, found '999999999999'");
    check("∘(4,8):(1,4)", "column 1: expected an integer, found '∘(4,8):(1,4)'");
    check("(4,日):(1,4)", "column 4: expected an integer, found '日):(1,4)'");
}

#[test]
fn non_congruent_shape_and_stride_are_named_with_the_mode() {
    check(
        "(4,(3,2)):(2,8)",
        "shape (4,(3,2)) and stride (2,8) are not congruent: at mode 1, a tuple of rank 2 against an integer",
    );
    check(
        "(4,8):(1,4,32)",
        "shape (4,8) and stride (1,4,32) are not congruent: at the whole layout, a tuple of rank 2 \
         against a tuple of rank 3",
    );
}

#[test]
fn sizes_below_one_are_refused() {
    check("(4,(0,2)):(1,(4,4))", "mode 1.0 has size 0; sizes are at least 1");
    check("-4:1", "the whole layout has size -4; sizes are at least 1");
}

#[test]
fn sizes_that_do_not_fit_are_overflow() {
    let text = "(2147483647,2147483647,2147483647):(1,2,3)";
    assert_eq!(refusal(text), Error::overflow("size"));
    assert_eq!(refusal("(4611686018427387904,4):(1,1)"), Error::overflow("size"));
    let huge: Layout = "4611686018427387904:4".parse().unwrap();
    assert_eq!(huge.cosize(), Err(Error::overflow("cosize")));
    assert_eq!(huge.at(huge.size() - 1), Err(Error::overflow("eval")));
}

#[test]
fn nesting_beyond_the_limit_is_refused_without_overflowing_the_stack() {
    for depth in [MAX_DEPTH + 1, 10_000, 100_000] {
        let nested = format!("{}4{}", "(".repeat(depth), ")".repeat(depth));
        for text in [format!("{nested}:{nested}"), nested.clone(), format!("<{nested}>"), "<".repeat(depth)] {
            assert_eq!(text.parse::<Tiler>().unwrap_err().why(), "too_large", "depth {depth}");
        }
        assert_eq!(nested.parse::<IntTuple>().unwrap_err().why(), "too_large");
    }
}

/// `((((4))))`, of any depth: built from the variants, where no limit holds.
fn nested(depth: usize) -> IntTuple {
    (0..depth).fold(IntTuple::Int(4), |inner, _| IntTuple::Tuple(vec![inner]))
}

#[test]
fn tuples_built_by_hand_drop_clone_compare_and_print_at_any_depth() {
    const DEPTH: usize = 100_000;
    let (tuple, same) = (nested(DEPTH), nested(DEPTH));
    assert_eq!((tuple.depth(), tuple.leaves(), tuple.product()), (DEPTH, vec![&4], Ok(4)));
    assert!(tuple == same && tuple.clone() == tuple && tuple != nested(DEPTH + 1));
    assert_eq!(tuple.to_string().len(), 2 * DEPTH + 1);
    assert_eq!(format!("{tuple:?}"), tuple.to_string());
    assert_eq!(tuple.map(|size| size + 1).leaves(), [&5]);
    assert!(congruent(&tuple, &same) && weakly_congruent(&IntTuple::Int(4), &tuple));
    assert!(!weakly_congruent(&tuple, &nested(DEPTH - 1)));
    assert_eq!((compatible(&tuple, &same), compatible(&tuple, &IntTuple::Int(4))), (Ok(true), Ok(false)));
    assert_eq!(std::collections::HashSet::from([tuple, same]).len(), 1);
}

#[test]
fn operations_refuse_tuples_that_were_built_too_deep() {
    let (deep, four): (IntTuple, Layout) = (nested(10_000), "4:1".parse().unwrap());
    let indices = deep.map(|_| SliceIndex::All);
    let refused = [
        Layout::new(deep.clone(), deep.clone()).err(),
        Layout::compact(deep.clone()).err(),
        compact_row_major(&deep).err(),
        make_identity_layout(&deep).err(),
        make_ordered_layout(&IntTuple::Int(4), &deep).err(),
        four.eval(&deep).err(),
        idx2crd(0, &deep).err(),
        crd2idx(&deep, &IntTuple::Int(4)).err(),
        coalesce_by_profile(&four, &deep).err(),
        filter_by_profile(&four, &deep).err(),
        complement(&four, &deep).err(),
        shape_div(&deep, &IntTuple::Int(2)).err(),
        ceil_div(&IntTuple::Int(8), &deep).err(),
        evenly_divides(&deep, &IntTuple::Int(2)).err(),
        domain_distribute(&deep, 2).err(),
        tile_to_shape(&four, &deep, None).err(),
        slice(&indices, &four).err(),
        dice(&indices, &four).err(),
        slice_offset(&indices, &four).err(),
        Tiler::<i64>::from_sizes(&deep).err(),
    ];
    for (index, error) in refused.into_iter().enumerate() {
        assert_eq!(error.map(|error| error.why()), Some("too_large"), "refusal {index}");
    }
}

#[test]
fn tilers_built_by_hand_have_limits_and_sizes_of_at_least_one() {
    let layout: Layout = "(4,8):(1,4)".parse().unwrap();
    let check = |tiler: &Tiler, why: &str| {
        let answers = [
            composition_tiler(&layout, tiler),
            logical_divide(&layout, tiler),
            zipped_divide(&layout, tiler),
            logical_product(&layout, tiler),
            zipped_product(&layout, tiler),
        ];
        for answer in answers {
            assert_eq!(answer.unwrap_err().why(), why);
        }
    };
    for size in [0, -3, i64::MIN] {
        check(&Tiler::ByMode(vec![TilerMode::Size(size)]), "non_positive_size");
    }
    let deep = (0..1_000).fold(TilerMode::Size(2), |inner, _| TilerMode::ByMode(vec![inner]));
    check(&Tiler::ByMode(vec![deep]), "too_large");
    check(&Tiler::ByMode(vec![TilerMode::Keep; MAX_LEAVES + 1]), "too_large");
}

#[test]
fn coordinates_built_by_hand_have_limits() {
    for path in [vec![0; 100_000], vec![usize::MAX]] {
        let stride = Coordinate::basis(path);
        assert_eq!(stride.plus(&Coordinate::basis(vec![0])), None);
        assert_eq!(stride.clone().canonical(), stride);
        let layout = Layout::new(IntTuple::Int(4), IntTuple::Int(stride));
        assert_eq!(layout.unwrap_err().why(), "too_large");
    }
    let tuple = Coordinate::Tuple(nested(100_000));
    assert_eq!(tuple.plus(&Coordinate::basis(vec![0])), None);
}

#[test]
fn mixed_stride_kinds_are_refused_with_the_kind() {
    check("(4,8):(1,1@0)", "column 10: expected an integer, found '1@0)'");
    let mixed: Layout<Coordinate> = "(4,8):(1,1@0)".parse().unwrap();
    let a: Layout = "(4,8):(1,4)".parse().unwrap();
    assert_eq!(composition(&a, &mixed).unwrap_err().why(), "unsupported_stride_kind");
    assert_eq!(mixed.at(5).unwrap_err().why(), "unsupported_stride_kind");
    assert_eq!(complement(&mixed, &IntTuple::Int(64)).unwrap_err().why(), "unsupported_stride_kind");
    assert_eq!(right_inverse(&mixed).unwrap_err().why(), "unsupported_stride_kind");
}

#[test]
fn empty_tuples_are_layouts_of_one_coordinate() {
    let empty: Layout = "():()".parse().unwrap();
    assert_eq!((empty.size(), empty.rank(), empty.depth(), empty.cosize()), (1, 0, 1, Ok(1)));
    assert_eq!((empty.at(0), empty.eval_all(9)), (Ok(0), Ok(vec![0])));
    assert_eq!(coalesce(&empty).to_string(), "1:0");
    assert_eq!(composition(&empty, &empty).unwrap(), empty);
    assert_eq!(complement(&empty, &IntTuple::Int(8)).unwrap().to_string(), "8:1");
    for text in ["4:1", "(4,()):(1,())", "((),(2,2)):((),(1,2))", "(()):(())"] {
        let other = text.parse().unwrap();
        run_everything(&empty, &other);
        run_everything(&other, &empty);
    }
}

#[test]
fn layouts_of_two_to_the_sixty_second_are_computed_without_being_enumerated() {
    let huge: Layout = "(2147483648,2147483648):(2147483648,1)".parse().unwrap();
    let tiler: Tiler = "<65536,65536>".parse().unwrap();
    let divided = proof::zipped_divide(&huge, &tiler).unwrap();
    assert_eq!((divided.value.size(), divided.verdict), (1 << 62, proof::Verdict::Proved));
    assert_eq!(proof::left_inverse(&huge).unwrap().verdict, proof::Verdict::Proved);
    assert_eq!(proof::right_inverse(&huge).unwrap().value.size(), 1 << 62);
    assert_eq!(huge.eval_all(i64::MAX).unwrap_err().why(), "too_large");
    run_everything(&huge, &huge);
}

#[test]
fn nesting_up_to_the_limit_is_read_and_printed() {
    let nested = format!("{}4{}", "(".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH));
    let layout: Layout = format!("{nested}:{nested}").parse().unwrap();
    assert_eq!((layout.depth(), layout.size()), (MAX_DEPTH, 4));
    assert_eq!(coalesce(&layout).to_string(), "4:4");
    assert_eq!(layout.to_string(), format!("{nested}:{nested}"));
    assert_eq!(append(&layout, &layout).unwrap_err().why(), "too_large");
    assert_eq!(group(&layout, 0, 1).unwrap_err().why(), "too_large");
}

#[test]
fn nesting_built_by_operations_ends_at_the_limit() {
    let mut layout: Layout = "(4,8):(1,4)".parse().unwrap();
    let mut groups = 0;
    let error = loop {
        match group(&layout, 0, 1) {
            Ok(deeper) => (layout, groups) = (deeper, groups + 1),
            Err(error) => break error,
        }
    };
    assert_eq!((error.why(), groups), ("too_large", MAX_DEPTH - 1));
}

#[test]
fn rank_one_thousand_works() {
    let ones = vec!["1"; 1000].join(",");
    let layout: Layout = format!("({ones}):({ones})").parse().unwrap();
    assert_eq!(layout.rank(), 1000);
    assert_eq!(composition(&layout, &layout).unwrap().rank(), 1000);
    assert_eq!(complement(&layout, &IntTuple::Int(24)).unwrap().to_string(), "24:1");
    assert_eq!(logical_divide(&layout, &Tiler::Layout(layout.clone())).unwrap().rank(), 2);
}

#[test]
fn doubling_a_layout_ends_at_the_limit() {
    let mut layout: Layout = "(1,1):(0,0)".parse().unwrap();
    let mut doublings = 0;
    let error = loop {
        match append(&layout, &layout) {
            Ok(longer) => (layout, doublings) = (longer, doublings + 1),
            Err(error) => break error,
        }
    };
    assert_eq!(error.why(), "too_large");
    assert!(doublings < 64, "{doublings}");
}

#[test]
fn numbers_at_the_ends_of_the_range_never_wrap_or_panic() {
    let extremes = [1, 3, 1 << 31, i64::MAX];
    let strides = [0, 1, -1, 6, 1 << 62, i64::MIN];
    for &size in &extremes {
        for &stride in &strides {
            let Ok(a) = Layout::new(IntTuple::Int(size), IntTuple::Int(stride)) else { continue };
            for &other_size in &extremes {
                for &other_stride in &strides {
                    let shape: IntTuple = [other_size, 3].into_iter().collect();
                    let b = Layout::new(shape, [other_stride, stride].into_iter().collect());
                    let Ok(b) = b else { continue };
                    run_everything(&a, &b);
                    run_everything(&b, &a);
                }
            }
        }
    }
}

/// Runs each operation for its panics alone.
fn run_everything(a: &Layout, b: &Layout) {
    let tiler = Tiler::Layout(b.clone());
    let by_mode = Tiler::ByMode(vec![TilerMode::Layout(b.clone())]);
    let _ = (a.cosize(), a.at(i64::MAX), a.at(i64::MIN), coalesce(a), filter(a), flatten(a), nullspace(a));
    let _ = (proof::composition(a, b), proof::complement(a, &b.shape()), proof::complement_in_cosize(a));
    let _ = (proof::right_inverse(a), proof::left_inverse(a), proof::logical_divide(a, &tiler));
    let _ = (
        proof::zipped_divide(a, &by_mode),
        proof::logical_product(a, &tiler),
        proof::flat_product(a, &by_mode),
    );
    let _ =
        (proof::blocked_product(a, b), proof::raked_product(a, b), proof::tile_to_shape(a, &b.shape(), None));
    let _ = (upcast(a, 3), downcast(a, 1 << 40), recast(a, 7, 1 << 40), max_common_layout(a, b));
    let _ = (
        max_alignment(a),
        make_layout_like(a),
        make_fragment_like(a),
        make_ordered_layout(&a.shape(), &a.stride()),
    );
    let _ = (analysis::first_collision(a), analysis::is_bijective(a), analysis::is_surjective(a));
    let _ = (
        shape_div(&a.shape(), &b.shape()),
        ceil_div(&a.shape(), &b.shape()),
        evenly_divides(&a.shape(), &b.shape()),
    );
    let _ = (
        idx2crd(i64::MIN, &a.shape()),
        crd2idx(&b.stride(), &b.shape()),
        domain_distribute(&a.shape(), b.size()),
    );
}

#[test]
fn enumeration_stops_at_the_limit() {
    let layout: Layout = "(1024,2,1024):(2000001,1000,999)".parse().unwrap();
    assert_eq!(analysis::first_collision(&layout).unwrap_err().why(), "too_large");
    assert_eq!(layout.eval_all(1000).unwrap_err().why(), "too_large");
    let b: Layout = "(2048,1024):(1,1)".parse().unwrap();
    let verdict = proof::composition(&"(2048,4096):(1,2049)".parse::<Layout>().unwrap(), &b).unwrap().verdict;
    assert_eq!(verdict.name(), "unproved");
}

#[test]
fn long_layouts_are_enumerated_in_bounded_time() {
    let ones = vec!["1"; MAX_LEAVES - 2].join(",");
    let a: Layout = format!("({ones},1024,4096):({ones},1,1025)").parse().unwrap();
    let b: Layout = "(1024,1024):(1,1)".parse().unwrap();
    assert_eq!(proof::composition(&a, &b).unwrap().verdict.name(), "unproved");
    assert_eq!(analysis::first_collision(&a).unwrap(), None);
}

#[test]
fn swizzles_whose_masks_overlap_are_refused() {
    assert_eq!("Sw<3,4,2>".parse::<Swizzle>().unwrap_err().why(), "swizzle");
    assert_eq!("Sw<3,60,3>".parse::<Swizzle>().unwrap_err().why(), "swizzle");
    assert_eq!(Swizzle::new(3, 4, i64::MIN).unwrap_err().why(), "swizzle");
    assert_eq!("Sw<-1,4,3>".parse::<Swizzle>().unwrap_err().why(), "swizzle");
}
