//! Code bases full of CuTe, fetched from PyPI: what the product is tried on.

use crate::{error::Error, folders, install};

/// A package, pinned, in the form that its registry has.
struct Corpus {
    name: &'static str,
    requirement: &'static str,
    form: Form,
}

enum Form {
    Wheel,
    Source,
}

const CORPORA: &[Corpus] = &[
    Corpus { name: "nvidia-cutlass", requirement: "nvidia-cutlass==4.2.0.0", form: Form::Wheel },
    Corpus { name: "flash-attn", requirement: "flash-attn==2.8.3.post2", form: Form::Source },
    Corpus { name: "flashinfer-python", requirement: "flashinfer-python==0.7.2.post1", form: Form::Wheel },
    Corpus { name: "vllm", requirement: "vllm==0.33", form: Form::Source },
    Corpus { name: "flash-attn-4", requirement: "flash-attn-4==4.0.0b36", form: Form::Wheel },
    Corpus { name: "quack-kernels", requirement: "quack-kernels==0.6.5", form: Form::Wheel },
    Corpus {
        name: "nvidia-cutlass-dsl-libs-core",
        requirement: "nvidia-cutlass-dsl-libs-core==4.8.1",
        form: Form::Wheel,
    },
    Corpus { name: "xformers", requirement: "xformers==0.0.35", form: Form::Source },
];

/// Fetches the named code bases into `target/corpora/NAME`; without names, the one that the tests use.
pub(crate) fn corpora(names: &[String]) -> Result<(), Error> {
    let default = ["nvidia-cutlass".to_owned()];
    let names = if names.is_empty() { &default[..] } else { names };
    for name in names {
        let corpus = CORPORA.iter().find(|corpus| corpus.name == name).ok_or_else(|| unknown(name))?;
        let folder = folders::target().join("corpora").join(name);
        match corpus.form {
            Form::Wheel => install::wheel(corpus.requirement, &folder),
            Form::Source => install::source(corpus.requirement, &folder),
        }
        .map_err(Error::Other)?;
        println!("{}", folder.display());
    }
    Ok(())
}

fn unknown(name: &str) -> Error {
    let known: Vec<_> = CORPORA.iter().map(|corpus| corpus.name).collect();
    Error::Other(format!("there is no corpus {name}; known are {}", known.join(", ")))
}
