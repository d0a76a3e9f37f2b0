//! The grammar and the round trip of descriptors.

use proptest::prelude::*;

use super::*;
use crate::{MAX_DEPTH, MAX_LEAVES, idx2crd};

#[track_caller]
fn check(text: &str, normalised: &str) {
    let descriptor: Descriptor = text.parse().unwrap();
    assert_eq!(descriptor.to_string(), normalised);
    assert_eq!(normalised.parse::<Descriptor>().unwrap(), descriptor, "{normalised} reads back");
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(text.parse::<Descriptor>().unwrap_err().to_string(), message);
}

#[test]
fn the_examples_of_the_grammar_are_read() {
    check("(1@0, 1@1)", "(1@0,1@1)");
    check("(16@0, 1@1)", "(16@0,1@1)");
    check("((1@0, 8@1), 1@2)", "((1@0,8@1),1@2)");
    check("(1@0@1)", "(1@0@1)");
    check("()", "()");
    assert!("()".parse::<Descriptor>().unwrap().is_empty());
}

#[test]
fn the_fraction_of_the_grammar_is_refused_with_its_column() {
    refused(
        "(1/2@0, 4@1)",
        "column 2: 1/2 (mode 0) is a fractional basis: no integer layout has it; scale the layout by 2 first, or use \
         one of the nearest counts that work, 0 and 1",
    );
    let nested = "(1@0, (1@1, -6/4@2@0))".parse::<Descriptor>().unwrap_err();
    let nearest = crate::Nearest { below: Some(-2), above: Some(-1) };
    let mode = crate::ModePath(vec![1, 1]);
    assert_eq!(
        nested,
        Error::of_value(ErrorKind::FractionalBasis { column: 13, numerator: -3, denominator: 2, nearest })
            .at(mode)
    );
}

#[test]
fn whole_fractions_and_zeros_are_normalised() {
    check("(4/2@0, -6/3@1)", "(2@0,-2@1)");
    check("(4/-2@0)", "(-2@0)");
    check("(0@7, 0/5@3, 1@0)", "(0@0,0@0,1@0)");
}

#[test]
fn redundant_groups_are_dropped_and_order_stays() {
    check("((1@0), (((2@1, 3@2))))", "(1@0,(2@1,3@2))");
    check("((2@1, 1@0))", "(2@1,1@0)");
    check("((), 1@0)", "((),1@0)");
    check("(((1@0)))", "(1@0)");
}

#[test]
fn blanks_and_tabs_stand_between_tokens() {
    check(" \t( 1 @ 0 ,\t( 8@1 , 2\t@ 0 @1 ) ) ", "(1@0,(8@1,2@0@1))");
}

#[test]
fn malformed_descriptors_are_refused_at_their_column() {
    refused("", "column 1: expected '(', found the end");
    refused("1@0", "column 1: expected '(', found '1@0'");
    refused("(1@0", "column 5: expected ',' or ')', found the end");
    refused("(1@0,)", "column 6: expected a basis such as 1@0, or '(', found ')'");
    refused("(,1@0)", "column 2: expected a basis such as 1@0, or '(', found ',1@0)'");
    refused("(1@0) x", "column 7: expected the end of the descriptor, found 'x'");
    refused("(1@0)(1@1)", "column 6: expected the end of the descriptor, found '(1@1)'");
    refused("(4, 1@1)", "column 3: expected '@' and the mode that the count goes along, found ', 1@1)'");
    refused("(1@-1)", "column 4: expected the number of a mode, found '-1)'");
    refused("(1@)", "column 4: expected the number of a mode, found ')'");
    refused("(1/0@1)", "column 4: expected a denominator other than 0, found '0@1)'");
    refused("(1/@1)", "column 4: expected a denominator other than 0, found '@1)'");
    refused("(1 /2@1)", "column 4: expected '@' and the mode that the count goes along, found '/2@1)'");
    refused("(1@0 1@1)", "column 6: expected ',' or ')', found '1@1)'");
    refused("(1@0,\n1@1)", "column 6: expected a basis such as 1@0, or '(', found '\n1@1)'");
    refused("(99999999999999999999@0)", "column 2: expected a number of 64 bits, found '999999999999'");
    refused("(日@0)", "column 2: expected a basis such as 1@0, or '(', found '日@0)'");
}

#[test]
fn descriptors_beyond_the_limits_are_refused() {
    let limit = |text: &str| match text.parse::<Descriptor>().unwrap_err().kind() {
        ErrorKind::TooLarge { what, limit, .. } => (*what, *limit),
        other => panic!("{other:?}"),
    };
    assert_eq!(limit("(1@256)"), ("number of a mode", 255));
    assert_eq!(limit("(1@99999999999999999999999)"), ("number of a mode", 255));
    assert_eq!(limit(&"(".repeat(100_000)), ("nesting depth", MAX_DEPTH as i64));
    assert_eq!(limit(&format!("(1{})", "@0".repeat(MAX_DEPTH + 1))), ("number of '@'", MAX_DEPTH as i64));
    assert_eq!(limit(&format!("(1@0{})", ",1@0".repeat(MAX_LEAVES))), ("number of bases", MAX_LEAVES as i64));
    assert_eq!(
        "(9223372036854775807/-1@0)".parse::<Descriptor>().unwrap().to_string(),
        "(-9223372036854775807@0)"
    );
    assert_eq!("(-9223372036854775808/-1@0)".parse::<Descriptor>(), Err(Error::overflow("descriptor")));
}

