//! Numbers by the last part of where they are, in the little room of a hint: `h` of `params.h`.

use std::collections::BTreeMap;

/// The value with each number that an object holds by its own name, where no other one in the value has that name; an element
/// of a tuple with the tuple's, `stride.0`.
pub(crate) fn without_owners(value: &str) -> String {
    let mut paths_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in parts(value).into_iter().filter(|part| is_path(part)) {
        let paths = paths_of.entry(own_name(path)).or_default();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let shown = |path| match paths_of.get(own_name(path)).map(Vec::len) {
        Some(1) => own_name(path),
        _ => path,
    };
    parts(value).into_iter().map(|part| if is_path(part) { shown(part) } else { part }).collect()
}

/// The value cut where numbers and names begin and end.
fn parts(value: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let (mut parts, mut rest) = (Vec::new(), value);
    while let Some(first) = rest.chars().next() {
        let is_word = is_of_word(first);
        let end = rest.find(|c| is_of_word(c) != is_word).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        parts.push(part);
        rest = behind;
    }
    parts
}

/// Whether a part is a name, with the objects it is of.
fn is_path(part: &str) -> bool {
    part.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The last part of a path, and the places in it that stand behind it.
fn own_name(path: &str) -> &str {
    let is_place = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let last =
        path.split('.').rev().take_while(|part| is_place(part)).map(|place| place.len() + 1).sum::<usize>();
    let name = path.get(..path.len().saturating_sub(last)).unwrap_or(path);
    match name.rfind('.') {
        Some(dot) => path.get(dot + 1..).unwrap_or(path),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::without_owners;

    #[test]
    fn a_number_goes_by_its_own_name() {
        for (value, shown) in [
            ("(?,params.h,params.d):(params.o_stride,1,0)", "(?,h,d):(o_stride,1,0)"),
            ("(m,16*params.m):(1,0)", "(m,16*params.m):(1,0)"),
            ("(a.n,b.n,a.k):(1,a.n,0)", "(a.n,b.n,k):(1,a.n,0)"),
            ("(args.stride.0,args.stride.1.2)", "(stride.0,stride.1.2)"),
            ("(128,64):(1@0,1@1)", "(128,64):(1@0,1@1)"),
        ] {
            assert_eq!(without_owners(value), shown);
        }
    }
}
