//! What is claimed of the lanes of a kernel is what each of its threads computes, one by one, by the rules of C++.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use layoutlens_access::accesses;

/// An expression of `int`.
#[derive(Debug, Clone)]
enum Expr {
    Number(i64),
    /// `(int)threadIdx.x`
    Thread(usize),
    Variable(usize),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Extreme(bool, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone)]
enum Statement {
    Assign(usize, Expr),
    Add(usize, Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `for (int vN = 0; vN < count; vN += step)`
    For(usize, i64, i64, Vec<Statement>),
    /// `while (vN < limit) { ..; vN += step; }`, or `do { .. } while (vN < limit);`
    While(usize, i64, i64, bool, Vec<Statement>),
    /// `switch (e) { case 0: ..; break; case 1: .. default: .. }`
    Switch(Expr, Vec<(Vec<Statement>, bool)>),
    /// `a[e] = 0.f;`, by its number.
    Access(usize, Expr),
    /// `if (e) continue;` or `break;`
    Jump(Expr, bool),
    /// `if (e) return;`
    Return(Expr),
}

const OPERATORS: [&str; 16] =
    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "==", "&&", "||", "+", "*"];

struct Maker {
    random: fastrand::Rng,
    sites: usize,
    next: usize,
}

impl Maker {
    fn expr(&mut self, depth: usize, variables: &[usize]) -> Expr {
        if depth == 0 || self.random.u8(0..5) == 0 {
            return match self.random.u8(0..6) {
                0 | 1 => Expr::Number(self.random.i64(0..40)),
                2 | 3 => Expr::Thread(self.random.usize(0..2)),
                _ if !variables.is_empty() => {
                    Expr::Variable(variables[self.random.usize(0..variables.len())])
                }
                _ => Expr::Thread(0),
            };
        }
        let mut part = || Box::new(self.expr(depth - 1, variables));
        let (a, b, c) = (part(), part(), part());
        match self.random.u8(0..10) {
            0 => Expr::Conditional(a, b, c),
            1 => Expr::Extreme(self.random.bool(), a, b),
            _ => {
                let operator = OPERATORS[self.random.usize(0..OPERATORS.len())];
                let right = match operator {
                    // Numbers that C++ allows.
                    "<<" | ">>" => Box::new(Expr::Number(self.random.i64(0..5))),
                    "/" | "%" => Box::new(Expr::Number(self.random.i64(1..40))),
                    _ => b,
                };
                Expr::Binary(operator, a, right)
            }
        }
    }

    fn statements(
        &mut self,
        depth: usize,
        variables: &[usize],
        fixed: &[usize],
        is_in_loop: bool,
    ) -> Vec<Statement> {
        let count = self.random.usize(1..4);
        let free: Vec<usize> = variables.iter().copied().filter(|one| !fixed.contains(one)).collect();
        (0..count)
            .map(|_| match self.random.u8(0..10) {
                0..=1 => Statement::Assign(free[self.random.usize(0..free.len())], self.expr(2, variables)),
                2 => Statement::Add(free[self.random.usize(0..free.len())], self.expr(1, variables)),
                3..=4 if depth > 0 => Statement::If(
                    self.expr(2, variables),
                    self.statements(depth - 1, variables, fixed, is_in_loop),
                    self.statements(depth - 1, variables, fixed, is_in_loop),
                ),
                5..=6 if depth > 0 => {
                    let counter = self.next;
                    self.next += 1;
                    let mut inner = variables.to_vec();
                    inner.push(counter);
                    let mut fixed = fixed.to_vec();
                    fixed.push(counter);
                    let (limit, step) = (self.random.i64(1..6), self.random.i64(1..3));
                    Statement::For(counter, limit, step, self.statements(depth - 1, &inner, &fixed, true))
                }
                7 if depth > 0 && self.random.bool() => {
                    let counter = free[self.random.usize(0..free.len())];
                    let (limit, step) = (self.random.i64(1..60), self.random.i64(7..40));
                    let is_body_first = self.random.bool();
                    Statement::While(
                        counter,
                        limit,
                        step,
                        is_body_first,
                        self.statements(depth - 1, variables, fixed, false),
                    )
                }
                8 if depth > 0 && self.random.bool() => {
                    let subject = self.expr(1, variables);
                    let cases = (0..3)
                        .map(|_| (self.statements(depth - 1, variables, fixed, false), self.random.bool()));
                    Statement::Switch(subject, cases.collect())
                }
                7 if is_in_loop => Statement::Jump(self.expr(1, variables), self.random.bool()),
                7 if self.random.bool() => Statement::Return(self.expr(2, variables)),
                _ => {
                    self.sites += 1;
                    Statement::Access(self.sites - 1, self.expr(3, variables))
                }
            })
            .collect()
    }
}

