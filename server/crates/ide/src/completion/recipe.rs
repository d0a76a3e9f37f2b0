//! The applications of COPY and GEMM in Tables 2 and 3 of the CuTe paper (C. Cecka, "CuTe Layout Representation and
//! Algebra"), as statements with places to fill in.

use super::{CompletionItem, CompletionKind};

/// A statement with places to fill in.
struct Recipe {
    label: &'static str,
    /// As editors read snippets: `${1:8}`.
    snippet: &'static str,
}

const fn recipe(label: &'static str, snippet: &'static str) -> Recipe {
    Recipe { label, snippet }
}

/// Table 2, then Table 3. Sizes that are one number in the paper are one place here.
const RECIPES: &[Recipe] = &[
    recipe("run copy: 1D arrays", "run copy ${1:8}:1 -> ${1:8}:1 : ${2:f32}"),
    recipe(
        "run copy: ND arrays",
        "run copy (${1:8},${2:2},${3:3}):(${4:1},${5:16},${6:32}) -> (${1:8},${2:2},${3:3}):(${4:1},${5:16},${6:32}) : ${7:f32}",
    ),
    recipe(
        "run copy: gather",
        "run copy (${1:2},${2:3},${3:2}):(${4:42},${5:1},${6:128}) -> ${7:12}:1 : ${8:f32}",
    ),
    recipe(
        "run copy: scatter",
        "run copy ${7:12}:1 -> (${1:2},${2:3},${3:2}):(${4:42},${5:1},${6:128}) : ${8:f32}",
    ),
    recipe("run copy: broadcast", "run copy ${1:7}:0 -> ${1:7}:1 : ${2:f32}"),
    recipe("run copy: constant", "run copy ${1:7}:0 -> ${1:7}:0 : ${2:f32}"),
    recipe(
        "run copy: transpose",
        "run copy (${1:8},${2:3}):(1,${1:8}) -> (${1:8},${2:3}):(${2:3},1) : ${3:f32}",
    ),
    recipe(
        "run copy: tensor transpose",
        "run copy (${1:8},(${2:3},${3:5})):(1,(${4:57},${1:8})) -> (${1:8},${5:15}):(1,${1:8}) : ${6:f32}",
    ),
    recipe(
        "run gemm: NT",
        "run gemm (${1:64},${3:8}):(1,${4:64}), (${2:32},${3:8}):(1,${5:32}) -> (${1:64},${2:32}):(1,${6:64}) : ${7:f32}",
    ),
    recipe(
        "run gemm: TN",
        "run gemm (${1:64},${3:8}):(${4:8},1), (${2:32},${3:8}):(${5:8},1) -> (${1:64},${2:32}):(1,${6:64}) : ${7:f32}",
    ),
    recipe(
        "run gemm: NTT",
        "run gemm (${1:32},${3:8}):(1,${4:32}), (${2:64},${3:8}):(1,${5:64}) -> (${1:32},${2:64}):(1,${6:32}) : ${7:f32}",
    ),
    recipe(
        "run gemm: BLIS",
        "run gemm (${1:64},${3:8}):(${4:2},${5:128}), (${2:32},${3:8}):(${6:2},${7:64}) -> (${1:64},${2:32}):(${8:2},${9:128}) : ${10:f32}",
    ),
    recipe(
        "run gemm: GETT, rows of two modes",
        "run gemm ((${1:4},${2:8}),${4:8}):((1,${5:4}),${6:32}), (${3:16},${4:8}):(${4:8},1) -> ((${1:4},${2:8}),${3:16}):((1,${7:4}),${8:32}) : ${9:f32}",
    ),
    recipe(
        "run gemm: GETT, reduction over two modes",
        "run gemm (${1:32},(${3:4},${4:2})):(${5:8},(1,${6:4})), (${2:16},(${3:4},${4:2})):(${7:8},(1,${8:4})) -> (${1:32},${2:16}):(1,${1:32}) : ${9:f32}",
    ),
    recipe(
        "run gemm: CONV",
        "run gemm (${1:8},(4,1,3,3)):(36,(1,36,12,4)), ((${2:2},1,4,4),(4,1,3,3)):((144,144,24,4),(1,144,24,4)) -> (${1:8},(${2:2},1,4,4)):(1,(128,128,32,8)) : ${3:f32}",
    ),
];

/// The recipes as completions. `is_behind_run`: the keyword stands there already.
pub(super) fn items(is_behind_run: bool, rank: u8) -> impl Iterator<Item = CompletionItem> {
    RECIPES.iter().map(move |recipe| {
        let behind = |text: &'static str| {
            let rest = if is_behind_run { text.strip_prefix("run ") } else { None };
            rest.unwrap_or(text).to_owned()
        };
        let snippet = behind(recipe.snippet);
        let text = without_places(&snippet);
        CompletionItem {
            label: behind(recipe.label),
            kind: CompletionKind::Recipe,
            detail: Some(text.clone()),
            text,
            snippet: Some(snippet),
            operation: None,
            rank,
        }
    })
}

/// A snippet with the text of each place: `8:1` of `${1:8}:1`.
fn without_places(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some((before, place)) = rest.split_once("${") {
        text.push_str(before);
        let (place, behind) = place.split_once('}').unwrap_or((place, ""));
        text.push_str(place.split_once(':').map_or("", |(_, default)| default));
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_left_with_its_default() {
        assert_eq!(without_places("run copy ${1:8}:1 -> ${1:8}:1 : ${2:f32}"), "run copy 8:1 -> 8:1 : f32");
    }
}
