//! How many layout-valued variables of Python code have a layout, why the others have none, and what is a problem:
//! `cargo run -p layoutlens-eval --example resolution -- FOLDER [--beside FOLDER].. [--reasons] [--list | --all]`.
//!
//! A variable is layout-valued when its value is a layout, a tensor, an atom or a tiled one, or when it is assigned a
//! call of the CuTe DSL that makes one, or a slice.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value,
    host::{Answer, HostFile, HostValue, Variable, VariableKind, evaluate_program},
};
use layoutlens_library::of_language;
use layoutlens_syntax::{
    Expr, ExprKind, Language, parse,
    program::{Class, Function, HostStatement, Item, Program, StatementKind},
    read_program,
};

/// Calls that make layouts, tensors, atoms and tiled copies and MMAs, by the last part of their name.
const MAKERS: &[&str] = &[
    "make_layout",
    "make_ordered_layout",
    "make_identity_layout",
    "make_identity_tensor",
    "make_tensor",
    "make_fragment",
    "make_fragment_like",
    "make_rmem_tensor",
    "make_rmem_tensor_like",
    "make_layout_like",
    "make_composed_layout",
    "make_smem_layout_atom",
    "make_smem_layout",
    "make_smem_layout_a",
    "make_smem_layout_b",
    "make_smem_layout_epi",
    "make_trivial_tiled_mma",
    "make_tiled_mma",
    "make_tiled_copy",
    "make_tiled_copy_tv",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "make_tiled_copy_S",
    "make_tiled_copy_D",
    "make_tiled_copy_C_atom",
    "make_cotiled_copy",
    "make_tmem_copy",
    "make_copy_atom",
    "make_mma_atom",
    "get_slice",
    "partition_A",
    "partition_B",
    "partition_C",
    "partition_S",
    "partition_D",
    "make_fragment_A",
    "make_fragment_B",
    "make_fragment_C",
    "retile",
    "local_tile",
    "local_partition",
    "flat_divide",
    "zipped_divide",
    "tiled_divide",
    "logical_divide",
    "logical_product",
    "blocked_product",
    "raked_product",
    "composition",
    "complement",
    "coalesce",
    "tile_to_shape",
    "group_modes",
    "select",
    "slice_",
    "domain_offset",
    "recast_tensor",
    "recast_layout",
    "filter_zeros",
    "filter",
    "flatten",
    "get_tensor",
    "allocate_tensor",
    "append_ones",
    "prepend_ones",
    "right_inverse",
    "left_inverse",
    "make_swizzle",
];

/// How far imports of imports are followed.
const MAX_FILES: usize = 64;

/// How many files are read that import the one at hand.
const MAX_IMPORTERS: usize = 8;

#[derive(Default)]
struct Count {
    all: usize,
    profile: usize,
    values: usize,
    /// With suppositions: proved ones included.
    supposed_profile: usize,
    supposed_values: usize,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut roots, mut with_reasons, mut with_list, mut with_all) = (Vec::new(), false, false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--reasons" => with_reasons = true,
            "--list" => with_list = true,
            "--all" => (with_list, with_all) = (true, true),
            "--beside" => roots.extend(arguments.next().map(PathBuf::from)),
            _ => roots.insert(0, PathBuf::from(argument)),
        }
    }
    let Some(root) = roots.first().cloned() else { return ExitCode::FAILURE };
    let mut files = Vec::new();
    match root.is_file() {
        true => files.push(root.clone()),
        false => gather(&root, &mut files),
    }
    files.sort();
    let mut all = Vec::new();
    roots.iter().filter(|root| root.is_dir()).for_each(|root| gather(root, &mut all));
    all.sort();
    // A file that is named alone goes by its name below the folders.
    roots.retain(|root| root.is_dir());
    let mut sources = Sources { roots, with_list, with_all, all, read: HashMap::new() };
    let (mut total, mut reasons) = (Count::default(), BTreeMap::<String, usize>::new());
    for path in files {
        let count = measured(&path, &mut sources, &mut reasons);
        if count.all > 0 {
            show(&path.strip_prefix(&root).unwrap_or(&path).display().to_string(), &count);
        }
        total.all += count.all;
        total.profile += count.profile;
        total.values += count.values;
        total.supposed_profile += count.supposed_profile;
        total.supposed_values += count.supposed_values;
    }
    show("all", &total);
    if with_reasons {
        let mut sorted: Vec<(String, usize)> = reasons.into_iter().collect();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        sorted.iter().take(60).for_each(|(reason, count)| println!("{count:6} {reason}"));
    }
    ExitCode::SUCCESS
}

