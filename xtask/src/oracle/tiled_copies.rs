//! Random tiled copies: thread and value layouts, MMAs, threads and tensors drawn anew each run.

use fastrand::Rng;
use layout_algebra::{
    Error, IntTuple, Layout, TiledCopy, TiledMma, make_cotiled_copy, make_tiled_copy, make_tiled_copy_a,
    make_tiled_copy_b, make_tiled_copy_c, make_tiled_copy_c_atom, make_tiled_copy_d, make_tiled_copy_s,
};

use super::{
    comparison::{Ours, Question},
    tiled_mma::{layout_cpp_of, tuple_cpp},
};

/// Tiled copies in one run; each is asked for its layouts, its tiler, a partition and a retiled fragment.
const TILED_COPIES: usize = 40;

/// Copies of one thread and the types of their values.
const OF_A_THREAD: &[(&str, &str)] = &[
    ("UniversalCopy<uint32_t>", "half_t"),
    ("UniversalCopy<uint64_t>", "half_t"),
    ("UniversalCopy<uint128_t>", "half_t"),
    ("UniversalCopy<uint128_t>", "float"),
    ("UniversalCopy<float>", "float"),
    ("UniversalCopy<uint16_t>", "int8_t"),
    ("SM80_CP_ASYNC_CACHEALWAYS<uint64_t>", "bfloat16_t"),
    ("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>", "half_t"),
    ("DefaultCopy", "float"),
];

/// Copies of a warp.
const OF_A_WARP: &[(&str, &str)] = &[
    ("SM75_U32x1_LDSM_N", "half_t"),
    ("SM75_U32x2_LDSM_N", "float"),
    ("SM75_U32x4_LDSM_N", "half_t"),
    ("SM75_U16x2_LDSM_T", "half_t"),
    ("SM75_U16x8_LDSM_T", "half_t"),
    ("SM90_U32x2_STSM_N", "half_t"),
    ("SM90_U32x4_STSM_N", "half_t"),
    ("SM90_U16x4_STSM_T", "half_t"),
    ("SM100_U8x16_LDSM_T", "int8_t"),
];

const MMAS: &[(&str, &str)] = &[
    ("SM80_16x8x16_F32F16F16F32_TN", "half_t"),
    ("SM80_16x8x8_F32TF32TF32F32_TN", "float"),
    ("SM80_16x8x32_S32S8S8S32_TN", "int8_t"),
    ("SM75_16x8x8_F32F16F16F32_TN", "half_t"),
    ("SM70_8x8x4_F32F16F16F32_TN", "half_t"),
];

/// A tiled copy, as C++ and as we make it.
struct Drawn {
    text: String,
    cpp: String,
    copy: Result<TiledCopy, Error>,
}

/// The questions of one seed.
pub(super) fn questions(seed: u64) -> Vec<Question> {
    let mut rng = Rng::with_seed(seed);
    (0..TILED_COPIES)
        .flat_map(|_| {
            let drawn = match rng.u8(..10) {
                0..=4 => of_layouts(&mut rng),
                5..=7 => of_mma(&mut rng),
                8 => of_data(&mut rng),
                _ => of_other(&mut rng),
            };
            about(&mut rng, &drawn)
        })
        .collect()
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())]
}

fn atom(rng: &mut Rng) -> (String, String) {
    let (operation, value) = if rng.u8(..4) == 0 { pick(rng, OF_A_WARP) } else { pick(rng, OF_A_THREAD) };
    spelled(operation, value)
}

/// The atom as we read it and as an object of C++.
fn spelled(operation: &str, value: &str) -> (String, String) {
    (format!("{operation},{value}"), format!("Copy_Atom<{operation},{value}>{{}}"))
}

