//! Whether a tuple in a comment is the tuple that the code has.

use layout_algebra::{Coordinate, IntTuple};
use layoutlens_operation::{size::Size, value::Leaf};
use layoutlens_syntax::{CommentedSwizzle, CommentedValue, Expr, ExprKind, Pattern, PatternKind};

use crate::comment::{
    parts::{Parts, SwizzlePart},
    stated::StatedSizes,
};

/// Whether a part of a comment is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is; of names that nothing binds, rank and nesting are.
    Fits,
    /// That depends on what is not known.
    Open,
    /// It is not: `mode 1 is 64, not 32`.
    Differs(String),
}

/// Compares what a comment says with what is.
pub(super) struct Matching<'a> {
    /// The value of an element that has one.
    pub(super) bound: &'a dyn Fn(&Pattern) -> Option<IntTuple<Leaf>>,
    /// Whether the comment has strides: then it is a layout as CuTe prints it, nested exactly so.
    pub(super) has_stride: bool,
    /// What the comments of the function say of run-time sizes.
    pub(super) stated: &'a StatedSizes,
}

/// Which tuple of a layout is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Shape,
    Stride,
}

impl Matching<'_> {
    pub(super) fn value(&self, value: &CommentedValue, parts: &Parts) -> Outcome {
        let stride = match (&value.stride, &parts.stride) {
            (Some(written), Some(found)) => self.tuple(written, found, Side::Stride, &[]),
            // A layout beside a tuple: the comment speaks of something else.
            (Some(_), None) => return Outcome::Open,
            (None, _) => Outcome::Fits,
        };
        let shape = self.shape(&value.shape, parts);
        let swizzle = value.swizzle.as_ref().map_or(Outcome::Fits, |written| swizzle(written, parts.swizzle));
        shape.and(stride).and(swizzle)
    }

    /// Compares a tuple with the shape.
    pub(super) fn shape(&self, written: &Pattern, parts: &Parts) -> Outcome {
        match &parts.stride {
            Some(stride) if !self.has_stride => {
                let written = without_broadcast_names(written, &parts.shape, stride);
                self.tuple(&written, &parts.shape, Side::Shape, &[])
            }
            _ => self.tuple(written, &parts.shape, Side::Shape, &[]),
        }
    }

    /// Compares an element, or the whole tuple at the empty `path`.
    pub(super) fn tuple(
        &self,
        written: &Pattern,
        found: &IntTuple<Leaf>,
        side: Side,
        path: &[usize],
    ) -> Outcome {
        match (&written.kind, found) {
            (PatternKind::Any | PatternKind::Rest, _) => Outcome::Fits,
            (PatternKind::Multiple(divisor), IntTuple::Int(leaf)) => multiple(*divisor, leaf, side, path),
            (PatternKind::Multiple(_), IntTuple::Tuple(_)) => Outcome::Open,
            (PatternKind::Tuple(elements), IntTuple::Tuple(modes)) => {
                self.elements(elements, modes, side, path)
            }
            (PatternKind::Tuple(elements), leaf @ IntTuple::Int(value)) => match elements.as_slice() {
                _ if matches!(value, Leaf::Any) => Outcome::Open,
                // One mode in brackets of its own.
                [single] if path.is_empty() => self.tuple(single, leaf, side, path),
                [_] => Outcome::Open,
                several => Outcome::Differs(format!(
                    "{} is {value}, and not a tuple of {}",
                    place(side, path),
                    several.len()
                )),
            },
            _ => match (self.bound)(written) {
                Some(expected) => self.leaf(written, &expected, found, side, path),
                None => Outcome::Fits,
            },
        }
    }

    fn elements(
        &self,
        elements: &[Pattern],
        modes: &[IntTuple<Leaf>],
        side: Side,
        path: &[usize],
    ) -> Outcome {
        let rest = elements.iter().position(|element| element.kind == PatternKind::Rest);
        let fixed = elements.iter().filter(|element| element.kind != PatternKind::Rest).count();
        if fixed > modes.len() || (rest.is_none() && fixed < modes.len()) {
            // `(V)` is a word in brackets as often as it is a rank, `(M * N)` a number of elements.
            match elements {
                [Pattern { kind: PatternKind::Name(_), .. }] => return Outcome::Open,
                [Pattern { kind: PatternKind::Expression(of), .. }] if is_arithmetic(of) => {
                    return Outcome::Open;
                }
                _ => {}
            }
            if path.is_empty() && may_name_elements(elements, modes) {
                return Outcome::Open;
            }
            let at_least = if rest.is_some() { "at least " } else { "" };
            let what = if path.is_empty() { String::new() } else { format!("{} has ", place(side, path)) };
            return Outcome::Differs(format!("{what}rank {}, not {at_least}{fixed}", modes.len()));
        }
        let before = rest.unwrap_or(elements.len());
        let behind = elements.len() - before - usize::from(rest.is_some());
        let front = elements.iter().take(before).enumerate();
        let back = elements
            .iter()
            .skip(elements.len() - behind)
            .enumerate()
            .map(|(index, element)| (modes.len() - behind + index, element));
        front.chain(back).fold(Outcome::Fits, |outcome, (index, element)| {
            let Some(mode) = modes.get(index) else { return outcome.and(Outcome::Open) };
            outcome.and(self.tuple(element, mode, side, &[path, &[index]].concat()))
        })
    }

    fn leaf(
        &self,
        written: &Pattern,
        expected: &IntTuple<Leaf>,
        found: &IntTuple<Leaf>,
        side: Side,
        path: &[usize],
    ) -> Outcome {
        let IntTuple::Int(expected) = expected else { return Outcome::Open };
        let differs = |found: &dyn std::fmt::Display| {
            let place = place(side, path);
            Outcome::Differs(match &written.kind {
                PatternKind::Name(name) => format!("{place} is {found}, and `{name}` is {expected}"),
                _ => format!("{place} is {found}, not {expected}"),
            })
        };
        match found {
            IntTuple::Int(leaf) => match equal(expected, leaf) {
                Some(true) => Outcome::Fits,
                Some(false) => differs(leaf),
                None => self.in_the_stated_run(written, leaf, side, path),
            },
            // The size of a mode, however it is nested: right, though not what CuTe prints.
            IntTuple::Tuple(_) if side == Side::Shape && !(self.has_stride && is_number(written)) => {
                let size = product(found);
                match (expected, size) {
                    (Leaf::Size(Size::Known(expected)), Some(size)) if *expected == size => {
                        if is_number(written) { Outcome::Open } else { Outcome::Fits }
                    }
                    (Leaf::Size(Size::Known(_)), Some(_)) => differs(found),
                    _ => Outcome::Open,
                }
            }
            IntTuple::Tuple(_) if is_number(written) => differs(found),
            IntTuple::Tuple(_) => Outcome::Open,
        }
    }

    /// A number beside a run-time integer: of the run that other comments tell of, if it is a whole layout.
    fn in_the_stated_run(&self, written: &Pattern, found: &Leaf, side: Side, path: &[usize]) -> Outcome {
        let (PatternKind::Number(number), Leaf::Size(size), true) = (&written.kind, found, self.has_stride)
        else {
            return Outcome::Open;
        };
        match self.stated.number(size) {
            Some(run) if run == *number => Outcome::Fits,
            Some(run) => Outcome::Differs(format!(
                "{} is {size}, by other comments {run}, not {number}",
                place(side, path)
            )),
            None => Outcome::Open,
        }
    }
}