fn show(name: &str, count: &Count) {
    let share = |part: usize| 100 * part / count.all.max(1);
    println!(
        "{:3} % to rank and profile, {:3} % to values; with suppositions {:3} %, {:3} %; of {:4}: {name}",
        share(count.profile),
        share(count.values),
        share(count.supposed_profile),
        share(count.supposed_values),
        count.all
    );
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
}

/// Files that were read.
struct Sources {
    roots: Vec<PathBuf>,
    /// Whether each variable is printed.
    with_list: bool,
    /// Whether the others are, too.
    with_all: bool,
    /// The files below the roots.
    all: Vec<PathBuf>,
    read: HashMap<PathBuf, Arc<Program>>,
}

impl Sources {
    fn program(&mut self, path: &Path) -> Option<Arc<Program>> {
        if let Some(program) = self.read.get(path) {
            return Some(Arc::clone(program));
        }
        let text = std::fs::read_to_string(path).ok()?;
        let (_, tree) = parse(Language::Python, &text, None);
        let program = Arc::new(read_program(Language::Python, &text, &tree));
        self.read.insert(path.to_owned(), Arc::clone(&program));
        Some(program)
    }

    fn name(&self, path: &Path) -> String {
        let relative = self.roots.iter().find_map(|root| path.strip_prefix(root).ok());
        relative.unwrap_or(path).display().to_string()
    }

    /// Files that import this one.
    fn importers(&mut self, path: &Path) -> Vec<PathBuf> {
        let mut importers = Vec::new();
        for other in self.all.clone() {
            let Some(program) = self.program(&other).filter(|_| other != path) else { continue };
            if program.imports.iter().any(|import| self.found(&other, &import.path).as_deref() == Some(path))
            {
                importers.push(other);
            }
        }
        importers.truncate(MAX_IMPORTERS);
        importers
    }

    /// The file, those that it imports and those that import it, as far as they lie below the roots.
    fn with_imports(&mut self, path: &Path) -> Vec<HostFile> {
        let importers = self.importers(path);
        let (mut queue, mut seen, mut files) = (vec![path.to_owned()], BTreeSet::new(), Vec::new());
        while let Some(path) = (!queue.is_empty()).then(|| queue.remove(0)) {
            if files.len() >= MAX_FILES || !seen.insert(path.clone()) {
                continue;
            }
            let Some(program) = self.program(&path) else { continue };
            for import in &program.imports {
                queue.extend(self.found(&path, &import.path));
            }
            if files.is_empty() {
                queue.extend(importers.iter().cloned());
            }
            files.push(HostFile { name: self.name(&path), language: Language::Python, program });
        }
        files
    }

    /// The file of `a.b.c`, or of `a.b` that has a name `c`.
    fn found(&self, from: &Path, import: &str) -> Option<PathBuf> {
        let bare = import.trim_start_matches('.');
        let dots = import.len() - bare.len();
        let parts: PathBuf = bare.split('.').collect();
        let bases: Vec<PathBuf> = match dots {
            0 => self.roots.clone(),
            _ => from.ancestors().nth(dots).map(Path::to_owned).into_iter().collect(),
        };
        let candidates = bases.iter().flat_map(|base| {
            let (own, outer) = (base.join(&parts), base.join(parts.parent().unwrap_or(Path::new(""))));
            [
                own.with_extension("py"),
                own.join("__init__.py"),
                outer.with_extension("py"),
                outer.join("__init__.py"),
            ]
        });
        candidates.into_iter().find(|path| path.is_file())
    }
}

