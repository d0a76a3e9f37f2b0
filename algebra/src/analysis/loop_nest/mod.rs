//! Canonical loop nests: layouts as loops, and loops as layouts (section 1.2 of the CuTe paper).

mod read;

use std::fmt;

use crate::{Error, ErrorKind, IntTuple, Layout, checked};

const OPERATION: &str = "loops";

/// A loop from 0 on in steps of 1, whose index moves the access by `increment` elements a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CanonicalLoop {
    /// The index, `i1`.
    pub index: String,
    /// How many times it runs, at least once.
    pub trips: i64,
    /// How far the access moves each time.
    pub increment: i64,
}

/// A nest of canonical loops around one access: what a layout means, as code.
///
/// ```
/// use layout_algebra::{Layout, analysis::LoopNest};
///
/// let nest = LoopNest::of_layout(&"(4,20):(5,2)".parse::<Layout>()?)?;
/// assert_eq!(
///     nest.to_string(),
///     "for (int i1 = 0; i1 < 20; ++i1)\n  for (int i0 = 0; i0 < 4; ++i0)\n    A[5*i0 + 2*i1] = e(i0,i1);"
/// );
/// assert_eq!(nest.layout()?.to_string(), "(4,20):(5,2)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopNest {
    /// The loops, innermost first, as modes are leftmost first.
    pub loops: Vec<CanonicalLoop>,
    /// Where the access begins: `(A + base)[..]`.
    pub base: i64,
}

/// A loop as programs have it: `for (index = start; index < end; index += step)`, around an access that moves by
/// `coefficient` for each 1 of the index. With a negative step it runs while `index > end`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountedLoop {
    /// The index, `m`.
    pub index: String,
    /// Its first value.
    pub start: i64,
    /// The first value that it does not reach: one more than the last bound of a `<=`.
    pub end: i64,
    /// What is added to it each time.
    pub step: i64,
    /// How far the access moves for each 1 of the index.
    pub coefficient: i64,
}

