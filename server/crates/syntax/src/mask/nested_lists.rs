//! Templates among the arguments of a type that a parameter or an alias is declared with: of
//! `void f(Tensor<E, Layout<Shape<_4, _8>, Stride<_8, _1>>> const& x)` those within `Tensor` become the calls
//! `Layout(Shape(_4, _8), Stride(_8, _1))`, of `using L = Layout<Shape<Int<A>, Int<B>, Int<C>, Int<D>>>` that within `Layout`.
//!
//! A list in a list in a list has more readings with comparisons than tree-sitter follows: the function or alias, and what
//! stands around it, would be lost.

use super::{
    edit::{Edit, is_word, occurrences},
    template_call::{name_before, replaced, template_arguments},
    type_expression,
};

/// How many lists in each other tree-sitter reads as they are.
const READ_DEPTH: usize = 2;

/// How many lists of an alias it reads as they are, however they lie in each other.
const READ_LISTS: usize = 5;

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for open in occurrences(text, "<") {
        let Some(name) = name_before(text, open) else { continue };
        let Some(of) = Place::before(without_words(&text[..name])) else { continue };
        let Some(end) = type_expression::closing(text, open) else { continue };
        let arguments = &text[open..end];
        // A list behind a blank, or of conditions, stays, and is a comparison beside calls.
        let is_dense = !arguments.contains(" <") && !arguments.contains(['|', '&', '=', '?', '!']);
        let has_many = of == Place::Parameter || is_dense && arguments.matches('<').count() > READ_LISTS;
        if has_many && of.ends_before(text[end..].trim_start()) && depth(arguments) > READ_DEPTH {
            edits.extend(inner(text, open + 1, end));
        }
    }
    edits
}

/// Where a type stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a parameter list, or where something else is listed.
    Parameter,
    /// `using NAME =`.
    Alias,
    /// At the beginning of a declaration: of a variable, of a function that returns it.
    Declaration,
    /// Behind `->`, or the `:` in front of the bases of a class.
    Behind,
}

impl Place {
    /// The place behind a text.
    fn before(text: &str) -> Option<Self> {
        if text.ends_with("->") {
            return Some(Self::Behind);
        }
        match text.as_bytes().last()? {
            b'(' | b',' => Some(Self::Parameter),
            b';' | b'{' | b'}' => Some(Self::Declaration),
            b':' if !text.ends_with("::") => Some(Self::Behind),
            b'=' => is_behind_using(text).then_some(Self::Alias),
            _ => None,
        }
    }

    /// Whether what stands behind a type of this place may do so.
    fn ends_before(self, behind: &str) -> bool {
        match self {
            Self::Parameter => {
                behind.starts_with(['&', '*', ')', ',', '.', '=']) || behind.starts_with(is_word)
            }
            Self::Alias => behind.starts_with(';') || behind.starts_with("::"),
            Self::Declaration => behind.starts_with(is_word),
            Self::Behind => behind.starts_with(['{', ';', ',']),
        }
    }
}

/// Words of a declaration that may stand in front of its type.
const WORDS: [&str; 7] = ["const", "constexpr", "inline", "public", "static", "typedef", "typename"];

/// The text without such words at its end.
fn without_words(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some(rest) =
        WORDS.iter().find_map(|word| text.strip_suffix(word)).filter(|rest| !rest.ends_with(is_word))
    {
        text = rest.trim_end();
    }
    text
}

/// Whether a text ends with `using NAME =`.
fn is_behind_using(text: &str) -> bool {
    let Some(declared) = text.strip_suffix('=').map(str::trim_end) else { return false };
    let word = declared.trim_end_matches(is_word);
    let before = word.trim_end();
    word.len() < declared.len()
        && before.len() < word.len()
        && before.strip_suffix("using").is_some_and(|rest| !rest.ends_with(is_word))
}

/// How many angle brackets are open at once.
fn depth(arguments: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for byte in arguments.bytes() {
        match byte {
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

/// The outermost templates in this part of the text that are arguments as they stand there.
fn inner(text: &str, start: usize, end: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut covered = start;
    for open in occurrences(&text[start..end], "<").map(|at| start + at) {
        let Some(name) = name_before(text, open).filter(|_| open >= covered) else { continue };
        let Some(brackets) = template_arguments(text, open, true) else { continue };
        let Some(close) = brackets.last().map(|&(at, _)| at + 1) else { continue };
        let is_argument = text[..name].trim_end().ends_with(['<', ','])
            && text[close..].trim_start().starts_with([',', '>', '.']);
        if is_argument {
            edits.extend(brackets.into_iter().map(replaced));
            covered = close;
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use crate::mask::masked;

    #[test]
    fn lists_in_lists_of_a_parameter_are_calls() {
        assert_eq!(
            masked("void f(Tensor<E, Layout<Shape<a::C<M>, _8>, Stride<_8, _1>>> const& x) {}"),
            "void f(Tensor<E, Layout(Shape(a::C(M), _8), Stride(_8, _1))> const& x) {}"
        );
        assert_eq!(
            masked("auto f(T<MMA_Atom<Op<a, M>, As...>, Ms...>) {}"),
            "auto f(T<MMA_Atom(Op(a, M), As...), Ms...>) {}"
        );
        // A type stays one.
        assert_eq!(
            masked("void f(int a, const T<A<int, B<C>>, A<B<C>>>& x) {}"),
            "void f(int a, const T<A<int, B(C)>, A(B(C))>& x) {}"
        );
    }

    #[test]
    fn lists_in_lists_of_an_alias_are_calls_where_there_are_many() {
        assert_eq!(
            masked("using L = cute::Layout<cute::Shape<Int<A>, Int<B>, Int<C>, Int<D>>, Stride<_1, _2>>;"),
            "using L = cute::Layout<cute::Shape(Int(A), Int(B), Int(C), Int(D)), Stride(_1, _2)>;"
        );
    }

    #[test]
    fn what_is_read_as_it_stands_stays() {
        for text in [
            "using L = Layout<Shape<Int<A>, Int<B>, Int<C>>>;",
            "using L = Layout<Shape <Int<A>, Int<B>, Int<C>, Int<D>>, Stride <Int<A>, Int<B>>>;",
            "using T = If<is_same_v<M, C<false>> || is_same_v<M, C<true>>, A<B>, A<D>>;",
            "reusing = Layout<Shape<Int<A>, Int<B>, Int<C>, Int<D>>>;",
            "void f(Tensor<E, Layout<S, D>> const& x) {}",
            "using T = A<B<C<D>>>;",
            "A<B<C<D>>> x;",
            "void f(T<A<B<int>> const&, C> x) {}",
            "f(a < b, c<d<e<3);",
        ] {
            assert_eq!(masked(text), text);
        }
    }
}