#[test]
fn strides_that_are_no_basis_have_no_descriptor() {
    let refused = |text: &str| Descriptor::of_layout(&text.parse().unwrap()).unwrap_err().why();
    assert_eq!(refused("(4,8):(1@0,5)"), "unsupported_stride_kind");
    let sum = IntTuple::Int(Coordinate::Tuple("(1,2)".parse().unwrap()));
    assert_eq!(Descriptor::new(&sum).unwrap_err().why(), "unsupported_stride_kind");
}

#[test]
fn shapes_that_nest_differently_make_no_layout() {
    let descriptor: Descriptor = "((1@0,8@1),1@2)".parse().unwrap();
    assert_eq!(
        descriptor.to_layout(&"(4,8)".parse().unwrap()).unwrap_err().to_string(),
        "shape (4,8) and stride ((1@0,8@1),1@2) are not congruent: at mode 0, an integer against a tuple of rank 2"
    );
}

#[test]
fn released_candidates_are_out_of_use_and_keep_their_name() {
    let mut candidates = Candidates::default();
    let nested = candidates.intern("((1@0,8@1),1@2)".parse().unwrap(), None);
    let empty = candidates.intern("()".parse().unwrap(), None);
    let kind = |id| candidates.get(id).map(RichCandidate::kind);
    assert_eq!((kind(nested), kind(empty)), (Some(CandidateKind::Nested), Some(CandidateKind::Empty)));
    candidates.release(nested);
    assert_eq!(candidates.in_use().map(RichCandidate::id).collect::<Vec<_>>(), [empty]);
    assert_eq!(candidates.intern("((1@0,8@1),1@2)".parse().unwrap(), None), nested);
    assert_eq!(candidates.in_use().count(), 2);
}

/// The text of a basis: a whole count, maybe as a fraction, and its modes.
fn basis_text() -> impl Strategy<Value = String> {
    (-20..20_i64, 1..4_i64, prop::bool::ANY, prop::collection::vec(0..4_usize, 1..3)).prop_map(
        |(count, denominator, is_fraction, modes)| {
            let count = match is_fraction {
                true => format!("{}/{denominator}", count * denominator),
                false => count.to_string(),
            };
            let modes: String = modes.iter().map(|mode| format!(" @ {mode}")).collect();
            format!("{count}{modes}")
        },
    )
}

/// The text of a descriptor with redundant groups and blanks.
fn descriptor_text() -> impl Strategy<Value = String> {
    let entry = basis_text().prop_recursive(3, 12, 3, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(|entries| format!("( {} )", entries.join(" ,")))
    });
    prop::collection::vec(entry, 0..4).prop_map(|entries| format!("({})", entries.join(", ")))
}

proptest! {
    #[test]
    fn reading_what_was_printed_gives_the_same_descriptor(text in descriptor_text()) {
        let first: Descriptor = text.parse().unwrap();
        let printed = first.to_string();
        let second: Descriptor = printed.parse().unwrap();
        prop_assert_eq!(&second, &first);
        prop_assert_eq!(second.to_string(), printed);
    }

    #[test]
    fn normalising_keeps_the_function(text in descriptor_text()) {
        // Two steps along every basis, as written and in normal form: the same coordinates in the same order.
        let descriptor: Descriptor = text.parse().unwrap();
        let written: IntTuple<Coordinate> = whole_counts(&text).parse().unwrap();
        let shape = written.map(|_| 2);
        let Ok(before) = Layout::new(shape, written) else { return Ok(()) };
        let after = descriptor.to_layout(&descriptor.stride().map(|_| 2)).unwrap();
        prop_assert_eq!(before.size(), after.size());
        for index in 0..before.size().min(64) {
            let coordinate = |layout: &Layout<Coordinate>| {
                layout.eval(&idx2crd(index, &layout.shape()).unwrap()).map(crate::Stride::canonical)
            };
            // Bases of different nesting have no sum, unless the one that differs is 0 and normalised away.
            if let Ok(expected) = coordinate(&before) {
                prop_assert_eq!(coordinate(&after), Ok(expected));
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[()@,0-9/ \t-]{0,24}|\\PC{0,12}") {
        let _ = text.parse::<Descriptor>();
    }
}

/// The text with every fraction as the whole number it is, for the reader of layouts.
fn whole_counts(text: &str) -> String {
    let blankless: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut whole = String::new();
    for part in blankless.split_inclusive(['(', ',', ')']) {
        match part.split_once('/') {
            Some((count, rest)) => {
                let (denominator, modes) = rest.split_once('@').unwrap();
                let count: i64 = count.parse().unwrap();
                whole.push_str(&format!("{}@{modes}", count / denominator.parse::<i64>().unwrap()));
            }
            None => whole.push_str(part),
        }
    }
    whole
}
