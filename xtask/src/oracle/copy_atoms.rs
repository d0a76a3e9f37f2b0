//! The tables of copy atoms and of shared-memory atoms: each entry beside what CuTe's types are when compiled.

use layout_algebra::{
    Error, IntTuple,
    atom::copy::{CopyAtom, CopyTraits, copy_operations},
    smem::{SmemAtom, SmemLayout, smem_atom_names},
};

use super::{
    comparison::{Ours, Question},
    tiled_mma::tuple_cpp,
};

/// Types of vectors and of values, from the narrowest.
const VECTORS: [&str; 5] = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint128_t"];
const VALUES: [&str; 6] = ["int8_t", "half_t", "float", "double", "uint4b_t", "float_e4m3_t"];
const TMA_BITS: [i64; 3] = [128, 8192, 16384];

/// Tiles of shared memory and orders of their modes.
const TILES: [(&str, Option<&str>); 5] = [
    ("(128,64)", None),
    ("(128,64)", Some("(2,1)")),
    ("(128,64,3)", Some("(2,1,3)")),
    ("(64,256)", Some("(1,2)")),
    ("(24,96)", None),
];

/// Every copy operation and its atoms, every shared-memory atom and tiles of it.
pub(super) fn questions(_seed: u64) -> Vec<Question> {
    let operations: Vec<(String, String)> = copy_operations().flat_map(spelled).collect();
    let mut questions: Vec<Question> =
        operations.iter().map(|(name, traits)| of_traits(name, traits)).collect();
    for (name, traits) in &operations {
        questions.extend(VALUES.iter().map(|value| of_atom(name, traits, value)));
    }
    questions.extend(smem_atom_names().flat_map(of_smem_atom));
    questions
}

/// An operation with template arguments, as we read it and as the type of its traits in C++.
fn spelled(operation: &'static str) -> Vec<(String, String)> {
    let plain = |name: String| (name.clone(), format!("Copy_Traits<{name}>"));
    let is_bulk = operation.starts_with("SM90_BULK_COPY_") && !operation.ends_with("AUTO");
    match operation {
        "AutoVectorizingCopyWithAssumedAlignment" => vec![plain(format!("{operation}<64>"))],
        _ if operation.starts_with("SM90_TMA_") || operation.starts_with("SM100_TMA_") || is_bulk => {
            let spelled = |bits: &i64| {
                let own = format!("Copy_Traits<{operation},_{bits}>");
                // The unit's parameters are no part of the layouts.
                let parameters = if is_bulk { "" } else { ",cute::tuple<>" };
                (own, format!("Copy_Traits<{operation},Int<{bits}>{parameters}>"))
            };
            TMA_BITS.iter().map(spelled).collect()
        }
        "UniversalCopy"
        | "SM80_CP_ASYNC_CACHEALWAYS"
        | "SM80_CP_ASYNC_CACHEALWAYS_ZFILL"
        | "SM80_CP_ASYNC_CACHEGLOBAL"
        | "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL" => VECTORS
            .iter()
            .map(|vector| plain(format!("{operation}<{vector}>")))
            // The widths that cp.async has not are refused when it is called, not when it is named.
            .filter(|(name, _)| name.parse::<CopyTraits>().is_ok())
            .collect(),
        _ => vec![plain(operation.to_owned())],
    }
}

/// The traits as one tuple: thread id, source, destination and reference layout.
fn of_traits(name: &str, traits: &str) -> Question {
    let ours = name.parse::<CopyTraits>().map(|traits| {
        let [src, dst, reference] = [traits.src_layout(), traits.dst_layout(), traits.ref_layout()];
        format!("({},{src},{dst},{reference})", traits.thr_id())
    });
    let members = ["ThrID", "SrcLayout", "DstLayout", "RefLayout"];
    question("copy operation", format!("Copy_Traits of {name}"), &members, traits, ours)
}

/// The layouts in values of a type; CuTe refuses types that are too wide.
fn of_atom(name: &str, traits: &str, value: &str) -> Question {
    let ours = format!("Copy_Atom<{name},{value}>").parse::<CopyAtom>().map(|atom| {
        let [src, dst, reference] = [atom.src_layout(), atom.dst_layout(), atom.ref_layout()];
        format!("({src},{dst},{reference})")
    });
    let members = ["ValLayoutSrc", "ValLayoutDst", "ValLayoutRef"];
    let atom = format!("Copy_Atom<{traits},{value}>");
    question("copy atom", format!("Copy_Atom of {name} and {value}"), &members, &atom, ours)
}

fn question(group: &str, text: String, members: &[&str], of: &str, ours: Result<String, Error>) -> Question {
    let members: Vec<String> = members.iter().map(|member| format!("typename {of}::{member}{{}}")).collect();
    let expression = format!("make_tuple({})", members.join(","));
    Question { group: group.to_owned(), text, expression, ours: answer(ours) }
}

/// The atom for each type, on elements, and tiled to a few shapes.
fn of_smem_atom(name: &'static str) -> Vec<Question> {
    let mut questions = Vec::new();
    for value in VALUES {
        let cpp = format!("UMMA::{name}<{value}>");
        let layout = cpp.parse::<SmemAtom>().and_then(|atom| atom.layout());
        let ask = |what: &str, expression: String, ours: &dyn Fn(&SmemLayout) -> Result<String, Error>| {
            let ours = layout.clone().and_then(|layout| ours(&layout));
            let text = format!("{what} {cpp}");
            Question { group: "shared-memory atom".to_owned(), text, expression, ours: answer(ours) }
        };
        questions.push(ask("layout of", format!("{cpp}{{}}"), &|layout| Ok(layout.to_string())));
        questions.push(ask(
            "elements of",
            format!("as_position_independent_swizzle_layout({cpp}{{}})"),
            &|layout| Ok(layout.position_independent()?.to_string()),
        ));
        for (shape, order) in TILES {
            let order_cpp = order.map(|order| format!(",{}", tuple_cpp(order))).unwrap_or_default();
            let expression = format!("tile_to_shape({cpp}{{}},{}{order_cpp})", tuple_cpp(shape));
            questions.push(ask(&format!("tile {shape}"), expression, &|layout| {
                let order = order.map(str::parse::<IntTuple>).transpose()?;
                Ok(layout.tile_to_shape(&shape.parse()?, order.as_ref())?.to_string())
            }));
        }
    }
    questions
}

fn answer(ours: Result<String, Error>) -> Ours {
    match ours {
        Ok(text) => Ours::Value(text),
        Err(error) => Ours::Refused(error.to_string()),
    }
}
