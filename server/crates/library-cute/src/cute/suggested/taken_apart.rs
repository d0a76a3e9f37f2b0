//! Tuples of sizes by how code takes them apart: `auto [M, N, K, HB] = problem_shape;`, `size<2,0>(TileShape{})`.

use layoutlens_host_value::{suggestions::Spelled, taken_apart::TakenApart};
use layoutlens_operation::Operation;

use super::{parts, spelled, stem, types::STRIDES};

/// How many parts a problem has of which not all are named.
const PARTS: usize = 4;

/// The most parts of a tuple that is suggested.
const MAX_PARTS: usize = 8;

/// Whether a function takes the part of a tuple that its template arguments say.
pub(super) fn takes_part(function: &str) -> bool {
    let function = function.rsplit("::").next().unwrap_or(function);
    function == "get" || matches!(Operation::named(function), Some(Operation::Size | Operation::Shape))
}

/// Which arguments of a builder of collectives say how the tensors lie in memory (`collective_builder_decl.hpp` of mainloops
/// and epilogues).
pub(super) fn strides_among(template: &str) -> &'static [usize] {
    let template = template.trim_start_matches("cutlass::");
    match template {
        _ if !template.ends_with("CollectiveBuilder") || template.starts_with("conv") => &[],
        _ if template.contains("epilogue") => &[8, 11],
        _ => &[3, 6],
    }
}

/// The tuple that is taken apart so; none where the name is not one of sizes or coordinates.
pub(super) fn taken_apart(name: &str, apart: &TakenApart, is_type: bool) -> Option<Spelled> {
    let lower = stem(name).to_ascii_lowercase().replace('_', "");
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if is_type && apart.is_divided && !apart.is_nested() && has(&["tileshape"]) {
        return Some(spelled(parts::DIVIDED_TILE));
    }
    if is_type && apart.is_stride {
        let [stride, _] = STRIDES;
        return Some(spelled(stride));
    }
    if apart.is_whole() || apart.parts.len() > MAX_PARTS || has(&[Operation::Stride.name(), "layout"]) {
        return None;
    }
    let code = if has(&["problem", "coord", "workload"]) {
        match is_type {
            true => types(apart, true),
            false => {
                let make = if has(&["coord"]) { "make_coord" } else { "make_shape" };
                objects(make, apart, true, &mut 0)
            }
        }
    } else if is_type
        && has(&["tileshape", "tiler", "ctatile"])
        && (apart.is_nested() || apart.parts.len() > 3)
    {
        tile(apart)
    } else {
        return None;
    };
    Some(Spelled { said: format!("= {code}"), code })
}

/// The parts, with those that are not named behind them.
fn all(apart: &TakenApart, is_outermost: bool) -> impl Iterator<Item = TakenApart> {
    let least = match (apart.is_exact, is_outermost) {
        (true, _) => 0,
        (false, true) => PARTS,
        (false, false) => 2,
    };
    let missing = least.saturating_sub(apart.parts.len());
    apart.parts.clone().into_iter().chain(std::iter::repeat_n(TakenApart::default(), missing))
}

fn types(apart: &TakenApart, is_outermost: bool) -> String {
    let of_part = |part: TakenApart| match part.is_whole() {
        true => "int".to_owned(),
        false => types(&part, false),
    };
    format!("Shape<{}>", all(apart, is_outermost).map(of_part).collect::<Vec<_>>().join(","))
}

fn objects(make: &str, apart: &TakenApart, is_outermost: bool, next: &mut usize) -> String {
    let mut written = Vec::new();
    for part in all(apart, is_outermost) {
        written.push(match part.is_whole() {
            true => {
                let size = parts::SIZES.iter().cycle().nth(*next).copied().unwrap_or("m");
                *next += 1;
                size.to_owned()
            }
            false => objects(make, &part, false, next),
        });
    }
    format!("{make}({})", written.join(", "))
}

/// A tile: of what is taken apart once more two halves.
fn tile(apart: &TakenApart) -> String {
    let of_part = |(index, part): (usize, &TakenApart)| match (part.parts.len(), index) {
        (0, 0) if apart.is_divided => "_256".to_owned(),
        (0, 0 | 1) => "_128".to_owned(),
        (0, _) => "_64".to_owned(),
        (count, _) => format!("Shape<{}>", vec!["_64"; count].join(",")),
    };
    let parts: Vec<String> = apart.parts.iter().enumerate().map(of_part).collect();
    format!("Shape<{}>", parts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: Vec<TakenApart>) -> TakenApart {
        TakenApart { parts, is_exact: true, ..TakenApart::default() }
    }

    fn code(name: &str, apart: &TakenApart, is_type: bool) -> Option<String> {
        taken_apart(name, apart, is_type).map(|spelled| spelled.code)
    }

    #[test]
    fn a_problem_has_the_parts_that_are_named() {
        let whole = TakenApart::default;
        let apart = of(vec![whole(), whole(), of(vec![whole(), whole()])]);
        assert_eq!(
            code("problem_shape", &apart, false).as_deref(),
            Some("make_shape(m, n, make_shape(k, l))")
        );
        assert_eq!(code("ProblemShape_", &apart, true).as_deref(), Some("Shape<int,int,Shape<int,int>>"));
        assert_eq!(code("TileShape", &apart, true).as_deref(), Some("Shape<_128,_128,Shape<_64,_64>>"));
        let open = TakenApart { parts: vec![whole()], ..TakenApart::default() };
        assert_eq!(code("problem_shape", &open, false).as_deref(), Some("make_shape(m, n, k, l)"));
    }

    #[test]
    fn builders_take_strides() {
        assert_eq!(strides_among("cutlass::gemm::collective::CollectiveBuilder"), [3, 6]);
        assert_eq!(strides_among("cutlass::epilogue::collective::CollectiveBuilder"), [8, 11]);
        // Behind the operation of a convolution stand more tensors than two.
        assert!(strides_among("cutlass::conv::collective::CollectiveBuilder").is_empty());
        let given = TakenApart { is_stride: true, ..TakenApart::default() };
        assert_eq!(code("LayoutQ_", &given, true).as_deref(), Some("Stride<int64_t,_1,int64_t>"));
        assert_eq!(code("layout", &given, false), None);
    }

    #[test]
    fn what_is_no_tuple_of_sizes_is_left_alone() {
        let apart = of(vec![TakenApart::default(); 2]);
        for name in ["stride_Q", "gQ", "mainloop_params", "TileShape"] {
            assert_eq!(code(name, &apart, true), None, "{name}");
        }
        assert_eq!(code("problem_shape", &TakenApart::default(), false), None);
    }
}