fn measured(path: &Path, sources: &mut Sources, reasons: &mut BTreeMap<String, usize>) -> Count {
    let files = sources.with_imports(path);
    let Some(main) = files.first() else { return Count::default() };
    let mut made = BTreeSet::new();
    main.program.items.iter().for_each(|item| in_item(item, &mut made));
    let evaluation = evaluate_program(&files, &Facts::default(), of_language);
    let mut count = Count::default();
    for problem in &evaluation.problems {
        println!(
            "{}: {} at byte {}: {}",
            path.display(),
            problem.code.as_str(),
            problem.range.start,
            problem.message
        );
    }
    for variable in evaluation.variables.iter().filter(|variable| variable.kind == VariableKind::Variable) {
        let has_layout = variable.answers.iter().any(|answer| is_layout(&answer.value));
        let is_supposed = variable.supposed.iter().any(|supposed| is_layout(&supposed.answer.value));
        if !has_layout && !is_supposed && !made.contains(&variable.range.start) {
            if sources.with_all {
                listed(variable);
            }
            continue;
        }
        count.all += 1;
        if sources.with_list {
            listed(variable);
        }
        count.profile += usize::from(has_layout);
        count.values += usize::from(has_layout && is_exact(&variable.answers));
        let supposed: Vec<Answer> =
            variable.supposed.iter().map(|supposed| supposed.answer.clone()).collect();
        count.supposed_profile += usize::from(has_layout || is_supposed);
        count.supposed_values +=
            usize::from(has_layout && is_exact(&variable.answers) || is_supposed && is_exact(&supposed));
        if !has_layout
            && !is_supposed
            && let Some(answer) = variable.answers.first()
        {
            let reason = match &answer.evaluated.value {
                Value::Unknown(unknown) => unknown.reason.clone(),
                value => format!("{}: {value}", value.kind()),
            };
            *reasons.entry(reason).or_default() += 1;
        }
    }
    count
}

fn listed(variable: &Variable) {
    for answer in &variable.answers {
        let shown = match &answer.evaluated.value {
            Value::Unknown(unknown) => format!("-- {}", unknown.reason),
            value => value.to_string(),
        };
        println!("{:7} {} = {shown}", variable.range.start, variable.name);
    }
    for supposed in &variable.supposed {
        let value = &supposed.answer.evaluated.value;
        println!("{:7} {} = {value} if {}", variable.range.start, variable.name, supposed.condition);
    }
}

fn is_layout(value: &HostValue) -> bool {
    match value {
        HostValue::Value(value) => {
            value.is_layout() || matches!(value, Value::Hardware(_) | Value::Swizzle(_))
        }
        HostValue::Tensor(tensor) => tensor.layout.is_layout(),
        HostValue::ThreadSlice(slice) => slice.tiled.unknown_reason().is_none(),
        HostValue::Object(object) => object.fields.get("like").is_some_and(is_layout),
        _ => false,
    }
}

/// Whether nothing of the value is left open.
fn is_exact(answers: &[Answer]) -> bool {
    answers.iter().all(|answer| {
        let shown = match &answer.value {
            HostValue::ThreadSlice(slice) => slice.tiled.algebra().to_string(),
            _ => answer.evaluated.value.to_string(),
        };
        !shown.contains('?') || !is_layout(&answer.value)
    })
}

fn in_item(item: &Item, made: &mut BTreeSet<usize>) {
    match item {
        Item::Function(function) => in_function(function, made),
        Item::Class(class) => in_class(class, made),
        Item::Statement(statement) => in_statement(statement, made),
    }
}

fn in_class(class: &Class, made: &mut BTreeSet<usize>) {
    class.members.iter().for_each(|member| in_item(member, made));
}

fn in_function(function: &Function, made: &mut BTreeSet<usize>) {
    function.body.iter().for_each(|statement| in_statement(statement, made));
}

fn in_statement(statement: &HostStatement, made: &mut BTreeSet<usize>) {
    let mut all =
        |statements: &[HostStatement]| statements.iter().for_each(|inner| in_statement(inner, made));
    match &statement.kind {
        StatementKind::Declare(declaration)
            if declaration.names.len() == 1 && declaration.value.as_ref().is_some_and(makes_layout) =>
        {
            made.extend(declaration.names.iter().map(|name| name.range.start));
        }
        StatementKind::If { then, otherwise, .. } => {
            all(then);
            all(otherwise);
        }
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            all(body)
        }
        StatementKind::Alternatives(branches) => branches.iter().for_each(|branch| all(&branch.body)),
        StatementKind::Function(function) => in_function(function, made),
        StatementKind::Class(class) => in_class(class, made),
        _ => {}
    }
}

fn makes_layout(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Invoke { callee, .. } => match &callee.kind {
            ExprKind::Member { name, .. } => MAKERS.contains(&name.text.as_str()),
            ExprKind::Name(name) => MAKERS.contains(&name.as_str()),
            _ => false,
        },
        ExprKind::Index { indices, .. } => {
            indices.iter().any(|index| matches!(&index.kind, ExprKind::Name(name) if name == "None"))
        }
        _ => false,
    }
}