impl Outcome {
    /// Both: the first difference counts, and what is open leaves the whole open.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Differs(difference), _) | (_, Self::Differs(difference)) => Self::Differs(difference),
            (Self::Fits, Self::Fits) => Self::Fits,
            _ => Self::Open,
        }
    }
}

/// The pattern without names of modes `1:0`: `(D, EH)` over a vector of `EH` that is the same for all of `D` says which mode
/// is which, not how large each is.
fn without_broadcast_names(written: &Pattern, shape: &IntTuple<Leaf>, stride: &IntTuple<Leaf>) -> Pattern {
    let kind = match (&written.kind, shape, stride) {
        (PatternKind::Name(_), IntTuple::Int(size), IntTuple::Int(step))
            if is_known(size, 1) && is_known(step, 0) =>
        {
            PatternKind::Any
        }
        (PatternKind::Tuple(elements), IntTuple::Tuple(sizes), IntTuple::Tuple(steps))
            if elements.len() == sizes.len() =>
        {
            let modes = elements.iter().zip(sizes.iter().zip(steps.iter()));
            PatternKind::Tuple(
                modes.map(|(element, (size, step))| without_broadcast_names(element, size, step)).collect(),
            )
        }
        (kind, ..) => kind.clone(),
    };
    Pattern { kind, range: written.range.clone() }
}

