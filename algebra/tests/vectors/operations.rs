//! The operations of the vectors by name, on texts.

use layout_algebra::*;

pub(crate) enum Outcome {
    /// The result, or `error` and why.
    Text(String),
    /// This crate has no such operation.
    NotCovered,
}

type Answer = Result<String, Error>;

pub(crate) fn run(op: &str, args: &[&str]) -> Outcome {
    match answer(op, args) {
        None => Outcome::NotCovered,
        Some(Ok(text)) => Outcome::Text(text),
        Some(Err(error)) => Outcome::Text(format!("error {}", error.why())),
    }
}

fn answer(op: &str, args: &[&str]) -> Option<Answer> {
    let first_has_bases = args.first().is_some_and(|text| text.contains('@'));
    match first_has_bases {
        true => with_coordinates(op, args),
        false => shapes(op, args)
            .or_else(|| queries(op, args))
            .or_else(|| algebra(op, args))
            .or_else(|| modes(op, args))
            .or_else(|| partitions(op, args))
            .or_else(|| super::atoms_mma::answer(op, args))
            .or_else(|| super::copies::answer(op, args))
            .or_else(|| composed(op, args)),
    }
}

fn index(text: &str) -> usize {
    text.parse().unwrap()
}

fn integer(text: &str) -> i64 {
    text.parse().unwrap()
}

fn shapes(op: &str, args: &[&str]) -> Option<Answer> {
    let tuple = |i: usize| args[i].parse::<IntTuple>();
    let text = |tuple: IntTuple| tuple.to_string();
    Some((|| match op {
        "shape_div" => Ok(text(shape_div(&tuple(0)?, &tuple(1)?)?)),
        "ceil_div" => Ok(text(ceil_div(&tuple(0)?, &tuple(1)?)?)),
        "evenly_divides" => Ok(evenly_divides(&tuple(0)?, &tuple(1)?)?.to_string()),
        "congruent" => Ok(congruent(&tuple(0)?, &tuple(1)?).to_string()),
        "weakly_congruent" => Ok(weakly_congruent(&tuple(0)?, &tuple(1)?).to_string()),
        "compatible" => Ok(compatible(&tuple(0)?, &tuple(1)?)?.to_string()),
        "idx2crd" => Ok(text(idx2crd(integer(args[0]), &tuple(1)?)?)),
        "crd2idx" if args.len() == 2 => Ok(crd2idx(&tuple(0)?, &tuple(1)?)?.to_string()),
        "crd2idx" => Ok(Layout::<i64>::new(tuple(1)?, tuple(2)?)?.eval(&tuple(0)?)?.to_string()),
        "compact_col_major" => Ok(text(compact_col_major(&tuple(0)?)?)),
        "compact_row_major" => Ok(text(compact_row_major(&tuple(0)?)?)),
        "make_ordered_layout" => Ok(make_ordered_layout(&tuple(0)?, &tuple(1)?)?.to_string()),
        "make_identity_layout" => Ok(make_identity_layout(&tuple(0)?)?.to_string()),
        "domain_distribute" => Ok(domain_distribute(&tuple(0)?, integer(args[1]))?.to_string()),
        "swizzle_apply" => Ok(args[0].parse::<Swizzle>()?.apply(integer(args[1])).to_string()),
        _ => Ok("?".to_owned()),
    })())
    .filter(|answer| answer.as_deref() != Ok("?"))
}

fn queries(op: &str, args: &[&str]) -> Option<Answer> {
    let layout = || args[0].parse::<Layout>();
    let other = || args[1].parse::<Layout>();
    Some((|| match op {
        "size" => Ok(layout()?.size().to_string()),
        "cosize" => Ok(layout()?.cosize()?.to_string()),
        "rank" => Ok(layout()?.rank().to_string()),
        "depth" => Ok(layout()?.depth().to_string()),
        "eval" => Ok(layout()?.eval(&args[1].parse()?)?.to_string()),
        "eval_all" => Ok(serde_json::to_string(&layout()?.eval_all(1 << 20)?).unwrap()),
        "max_common_vector" => Ok(max_common_vector(&layout()?, &other()?)?.to_string()),
        "max_common_layout" => Ok(max_common_layout(&layout()?, &other()?)?.to_string()),
        "max_alignment" => Ok(max_alignment(&layout()?)?.to_string()),
        "slice_offset" => Ok(slice_offset(&args[0].parse()?, &other()?)?.to_string()),
        _ => Ok("?".to_owned()),
    })())
    .filter(|answer| answer.as_deref() != Ok("?"))
}

