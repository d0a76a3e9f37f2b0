//! The operations that have a verdict and steps, by name, on texts.

use layout_algebra::explain::{self, Step};
use layout_algebra::proof::{self, Answer, Verdict};
use layout_algebra::*;

type Proved<D> = Result<Option<(Answer<Layout<D>>, Vec<Step>)>, Error>;

/// The value as text, its verdict, and the steps that lead to it; `None` where the operation has none.
pub(crate) fn prove(op: &str, args: &[&str]) -> Option<(String, Verdict, Vec<Step>)> {
    if args.iter().any(|text| text.contains('@')) {
        return with_coordinates(op, args);
    }
    let layout = || args[0].parse::<Layout>();
    let grid = || args[1].parse::<Layout>();
    let tiler = || args[1].parse::<Tiler>();
    let tuple = |i: usize| args[i].parse::<IntTuple>();
    let order = || args.get(2).map(|text| text.parse::<IntTuple>()).transpose();
    let result = || -> Proved<i64> {
        Ok(Some(match op {
            "coalesce" if args.len() == 1 => {
                (Answer::exact(coalesce(&layout()?)), explain::coalesce(&layout()?)?)
            }
            "composition" => (
                proof::composition_tiler(&layout()?, &tiler()?)?,
                explain::composition_tiler(&layout()?, &tiler()?)?,
            ),
            "complement" if args.len() == 1 => {
                (proof::complement_in_cosize(&layout()?)?, explain::complement_in_cosize(&layout()?)?)
            }
            "complement" => {
                (proof::complement(&layout()?, &tuple(1)?)?, explain::complement(&layout()?, &tuple(1)?)?)
            }
            "right_inverse" => (proof::right_inverse(&layout()?)?, explain::right_inverse(&layout()?)?),
            "left_inverse" => (proof::left_inverse(&layout()?)?, explain::left_inverse(&layout()?)?),
            "logical_divide" => (
                proof::logical_divide(&layout()?, &tiler()?)?,
                explain::logical_divide(&layout()?, &tiler()?)?,
            ),
            "zipped_divide" => {
                (proof::zipped_divide(&layout()?, &tiler()?)?, explain::zipped_divide(&layout()?, &tiler()?)?)
            }
            "tiled_divide" => {
                (proof::tiled_divide(&layout()?, &tiler()?)?, explain::tiled_divide(&layout()?, &tiler()?)?)
            }
            "flat_divide" => {
                (proof::flat_divide(&layout()?, &tiler()?)?, explain::flat_divide(&layout()?, &tiler()?)?)
            }
            "logical_product" => (
                proof::logical_product(&layout()?, &tiler()?)?,
                explain::logical_product(&layout()?, &tiler()?)?,
            ),
            "zipped_product" => (
                proof::zipped_product(&layout()?, &tiler()?)?,
                explain::zipped_product(&layout()?, &tiler()?)?,
            ),
            "tiled_product" => {
                (proof::tiled_product(&layout()?, &tiler()?)?, explain::tiled_product(&layout()?, &tiler()?)?)
            }
            "flat_product" => {
                (proof::flat_product(&layout()?, &tiler()?)?, explain::flat_product(&layout()?, &tiler()?)?)
            }
            "blocked_product" => (
                proof::blocked_product(&layout()?, &grid()?)?,
                explain::blocked_product(&layout()?, &grid()?)?,
            ),
            "raked_product" => {
                (proof::raked_product(&layout()?, &grid()?)?, explain::raked_product(&layout()?, &grid()?)?)
            }
            "tile_to_shape" => (
                proof::tile_to_shape(&layout()?, &tuple(1)?, order()?.as_ref())?,
                explain::tile_to_shape(&layout()?, &tuple(1)?, order()?.as_ref())?,
            ),
            _ => return Ok(None),
        }))
    };
    result().unwrap().map(|(answer, steps)| (answer.value.to_string(), answer.verdict, steps))
}

fn with_coordinates(op: &str, args: &[&str]) -> Option<(String, Verdict, Vec<Step>)> {
    let layout = || args[0].parse::<Layout<Coordinate>>();
    let tiler = || args[1].parse::<Tiler<Coordinate>>();
    let result = || -> Proved<Coordinate> {
        Ok(Some(match op {
            "composition" => (
                proof::composition_tiler(&layout()?, &tiler()?)?,
                explain::composition_tiler(&layout()?, &tiler()?)?,
            ),
            "complement" => {
                let cotarget: IntTuple = args[1].parse()?;
                (proof::complement(&layout()?, &cotarget)?, explain::complement(&layout()?, &cotarget)?)
            }
            "zipped_divide" => {
                let tiler: Tiler = args[1].parse()?;
                (proof::zipped_divide(&layout()?, &tiler)?, explain::zipped_divide(&layout()?, &tiler)?)
            }
            _ => return Ok(None),
        }))
    };
    let inverse = || -> Proved<i64> {
        Ok(Some(match op {
            "right_inverse" => (proof::right_inverse(&layout()?)?, explain::right_inverse(&layout()?)?),
            "left_inverse" => (proof::left_inverse(&layout()?)?, explain::left_inverse(&layout()?)?),
            _ => return Ok(None),
        }))
    };
    let described = |text: String, verdict, steps| Some((text, verdict, steps));
    match result().unwrap() {
        Some((answer, steps)) => described(answer.value.to_string(), answer.verdict, steps),
        None => inverse()
            .unwrap()
            .and_then(|(answer, steps)| described(answer.value.to_string(), answer.verdict, steps)),
    }
}
