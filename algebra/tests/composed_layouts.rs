//! Operations on composed layouts against the answers that CuTe's headers print when compiled (CUTLASS 4.5, static integers,
//! random arguments): `composed/recorded.jsonl`, in the format of the test vectors.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{
    AnyLayout, ComposedLayout, Error, FunctionChain, IntTuple, coalesce, compose_any, compose_swizzles,
    composed_complement, composed_domain_offset, composed_downcast, composed_inner_partition,
    composed_left_inverse, composed_local_partition, composed_max_alignment, composed_max_common_layout,
    composed_max_common_vector, composed_outer_partition, composed_recast, composed_right_inverse,
    composed_slice_and_offset, composed_upcast, flatten, logical_product_by_composed, make_fragment_like,
};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Case {
    op: String,
    args: Vec<String>,
    result: Option<String>,
}

/// A plain layout, `Sw o offset o layout`, or another composition; a swizzle alone is one too.
fn layout(text: &str) -> Result<AnyLayout, Error> {
    match text.parse::<ComposedLayout>() {
        Ok(composed) => Ok(AnyLayout::Composed(composed)),
        Err(_) if text.contains(" o ") || text.starts_with("Sw<") => {
            text.parse::<FunctionChain>().map(AnyLayout::Chain)
        }
        Err(_) => text.parse().map(AnyLayout::Layout),
    }
}

/// The answer as CuTe prints it.
fn answer(op: &str, args: &[String]) -> Result<String, Error> {
    let any = |index: usize| layout(&args[index]);
    let number = |index: usize| args[index].parse::<i64>().unwrap();
    let tuple = |index: usize| args[index].parse::<IntTuple>();
    let part = |(layout, offset): (AnyLayout, i64)| format!("{layout} at {offset}");
    Ok(match op {
        "composition" => compose_any(&any(0)?, &any(1)?)?.value.to_string(),
        "compose_swizzles" => compose_swizzles(args[0].parse()?, args[1].parse()?)?.value.to_string(),
        "slice_and_offset" => {
            let (slice, offset) = composed_slice_and_offset(&args[0].parse()?, &any(1)?)?.value;
            format!("({slice},{offset})")
        }
        "right_inverse" => composed_right_inverse(&any(0)?)?.value.to_string(),
        "left_inverse" => composed_left_inverse(&any(0)?)?.value.to_string(),
        "complement" if args.len() == 1 => composed_complement(&any(0)?, None)?.to_string(),
        "complement" => composed_complement(&any(0)?, Some(&tuple(1)?))?.to_string(),
        "upcast" => composed_upcast(&any(0)?, number(1))?.to_string(),
        "downcast" => composed_downcast(&any(0)?, number(1))?.to_string(),
        "recast" => composed_recast(&any(0)?, number(1), number(2))?.to_string(),
        "max_alignment" => composed_max_alignment(&any(0)?)?.to_string(),
        "max_common_layout" => composed_max_common_layout(&any(0)?, &any(1)?)?.to_string(),
        "max_common_vector" => composed_max_common_vector(&any(0)?, &any(1)?)?.to_string(),
        "logical_product" => logical_product_by_composed(&args[0].parse()?, &args[1].parse()?)?.to_string(),
        "domain_offset" => composed_domain_offset(&tuple(0)?, &any(1)?)?.to_string(),
        "make_fragment_like" => make_fragment_like(any(0)?.domain().unwrap())?.to_string(),
        "coalesce" => any(0)?.map_domain("coalesce", |layout| Ok(coalesce(layout)))?.to_string(),
        "flatten" => any(0)?.map_domain("flatten", |layout| Ok(flatten(layout)))?.to_string(),
        "local_tile" => part(composed_inner_partition(&any(0)?, &args[1].parse()?, &args[2].parse()?)?.value),
        "outer_partition" => {
            part(composed_outer_partition(&any(0)?, &args[1].parse()?, &args[2].parse()?)?.value)
        }
        "local_partition" => part(composed_local_partition(&any(0)?, &args[1].parse()?, number(2))?.value),
        other => panic!("no such operation: {other}"),
    })
}

fn cases() -> impl Iterator<Item = Case> {
    include_str!("composed/recorded.jsonl").lines().map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn every_answer_is_that_of_cute() {
    for Case { op, args, result } in cases() {
        let found = answer(&op, &args);
        match result {
            Some(expected) => assert_eq!(found.as_deref(), Ok(expected.as_str()), "{op} {args:?}"),
            None => assert!(found.is_err(), "{op} {args:?}: CuTe refuses, found {found:?}"),
        }
    }
}

#[test]
fn every_operation_is_recorded_with_an_answer() {
    let mut answered: Vec<String> =
        cases().filter(|case| case.result.is_some()).map(|case| case.op).collect();
    answered.sort_unstable();
    answered.dedup();
    assert_eq!(answered.len(), 20, "{answered:?}");
}

/// A composed layout that is right is right at each coordinate: the verdicts of what CuTe gives.
#[test]
fn verdicts_are_what_enumeration_finds() {
    for Case { op, args, .. } in cases().filter(|case| case.op == "composition") {
        let (a, b) = (layout(&args[0]).unwrap(), layout(&args[1]).unwrap());
        let Ok(answer) = compose_any(&a, &b) else { continue };
        let size = answer.value.domain().unwrap().size();
        let is_right = (0..size).all(|c| answer.value.at(c).unwrap() == a.at(b.at(c).unwrap()).unwrap());
        assert_eq!(answer.verdict.name() == "proved", is_right, "{op} {args:?}");
    }
}
