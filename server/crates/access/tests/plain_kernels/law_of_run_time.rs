//! What is claimed of what is known at run time only, under what it is claimed to hold, is what each thread computes, one by one.

use std::fmt::Write as _;

use crate::spelled::Reader;
use layoutlens_access::accesses;

/// Statements whose conditions hang on `n` and on the lane.
fn cases(random: &mut fastrand::Rng) -> (String, Vec<String>) {
    let number = |random: &mut fastrand::Rng| random.i64(0..40);
    let lane = |random: &mut fastrand::Rng| match random.u8(0..4) {
        0 => format!("(t * {})", random.i64(1..4)),
        1 => format!("(t + {})", random.i64(0..9)),
        2 => format!("(t / {})", 1 << random.u8(1..4)),
        _ => "t".to_owned(),
    };
    let condition = |random: &mut fastrand::Rng| {
        let sign = ["<", "<=", ">", ">=", "==", "!="][random.usize(0..6)];
        match random.u8(0..5) {
            0 => format!("{} {sign} n", lane(random)),
            1 => format!("n {sign} {}", lane(random)),
            2 => format!("n {sign} {}", number(random)),
            3 => format!("!(n {sign} {} && {} < n)", number(random), number(random)),
            _ => format!("n {sign} {} || {} {sign} n", number(random), lane(random)),
        }
    };
    let (mut text, mut indices) = (String::new(), Vec::new());
    for at in 0..random.usize(1..4) {
        let _ = match random.u8(0..4) {
            0 => writeln!(
                text,
                "if ({}) v = {}; else v = v + {};",
                condition(random),
                lane(random),
                lane(random)
            ),
            1 => writeln!(text, "v = v + (({}) ? {} : {});", condition(random), lane(random), number(random)),
            2 => writeln!(text, "v = v + min({}, n + {});", lane(random), number(random)),
            _ => writeln!(text, "v = max({}, n) - min(v, {});", lane(random), lane(random)),
        };
        let _ = writeln!(text, "a[v + {at}] = 0;");
        indices.push(format!("v + {at}"));
    }
    (text, indices)
}

/// What each access of the statements has for one thread.
fn indices_of(text: &str, lane: i64, n: i64) -> Vec<i64> {
    let (mut v, mut found) = (lane, Vec::new());
    for line in text.lines() {
        let value = |spelled: &str, v: i64| {
            let mut reader = Reader { rest: spelled, names: &[("t", lane), ("n", n), ("v", v)] };
            reader.expression()
        };
        if let Some(index) = line.strip_prefix("a[").and_then(|rest| rest.split(']').next()) {
            found.push(value(index, v));
        } else if let Some(rest) = line.strip_prefix("if (") {
            let (condition, rest) = rest.split_once(") v = ").expect("a branch");
            let (then, otherwise) = rest.split_once("; else v = ").expect("another");
            let branch = if value(condition, v) != 0 { then } else { otherwise };
            v = value(branch.trim_end_matches(';'), v);
        } else if let Some(rest) = line.strip_prefix("v = ") {
            v = value(rest.trim_end_matches(';'), v);
        }
    }
    found
}

/// Whatever is held of conditions, for some `n` it is so, and then threads that run one by one are where the claim says.
#[test]
fn a_case_is_what_threads_compute_for_some_number() {
    let (mut claims, mut held) = (0, 0);
    for seed in 0..600 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (body, indices) = cases(&mut random);
        let text = format!(
            "__global__ void k(float* a, int n) {{\nint t = threadIdx.x, v = t;\n{body}}}\nvoid f(float* a, int n) {{ k<<<1, 32>>>(a, n); }}\n"
        );
        for access in accesses(&text) {
            let Some(claimed) = access.offsets else { continue };
            let spelled = &text[access.range.clone()];
            let site = indices.iter().position(|index| spelled == format!("a[{index}]")).expect("an access");
            let agrees = |n: i64| {
                let first = indices_of(&body, 0, n)[site];
                (1..32).all(|lane| (indices_of(&body, lane, n)[site] - first) * 4 == claimed[lane as usize])
            };
            let is_of_case =
                access.when.iter().any(|when| when.starts_with("where `") || when.starts_with("if "));
            let is_so = match is_of_case {
                true => (0..250).any(|n| agrees(n) || agrees(-n)),
                false => [-70, 0, 3, 17, 30, 90].into_iter().all(agrees),
            };
            assert!(is_so, "seed {seed}:\n{text}\n{access:?}");
            claims += 1;
            held += usize::from(is_of_case);
        }
    }
    assert!(held > 200 && claims > held, "{held} cases of {claims}");
}

