//! Programs of which a part is hidden: what is proved of them must be what it was.

use super::program::{Line, Program};

/// What another file gives.
const ELSEWHERE: &str = "from elsewhere import";

/// The program as it is, and with something hidden, each with its name.
pub(super) fn variants(program: &Program, seed: u64) -> Vec<(&'static str, Program)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut all = vec![("whole", program.clone())];
    all.extend(without_constant(program, &mut random).map(|hidden| ("constant", hidden)));
    all.extend(without_definition(program, &mut random).map(|hidden| ("definition", hidden)));
    all.extend(behind_if(program, &mut random).map(|hidden| ("branch", hidden)));
    all
}

fn imported(program: &Program, name: &str) -> Program {
    let import = Line { text: format!("{ELSEWHERE} {name}"), ..Line::default() };
    Program { lines: std::iter::once(import).chain(program.lines.iter().cloned()).collect() }
}

/// A number of the program is one that another file has.
fn without_constant(program: &Program, random: &mut fastrand::Rng) -> Option<Program> {
    let mut places = Vec::new();
    for (index, line) in program.lines.iter().enumerate() {
        // Texts hold digits that are no numbers, and operations have parameters that must be spelled.
        let holds_text = line.text.contains(['\'', '"', '@', '#']) || line.text.contains("import ");
        let is_fixed = ["range_constexpr", "Op(", "make_swizzle", "num_bits", "case "];
        if holds_text || is_fixed.iter().any(|fixed| line.text.contains(fixed)) {
            continue;
        }
        let bytes = line.text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let is_part = |at: usize| {
                bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
            };
            let starts = at == 0 || !is_part(at - 1);
            if byte.is_ascii_digit() && starts {
                let length = bytes.iter().skip(at).take_while(|byte| byte.is_ascii_digit()).count();
                if !is_part(at + length) {
                    places.push((index, at, length));
                }
            }
        }
    }
    let (index, at, length) = random.choice(&places).copied()?;
    let mut hidden = program.clone();
    hidden.lines.get_mut(index)?.text.replace_range(at..at + length, "NUMBER");
    Some(imported(&hidden, "NUMBER"))
}

/// A function or class of the program is one that another file has.
fn without_definition(program: &Program, random: &mut fastrand::Rng) -> Option<Program> {
    let own: Vec<String> = own_names(program);
    let mut definitions = Vec::new();
    for (index, line) in program.lines.iter().enumerate() {
        let name = ["def ", "class "].iter().find_map(|word| line.text.strip_prefix(word));
        let Some(name) = name.filter(|_| line.depth == 0) else { continue };
        let name = name.split(['(', ':']).next().unwrap_or_default();
        let below = program.lines.iter().skip(index + 1);
        let end = index + 1 + below.take_while(|line| line.depth > 0).count();
        let lines = program.lines.get(index..end).unwrap_or_default();
        // Another file has other variables, and what is compared stays.
        let is_alone = lines.iter().all(|line| {
            line.shown.is_none()
                && !["global ", "globals", "exec", "__name__"].iter().any(|word| line.text.contains(word))
        });
        // Nor does it have the functions and classes of this one.
        let uses_own = lines
            .iter()
            .any(|line| names(&line.text).any(|used| used != name && own.iter().any(|own| own == used)));
        let is_decorated =
            index > 0 && program.lines.get(index - 1).is_some_and(|line| line.text.starts_with('@'));
        if is_alone && !uses_own && !is_decorated && !matches!(name, "run" | "body" | "Program") {
            definitions.push((name.to_owned(), index, end));
        }
    }
    let (name, start, end) = random.choice(&definitions)?.clone();
    let mut hidden = program.clone();
    hidden.lines.drain(start..end);
    Some(imported(&hidden, &name))
}

/// The names in a line.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_'))
}

/// What the program binds outside of functions, but for what it imports and for Python's own.
fn own_names(program: &Program) -> Vec<String> {
    let outside = program.lines.iter().filter(|line| line.depth == 0 && line.part.is_none());
    // The names of fragments end with their numbers.
    let is_own = |name: &&str| name.ends_with(|letter: char| letter.is_ascii_digit());
    outside.flat_map(|line| names(&line.text).filter(is_own)).map(str::to_owned).collect()
}

/// A part of the program is behind an `if` of which nothing is known.
fn behind_if(program: &Program, random: &mut fastrand::Rng) -> Option<Program> {
    let last = program.lines.iter().filter_map(|line| line.part).max()?;
    let part = random.usize(1..=last);
    let starts: Vec<usize> = program
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.part == Some(part))
        .map(|(index, _)| index)
        .collect();
    let (first, end) = (*starts.first()?, *starts.last()? + 1);
    let outer = program.lines.get(first)?.depth;
    // From a statement of the part on, to its end.
    let heads: Vec<usize> = starts
        .iter()
        .copied()
        .filter(|index| {
            program.lines.get(*index).is_some_and(|line| {
                line.depth == outer
                    && !["else", "elif", "except", "finally"].iter().any(|word| line.text.starts_with(word))
            })
        })
        .collect();
    let begin = random.choice(&heads).copied()?;
    let mut hidden = program.clone();
    for line in hidden.lines.get_mut(begin..end)? {
        line.depth += 1;
    }
    let head = Line { depth: outer, text: "if cutlass.const_expr(FLAG):".to_owned(), ..Line::default() };
    hidden.lines.insert(begin, head);
    Some(imported(&hidden, "FLAG"))
}