/// A layout of two modes in either order, sometimes with a nested mode.
fn layout(rng: &mut Rng, sizes: [i64; 2]) -> String {
    let [rows, columns] = sizes;
    let step = |size: i64, stride: i64| if size == 1 { 0 } else { stride };
    match rng.u8(..3) {
        0 => format!("({rows},{columns}):({},{})", step(rows, 1), step(columns, rows)),
        1 => format!("({rows},{columns}):({},{})", step(rows, columns), step(columns, 1)),
        _ if rows % 4 == 0 => {
            let outer = rows / 4;
            let strides = format!("((1,{}),{})", step(outer, 4 * columns), step(columns, 4));
            format!("((4,{outer}),{columns}):{strides}")
        }
        _ => format!("({rows},{columns}):({},{})", step(rows, columns), step(columns, 1)),
    }
}

fn of_layouts(rng: &mut Rng) -> Drawn {
    let (atom, atom_cpp) = atom(rng);
    let threads = [pick(rng, &[1, 2, 4, 8, 16, 32]), pick(rng, &[1, 2, 4, 8])];
    let threads = layout(rng, threads);
    let values = [pick(rng, &[1, 1, 2, 4, 8]), pick(rng, &[1, 1, 2, 4])];
    let values = layout(rng, values);
    let cpp = format!("make_tiled_copy({atom_cpp},{},{})", layout_cpp_of(&threads), layout_cpp_of(&values));
    let copy = (|| make_tiled_copy(atom.parse()?, &threads.parse()?, &values.parse()?))();
    Drawn { text: format!("copy {atom};thr={threads};val={values}"), cpp, copy }
}

fn of_mma(rng: &mut Rng) -> Drawn {
    let (mma, value) = pick(rng, MMAS);
    let operation = match rng.bool() {
        true => pick(rng, OF_A_WARP).0,
        false => pick(rng, &["UniversalCopy<uint32_t>", "UniversalCopy<uint64_t>", "DefaultCopy"]),
    };
    let (atom, atom_cpp) = spelled(operation, value);
    let atoms = format!("({},{},1)", pick(rng, &[1, 2, 4]), pick(rng, &[1, 2]));
    let mma_cpp = format!("make_tiled_mma({mma}{{}},make_layout({}))", tuple_cpp(&atoms));
    let operand = pick(rng, &["A", "B", "C", "C_atom"]);
    let make = match operand {
        "A" => make_tiled_copy_a,
        "B" => make_tiled_copy_b,
        "C" => make_tiled_copy_c,
        _ => make_tiled_copy_c_atom,
    };
    let text = format!("{mma};thr={atoms}");
    let copy = (|| make(atom.parse()?, &TiledMma::from_description(&text)?))();
    let cpp = format!("make_tiled_copy_{operand}({atom_cpp},{mma_cpp})");
    Drawn { text: format!("copy_{operand} {atom}; mma {text}"), cpp, copy }
}

fn of_data(rng: &mut Rng) -> Drawn {
    let (operation, value) = pick(rng, OF_A_THREAD);
    let (atom, atom_cpp) = spelled(operation, value);
    let data = [pick(rng, &[8, 16, 32]), pick(rng, &[4, 8, 16])];
    let data = layout(rng, data);
    let (threads, values) = (pick(rng, &[8, 16, 32]), pick(rng, &[1, 2, 4, 8]));
    let value_stride = if values == 1 { 0 } else { 1 };
    let atom_tv = format!("({threads},{values}):({values},{value_stride})");
    let cpp = format!("make_cotiled_copy({atom_cpp},{},{})", layout_cpp_of(&atom_tv), layout_cpp_of(&data));
    let copy = (|| make_cotiled_copy(atom.parse()?, &atom_tv.parse()?, &data.parse()?))();
    Drawn { text: format!("cotiled {atom};{atom_tv};{data}"), cpp, copy }
}