fn algebra(op: &str, args: &[&str]) -> Option<Answer> {
    if op.starts_with("composed_") {
        return None;
    }
    algebra_layout(op, args).map(|result| result.map(|layout| layout.to_string()))
}

fn algebra_layout(op: &str, args: &[&str]) -> Option<Result<Layout, Error>> {
    let layout = || args[0].parse::<Layout>();
    let other = || args[1].parse::<Layout>();
    let tuple = |i: usize| args[i].parse::<IntTuple>();
    let tiler = || args[1].parse::<Tiler>();
    let composition_with_bases = op == "composition" && args[1].contains('@');
    let result = || match op {
        "coalesce" if args.len() == 1 => Ok(Some(coalesce(&layout()?))),
        "coalesce" => coalesce_by_profile(&layout()?, &tuple(1)?).map(Some),
        "filter" if args.len() == 1 => Ok(Some(filter(&layout()?))),
        "filter" => filter_by_profile(&layout()?, &tuple(1)?).map(Some),
        "filter_zeros" => Ok(Some(filter_zeros(&layout()?))),
        "flatten" => Ok(Some(flatten(&layout()?))),
        "nullspace" => Ok(Some(nullspace(&layout()?))),
        "composition" if composition_with_bases => {
            composition_tiler(&layout()?, &args[1].parse::<Tiler<Coordinate>>()?).map(Some)
        }
        "composition" => composition_tiler(&layout()?, &tiler()?).map(Some),
        "complement" if args.len() == 1 => complement_in_cosize(&layout()?).map(Some),
        "complement" => complement(&layout()?, &tuple(1)?).map(Some),
        "right_inverse" => right_inverse(&layout()?).map(Some),
        "left_inverse" => left_inverse(&layout()?).map(Some),
        "logical_divide" => logical_divide(&layout()?, &tiler()?).map(Some),
        "zipped_divide" => zipped_divide(&layout()?, &tiler()?).map(Some),
        "tiled_divide" => tiled_divide(&layout()?, &tiler()?).map(Some),
        "flat_divide" => flat_divide(&layout()?, &tiler()?).map(Some),
        "logical_product" => logical_product(&layout()?, &tiler()?).map(Some),
        "zipped_product" => zipped_product(&layout()?, &tiler()?).map(Some),
        "tiled_product" => tiled_product(&layout()?, &tiler()?).map(Some),
        "flat_product" => flat_product(&layout()?, &tiler()?).map(Some),
        "blocked_product" => blocked_product(&layout()?, &other()?).map(Some),
        "raked_product" => raked_product(&layout()?, &other()?).map(Some),
        "make_layout_like" => make_layout_like(&layout()?).map(Some),
        "make_fragment_like" => make_fragment_like(&layout()?).map(Some),
        "tile_to_shape" if args.len() == 2 => tile_to_shape(&layout()?, &tuple(1)?, None).map(Some),
        "tile_to_shape" => tile_to_shape(&layout()?, &tuple(1)?, Some(&tuple(2)?)).map(Some),
        "upcast" => upcast(&layout()?, integer(args[1])).map(Some),
        "downcast" => downcast(&layout()?, integer(args[1])).map(Some),
        "recast" => recast(&layout()?, integer(args[1]), integer(args[2])).map(Some),
        _ => Ok(None),
    };
    result().transpose()
}

fn modes(op: &str, args: &[&str]) -> Option<Answer> {
    let layout = |i: usize| args[i].parse::<Layout>();
    let result = || -> Result<Option<Layout>, Error> {
        Ok(Some(match op {
            "group" => group(&layout(0)?, index(args[1]), index(args[2]))?,
            "take" => take(&layout(0)?, index(args[1]), index(args[2]))?,
            "append" => append(&layout(0)?, &layout(1)?)?,
            "prepend" => prepend(&layout(0)?, &layout(1)?)?,
            "append_to_rank" => append_to_rank(&layout(0)?, index(args[1]), &layout(2)?)?,
            "replace" => replace(&layout(0)?, index(args[1]), &layout(2)?)?,
            "mode" => layout(0)?.mode(index(args[1]))?,
            "select" => {
                let indices: IntTuple = args[1].parse()?;
                let indices: Vec<usize> =
                    indices.leaves().iter().map(|&&i| usize::try_from(i).unwrap()).collect();
                select(&layout(0)?, &indices)?
            }
            "slice" => slice(&args[0].parse()?, &layout(1)?)?,
            "dice" => dice(&args[0].parse()?, &layout(1)?)?,
            _ => return Ok(None),
        }))
    };
    result().map(|layout| layout.map(|layout| layout.to_string())).transpose()
}

