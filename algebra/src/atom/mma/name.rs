//! Names of MMA operations as C++ spells them: namespaces, a name, template arguments.

use crate::atom::element::ElementType;
use crate::smem::Major;

/// A name and its template arguments, without white space and namespaces that CuTe's headers do not need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The name itself, `SM90_64x128x16_F32F16F16_SS`; nested namespaces stay where they tell operations apart.
    pub(super) base: String,
    /// The template arguments; none for a name without `<`.
    pub(super) arguments: Vec<String>,
}

/// Namespaces and wrappers in front of an operation that add nothing to what it is.
const PREFIXES: &[&str] = &["cute::", "SM90::GMMA::MMA_", "SM90::MMA_", "GMMA::MMA_"];

/// How many wrappers are taken off a name: CuTe has `MMA_Atom<MMA_Traits<..>>`.
const MOST_WRAPPERS: usize = 2;

impl Name {
    /// Reads `SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>`, `MMA_Atom<SM80_..>`, `MMA_Traits<OP,args>`.
    pub(super) fn read(text: &str) -> Self {
        let text: String = text.split_whitespace().collect();
        let text = text.strip_suffix("{}").unwrap_or(&text);
        let mut name = Self::split(text);
        for _ in 0..MOST_WRAPPERS {
            if !matches!(name.base.as_str(), "MMA_Atom" | "MMA_Traits") || name.arguments.is_empty() {
                break;
            }
            // A wrapper: its first argument is the operation, and the rest belongs to the operation.
            let rest = name.arguments.split_off(1);
            let mut inner = Self::split(&name.arguments[0]);
            inner.arguments.extend(rest);
            name = inner;
        }
        name
    }

    /// The name before the first `<`, and the arguments behind it.
    fn split(text: &str) -> Self {
        let (base, arguments) = split_arguments(text);
        Name { base: without_prefix(base), arguments }
    }

    /// Argument `index` as an integer: `128`, `_128`, `Int<128>`, `cute::C<128>`.
    pub(super) fn integer(&self, index: usize) -> Option<i64> {
        let argument = self.arguments.get(index)?;
        let argument = argument.strip_prefix("cute::").unwrap_or(argument);
        let digits = ["Int<", "C<"]
            .iter()
            .find_map(|wrapper| argument.strip_prefix(wrapper)?.strip_suffix('>'))
            .unwrap_or(argument);
        digits.strip_prefix('_').unwrap_or(digits).parse().ok()
    }

    /// Argument `index` as an element type.
    pub(super) fn element(&self, index: usize) -> Option<ElementType> {
        ElementType::find(self.arguments.get(index)?)
    }

    /// Whether argument `index` is `UMMA::Major::K`, in any of its spellings; a missing argument is none.
    pub(super) fn is_k_major(&self, index: usize) -> Option<bool> {
        let argument = self.arguments.get(index)?;
        if argument.ends_with("Major::K>") || argument.ends_with("Major::K") {
            return Some(true);
        }
        (argument.ends_with("Major::MN>") || argument.ends_with("Major::MN")).then_some(false)
    }

    /// The contiguous modes of A and B, which are the first two arguments that name such.
    pub(super) fn majors(&self) -> [Option<Major>; 2] {
        let named = (0..self.arguments.len()).filter_map(|index| self.is_k_major(index));
        let mut majors = named.map(|is_k| if is_k { Major::K } else { Major::MN });
        match (majors.next(), majors.next()) {
            (Some(a), Some(b)) => [Some(a), Some(b)],
            _ => [None; 2],
        }
    }
}

/// `SM90_64x8x16_..` of `SM90::GMMA::MMA_64x8x16_..`, the name that CuTe's headers give it.
fn without_prefix(base: &str) -> String {
    match PREFIXES.iter().find_map(|prefix| base.strip_prefix(prefix).map(|rest| (prefix, rest))) {
        Some((&"cute::", rest)) => without_prefix(rest),
        Some((_, rest)) => format!("SM90_{rest}"),
        None => base.to_owned(),
    }
}

/// `(name, arguments)` of `name<a,b<c,d>>`.
fn split_arguments(text: &str) -> (&str, Vec<String>) {
    let Some((base, list)) =
        text.split_once('<').and_then(|(base, rest)| Some((base, rest.strip_suffix('>')?)))
    else {
        return (text, Vec::new());
    };
    let mut arguments = vec![String::new()];
    let mut depth = 0_u32;
    for character in list.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if character == ',' && depth == 0 {
            arguments.push(String::new());
        } else if let Some(last) = arguments.last_mut() {
            last.push(character);
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    (base, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, base: &str, arguments: &[&str]) {
        let name = Name::read(text);
        assert_eq!(
            (name.base.as_str(), name.arguments),
            (base, arguments.iter().map(|&a| a.to_owned()).collect())
        );
    }

    #[test]
    fn template_arguments_may_nest() {
        check("UniversalFMA<complex<float>, float>", "UniversalFMA", &["complex<float>", "float"]);
    }

    #[test]
    fn wrappers_and_namespaces_are_no_part_of_the_name() {
        check("cute::MMA_Atom<SM80_8x8x4_F64F64F64F64_TN>{}", "SM80_8x8x4_F64F64F64F64_TN", &[]);
        check(
            "MMA_Traits<SM100_MMA_F8F6F4_SS, float, cute::C<128>>",
            "SM100_MMA_F8F6F4_SS",
            &["float", "cute::C<128>"],
        );
        check("SM90::GMMA::MMA_64x8x16_F16F16F16_SS", "SM90_64x8x16_F16F16F16_SS", &[]);
    }

    #[test]
    fn integers_have_four_spellings() {
        let name = Name::read("X<128,_128,Int<128>,cute::C<128>,half_t>");
        assert_eq!(
            (0..5).map(|i| name.integer(i)).collect::<Vec<_>>(),
            [Some(128), Some(128), Some(128), Some(128), None]
        );
    }
}
