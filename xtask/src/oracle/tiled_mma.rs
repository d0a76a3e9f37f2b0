//! Random tiled MMAs: atom layouts, permutations, threads and tensors drawn anew each run.

use fastrand::Rng;
use layout_algebra::{
    ComposedLayout, Error, IntTuple, Layout, MmaOperand, Swizzle, TiledMma, TilerMode, atom::mma::MmaAtom,
};

use super::comparison::{Ours, Question};

/// Tiled MMAs in one run; each is asked for its layouts and for three partitions.
const TILED_MMAS: usize = 60;

/// Atoms of every kind: one thread, a quad pair, a warp, a warpgroup, one SM, two.
const ATOMS: &[&str] = &[
    "UniversalFMA<float>",
    "SM61_DP4A",
    "SM70_8x8x4_F32F16F16F32_NT",
    "SM70_8x8x4_F16F16F16F16_TN",
    "SM75_16x8x8_F32F16F16F32_TN",
    "SM80_8x8x4_F64F64F64F64_TN",
    "SM80_16x8x8_F32TF32TF32F32_TN",
    "SM80_16x8x16_F32F16F16F32_TN",
    "SM80_16x8x32_S32S8S8S32_TN",
    "SM80_16x8x256_S32U1U1S32_TN_XORPOPC",
    "SM90_64x24x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>",
    "SM90_64x64x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>",
    "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>",
    "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>",
];

/// Orders of the strides of three modes.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

/// The questions of one seed.
pub(super) fn questions(seed: u64) -> Vec<Question> {
    let mut rng = Rng::with_seed(seed);
    (0..TILED_MMAS).flat_map(|_| about_one(&mut rng)).collect()
}

fn about_one(rng: &mut Rng) -> Vec<Question> {
    let name = ATOMS[rng.usize(..ATOMS.len())];
    let (layout_text, layout_cpp) = atom_layout(rng);
    let Ok(atom) = MmaAtom::find(name) else { return Vec::new() };
    let (permutation_text, permutation_cpp) = permutation(rng, &atom);
    let cpp = format!("make_tiled_mma({name}{{}},{layout_cpp},{permutation_cpp})");
    let text = format!("{name};thr={layout_text};perm={permutation_text}");
    let mma = TiledMma::from_description(&text);
    let ask = |question: &str, expression: String, ours: Result<String, Error>| Question {
        group: format!("tiled MMA {}", question.split(' ').next().unwrap_or(question)),
        text: format!("{question} of {text}"),
        expression,
        ours: match ours {
            Ok(text) => Ours::Value(text),
            Err(error) => Ours::Refused(error.to_string()),
        },
    };
    let about = |of: &dyn Fn(&TiledMma) -> Result<String, Error>| mma.clone().and_then(|mma| of(&mma));
    let mut questions = vec![
        ask(
            "thr_layout_vmnk",
            format!("{cpp}.get_thr_layout_vmnk()"),
            about(&|mma| Ok(mma.thr_layout_vmnk().to_string())),
        ),
        ask(
            "tile_shape",
            format!("tile_shape({cpp})"),
            about(&|mma| Ok(IntTuple::<i64>::from_iter(mma.tile_shape()?).to_string())),
        ),
    ];
    for (letter, operand) in [("A", MmaOperand::A), ("B", MmaOperand::B), ("C", MmaOperand::C)] {
        let ours = about(&|mma| Ok(mma.layout_tv(operand)?.to_string()));
        questions.push(ask(&format!("layout{letter}_TV"), format!("{cpp}.get_layout{letter}_TV()"), ours));
        let Some(tensor) = tensor(rng, &mma, operand) else { continue };
        let thread = rng.i64(0..mma.as_ref().map_or(1, TiledMma::thr_size));
        let ours = about(&|mma| {
            let part = mma.partition(operand, &tensor.parse::<Layout>()?, thread)?;
            Ok(format!("{} at {}", part.layout, part.offset))
        });
        let tensor_cpp = layout_cpp_of(&tensor);
        questions.push(ask(
            &format!("partition_{letter} of thread {thread} and {tensor}"),
            format!("part({cpp}.get_slice({thread}).partition_{letter}(counting({tensor_cpp})))"),
            ours,
        ));
        let ours = about(&|mma| {
            let swizzled = ComposedLayout::new(Swizzle::new(2, 3, 3)?, 0, tensor.parse()?);
            let (part, offset) = mma.partition_composed(operand, &swizzled.into(), thread)?.value;
            Ok(format!("{part} at {offset}"))
        });
        let swizzled_cpp = format!("make_composed_layout(Swizzle<2,3,3>{{}},Int<0>{{}},{tensor_cpp})");
        questions.push(ask(
            &format!("swizzled_partition_{letter} of thread {thread} and Sw<2,3,3> o 0 o {tensor}"),
            // With a thread index of run time, the strides of a swizzle are of run time too.
            format!("part({cpp}.get_slice(Int<{thread}>{{}}).partition_{letter}(counting({swizzled_cpp})))"),
            ours,
        ));
        let shape = tensor.split(':').next().unwrap_or("").to_owned();
        let ours = about(&|mma| Ok(mma.partition_shape(operand, &shape.parse()?)?.to_string()));
        questions.push(ask(
            &format!("partition_shape_{letter} of {shape}"),
            format!("partition_shape_{letter}({cpp},{})", tuple_cpp(&shape)),
            ours,
        ));
    }
    questions
}

