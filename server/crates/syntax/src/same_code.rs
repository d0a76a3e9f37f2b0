//! One code in two texts: an edit of a comment, of blanks or of empty lines changes no more than where it stands.

use std::ops::Range;

use crate::{moved::Moves as _, program::Program};

/// Where the places of a code in one text are in another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewPlaces {
    /// Each byte at which something began or ended, and where that is now; of one byte never two.
    places: Vec<(usize, usize)>,
}

impl NewPlaces {
    /// Where each place of `was` is in `is`; `None` where they are not the same code.
    ///
    /// ```
    /// use layoutlens_syntax::{Language, parse, read_program, same_code::NewPlaces};
    ///
    /// let read = |text| read_program(Language::Cuda, text, &parse(Language::Cuda, text, None).1);
    /// let was = read("void f() { int a = 1; }");
    /// let is = read("void f() { /* one */ int a = 1; }");
    /// let places = NewPlaces::between(&was, &is).expect("a comment is no code");
    /// assert_eq!(places.of(15), Some(25)); // `a`
    /// assert_eq!(places.of(3), None); // nothing begins or ends in the middle of `void`
    /// assert_eq!(NewPlaces::between(&was, &read("void f() { int a = 2; }")), None);
    /// ```
    pub fn between(was: &Program, is: &Program) -> Option<Self> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        is.clone().each_place(&mut |range, _| ranges.push(range.clone()));
        let mut now = ranges.into_iter();
        let mut places = Vec::new();
        let mut moved = was.clone();
        moved.each_place(&mut |range, _| {
            // Where one of them has more, they are not equal below.
            if let Some(now) = now.next() {
                places.push((range.start, now.start));
                places.push((range.end, now.end));
                *range = now;
            }
        });
        if now.next().is_some() || moved != *is {
            return None;
        }
        places.sort_unstable();
        places.dedup();
        // What ended and what began at one byte may be apart now: which of them is meant, nobody knows.
        let is_one = |at: usize| {
            let first = places.partition_point(|(was, _)| *was < at);
            places.get(first + 1).is_none_or(|(was, _)| *was != at)
        };
        let places = places.iter().copied().filter(|(was, _)| is_one(*was)).collect();
        Some(Self { places })
    }

    /// Where a byte is now at which something began or ended.
    pub fn of(&self, at: usize) -> Option<usize> {
        let index = self.places.binary_search_by_key(&at, |(was, _)| *was);
        let now = index.ok().and_then(|index| self.places.get(index)).map(|(_, is)| *is);
        match at {
            // Where the file begins, which stays, or what stands there first: which of them is meant, nobody knows.
            0 => now.is_none_or(|now| now == 0).then_some(0),
            // Where nothing ends.
            usize::MAX => Some(at),
            _ => now,
        }
    }

    /// Where a range is now whose ends are such bytes.
    pub fn of_range(&self, range: &Range<usize>) -> Option<Range<usize>> {
        Some(self.of(range.start)?..self.of(range.end)?)
    }
}