impl LoopNest {
    /// The loops of a layout: the leftmost mode is the innermost loop, so that they run through the 1-D coordinates in
    /// order. The index of mode (1,0) is `i1_0`; that of an integer shape is `i`.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub fn of_layout(layout: &Layout) -> Result<Self, Error> {
        let mut names = Vec::new();
        index_names(&layout.shape(), &mut Vec::new(), &mut names);
        let loops = names
            .into_iter()
            .zip(layout.flat_modes())
            .map(|(index, (trips, increment))| CanonicalLoop { index, trips, increment });
        Ok(LoopNest { loops: loops.collect(), base: 0 })
    }

    /// The canonical form of counted loops, innermost first: each index is divided by its step, and what the first
    /// values add to the access goes to its base.
    ///
    /// # Errors
    /// [`ErrorKind::BadFactor`] for a loop that never runs or never ends, [`ErrorKind::Overflow`].
    ///
    /// ```
    /// use layout_algebra::analysis::{CountedLoop, LoopNest};
    ///
    /// // for (int m = 2; m <= 50; m += 3) A[m] = e(m);
    /// let counted = CountedLoop { index: "m".to_owned(), start: 2, end: 51, step: 3, coefficient: 1 };
    /// let nest = LoopNest::canonical(&[counted])?;
    /// assert_eq!(nest.to_string(), "for (int m = 0; m < 17; ++m)\n  (A + 2)[3*m] = e(m);");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn canonical(loops: &[CountedLoop]) -> Result<Self, Error> {
        let mut nest = LoopNest { loops: Vec::with_capacity(loops.len()), base: 0 };
        for counted in loops {
            let first = checked::mul(OPERATION, counted.coefficient, counted.start)?;
            nest.base = checked::add(OPERATION, nest.base, first)?;
            nest.loops.push(CanonicalLoop {
                index: counted.index.clone(),
                trips: counted.trips()?,
                increment: checked::mul(OPERATION, counted.coefficient, counted.step)?,
            });
        }
        Ok(nest)
    }

    /// The layout that the loops run through, a mode a loop: the access is `(A + base)[layout(c)]` at 1-D coordinate c.
    ///
    /// # Errors
    /// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn layout(&self) -> Result<Layout, Error> {
        let tuple = |leaf: fn(&CanonicalLoop) -> i64| match self.loops.as_slice() {
            [] => IntTuple::Int(1),
            [only] => IntTuple::Int(leaf(only)),
            loops => loops.iter().map(leaf).collect(),
        };
        Layout::new(tuple(|each| each.trips), tuple(|each| each.increment))
    }

    /// What the loops access, in the order in which they do: what the printed program does.
    ///
    /// # Errors
    /// Those of [`layout`](Self::layout); [`ErrorKind::TooLarge`] above `limit` accesses.
    pub fn accesses(&self, limit: i64) -> Result<Vec<i64>, Error> {
        let offsets = self.layout()?.eval_all(limit)?;
        offsets.into_iter().map(|offset| checked::add(OPERATION, self.base, offset)).collect()
    }

    /// The loops on one line, for places that have only one.
    pub fn on_one_line(&self) -> String {
        let lines: Vec<String> = self.lines().map(|line| line.trim_start().to_owned()).collect();
        lines.join(" ")
    }

    fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let heads = self.loops.iter().rev().enumerate().map(|(depth, each)| {
            let CanonicalLoop { index, trips, .. } = each;
            format!("{:indent$}for (int {index} = 0; {index} < {trips}; ++{index})", "", indent = 2 * depth)
        });
        let indent = 2 * self.loops.len();
        let indices: Vec<&str> = self.loops.iter().map(|each| each.index.as_str()).collect();
        let array = if self.base == 0 { "A".to_owned() } else { format!("(A{})", signed(self.base)) };
        let body = format!("{:indent$}{array}[{}] = e({});", "", self.subscript(), indices.join(","));
        heads.chain([body])
    }

    /// `5*i0 + 2*i1`, without what adds nothing.
    fn subscript(&self) -> String {
        let mut text = String::new();
        for CanonicalLoop { index, increment, .. } in self.loops.iter().filter(|each| each.increment != 0) {
            let term = match increment.unsigned_abs() {
                1 => index.clone(),
                times => format!("{times}*{index}"),
            };
            text.push_str(match (*increment < 0, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            });
            text.push_str(&term);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

/// ` + 2` or ` - 2`.
fn signed(value: i64) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!(" {sign} {}", value.unsigned_abs())
}

fn index_names(shape: &IntTuple, path: &mut Vec<usize>, names: &mut Vec<String>) {
    match shape {
        IntTuple::Int(_) => {
            let path: Vec<String> = path.iter().map(usize::to_string).collect();
            names.push(format!("i{}", path.join("_")));
        }
        IntTuple::Tuple(modes) => {
            for (index, mode) in modes.iter().enumerate() {
                path.push(index);
                index_names(mode, path, names);
                path.pop();
            }
        }
    }
}

impl CountedLoop {
    /// How many times it runs.
    fn trips(&self) -> Result<i64, Error> {
        let CountedLoop { index, start, end, step, .. } = self;
        let refused = |why: &str| {
            let reason = format!("the loop of {index} from {start} to {end} in steps of {step} {why}");
            Error::new(OPERATION, ErrorKind::BadFactor { reason })
        };
        let overflow = || Error::overflow(OPERATION);
        let way = end.checked_sub(*start).ok_or_else(overflow)?;
        let (way, step) = match step.signum() {
            0 => return Err(refused("never ends")),
            -1 => (way.checked_neg().ok_or_else(overflow)?, step.checked_neg().ok_or_else(overflow)?),
            _ => (way, *step),
        };
        if way <= 0 { Err(refused("never runs")) } else { Ok(checked::ceil_div_positive(way, step)) }
    }
}

impl fmt::Display for LoopNest {
    /// As C, a loop a line, the outermost first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().collect::<Vec<_>>().join("\n"))
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::flatten;

    fn counted(start: i64, end: i64, step: i64, coefficient: i64) -> CountedLoop {
        CountedLoop { index: format!("i{start}"), start, end, step, coefficient }
    }

    /// What the loop does when it is run.
    fn run(counted: &CountedLoop) -> Vec<i64> {
        let mut index = counted.start;
        let mut values = Vec::new();
        while if counted.step > 0 { index < counted.end } else { index > counted.end } {
            values.push(index * counted.coefficient);
            index += counted.step;
        }
        values
    }

    proptest! {
        #[test]
        fn loops_of_a_layout_run_through_its_offsets(layout in either_layout()) {
            let nest = LoopNest::of_layout(&layout).unwrap();
            prop_assert_eq!(nest.accesses(1 << 20).unwrap(), offsets(&layout));
            let back = nest.layout().unwrap();
            let flat = flatten(&layout);
            let same_modes = back.flat_modes() == flat.flat_modes();
            prop_assert!(same_modes, "{} {}", back, flat);
        }

        #[test]
        fn canonical_loops_access_what_the_counted_ones_do(
            outer in (-9_i64..9, 1_i64..20, 1_i64..5, -5_i64..5), inner in (-9_i64..9, 1_i64..20, 1_i64..5, -5_i64..5), down in any::<bool>()
        ) {
            let sign = if down { -1 } else { 1 };
            let (a, b) = (counted(inner.0, inner.0 + sign * inner.1, sign * inner.2, inner.3), counted(outer.0, outer.0 + outer.1, outer.2, outer.3));
            let nest = LoopNest::canonical(&[a.clone(), b.clone()]).unwrap();
            let expected: Vec<i64> = run(&b).into_iter().flat_map(|outer| run(&a).into_iter().map(move |inner| outer + inner)).collect();
            prop_assert_eq!(nest.accesses(1 << 20).unwrap(), expected);
        }
    }

    #[test]
    fn nested_modes_have_nested_names_and_negative_strides_are_subtracted() {
        let nest = |text: &str| LoopNest::of_layout(&text.parse().unwrap()).unwrap().on_one_line();
        assert_eq!(
            nest("(4,(3,2)):(2,(-8,1))"),
            "for (int i1_1 = 0; i1_1 < 2; ++i1_1) for (int i1_0 = 0; i1_0 < 3; ++i1_0) for (int i0 = 0; i0 < 4; ++i0) \
             A[2*i0 - 8*i1_0 + i1_1] = e(i0,i1_0,i1_1);"
        );
        assert_eq!(nest("3:0"), "for (int i = 0; i < 3; ++i) A[0] = e(i);");
    }

    #[test]
    fn loops_that_never_run_or_end_are_refused() {
        assert_eq!(
            LoopNest::canonical(&[counted(4, 4, 1, 1)]).unwrap_err().to_string(),
            "loops: the loop of i4 from 4 to 4 in steps of 1 never runs"
        );
        assert_eq!(
            LoopNest::canonical(&[counted(0, 4, 0, 1)]).unwrap_err().to_string(),
            "loops: the loop of i0 from 0 to 4 in steps of 0 never ends"
        );
        assert_eq!(LoopNest::canonical(&[counted(i64::MIN, 4, 1, 1)]).unwrap_err().why(), "overflow");
    }
}