fn spelled(expr: &Expr) -> String {
    match expr {
        Expr::Number(number) => number.to_string(),
        Expr::Thread(axis) => format!("(int)threadIdx.{}", ["x", "y"][*axis]),
        Expr::Variable(variable) => format!("v{variable}"),
        Expr::Binary(operator, a, b) => format!("({} {operator} {})", spelled(a), spelled(b)),
        Expr::Conditional(a, b, c) => format!("({} ? {} : {})", spelled(a), spelled(b), spelled(c)),
        Expr::Extreme(is_least, a, b) => {
            format!("{}({}, {})", if *is_least { "min" } else { "max" }, spelled(a), spelled(b))
        }
    }
}

/// The code, and where each access stands in it.
fn write(statements: &[Statement], out: &mut String, places: &mut BTreeMap<usize, usize>) {
    for statement in statements {
        match statement {
            Statement::Assign(variable, value) => {
                let _ = writeln!(out, "v{variable} = {};", spelled(value));
            }
            Statement::Add(variable, value) => {
                let _ = writeln!(out, "v{variable} += {};", spelled(value));
            }
            Statement::If(condition, then, otherwise) => {
                let _ = writeln!(out, "if ({}) {{", spelled(condition));
                write(then, out, places);
                out.push_str("} else {\n");
                write(otherwise, out, places);
                out.push_str("}\n");
            }
            Statement::For(counter, limit, step, body) => {
                let _ =
                    writeln!(out, "for (int v{counter} = 0; v{counter} < {limit}; v{counter} += {step}) {{");
                write(body, out, places);
                out.push_str("}\n");
            }
            Statement::While(counter, limit, step, is_body_first, body) => {
                let head = format!("while (v{counter} < {limit})");
                let _ = writeln!(out, "{} {{", if *is_body_first { "do" } else { &head });
                write(body, out, places);
                let _ = writeln!(
                    out,
                    "v{counter} += {step};\n}} {}",
                    if *is_body_first { head + ";" } else { String::new() }
                );
            }
            Statement::Switch(subject, cases) => {
                let _ = writeln!(out, "switch ({}) {{", spelled(subject));
                for (at, (body, is_left)) in cases.iter().enumerate() {
                    match at + 1 < cases.len() {
                        true => writeln!(out, "case {at}: {{"),
                        false => writeln!(out, "default: {{"),
                    }
                    .expect("a string takes all");
                    write(body, out, places);
                    let _ = writeln!(out, "}} {}", if *is_left { "break;" } else { "" });
                }
                out.push_str("}\n");
            }
            Statement::Access(site, index) => {
                places.insert(out.len(), *site);
                let _ = writeln!(out, "a[{}] = 0.f;", spelled(index));
            }
            Statement::Return(condition) => {
                let _ = writeln!(out, "if ({}) return;", spelled(condition));
            }
            Statement::Jump(condition, is_break) => {
                let word = if *is_break { "break" } else { "continue" };
                let _ = writeln!(out, "if ({}) {word};", spelled(condition));
            }
        }
    }
}

/// One thread. `None` where C++ does not say what comes of it.
struct Thread {
    at: [i64; 2],
    variables: Vec<i64>,
    rounds: Vec<i64>,
    /// By access and rounds of the loops around.
    found: BTreeMap<(usize, Vec<i64>), i64>,
}

