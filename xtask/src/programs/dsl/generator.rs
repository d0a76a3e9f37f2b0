//! Puts programs together from fragments.

use super::{
    fragment::{self, Fragment, chosen},
    program::{Line, Program},
};

/// What every program begins with.
const IMPORTS: &[&str] = &[
    "import cutlass",
    "import cutlass.cute as cute",
    "from cutlass.cute.runtime import make_fake_compact_tensor",
    "",
];

/// Numbers that layouts are made of.
const NUMBERS: &[i64] = &[1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 16];

/// How the function is called that holds the fragments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A compiled function is called by the program.
    Called,
    /// It is handed over to be compiled.
    HandedOver,
    /// It is the kernel of an object.
    Kernel,
    /// It is a function of Python's own that a compiled one calls.
    Plain,
}

/// Everything that programs are made of.
pub(super) struct Generator {
    fragments: Vec<Fragment>,
}

impl Generator {
    /// With the fragments of all files.
    pub(super) fn new() -> Self {
        Self { fragments: fragment::all() }
    }

    /// The program of a seed.
    pub(super) fn program(&self, seed: u64) -> Program {
        let mut random = fastrand::Rng::with_seed(seed);
        let forms = [Form::Called, Form::Called, Form::HandedOver, Form::Kernel, Form::Plain];
        let form = forms.get(random.usize(..forms.len())).copied().unwrap_or(Form::Called);
        let has_tensors = form != Form::Called;
        let mut writer = Writer { random, ..Writer::default() };
        for _ in 0..writer.random.usize(2..6) {
            let at = writer.random.usize(..self.fragments.len());
            match self.fragments.get(at) {
                Some(fragment) if has_tensors || !fragment.has_tensors() => writer.fragment(fragment),
                _ => {}
            }
        }
        writer.finish(form)
    }
}

/// A program on the way.
#[derive(Default)]
struct Writer {
    random: fastrand::Rng,
    outside: Vec<Line>,
    inside: Vec<Line>,
    /// Integers of compile time that the function has so far.
    integers: Vec<String>,
    layouts: Vec<String>,
    /// How many fragments there are.
    count: usize,
    shown: usize,
}

impl Writer {
    fn fragment(&mut self, fragment: &Fragment) {
        self.count += 1;
        let number = self.count;
        for line in &fragment.outside {
            let line = self.line(line, None);
            self.outside.extend(line);
        }
        let depth = self.begin_part();
        for line in &fragment.inside {
            for mut line in self.line(line, Some(number)) {
                line.depth += depth;
                self.inside.push(line);
            }
        }
        if depth > 0 {
            // What is bound in there is not seen behind it.
            let suffix = format!("{number}");
            self.integers.retain(|name| !name.trim_end_matches("_l").ends_with(&suffix));
            self.layouts.retain(|name| !name.trim_end_matches("_l").ends_with(&suffix));
        }
        if self.inside.last().is_some_and(|last| last.text == "#call") {
            self.inside.pop();
        }
    }

    /// What the fragment at hand stands in: how deep.
    fn begin_part(&mut self) -> usize {
        let number = self.count;
        let head = match self.random.usize(..16) {
            0 => "if cutlass.const_expr(k > 2):".to_owned(),
            1 => "for _ in cutlass.range_constexpr(2):".to_owned(),
            2 => "if n > 2:".to_owned(),
            3 => "if True:".to_owned(),
            4 => format!("for u{number} in (1, 2):"),
            _ => return 0,
        };
        self.inside.push(Line { text: head, part: None, ..Line::default() });
        1
    }

    /// A line of a fragment with its holes filled; of one that is compared, what is made of it, too.
    fn line(&mut self, line: &str, part: Option<usize>) -> Vec<Line> {
        let bare = line.trim_start();
        let depth = (line.len() - bare.len()) / 4;
        let mut text = chosen(&mut self.random, bare).replace('$', &self.count.to_string());
        for (hole, fill) in [
            ("<shape>", Self::shape as fn(&mut Self) -> String),
            ("<layout>", Self::layout),
            ("<int>", Self::integer),
            ("<n>", Self::number),
        ] {
            while let Some(at) = text.find(hole) {
                let filled = fill(self);
                text.replace_range(at..at + hole.len(), &filled);
            }
        }
        let kinds = ["int ", "layout ", "tuple ", "tensor "];
        let Some(kind) = kinds.iter().find(|kind| text.starts_with(**kind)) else {
            return vec![Line { depth, text, shown: None, part }];
        };
        let text = text.strip_prefix(kind).unwrap_or(&text).to_owned();
        let name = text.split(' ').next().unwrap_or_default().to_owned();
        let is_seen = part.is_some() && depth == 0;
        match *kind {
            // Integers are compared by a layout that holds them.
            "int " => {
                let made = format!("{name}_l");
                let layout = format!("{made} = cute.make_layout((2, 4), stride=({name}, 1))");
                if is_seen {
                    self.integers.push(name);
                }
                vec![Line { depth, text, shown: None, part }, self.shown(depth, layout, &made, part)]
            }
            kind => {
                if is_seen && kind == "layout " {
                    self.layouts.push(name.clone());
                }
                vec![self.shown(depth, text, &name, part)]
            }
        }
    }

