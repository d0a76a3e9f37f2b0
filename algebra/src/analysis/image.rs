//! The set of offsets that a layout reaches.

use std::fmt;
use std::ops::RangeInclusive;

use super::{ENUMERATION_LIMIT, OffsetFunction};
use crate::{Error, ErrorKind, Layout, checked};

const OPERATION: &str = "image";

/// `count` numbers from 0 on, `step` apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Progression {
    /// How many, at least 2.
    pub count: i64,
    /// How far apart, at least 1.
    pub step: i64,
}

impl Progression {
    /// The largest number of it, which is known to fit.
    fn last(&self) -> i64 {
        (self.count - 1) * self.step
    }
}

/// The image of a layout: every offset it reaches, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Image {
    /// The sums of `lowest` and one number of each progression; no two sums are equal. The steps increase, and each
    /// is more than the progressions before it reach together.
    Progressions {
        /// The smallest offset.
        lowest: i64,
        /// What is added to it.
        progressions: Vec<Progression>,
    },
    /// Intervals in increasing order, with gaps between them.
    Intervals(Vec<RangeInclusive<i64>>),
}

impl Image {
    /// How many offsets there are.
    pub fn len(&self) -> i64 {
        match self {
            Image::Progressions { progressions, .. } => progressions.iter().map(|each| each.count).product(),
            Image::Intervals(intervals) => intervals.iter().map(|each| each.end() - each.start() + 1).sum(),
        }
    }

    /// Whether there are none, which no layout's image is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether an offset is reached.
    pub fn contains(&self, offset: i64) -> bool {
        match self {
            Image::Progressions { lowest, progressions } => {
                let Some(mut rest) = offset.checked_sub(*lowest).filter(|rest| *rest >= 0) else {
                    return false;
                };
                for each in progressions.iter().rev() {
                    let steps = rest / each.step;
                    if steps >= each.count {
                        return false;
                    }
                    rest -= steps * each.step;
                }
                rest == 0
            }
            Image::Intervals(intervals) => intervals.iter().any(|interval| interval.contains(&offset)),
        }
    }

    /// Whether the offsets follow each other without a gap.
    pub fn is_one_interval(&self) -> bool {
        match self {
            Image::Progressions { progressions, .. } => {
                matches!(progressions.as_slice(), [] | [Progression { step: 1, .. }])
            }
            Image::Intervals(intervals) => intervals.len() <= 1,
        }
    }

    /// The intervals of adjacent offsets, in increasing order.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] when there are more than `limit`.
    pub fn intervals(&self, limit: i64) -> Result<Vec<RangeInclusive<i64>>, Error> {
        let (lowest, progressions) = match self {
            Image::Intervals(intervals) => return Ok(intervals.clone()),
            Image::Progressions { lowest, progressions } => (*lowest, progressions.as_slice()),
        };
        let (run, outer) = match progressions {
            [Progression { count, step: 1 }, outer @ ..] => (count - 1, outer),
            _ => (0, progressions),
        };
        let count: i64 = outer.iter().map(|each| each.count).product();
        if count > limit {
            let kind = ErrorKind::TooLarge { what: "number of intervals", found: count, limit };
            return Err(Error::new(OPERATION, kind));
        }
        // Largest step outermost: as each step is more than the smaller ones reach, the starts come out in order.
        let mut starts = vec![lowest];
        for each in outer.iter().rev() {
            let steps = |start| (0..each.count).map(move |index| start + index * each.step);
            starts = starts.into_iter().flat_map(steps).collect();
        }
        Ok(starts.into_iter().map(|start| start..=start + run).collect())
    }
}

/// The set of offsets of a layout: as arithmetic progressions where its strides allow that, else enumerated.
///
/// The codomain of a layout is all integers; its image is what it reaches of them (section 2.4.1 of the CuTe paper).
///
/// # Errors
/// [`ErrorKind::TooLarge`] when strides alone do not tell and there are more than [`ENUMERATION_LIMIT`] coordinates;
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::image};
///
/// let image = image(&"(4,(3,2)):(2,(8,1))".parse::<Layout>()?)?;
/// assert_eq!((image.len(), image.to_string().as_str()), (24, "{0..23}"));
///
/// let padded: Layout = "(4,8):(1,5)".parse()?;
/// assert_eq!(layout_algebra::analysis::image(&padded)?.to_string(), "{0..3} + {0,5,..,35}");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn image<F: OffsetFunction + ?Sized>(function: &F) -> Result<Image, Error> {
    if let Some(layout) = function.as_layout()
        && let Some(image) = progressions(layout)?
    {
        return Ok(image);
    }
    let mut offsets =
        function.offset_table(ENUMERATION_LIMIT).map_err(|error| error.of_operation(OPERATION))?;
    offsets.sort_unstable();
    let mut intervals: Vec<RangeInclusive<i64>> = Vec::new();
    for offset in offsets {
        match intervals.last_mut() {
            Some(last) if offset == *last.end() => {}
            Some(last) if offset.checked_sub(1) == Some(*last.end()) => *last = *last.start()..=offset,
            _ => intervals.push(offset..=offset),
        }
    }
    Ok(Image::Intervals(intervals))
}