fn is_known(leaf: &Leaf, number: i64) -> bool {
    matches!(leaf, Leaf::Size(Size::Known(known)) if *known == number)
}

/// `mode 1`, `mode (0,1)`, `the stride of mode 1`; the whole tuple at the empty path.
fn place(side: Side, path: &[usize]) -> String {
    let what = match side {
        Side::Shape => "",
        Side::Stride => "the stride of ",
    };
    match path {
        [] if side == Side::Shape => "the shape".to_owned(),
        [] => "the stride".to_owned(),
        [mode] => format!("{what}mode {mode}"),
        path => {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("{what}mode ({})", path.join(","))
        }
    }
}

fn is_number(pattern: &Pattern) -> bool {
    matches!(pattern.kind, PatternKind::Number(_))
}

/// Whether this is computed from parts, as a number of elements is.
fn is_arithmetic(of: &Expr) -> bool {
    matches!(of.kind, ExprKind::Binary { .. })
}

/// Whether the names may be those of what a layout's first mode holds: `(bidx, bidy, bidz, valid)` above `(4,2):(1,4)`.
fn may_name_elements(elements: &[Pattern], modes: &[IntTuple<Leaf>]) -> bool {
    let is_element = |element: &Pattern| match &element.kind {
        PatternKind::Name(name) => !name.contains(char::is_uppercase),
        _ => false,
    };
    let count = modes.first().and_then(product).and_then(|size| usize::try_from(size).ok());
    elements.iter().all(is_element) && count == Some(elements.len())
}

/// Whether two leaves are equal for all values of their names; `None` where that depends on them.
fn equal(expected: &Leaf, found: &Leaf) -> Option<bool> {
    match (expected, found) {
        (Leaf::Size(expected), Leaf::Size(found)) => equal_sizes(expected, found),
        (Leaf::Coordinate(expected), Leaf::Coordinate(found)) => Some(expected == found),
        (Leaf::Coordinate(coordinate), Leaf::Size(size))
        | (Leaf::Size(size), Leaf::Coordinate(coordinate)) => {
            Some(size.integer().known()? == 0 && *coordinate == Coordinate::Zero)
        }
        _ => None,
    }
}

fn equal_sizes(expected: &Size, found: &Size) -> Option<bool> {
    let (expected, found) = (expected.integer().expression(), found.integer().expression());
    if expected == found {
        return Some(true);
    }
    expected.minus(&found).ok()?.as_constant().map(|difference| difference == 0)
}

/// Whether a leaf is a multiple of `divisor`.
fn multiple(divisor: i64, leaf: &Leaf, side: Side, path: &[usize]) -> Outcome {
    let Leaf::Size(size) = leaf else { return Outcome::Open };
    match size.integer().known() {
        Some(number) if divisor != 0 && number % divisor != 0 => {
            Outcome::Differs(format!("{} is {number}, which {divisor} does not divide", place(side, path)))
        }
        Some(_) => Outcome::Fits,
        None => {
            let divisor = Size::Known(divisor).integer().expression();
            let is_multiple = size.integer().expression().is_multiple_of(&divisor);
            if is_multiple { Outcome::Fits } else { Outcome::Open }
        }
    }
}

/// The number of elements, when it is known.
fn product(tuple: &IntTuple<Leaf>) -> Option<i64> {
    tuple.leaves().iter().try_fold(1_i64, |product, leaf| match leaf {
        Leaf::Size(size) => product.checked_mul(size.integer().known()?),
        _ => None,
    })
}

fn swizzle(written: &CommentedSwizzle, found: SwizzlePart) -> Outcome {
    let found = match (found, written.has_pointer) {
        (SwizzlePart::Elements(found), false) | (SwizzlePart::Bytes(found), true) => found,
        // On bytes here, on elements there: the numbers differ by the size of an element.
        _ => return Outcome::Open,
    };
    let numbers = [i64::from(found.bits()), i64::from(found.base()), i64::from(found.shift())];
    if numbers == written.numbers {
        Outcome::Fits
    } else {
        let [bits, base, shift] = written.numbers;
        Outcome::Differs(format!("the swizzle is {found}, not Sw<{bits},{base},{shift}>"))
    }
}