    fn shown(&mut self, depth: usize, text: String, name: &str, part: Option<usize>) -> Line {
        self.shown += 1;
        Line { depth, text, shown: Some((self.shown, name.to_owned())), part }
    }

    fn number(&mut self) -> String {
        let at = self.random.usize(..NUMBERS.len());
        NUMBERS.get(at).copied().unwrap_or(4).to_string()
    }

    fn integer(&mut self) -> String {
        match self.random.choice(&self.integers) {
            Some(name) if self.random.bool() => name.clone(),
            _ if self.random.u8(..4) == 0 => "k".to_owned(),
            _ => self.number(),
        }
    }

    fn shape(&mut self) -> String {
        match self.random.u8(..4) {
            0 => "t".to_owned(),
            1 => "(<n>, (<n>, <n>))".to_owned(),
            2 => "(n, <n>)".to_owned(),
            _ => "(<n>, <n>)".to_owned(),
        }
    }

    fn layout(&mut self) -> String {
        match self.random.choice(&self.layouts) {
            Some(name) if self.random.bool() => name.clone(),
            _ => "cute.make_layout(<shape>)".replace("<shape>", &self.shape()),
        }
    }

    /// The program, of this form.
    fn finish(mut self, form: Form) -> Program {
        let int = if self.random.bool() { "n" } else { "n: cutlass.Int32" };
        let parameters = format!(
            "{int}, k: cutlass.Constexpr[int], t: cute.Shape, r, p{}",
            if form == Form::Called { "=None" } else { ": cute.Tensor" }
        );
        let (n, k) = (self.number(), self.number());
        let (a, b, c, d) = (self.number(), self.number(), self.number(), self.number());
        let values = format!("{n}, {k}, ({a}, ({b}, {c})), ({d}, {a})");
        let size = ["64", "cute.sym_int()"].get(self.random.usize(..2)).copied().unwrap_or("64");
        let tensor = format!("make_fake_compact_tensor(cutlass.Float16, (64, {size}), stride_order=(1, 0))");
        if self.inside.is_empty() {
            self.inside.push(Line { text: "pass".to_owned(), ..Line::default() });
        }
        let mut lines: Vec<Line> = Vec::new();
        let at = |depth: usize, text: &str| Line { depth, text: text.to_owned(), ..Line::default() };
        lines.extend(IMPORTS.iter().map(|line| at(0, line)));
        lines.append(&mut self.outside);
        let body = |lines: &mut Vec<Line>, inside: Vec<Line>, depth: usize| {
            lines.extend(inside.into_iter().map(|line| Line { depth: line.depth + depth, ..line }));
        };
        match form {
            Form::Called | Form::HandedOver => {
                lines.extend([at(0, ""), at(0, "@cute.jit"), at(0, &format!("def run({parameters}):"))]);
                body(&mut lines, self.inside, 1);
                lines.push(at(0, ""));
                lines.push(match form {
                    Form::Called => at(0, &format!("run({values})")),
                    _ => at(0, &format!("compiled = cute.compile(run, {values}, {tensor})")),
                });
            }
            Form::Plain => {
                lines.extend([at(0, ""), at(0, "def body(n, k, t, r, p):")]);
                body(&mut lines, self.inside, 1);
                lines.extend([
                    at(0, ""),
                    at(0, "@cute.jit"),
                    at(0, &format!("def run({parameters}):")),
                    at(1, "body(n, k, t, r, p)"),
                    at(0, &format!("compiled = cute.compile(run, {values}, {tensor})")),
                ]);
            }
            Form::Kernel => {
                lines.extend([
                    at(0, ""),
                    at(0, "class Program:"),
                    at(1, "def __init__(self, k):"),
                    at(2, "self.k = k"),
                    at(1, "@cute.jit"),
                    at(1, &format!("def __call__(self, {parameters}):")),
                    at(2, "self.kernel(n, self.k, t, r, p).launch(grid=(1, 1, 1), block=(32, 1, 1))"),
                    at(1, "@cute.kernel"),
                    at(1, &format!("def kernel(self, {parameters}):")),
                ]);
                body(&mut lines, self.inside, 2);
                lines.push(at(0, &format!("compiled = cute.compile(Program({k}), {values}, {tensor})")));
            }
        }
        Program { lines }
    }
}