/// A quotient or remainder of what hangs on `n` and `m`, or what a mask leaves of it.
fn quotient(random: &mut fastrand::Rng) -> String {
    let lanes = match random.u8(0..4) {
        0 => format!("t * {}", 1 << random.u8(0..4)),
        1 => format!("t + {}", random.i64(0..40)),
        2 => format!("t / {}", 1 << random.u8(0..4)),
        _ => "t".to_owned(),
    };
    let mut dividend = lanes;
    for _ in 0..random.u8(0..3) {
        let factor = ["n", "m", "n * m", "t", "1"][random.usize(0..5)];
        let _ = write!(dividend, " + {} * {factor}", ["n", "m", "4", "32", "3"][random.usize(0..5)]);
    }
    let divisor = ["n", "m", "(n * 2)", "(n + m)", "4", "32", "6"][random.usize(0..7)];
    match random.u8(0..7) {
        0 | 1 => format!("({dividend}) / {divisor}"),
        2 | 3 => format!("({dividend}) % {divisor}"),
        4 => format!("({dividend}) & ({divisor} - 1)"),
        5 => format!("(n - 1) & ({dividend})"),
        _ => format!("({dividend}) >> {}", random.u8(0..6)),
    }
}

/// Whether what is supposed is so for these numbers; `None` where it is not read.
fn holds(when: &str, names: &[(&str, i64)]) -> Option<bool> {
    let (spelled, what) = when.strip_prefix('`')?.split_once("` ")?;
    if spelled.contains("..") {
        return None;
    }
    let value = Reader { rest: spelled, names }.expression();
    if what == "not negative" {
        return Some(value >= 0);
    }
    let of: i64 = what.strip_prefix("a multiple of ")?.parse().ok()?;
    Some(value % of == 0)
}

/// Whatever is supposed of sizes, threads are where the claim says for all numbers of which it is so.
#[test]
fn quotients_are_those_of_threads_wherever_what_is_supposed_is_so() {
    let (mut claims, mut compared) = (0, 0);
    for seed in 0..2_500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let index = quotient(&mut random);
        let text = format!(
            "__global__ void k(float* a, int n, int m) {{\nint t = threadIdx.x;\na[{index}] = 0;\n}}\n\
             void f(float* a, int n, int m) {{ k<<<1, 32>>>(a, n, m); }}\n"
        );
        for access in accesses(&text) {
            let Some(claimed) = access.offsets else { continue };
            claims += 1;
            for (n, m) in
                [(1, 1), (2, 3), (4, 8), (32, 32), (64, 32), (32, 7), (128, 96), (256, 512), (6, 12), (96, 4)]
            {
                let names = |lane: i64| [("threadIdx", 0), ("warp", 0), ("t", lane), ("n", n), ("m", m)];
                let supposed =
                    access.when.iter().filter(|when| !when.contains("aligned") && !when.contains("blockDim"));
                // Of what costs the least where it is so, nothing else is claimed.
                let mut are_so = supposed.map(|when| holds(when, &names(0)).unwrap_or(false));
                if !are_so.all(|is_so| is_so) {
                    continue;
                }
                let at = |lane: i64| Reader { rest: &index, names: &names(lane) }.expression();
                let is_so = (0..32_i64).all(|lane| (at(lane) - at(0)) * 4 == claimed[lane as usize]);
                assert!(is_so, "seed {seed}, n = {n}, m = {m}:\n{text}\n{access:?}");
                compared += 1;
            }
        }
    }
    assert!(claims > 500 && compared > 1_000, "{claims} claims, {compared} compared");
}
