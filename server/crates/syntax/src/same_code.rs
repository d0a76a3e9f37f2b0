//! One code in two texts: an edit of a comment, of blanks or of empty lines changes no more than where it stands.

use std::{ops::Range, sync::Arc};

use crate::{
    moved::{Distance, Moves as _},
    program::{Item, Program},
};

/// A code and, apart from it, where it stands: what is the same of two texts is seen by comparing the codes.
#[derive(Debug, Clone)]
pub struct Apart {
    /// The code, all of which stands nowhere.
    code: Arc<Program>,
    /// Where each part of it stands, always in the same order.
    places: Vec<Range<usize>>,
}

impl Apart {
    /// Takes a code and its places apart.
    pub fn of(program: &Program) -> Self {
        let mut places = Vec::new();
        let mut code = program.clone();
        code.each_place(&mut |range, _| places.push(std::mem::take(range)));
        Self { code: Arc::new(code), places }
    }

    /// Lets go of its own code, which is that of `other`.
    fn share_code_of(&mut self, other: &Self) {
        self.code = Arc::clone(&other.code);
    }
}

/// Where what stood in one text stands in another.
pub trait Places {
    /// Where a range is now; `None` where that is not known.
    fn of_range(&self, range: &Range<usize>) -> Option<Range<usize>>;

    /// Where a byte is now.
    fn of_byte(&self, at: usize) -> Option<usize> {
        Some(self.of_range(&(at..at))?.start)
    }
}

/// By how many bytes an item stands behind where it stood; `None` where it is not the same, or parts of it moved on their own,
/// and of the first item of a text that begins with it: at its first byte stands what stands nowhere, too.
///
/// ```
/// use layoutlens_syntax::{Language, parse, read_program, same_code::distance};
///
/// let read = |text| read_program(Language::Cuda, text, &parse(Language::Cuda, text, None).1);
/// let (was, is) = (read("\nvoid f() { int a = 1; }"), read("/* one */\nvoid f() { int a = 1; }"));
/// assert_eq!(distance(&was.items[0], &is.items[0]), Some(9));
/// let other = read("/* one */\nvoid f() { /* two */ int a = 1; }");
/// assert_eq!(distance(&was.items[0], &other.items[0]), None);
/// ```
pub fn distance(was: &Item, is: &Item) -> Option<isize> {
    let (from, to) = (was.range().start, is.range().start);
    let bytes = to.checked_signed_diff(from)?;
    if bytes == 0 {
        return (was == is).then_some(0);
    }
    // Most that differ differ in length.
    if was.range().len() != is.range().len() {
        return None;
    }
    let mut moved = was.clone();
    // What stands nowhere is said to stand at the file's begin; the head of a template stands before its function.
    moved.move_by(Distance::By { from: 1, bytes });
    (moved == *is).then_some(bytes)
}

/// Where the places of a code in one text are in another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewPlaces {
    /// Each byte at which something began or ended, and where that is now; of one byte never two.
    places: Vec<(usize, usize)>,
}

impl NewPlaces {
    /// Where each place of `was` is in `is`; `None` where they are not the same code. Behind it they are one code in memory, too.
    ///
    /// ```
    /// use layoutlens_syntax::{Language, parse, read_program, same_code::{Apart, NewPlaces}};
    ///
    /// let read = |text| Apart::of(&read_program(Language::Cuda, text, &parse(Language::Cuda, text, None).1));
    /// let was = read("void f() { int a = 1; }");
    /// let mut is = read("void f() { /* one */ int a = 1; }");
    /// let places = NewPlaces::between(&was, &mut is).expect("a comment is no code");
    /// assert_eq!(places.of(15), Some(25)); // `a`
    /// assert_eq!(places.of(3), None); // nothing begins or ends in the middle of `void`
    /// assert_eq!(NewPlaces::between(&was, &mut read("void f() { int a = 2; }")), None);
    /// ```
    pub fn between(was: &Apart, is: &mut Apart) -> Option<Self> {
        if was.places.len() != is.places.len() || was.code != is.code {
            return None;
        }
        is.share_code_of(was);
        let ends = |(was, is): (&Range<usize>, &Range<usize>)| [(was.start, is.start), (was.end, is.end)];
        let mut places: Vec<_> = was.places.iter().zip(&is.places).flat_map(ends).collect();
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
}

impl Places for NewPlaces {
    /// Where a range is now whose ends are such bytes.
    fn of_range(&self, range: &Range<usize>) -> Option<Range<usize>> {
        Some(self.of(range.start)?..self.of(range.end)?)
    }

    fn of_byte(&self, at: usize) -> Option<usize> {
        self.of(at)
    }
}
