//! The programs that are compared, and how each is called.

use std::path::{Path, PathBuf};

use super::changed::changed;
use crate::{corpora, error::Error, folders};

/// A CuTe program.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// Its name without folder and extension: `sgemm_1`.
    pub(super) name: String,
    /// Where it is.
    pub(super) source: PathBuf,
    /// The major version of the device that it asks for; 0 when it does not ask.
    pub(super) architecture: u32,
    /// How it is called.
    pub(super) calls: Vec<Call>,
    /// Changes of the program under which it reaches what it does not reach as it is.
    pub(super) variants: &'static [Variant],
}

/// A program with some of its text replaced, lines kept.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) name: &'static str,
    /// What is replaced, everywhere, by what.
    pub(super) replacements: &'static [(&'static str, &'static str)],
}

impl Variant {
    /// The changed text; an error with what is not there to be replaced.
    pub(super) fn of(&self, text: &str) -> Result<String, &'static str> {
        self.replacements.iter().try_fold(text.to_owned(), |text, (from, to)| {
            if text.contains(from) { Ok(text.replace(from, to)) } else { Err(*from) }
        })
    }
}

/// The other branches of `conditional.cu`.
const OTHER_BRANCHES: &[Variant] = &[
    Variant { name: "large tiles", replacements: &[("#if defined(USE_LARGE_TILES)", "#if 1")] },
    Variant { name: "three stages", replacements: &[("#define STAGES 2", "#define STAGES 3")] },
    Variant {
        name: "large tiles in three stages",
        replacements: &[("#if defined(USE_LARGE_TILES)", "#if 1"), ("#define STAGES 2", "#define STAGES 3")],
    },
];

/// The functions of `sgemm_sm80.cu` for other elements than half precision, which its `main` leaves alone.
const IN_SINGLE_PRECISION: Variant = Variant {
    name: "float",
    replacements: &[
        ("using TA = cute::half_t;", "using TA = float;"),
        ("using TB = cute::half_t;", "using TB = float;"),
        ("using TC = cute::half_t;", "using TC = float;"),
        ("using TI = cute::half_t;", "using TI = float;"),
    ],
};

/// One run of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    /// Which way through the program it takes: `nt`. Calls of one way differ in sizes only.
    pub(crate) way: String,
    /// Its arguments.
    pub(crate) arguments: Vec<String>,
}

/// The tutorials below this folder of the wheel.
const TUTORIALS: &str = "cutlass_library/source/examples/cute/tutorial";

/// A tutorial's path, its device, the ways through it (name and arguments behind the sizes) and the number of sizes.
type Tutorial = (&'static str, u32, &'static [(&'static str, &'static [&'static str])]);

const ONE_WAY: &[(&str, &[&str])] = &[("", &[])];
const BOTH_ORDERS: &[(&str, &[&str])] = &[("nt", &["N", "T"]), ("tn", &["T", "N"])];

const ALL_TUTORIALS: &[Tutorial] = &[
    ("tiled_copy.cu", 0, ONE_WAY),
    ("tiled_copy_if.cu", 0, ONE_WAY),
    ("sgemm_1.cu", 0, BOTH_ORDERS),
    ("sgemm_2.cu", 0, BOTH_ORDERS),
    ("sgemm_sm70.cu", 7, BOTH_ORDERS),
    ("sgemm_sm80.cu", 8, BOTH_ORDERS),
    ("hopper/wgmma_sm90.cu", 9, BOTH_ORDERS),
    ("hopper/wgmma_tma_sm90.cu", 9, BOTH_ORDERS),
    ("blackwell/01_mma_sm100.cu", 10, ONE_WAY),
    ("blackwell/02_mma_tma_sm100.cu", 10, ONE_WAY),
    ("blackwell/03_mma_tma_multicast_sm100.cu", 10, ONE_WAY),
    ("blackwell/04_mma_tma_2sm_sm100.cu", 10, ONE_WAY),
    ("blackwell/05_mma_tma_epi_sm100.cu", 10, ONE_WAY),
];

/// Sizes M, N, K of every way, unless others are asked for: divisible by all tiles, different from each other.
const SIZES: &[[u32; 3]] = &[[512, 1024, 256], [1536, 512, 768]];

/// Programs of our own: `NAME.cu` here, each called without arguments or as its first line says.
const OWN: &str = "xtask/src/tutorials/programs";

/// The programs whose name holds one of `names`, all without names. `sizes` take the place of the usual ones.
pub(super) fn programs(names: &[String], sizes: &[[u32; 3]]) -> Result<Vec<Program>, Error> {
    let tutorials = corpora::fetch("nvidia-cutlass")?.join(TUTORIALS);
    let sizes = if sizes.is_empty() { SIZES } else { sizes };
    let mut programs: Vec<Program> = ALL_TUTORIALS
        .iter()
        .map(|(path, architecture, ways)| program(tutorials.join(path), *architecture, ways, sizes))
        .collect();
    for program in programs.iter_mut().filter(|program| program.name == "sgemm_sm80") {
        program.variants = &[IN_SINGLE_PRECISION];
    }
    programs.extend(changed(&programs)?);
    for source in own_sources(&folders::repository().join(OWN))? {
        programs.push(program(source, 0, ONE_WAY, sizes));
    }
    for program in programs.iter_mut().filter(|program| program.name == "conditional") {
        program.variants = OTHER_BRANCHES;
    }
    programs.retain(|program| names.is_empty() || names.contains(&program.name));
    if programs.is_empty() {
        return Err(Error::Other(format!("no program is called {}", names.join(", "))));
    }
    Ok(programs)
}

fn program(
    source: PathBuf,
    architecture: u32,
    ways: &[(&'static str, &[&str])],
    sizes: &[[u32; 3]],
) -> Program {
    let call = |&(way, arguments): &(&'static str, &[&str]), size: &[u32; 3]| Call {
        way: way.to_owned(),
        arguments: size
            .iter()
            .map(ToString::to_string)
            .chain(arguments.iter().map(|argument| (*argument).to_owned()))
            .collect(),
    };
    Program {
        name: source.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        calls: ways.iter().flat_map(|way| sizes.iter().map(move |size| call(way, size))).collect(),
        source,
        architecture,
        variants: &[],
    }
}

fn own_sources(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = folder.read_dir().map_err(Error::file(folder))?;
    let mut sources: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    sources.sort();
    Ok(sources)
}