/// The image as progressions: modes from the smallest stride on, where each either extends the one before it without
/// a gap or steps over everything so far.
fn progressions(layout: &Layout) -> Result<Option<Image>, Error> {
    let mut lowest = 0;
    let mut steps = Vec::new();
    for (size, stride) in layout.flat_modes() {
        let reach = checked::mul(OPERATION, size - 1, stride)?;
        lowest = checked::add(OPERATION, lowest, reach.min(0))?;
        if reach != 0 {
            steps.push(Progression { count: size, step: checked::abs(OPERATION, stride)? });
        }
    }
    steps.sort_by_key(|each| each.step);
    let mut progressions: Vec<Progression> = Vec::new();
    let mut reach = 0;
    for next in steps {
        match progressions.last_mut() {
            Some(last) if next.step % last.step == 0 && next.step / last.step <= last.count => {
                last.count = checked::add(OPERATION, last.count, next.last() / last.step)?;
            }
            _ if next.step > reach => progressions.push(next),
            _ => return Ok(None),
        }
        reach = progressions.iter().try_fold(0, |reach, each| {
            checked::add(OPERATION, reach, checked::mul(OPERATION, each.count - 1, each.step)?)
        })?;
    }
    checked::add(OPERATION, lowest, reach)?;
    Ok(Some(Image::Progressions { lowest, progressions }))
}

impl fmt::Display for Image {
    /// `{0..3} + {0,5,..,35}`: sums of one number of each set; of more than 8 intervals, the first and the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Image::Progressions { lowest, progressions } => match progressions.as_slice() {
                [] => write!(f, "{{{lowest}}}"),
                [first, rest @ ..] => {
                    write_progression(f, *lowest, first)?;
                    rest.iter().try_for_each(|each| {
                        f.write_str(" + ")?;
                        write_progression(f, 0, each)
                    })
                }
            },
            Image::Intervals(intervals) => write_intervals(f, intervals),
        }
    }
}

fn write_progression(f: &mut fmt::Formatter<'_>, first: i64, each: &Progression) -> fmt::Result {
    let last = first + each.last();
    match each {
        Progression { step: 1, .. } => write!(f, "{{{first}..{last}}}"),
        Progression { count: 2, .. } => write!(f, "{{{first},{last}}}"),
        Progression { count: 3, step } => write!(f, "{{{first},{},{last}}}", first + step),
        Progression { step, .. } => write!(f, "{{{first},{},..,{last}}}", first + step),
    }
}

fn write_intervals(f: &mut fmt::Formatter<'_>, intervals: &[RangeInclusive<i64>]) -> fmt::Result {
    const MOST: usize = 8;
    let text = |interval: &RangeInclusive<i64>| match (interval.start(), interval.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}..{end}"),
    };
    let texts: Vec<String> = match intervals {
        [head @ .., last] if intervals.len() > MOST => {
            let left_out = intervals.len() - MOST;
            let shown = head.iter().take(MOST - 1).map(text);
            shown.chain([format!("({left_out} more)"), text(last)]).collect()
        }
        all => all.iter().map(text).collect(),
    };
    write!(f, "{{{}}}", texts.join(", "))
}

#[cfg(test)]
mod laws {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::{ComposedLayout, Swizzle};

    #[track_caller]
    fn check(layout: &str, image_text: &str) {
        assert_eq!(image(&layout.parse::<Layout>().unwrap()).unwrap().to_string(), image_text);
    }

    #[test]
    fn images_print_as_sums_of_progressions() {
        check("(4,8):(8,1)", "{0..31}");
        check("(4,8):(1,5)", "{0..3} + {0,5,..,35}");
        check("(2,3):(4,0)", "{0,4}");
        check("3:4", "{0,4,8}");
        check("4:-2", "{-6,-4,..,0}");
        check("1:7", "{0}");
        check("(3,2):(2,3)", "{0, 2..5, 7}");
        check("(4,4):(1,2)", "{0..9}");
        check("(1000000,1000000):(1000000,1)", "{0..999999999999}");
    }

    #[test]
    fn intervals_have_a_limit() {
        let image = image(&"(2,4):(1,5)".parse::<Layout>().unwrap()).unwrap();
        assert_eq!(image.intervals(4).unwrap(), [0..=1, 5..=6, 10..=11, 15..=16]);
        assert_eq!(image.intervals(3).unwrap_err().why(), "too_large");
        assert!(!image.is_empty() && Image::Intervals(Vec::new()).is_empty());
        let sparse = (0..10).map(|offset| 7 * offset).collect::<Vec<_>>();
        assert_eq!(
            super::image(sparse.as_slice()).unwrap().to_string(),
            "{0, 7, 14, 21, 28, 35, 42, (2 more), 63}"
        );
    }

    #[test]
    fn an_image_that_only_enumeration_tells_has_a_limit() {
        let layout: Layout = "(2000,2000):(2,3)".parse().unwrap();
        assert_eq!(image(&layout).unwrap_err().why(), "too_large");
    }

    #[track_caller]
    fn same_set(image: &Image, set: &BTreeSet<i64>) {
        let intervals = image.intervals(1 << 12).unwrap();
        let listed: Vec<i64> = intervals.iter().cloned().flatten().collect();
        assert_eq!(listed, set.iter().copied().collect::<Vec<_>>());
        assert_eq!(image.len(), i64::try_from(set.len()).unwrap());
        let (first, last) = (set.first().unwrap(), set.last().unwrap());
        assert_eq!(image.is_one_interval(), intervals.len() == 1);
        assert!((first - 2..last + 2).all(|offset| image.contains(offset) == set.contains(&offset)));
    }

    proptest! {
        #[test]
        fn the_image_is_the_set_of_offsets(layout in either_layout(), bits in 0_i64..3, base in 0_i64..3) {
            same_set(&image(&layout).unwrap(), &offsets(&layout).into_iter().collect());
            let swizzle = Swizzle::new(bits, base, 3).unwrap();
            let set = offsets(&layout).into_iter().map(|offset| swizzle.apply(offset + 1)).collect();
            same_set(&image(&ComposedLayout::new(swizzle, 1, layout)).unwrap(), &set);
        }
    }
}