fn composed(op: &str, args: &[&str]) -> Option<Answer> {
    let layout = || args[0].parse::<ComposedLayout>();
    let tuple = |i: usize| args[i].parse::<IntTuple>();
    let result = || -> Result<Option<String>, Error> {
        Ok(Some(match op {
            "composed_eval_all" => serde_json::to_string(&layout()?.eval_all(1 << 20)?).unwrap(),
            "composed_cosize" => layout()?.cosize()?.to_string(),
            "composed_composition" => composed_composition(&layout()?, &args[1].parse()?)?.to_string(),
            "composed_zipped_divide" => composed_zipped_divide(&layout()?, &args[1].parse()?)?.to_string(),
            "composed_upcast" => composed_upcast(&layout()?.into(), integer(args[1]))?.to_string(),
            "composed_tile_to_shape" if args.len() == 2 => {
                composed_tile_to_shape(&layout()?, &tuple(1)?, None)?.to_string()
            }
            "composed_tile_to_shape" => {
                composed_tile_to_shape(&layout()?, &tuple(1)?, Some(&tuple(2)?))?.to_string()
            }
            _ => return Ok(None),
        }))
    };
    result().transpose()
}

fn with_coordinates(op: &str, args: &[&str]) -> Option<Answer> {
    let layout = || args[0].parse::<Layout<Coordinate>>();
    let result = || -> Result<Option<String>, Error> {
        Ok(Some(match op {
            "eval" => layout()?.eval(&args[1].parse()?)?.to_string(),
            "coalesce" if args.len() == 1 => coalesce(&layout()?).to_string(),
            "coalesce" => coalesce_by_profile(&layout()?, &args[1].parse()?)?.to_string(),
            "composition" if args[1].contains('@') => {
                composition_tiler(&layout()?, &args[1].parse::<Tiler<Coordinate>>()?)?.to_string()
            }
            "composition" => composition_tiler(&layout()?, &args[1].parse::<Tiler>()?)?.to_string(),
            "complement" if args.len() == 1 => complement_in_cosize(&layout()?)?.to_string(),
            "complement" => complement(&layout()?, &args[1].parse()?)?.to_string(),
            "right_inverse" => right_inverse(&layout()?)?.to_string(),
            "left_inverse" => left_inverse(&layout()?)?.to_string(),
            "logical_divide" => logical_divide(&layout()?, &args[1].parse()?)?.to_string(),
            "zipped_divide" => zipped_divide(&layout()?, &args[1].parse()?)?.to_string(),
            "tiled_divide" => tiled_divide(&layout()?, &args[1].parse()?)?.to_string(),
            "flat_divide" => flat_divide(&layout()?, &args[1].parse()?)?.to_string(),
            _ => return Ok(None),
        }))
    };
    result().transpose()
}

/// The part and where it begins; the forms with a projection (`Step<1,X,1>`) are no operation of this crate.
fn partitions(op: &str, args: &[&str]) -> Option<Answer> {
    let layout = || args[0].parse::<Layout>();
    let part = || match (op, args) {
        ("local_tile", [_, tiler, coordinate]) => {
            local_tile(&layout()?, &tiler.parse()?, &coordinate.parse()?).map(Some)
        }
        ("local_tile", [_, tiler, coordinate, projection]) => {
            let (tiler, coordinate) = (tiler.parse()?, coordinate.parse()?);
            local_tile_projected(&layout()?, &tiler, &coordinate, &projection.parse()?).map(Some)
        }
        ("inner_partition", [_, tiler, coordinate]) => {
            inner_partition(&layout()?, &tiler.parse()?, &coordinate.parse()?).map(Some)
        }
        ("local_partition", [_, threads, index]) => {
            let threads = match threads.contains(':') {
                true => threads.parse()?,
                false => Layout::compact(threads.parse()?)?,
            };
            local_partition(&layout()?, &threads, integer(index)).map(Some)
        }
        _ => Ok(None),
    };
    part().map(|part| part.map(|part| format!("{} at {}", part.layout, part.offset))).transpose()
}
