//! What compiled programs print.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    process::Command,
    time::Duration,
};

use super::{
    print_version::{Statements, print_version},
    program::{Call, Program},
};
use crate::{error::Error, folders, oracle::Compiler, process};

/// What a program finds in place of the GPU.
pub(crate) const HOST: &str = include_str!("host.hpp");
/// How it prints what its variables hold.
pub(crate) const SHOW: &str = include_str!("show.hpp");
/// The tutorials name types after templates, which nvcc takes and g++ only with this.
const FLAGS: &[&str] = &["-fpermissive"];
/// A kernel's loops run for all tiles, with nothing in them.
const RUN_LIMIT: Duration = Duration::from_secs(1200);
/// Begins every line of `lens::show`.
const MARK: &str = "LENS\t";

/// A variable or the name of a type, by the line and name of its declaration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variable {
    pub(crate) line: usize,
    pub(crate) name: String,
}

/// What kind of thing a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A layout, composed or not; of a tensor, too.
    Layout,
    /// A shape, a stride, a coordinate, a tiler.
    Tuple,
    Integer,
    /// `TiledMMA`, `TiledCopy` and what they are made of.
    Atom,
}

/// One value of a variable, in CuTe's notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printed {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// A tensor with its pointer: `Sw<3,4,3>_smem_ptr[16b](0x..) o ..`.
    pub(crate) whole: Option<String>,
}

/// What one run of a program prints.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) program: String,
    pub(crate) call: Call,
    /// Whether the program was changed: to other element types, say.
    pub(crate) is_variant: bool,
    pub(crate) values: BTreeMap<Variable, Vec<Printed>>,
    /// Those of the variables that no declaration of a layout names: parameters of templates, assignments, loops.
    pub(crate) undeclared: BTreeSet<Variable>,
    /// All values that integers of a name have, anywhere in the program.
    pub(crate) integers: BTreeMap<String, BTreeSet<i64>>,
}

/// A compiler for print versions.
pub(super) fn compiler() -> Result<Compiler, Error> {
    Compiler::with_headers(&format!("{HOST}\n{SHOW}\n"), FLAGS)
}

/// What a program prints, run by run. A program that was compiled before is not compiled again.
pub(super) fn truth(compiler: &Compiler, program: &Program) -> Result<Vec<Run>, Error> {
    let source = fs::read_to_string(&program.source).map_err(Error::file(&program.source))?;
    let binary = build(compiler, &program.name, &source)?;
    let mut runs: Vec<Run> =
        program.calls.iter().map(|call| run(program, &binary, call)).collect::<Result<_, _>>()?;
    for variant in program.variants {
        let source = variant
            .of(&source)
            .map_err(|missing| Error::Other(format!("{} holds no {missing}", program.name)))?;
        let binary =
            build(compiler, &format!("{}-{}", program.name, variant.name.replace(' ', "-")), &source)?;
        for call in &program.calls {
            let way = format!("{} {}", variant.name, call.way);
            let call = Call { way, ..call.clone() };
            runs.push(Run { is_variant: true, ..run(program, &binary, &call)? });
        }
    }
    Ok(runs)
}

/// Where print versions and compiled programs are kept.
pub(super) fn folder() -> PathBuf {
    folders::target().join("tutorials")
}

fn build(compiler: &Compiler, program: &str, source: &str) -> Result<PathBuf, Error> {
    let include = compiler.header();
    let text = format!("#include \"{include}\"\n#line 1\n{}", print_version(source, Statements::OfLayouts)?);
    let mut hash = DefaultHasher::new();
    text.hash(&mut hash);
    let folder = folder();
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let name = |extension: &str| folder.join(format!("{program}.{extension}"));
    let binary = folder.join(format!("{program}-{:016x}", hash.finish()));
    if !binary.is_file() {
        let print_version = name("cpp");
        fs::write(&print_version, text).map_err(Error::file(&print_version))?;
        let unfinished = name(&std::process::id().to_string());
        compiler.build(&print_version, &unfinished, &name("log"))?;
        fs::rename(&unfinished, &binary).map_err(Error::file(&binary))?;
    }
    Ok(binary)
}

fn run(program: &Program, binary: &PathBuf, call: &Call) -> Result<Run, Error> {
    let output = binary.with_extension(format!("{}-out", std::process::id()));
    let mut command = Command::new(binary);
    command.args(&call.arguments).env("LENS_ARCHITECTURE", program.architecture.to_string());
    let status = process::run_to_files(&mut command, &output, &folder().join("complaints.log"), RUN_LIMIT)?;
    let bytes = fs::read(&output).map_err(Error::file(&output))?;
    // Nobody needs it any more; what cannot be removed is in nobody's way.
    let _ = fs::remove_file(&output);
    if !status.success() {
        let name = &program.name;
        return Err(Error::Other(format!("the print version of {name} ended with {status}")));
    }
    read(&String::from_utf8_lossy(&bytes), &program.name, call)
}

/// What the output of one run of `program` says.
pub(crate) fn read(output: &str, program: &str, call: &Call) -> Result<Run, Error> {
    let program = program.to_owned();
    let mut run = Run {
        program,
        call: call.clone(),
        is_variant: false,
        values: BTreeMap::new(),
        undeclared: BTreeSet::new(),
        integers: BTreeMap::new(),
    };
    for line in output.lines().filter_map(|line| line.strip_prefix(MARK)) {
        let fields: Vec<&str> = line.splitn(4, '\t').collect();
        let unread = || Error::Other(format!("a print version prints {line:?}"));
        let [at, name, kind, text] = fields[..] else { return Err(unread()) };
        let at: i64 = at.parse().map_err(|_| unread())?;
        let line = usize::try_from(at.unsigned_abs()).map_err(|_| unread())?;
        let variable = Variable { line, name: name.to_owned() };
        // `show.hpp` marks them so.
        if at < 0 {
            run.undeclared.insert(variable.clone());
        }
        let kind = match kind {
            "layout" | "tensor" => Kind::Layout,
            "tuple" => Kind::Tuple,
            "integer" => Kind::Integer,
            // One thread's view of an atom has no layout of its own.
            "atom" if text.starts_with("ThrMMA") => continue,
            "atom" => Kind::Atom,
            // The tensor itself, behind its layout.
            "whole" => {
                let values = run.values.get_mut(&variable).into_iter().flatten();
                if let Some(tensor) = values.rev().find(|value| value.kind == Kind::Layout) {
                    tensor.whole = Some(text.to_owned());
                }
                continue;
            }
            _ => return Err(unread()),
        };
        if kind == Kind::Integer
            && let Ok(value) = text.trim_start_matches('_').parse()
        {
            run.integers.entry(name.to_owned()).or_default().insert(value);
        }
        run.values.entry(variable).or_default().push(Printed { kind, text: text.to_owned(), whole: None });
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tensor_is_its_layout_with_its_pointer_behind() {
        let call = Call { way: String::new(), arguments: vec![] };
        let output = "hello\nLENS\t7\tgA\ttensor\t(_8,k):(_1,_8)\nLENS\t7\tgA\twhole\tptr[32b](0x1) o ..\n\
                      LENS\t3\tk\tinteger\t_12";
        let run = read(output, "program", &call).expect("output of a print version");
        let values: Vec<_> =
            run.values.values().flatten().map(|value| (value.kind, value.whole.as_deref())).collect();
        assert_eq!(values, [(Kind::Integer, None), (Kind::Layout, Some("ptr[32b](0x1) o .."))]);
        assert_eq!(run.integers["k"], BTreeSet::from([12]));
    }
}