/// A layout of up to eight atoms, in any order of M, N and K.
fn atom_layout(rng: &mut Rng) -> (String, String) {
    let sizes: Vec<i64> =
        (0..3).map(|mode| [1, 1, 2, 2, 4, 3][rng.usize(..if mode == 2 { 3 } else { 6 })]).collect();
    let mut strides = [0; 3];
    let mut next = 1;
    for mode in ORDERS[rng.usize(..ORDERS.len())] {
        strides[mode] = if sizes[mode] == 1 { 0 } else { next };
        next *= sizes[mode];
    }
    let text = |numbers: &[i64]| IntTuple::<i64>::from_iter(numbers.iter().copied()).to_string();
    let text = format!("{}:{}", text(&sizes), text(&strides));
    let cpp = layout_cpp_of(&text);
    (text, cpp)
}

/// `default`, sizes, or a layout that permutes M.
fn permutation(rng: &mut Rng, atom: &MmaAtom) -> (String, String) {
    let [m, n, k] = atom.shape_mnk();
    let chosen: Vec<TilerMode> = match rng.u8(..4) {
        0 => return ("default".to_owned(), "Tile<Underscore,Underscore,Underscore>{}".to_owned()),
        1 => [m * 4, n * 4, k].map(TilerMode::Size).into(),
        2 => vec![TilerMode::Keep, TilerMode::Size(n * 4), TilerMode::Keep],
        // Rows of an atom by each warp, then the next ones: as kernels do for wide loads.
        _ => {
            let rows = format!("({m},4):(1,{})", m * 2).parse();
            let columns = format!("({n},2,2):(1,{},{n})", n * 2).parse();
            let layout = |layout: Result<Layout, Error>| layout.map_or(TilerMode::Keep, TilerMode::Layout);
            vec![layout(rows), layout(columns), TilerMode::Keep]
        }
    };
    let elements: Vec<String> = chosen.iter().map(TilerMode::to_string).collect();
    let cpp: Vec<String> = chosen.iter().map(tiler_mode_cpp).collect();
    (format!("<{}>", elements.join(",")), format!("make_tile({})", cpp.join(",")))
}

/// A tensor of one, two or three tiles a mode, with strides in either order and sometimes padded or with a third mode.
fn tensor(rng: &mut Rng, mma: &Result<TiledMma, Error>, operand: MmaOperand) -> Option<String> {
    let [m, n, k] = mma.as_ref().ok()?.tile_shape().ok()?;
    let [rows, columns] = match operand {
        MmaOperand::A => [m, k],
        MmaOperand::B => [n, k],
        MmaOperand::C => [m, n],
    };
    let (rows, columns) = (rows * rng.i64(1..=3), columns * rng.i64(1..=3));
    let pad = [0, 0, 8][rng.usize(..3)];
    Some(match rng.u8(..4) {
        0 => format!("({rows},{columns}):(1,{})", rows + pad),
        1 => format!("({rows},{columns}):({},1)", columns + pad),
        2 => format!("({rows},{columns},3):({},1,{})", columns + pad, rows * (columns + pad)),
        _ => format!("({rows},({columns},2)):({columns},(1,{}))", rows * columns),
    })
}

fn tiler_mode_cpp(mode: &TilerMode) -> String {
    match mode {
        TilerMode::Keep => "_".to_owned(),
        TilerMode::Size(size) => format!("Int<{size}>{{}}"),
        TilerMode::Layout(layout) => layout_cpp_of(&layout.to_string()),
        TilerMode::ByMode(modes) => {
            format!("make_tile({})", modes.iter().map(tiler_mode_cpp).collect::<Vec<_>>().join(","))
        }
    }
}

/// `make_layout(..)` of `shape:stride`.
pub(super) fn layout_cpp_of(text: &str) -> String {
    let (shape, stride) = text.split_once(':').unwrap_or((text, "1"));
    format!("make_layout({},{})", tuple_cpp(shape), tuple_cpp(stride))
}

/// `make_tuple(..)` of a tuple of static integers.
pub(super) fn tuple_cpp(text: &str) -> String {
    let mut cpp = String::new();
    let mut digits = String::new();
    for character in text.chars().chain([' ']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        if !digits.is_empty() {
            cpp.push_str(&format!("Int<{digits}>{{}}"));
            digits.clear();
        }
        match character {
            '(' => cpp.push_str("make_tuple("),
            ' ' => {}
            other => cpp.push(other),
        }
    }
    cpp
}
