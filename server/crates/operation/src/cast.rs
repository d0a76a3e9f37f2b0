//! Layouts of wider and narrower elements.

use layout_algebra::{
    self as algebra, AnyLayout, Error, FunctionChain, Swizzle, explain, symbolic as run_time,
};

use super::{
    Arguments, Refusal,
    columns::{Columns, OnComposed, OnSmem, layout, tuple},
    composed,
    symbolic::judged,
};
use crate::{Evaluated, Value};

pub(super) static UPCAST: Columns = Columns::new(&[layout("A"), tuple("n")], upcast)
    .on_swizzle(|swizzle, arguments| Ok(Value::Swizzle(swizzle.upcast(arguments.int(1)?)?).into()))
    .on_composed(OnComposed::Computed(|arguments| {
        each_part(algebra::composed_upcast(&composed::any(arguments, 0)?, arguments.int(1)?))
    }))
    .on_smem(OnSmem::Cast(|smem, arguments| Ok(smem.upcast(arguments.int(1)?)?)))
    .on_names(|operands| {
        let (layout, by) = (operands.layout(0)?, operands.given().int(1)?);
        judged(operands, run_time::proof::upcast(&layout, by)?).map(Some)
    })
    .steps(|arguments| Some(explain::upcast(&arguments.layout(0).ok()?, arguments.int(1).ok()?)))
    .says(
        "A of elements that are n times as wide",
        &["n divides each stride that is not 1 or 0, and the size of stride 1, or is divided by it"],
        &["size(R) * n = size(A) where A has contiguous elements"],
    );

pub(super) static COMPOSED_UPCAST: Columns =
    Columns::new(&[layout("A"), tuple("n")], upcast).says_as(&UPCAST);

pub(super) static DOWNCAST: Columns = Columns::new(&[layout("A"), tuple("n")], downcast)
    .on_swizzle(|swizzle, arguments| Ok(Value::Swizzle(swizzle.downcast(arguments.int(1)?)?).into()))
    .on_composed(OnComposed::Computed(|arguments| {
        each_part(algebra::composed_downcast(&composed::any(arguments, 0)?, arguments.int(1)?))
    }))
    .on_smem(OnSmem::Cast(|smem, arguments| Ok(smem.downcast(arguments.int(1)?)?)))
    .on_names(|operands| Ok(Some(run_time::downcast(&operands.layout(0)?, operands.given().int(1)?)?.into())))
    .steps(|arguments| Some(explain::downcast(&arguments.layout(0).ok()?, arguments.int(1).ok()?)))
    .says("A of elements that are n times as narrow", &["n is at least 1"], &["size(R) = size(A) * n"]);

pub(super) static RECAST: Columns =
    Columns::new(&[layout("A"), tuple("old bits"), tuple("new bits")], recast)
        .on_swizzle(|swizzle, arguments| Ok(Value::Swizzle(recast_swizzle(swizzle, arguments)?).into()))
        .on_composed(OnComposed::Computed(|arguments| {
            let (layout, old) = (composed::any(arguments, 0)?, arguments.int(1)?);
            each_part(algebra::composed_recast(&layout, old, arguments.int(2)?))
        }))
        .on_smem(OnSmem::Cast(|smem, arguments| Ok(smem.recast(arguments.int(1)?, arguments.int(2)?)?)))
        .on_names(|operands| {
            let (old, new) = (operands.given().int(1)?, operands.given().int(2)?);
            judged(operands, run_time::proof::recast(&operands.layout(0)?, old, new)?).map(Some)
        })
        .steps(|arguments| {
            let (layout, old) = (arguments.layout(0).ok()?, arguments.int(1).ok()?);
            Some(explain::recast(&layout, old, arguments.int(2).ok()?))
        })
        .says(
            "A of elements of another width",
            &["one number of bits divides the other"],
            &["upcast or downcast by their ratio"],
        );

fn upcast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let factor = arguments.int(1)?;
    if let Value::Composed(composed) = arguments.value(0)? {
        return Ok(Value::from(algebra::composed_upcast(&composed.as_ref().clone().into(), factor)?).into());
    }
    Ok(Value::from(algebra::upcast(&arguments.layout(0)?, factor)?).into())
}

fn downcast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::downcast(&arguments.layout(0)?, arguments.int(1)?)?).into())
}

fn recast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let layout = algebra::recast(&arguments.layout(0)?, arguments.int(1)?, arguments.int(2)?)?;
    Ok(Value::from(layout).into())
}

fn each_part(cast: Result<AnyLayout, Error>) -> Result<Evaluated, Refusal> {
    let step = "swizzle, offset and layout are each cast".to_owned();
    Ok(Evaluated { steps: vec![step], ..Value::from(cast?).into() })
}

fn recast_swizzle(swizzle: Swizzle, arguments: &Arguments<'_>) -> Result<Swizzle, Refusal> {
    let chain = AnyLayout::from(FunctionChain::new(vec![algebra::Function::Swizzle(swizzle)])?);
    match algebra::composed_recast(&chain, arguments.int(1)?, arguments.int(2)?)? {
        AnyLayout::Chain(chain) => match chain.functions() {
            [algebra::Function::Swizzle(cast)] => Ok(*cast),
            _ => Err(composed::none(arguments.operation())),
        },
        _ => Err(composed::none(arguments.operation())),
    }
}