/// A copy whose threads lie as those of one side of another.
fn of_other(rng: &mut Rng) -> Drawn {
    let other = of_layouts(rng);
    let (atom, atom_cpp) = spelled("UniversalCopy<uint32_t>", "half_t");
    let (side, make) = pick(
        rng,
        &[
            ("S", make_tiled_copy_s as fn(_, &TiledCopy) -> Result<TiledCopy, Error>),
            ("D", make_tiled_copy_d),
        ],
    );
    let copy = atom.parse().and_then(|atom| make(atom, other.copy.as_ref().map_err(Error::clone)?));
    let cpp = format!("make_tiled_copy_{side}({atom_cpp},{})", other.cpp);
    Drawn { text: format!("{side} side of {}", other.text), cpp, copy }
}

fn about(rng: &mut Rng, drawn: &Drawn) -> Vec<Question> {
    let Drawn { text, cpp, copy } = drawn;
    let ask = |group: &str, what: String, expression: String, ours: Result<String, Error>| Question {
        group: format!("tiled copy {group}"),
        text: format!("{what} of {text}"),
        expression,
        ours: match ours {
            Ok(text) => Ours::Value(text),
            Err(error) => Ours::Refused(error.to_string()),
        },
    };
    let ours = |of: &dyn Fn(&TiledCopy) -> Result<String, Error>| copy.clone().and_then(|copy| of(&copy));
    let plain = |name: &str| name.to_owned();
    let mut questions = vec![
        ask(
            "layoutS_TV",
            plain("layoutS_TV"),
            format!("{cpp}.get_layoutS_TV()"),
            ours(&|copy| Ok(copy.layout_s_tv()?.to_string())),
        ),
        ask(
            "layoutD_TV",
            plain("layoutD_TV"),
            format!("{cpp}.get_layoutD_TV()"),
            ours(&|copy| Ok(copy.layout_d_tv()?.to_string())),
        ),
    ];
    let Ok(made) = copy else { return questions };
    let (side, thread, tensor) = (pick(rng, &["S", "D"]), rng.i64(0..made.threads()), tensor(rng, made));
    questions.push(ask(
        "partition",
        format!("partition_{side} of thread {thread} and {tensor}"),
        format!("part({cpp}.get_slice({thread}).partition_{side}(counting({})))", layout_cpp_of(&tensor)),
        ours(&|copy| {
            let tensor: Layout = tensor.parse()?;
            let part = match side {
                "S" => copy.partition_s(&tensor, thread)?,
                _ => copy.partition_d(&tensor, thread)?,
            };
            Ok(format!("{} at {}", part.layout, part.offset))
        }),
    ));
    let (values, rows, columns) =
        (pick(rng, &[1, 2, 4, 8, 16]), pick(rng, &[1, 2, 3, 4]), pick(rng, &[1, 2, 4]));
    let strides = [1, values, rows * values];
    let fragment = format!("({values},{rows},{columns}):({},{},{})", strides[0], strides[1], strides[2]);
    questions.push(ask(
        "retile",
        format!("retile of {fragment}"),
        format!("{cpp}.retile({})", layout_cpp_of(&fragment)),
        ours(&|copy| Ok(copy.retile(&fragment.parse::<Layout>()?)?.to_string())),
    ));
    questions
}

/// A tensor of one, two or three tiles a mode, sometimes of a tile and a half, with strides in any order.
fn tensor(rng: &mut Rng, copy: &TiledCopy) -> String {
    let tile = copy.tile_shape();
    let sizes: Vec<i64> = tile
        .modes()
        .iter()
        .map(|mode| mode.product().unwrap_or(1))
        .map(|size| if rng.u8(..12) == 0 { size + size / 2 } else { size * rng.i64(1..=3) })
        .collect();
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    rng.shuffle(&mut order);
    let mut strides = vec![0; sizes.len()];
    let mut next = 1;
    for mode in order {
        strides[mode] = if sizes[mode] == 1 { 0 } else { next };
        next *= sizes[mode];
        next += pick(rng, &[0, 0, 0, 8]);
    }
    let text = |numbers: Vec<i64>| IntTuple::<i64>::from_iter(numbers).to_string();
    format!("{}:{}", text(sizes), text(strides))
}