enum Flow {
    On,
    Return,
    Break,
    Continue,
}

impl Thread {
    fn value(&self, expr: &Expr) -> Option<i64> {
        let fits = |value: i64| i32::try_from(value).is_ok().then_some(value);
        Some(match expr {
            Expr::Number(number) => *number,
            Expr::Thread(axis) => self.at[*axis],
            Expr::Variable(variable) => self.variables[*variable],
            Expr::Conditional(a, b, c) => {
                // What is not asked for may still not be said: both are.
                let (condition, then, otherwise) = (self.value(a)?, self.value(b)?, self.value(c)?);
                if condition != 0 { then } else { otherwise }
            }
            Expr::Extreme(is_least, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                if *is_least { a.min(b) } else { a.max(b) }
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match *operator {
                    "+" => fits(a + b)?,
                    "-" => fits(a - b)?,
                    "*" => fits(a * b)?,
                    "/" => a / b,
                    "%" => a % b,
                    "&" => a & b,
                    "|" => a | b,
                    "^" => a ^ b,
                    "<<" => fits(if a < 0 { return None } else { a << b })?,
                    ">>" => a >> b,
                    "<" => i64::from(a < b),
                    "==" => i64::from(a == b),
                    "&&" => i64::from(a != 0 && b != 0),
                    "||" => i64::from(a != 0 || b != 0),
                    _ => return None,
                }
            }
        })
    }

    fn run(&mut self, statements: &[Statement]) -> Option<Flow> {
        for statement in statements {
            match statement {
                Statement::Assign(variable, value) => self.variables[*variable] = self.value(value)?,
                Statement::Add(variable, value) => {
                    let sum = self.variables[*variable] + self.value(value)?;
                    i32::try_from(sum).ok()?;
                    self.variables[*variable] = sum;
                }
                Statement::If(condition, then, otherwise) => {
                    let body = if self.value(condition)? != 0 { then } else { otherwise };
                    match self.run(body)? {
                        Flow::On => {}
                        other => return Some(other),
                    }
                }
                Statement::For(counter, limit, step, body) => {
                    self.variables[*counter] = 0;
                    while self.variables[*counter] < *limit {
                        self.rounds.push(self.variables[*counter]);
                        let flow = self.run(body)?;
                        self.rounds.pop();
                        match flow {
                            Flow::Break => break,
                            Flow::Return => return Some(flow),
                            Flow::On | Flow::Continue => {}
                        }
                        self.variables[*counter] += step;
                    }
                }
                Statement::While(counter, limit, step, is_body_first, body) => {
                    let mut round = 0;
                    while (*is_body_first && round == 0) || self.variables[*counter] < *limit {
                        if round > 40 {
                            return None;
                        }
                        self.rounds.push(round);
                        let flow = self.run(body)?;
                        self.rounds.pop();
                        if matches!(flow, Flow::Return) {
                            return Some(flow);
                        }
                        self.variables[*counter] += step;
                        round += 1;
                    }
                }
                Statement::Switch(subject, cases) => {
                    let subject = usize::try_from(self.value(subject)?).unwrap_or(usize::MAX);
                    let first = if subject < cases.len() - 1 { subject } else { cases.len() - 1 };
                    for (body, is_left) in &cases[first..] {
                        let flow = self.run(body)?;
                        if matches!(flow, Flow::Return) {
                            return Some(flow);
                        }
                        if *is_left {
                            break;
                        }
                    }
                }
                Statement::Access(site, index) => {
                    let index = self.value(index)?;
                    self.found.insert((*site, self.rounds.clone()), index);
                }
                Statement::Return(condition) => {
                    if self.value(condition)? != 0 {
                        return Some(Flow::Return);
                    }
                }
                Statement::Jump(condition, is_break) => {
                    if self.value(condition)? != 0 {
                        return Some(if *is_break { Flow::Break } else { Flow::Continue });
                    }
                }
            }
        }
        Some(Flow::On)
    }
}

