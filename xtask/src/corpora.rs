//! Code bases full of CuTe, fetched from PyPI: what the product is tried on.

use crate::{error::Error, folders, install};

/// A package, pinned, and how to ask pip for it.
struct Corpus {
    name: &'static str,
    requirement: &'static str,
    options: &'static [&'static str],
}

const WHEEL: &[&str] = &["--only-binary=:all:"];
/// A source package's own build script runs to name its version; most need the packages they build against.
const SOURCE: &[&str] = &["--no-binary=:all:"];

const CORPORA: &[Corpus] = &[
    Corpus { name: "nvidia-cutlass", requirement: "nvidia-cutlass==4.2.0.0", options: WHEEL },
    Corpus { name: "flash-attn", requirement: "flash-attn==2.8.3.post2", options: SOURCE },
    Corpus { name: "flashinfer-python", requirement: "flashinfer-python==0.7.2.post1", options: WHEEL },
    Corpus { name: "vllm", requirement: "vllm==0.33", options: SOURCE },
    Corpus {
        name: "flash-attn-4",
        requirement: "flash-attn-4==4.0.0b36",
        options: &["--pre", "--only-binary=:all:"],
    },
    Corpus { name: "quack-kernels", requirement: "quack-kernels==0.6.5", options: WHEEL },
    Corpus { name: "dsl-libs-core", requirement: "dsl-libs-core==4.8.1", options: WHEEL },
    Corpus { name: "xformers", requirement: "xformers==0.0.35", options: SOURCE },
];

/// Fetches the named code bases into `target/corpora/NAME`; without names, the one that the tests use.
pub(crate) fn corpora(names: &[String]) -> Result<(), Error> {
    let default = ["nvidia-cutlass".to_owned()];
    let names = if names.is_empty() { &default[..] } else { names };
    for name in names {
        let corpus = CORPORA.iter().find(|corpus| corpus.name == name).ok_or_else(|| unknown(name))?;
        let folder = folders::target().join("corpora").join(name);
        install::download_and_unpack(corpus.requirement, &folder, corpus.options).map_err(Error::Other)?;
        println!("{}", folder.display());
    }
    Ok(())
}

fn unknown(name: &str) -> Error {
    let known: Vec<_> = CORPORA.iter().map(|corpus| corpus.name).collect();
    Error::Other(format!("there is no corpus {name}; known are {}", known.join(", ")))
}