/// By access, rounds of the loops around and warp: what each lane that takes part has.
type Found = BTreeMap<(usize, Vec<i64>, i64), Vec<Option<i64>>>;

/// Where the lanes of the warps of a program access memory, by access, rounds of the loops around and warp.
fn run(program: &[Statement], variables: usize, block: [i64; 2]) -> Option<Found> {
    let mut all = Found::new();
    for thread in 0..block[0] * block[1] {
        let at = [thread % block[0], thread / block[0]];
        let mut one =
            Thread { at, variables: vec![0; variables], rounds: Vec::new(), found: BTreeMap::new() };
        one.run(program)?;
        for ((site, rounds), index) in one.found {
            let lanes = all.entry((site, rounds, thread / 32)).or_insert_with(|| vec![None; 32]);
            lanes[usize::try_from(thread % 32).ok()?] = Some(index);
        }
    }
    Some(all)
}

/// Whether lanes that take part differ by what is claimed.
fn agrees(lanes: &[Option<i64>], claimed: &[i64; 32]) -> bool {
    let mut first: Option<i64> = None;
    lanes.iter().zip(claimed).all(|(lane, claimed)| match lane {
        Some(index) => {
            let base = index * 4 - claimed;
            *first.get_or_insert(base) == base
        }
        None => true,
    })
}

#[test]
fn lanes_are_those_of_threads_that_run_one_by_one() {
    let blocks = [[32, 1], [64, 1], [128, 1], [32, 4], [16, 8], [8, 8], [64, 2], [4, 16]];
    let (mut claims, mut runs) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for seed in 0..2_000 {
        let mut maker = Maker { random: fastrand::Rng::with_seed(seed), sites: 0, next: 3 };
        let mut program = maker.statements(3, &[0, 1, 2], &[], false);
        let index = maker.expr(4, &[0, 1, 2]);
        program.push(Statement::Access(maker.sites, index));
        let block = blocks[maker.random.usize(0..blocks.len())];
        let Some(found) = run(&program, maker.next, block) else { continue };
        runs += 1;
        let mut text = "__global__ void k(float* a) {\nint v0 = 0, v1 = 0, v2 = 0;\n".to_owned();
        let mut places = BTreeMap::new();
        write(&program, &mut text, &mut places);
        text.push_str("}\n");
        // Blocks that are a multiple of 32 threads wide may stay unknown.
        if block[1] > 1 || maker.random.bool() {
            let _ = writeln!(text, "void f(float* a) {{ k<<<1, dim3({}, {})>>>(a); }}", block[0], block[1]);
        }
        for access in accesses(&text) {
            let Some(site) = places.get(&access.range.start) else { panic!("{text}\n{access:?}") };
            let Some(claimed) = access.offsets else { continue };
            claims += 1;
            let of_site: Vec<_> = found.iter().filter(|((one, ..), _)| one == site).collect();
            // What no thread comes to may be claimed where conditions are not known.
            let is_of_one_round = access.when.iter().any(|when| when.contains("round"));
            let is_of_case =
                access.when.iter().any(|when| when.starts_with("where `") || when.starts_with("if "));
            if of_site.is_empty() || (is_of_one_round && access.is_conditional) || is_of_case {
                continue;
            }
            let agreeing = of_site.iter().filter(|(_, lanes)| agrees(lanes, &claimed)).count();
            let wanted = if is_of_one_round { 1 } else { of_site.len() };
            if agreeing < wanted {
                wrong.push(format!("{text}\nseed {seed}: {access:?}\n{of_site:?}"));
            }
        }
    }
    let shortest = wrong.iter().min_by_key(|text| text.len());
    assert_eq!(wrong.len(), 0, "the shortest:\n{}", shortest.cloned().unwrap_or_default());
    println!("{claims} claims in {runs} programs");
    assert!(claims > 2_000 && runs > 800, "{claims} claims in {runs} programs");
}
