//! Reading loops as C has them: `for (int m = 2; m <= 50; m += 3) A[m] = e(m);`.

use std::str::FromStr;

use super::{CountedLoop, LoopNest};
use crate::{Error, ErrorKind, checked};

/// The most loops of a nest that is read.
const MOST_LOOPS: usize = 64;

impl FromStr for LoopNest {
    type Err = Error;

    /// Reads a nest of counted loops around one assignment, as section 1.2 of the CuTe paper writes them, and gives its
    /// canonical form: each loop `for (int i = START; i < END; i += STEP)` (also `<= > >=`, `++i`, `i++`, `-=`, `--`),
    /// and `A[..]` or `(A + BASE)[..]` with a sum of integers and their products with indices. What is assigned does not
    /// matter.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`] with the column, counted over all lines; those of [`LoopNest::canonical`].
    ///
    /// ```
    /// use layout_algebra::analysis::LoopNest;
    ///
    /// let nest: LoopNest = "for (int m = 2; m <= 50; m += 3)\n  A[m] = e(m);".parse()?;
    /// assert_eq!(nest.to_string(), "for (int m = 0; m < 17; ++m)\n  (A + 2)[3*m] = e(m);");
    /// assert_eq!((nest.base, nest.layout()?.to_string().as_str()), (2, "17:3"));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_space();
        let mut loops = Vec::new();
        while reader.eat("for") {
            if loops.len() == MOST_LOOPS {
                return Err(reader.error("no more than 64 loops"));
            }
            loops.push(reader.head()?);
        }
        let base = reader.array()?;
        let constant = reader.subscript(&mut loops)?;
        reader.expect("=")?;
        loops.reverse();
        let mut nest = LoopNest::canonical(&loops)?;
        for more in [base, constant] {
            nest.base = checked::add("loops", nest.base, more)?;
        }
        Ok(nest)
    }
}

/// A position in a text; each method reads one thing and the white space after it.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, expected: &str) -> Error {
        const SHOWN: usize = 12;
        let column = self.text.get(..self.at).unwrap_or(self.text).chars().count() + 1;
        let found = match self.rest() {
            "" => "the end".to_owned(),
            rest => format!("'{}'", rest.chars().take(SHOWN).collect::<String>()),
        };
        Error::of_value(ErrorKind::Parse { column, expected: expected.to_owned(), found })
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_there = self.rest().starts_with(token);
        if is_there {
            self.at += token.len();
            self.skip_space();
        }
        is_there
    }

    fn expect(&mut self, token: &str) -> Result<(), Error> {
        if self.eat(token) { Ok(()) } else { Err(self.error(&format!("'{token}'"))) }
    }

    /// The longest start of the rest that consists of such characters.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = rest.get(..rest.find(|c| !belongs(c)).unwrap_or(rest.len())).unwrap_or("");
        self.at += taken.len();
        self.skip_space();
        taken
    }

    fn word(&mut self) -> Result<&'a str, Error> {
        let starts = self.rest().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts {
            return Err(self.error("a name"));
        }
        Ok(self.take(|c| c.is_ascii_alphanumeric() || c == '_'))
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        let before = self.at;
        if self.word()? == word {
            return Ok(());
        }
        self.at = before;
        Err(self.error(&format!("'{word}'")))
    }

    fn integer(&mut self) -> Result<i64, Error> {
        let before = self.at;
        let sign = if self.eat("-") { "-" } else { "" };
        let digits = self.take(|c| c.is_ascii_digit());
        format!("{sign}{digits}").parse().map_err(|_| {
            self.at = before;
            self.error("an integer")
        })
    }

    /// `(int m = 2; m <= 50; m += 3)`, of which nothing is known of the access yet.
    fn head(&mut self) -> Result<CountedLoop, Error> {
        self.expect("(")?;
        let mut index = self.word()?;
        // `int m`, `long long m`: the last word is the name.
        while !self.rest().starts_with('=') {
            index = self.word()?;
        }
        self.expect("=")?;
        let start = self.integer()?;
        self.expect(";")?;
        self.expect_word(index)?;
        let end = self.end()?;
        self.expect(";")?;
        let step = self.step(index)?;
        self.expect(")")?;
        Ok(CountedLoop { index: index.to_owned(), start, end, step, coefficient: 0 })
    }

    /// `<= 50`: the first value that is not reached.
    fn end(&mut self) -> Result<i64, Error> {
        for (sign, beyond) in [("<=", 1), (">=", -1), ("<", 0), (">", 0)] {
            if self.eat(sign) {
                return checked::add("loops", self.integer()?, beyond);
            }
        }
        Err(self.error("'<', '<=', '>' or '>='"))
    }

    /// `m += 3`, `++m`, `m--`.
    fn step(&mut self, index: &str) -> Result<i64, Error> {
        for (sign, step) in [("++", 1), ("--", -1)] {
            if self.eat(sign) {
                return self.expect_word(index).map(|()| step);
            }
        }
        self.expect_word(index)?;
        for (sign, step) in [("++", 1), ("--", -1)] {
            if self.eat(sign) {
                return Ok(step);
            }
        }
        for (sign, times) in [("+=", 1), ("-=", -1)] {
            if self.eat(sign) {
                return checked::mul("loops", self.integer()?, times);
            }
        }
        Err(self.error("'++', '--', '+=' or '-='"))
    }

    /// `A` or `(A + 2)`: what is added to the array.
    fn array(&mut self) -> Result<i64, Error> {
        if !self.eat("(") {
            return self.word().map(|_| 0);
        }
        self.word()?;
        let mut base = 0;
        while !self.eat(")") {
            let sign = self.sign().ok_or_else(|| self.error("'+', '-' or ')'"))?;
            base = checked::add("loops", base, checked::mul("loops", sign, self.integer()?)?)?;
        }
        Ok(base)
    }

    fn sign(&mut self) -> Option<i64> {
        let signs = [("+", 1), ("-", -1)];
        signs.into_iter().find_map(|(sign, times)| self.eat(sign).then_some(times))
    }

    /// `[5*i0 - 2*i1 + 3]`: adds to the coefficients of the loops, and gives what has no index.
    fn subscript(&mut self, loops: &mut [CountedLoop]) -> Result<i64, Error> {
        self.expect("[")?;
        let mut constant = 0;
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            let before = self.at;
            let (times, index) = self.term()?;
            let times = checked::mul("loops", sign, times)?;
            match index.map(|index| loops.iter_mut().find(|each| each.index == index)) {
                None => constant = checked::add("loops", constant, times)?,
                Some(Some(each)) => each.coefficient = checked::add("loops", each.coefficient, times)?,
                Some(None) => {
                    self.at = before;
                    return Err(self.error("the index of a loop"));
                }
            }
            if self.eat("]") {
                return Ok(constant);
            }
            sign = self.sign().ok_or_else(|| self.error("'+', '-' or ']'"))?;
        }
    }

    /// `5*i0`, `i0*5`, `i0` or `5`.
    fn term(&mut self) -> Result<(i64, Option<&'a str>), Error> {
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let times = self.integer()?;
            let index = if self.eat("*") { Some(self.word()?) } else { None };
            return Ok((times, index));
        }
        let index = self.word()?;
        let times = if self.eat("*") { self.integer()? } else { 1 };
        Ok((times, Some(index)))
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::Layout;
    use crate::arbitrary::either_layout;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        assert_eq!(text.parse::<LoopNest>().unwrap().on_one_line(), canonical);
    }

    #[track_caller]
    fn refuse(text: &str, message: &str) {
        assert_eq!(text.parse::<LoopNest>().unwrap_err().to_string(), message);
    }

    #[test]
    fn counted_loops_become_canonical() {
        // The two examples of section 1.2 of the CuTe paper; the second with p = 7, q = 100.
        check(
            "for (int m = 2; m <= 50; m += 3)\n  A[m] = e(m);",
            "for (int m = 0; m < 17; ++m) (A + 2)[3*m] = e(m);",
        );
        check(
            "for (int n = 3; n < 43; n += 2) for (int m = 4; m <= 22; m += 5) A[7*m + 100*n] = e(m,n);",
            "for (int n = 0; n < 20; ++n) for (int m = 0; m < 4; ++m) (A + 328)[35*m + 200*n] = e(m,n);",
        );
        check(
            "for (long long i = 9; i > 1; i -= 4) (A - 1)[2 - i*3] = 0;",
            "for (int i = 0; i < 2; ++i) (A - 26)[12*i] = e(i);",
        );
        check("for (i = 3; i >= 0; --i) A[i] = 0;", "for (int i = 0; i < 4; ++i) (A + 3)[-i] = e(i);");
        check("A[5] = 1;", "(A + 5)[0] = e();");
    }

    #[test]
    fn what_is_no_counted_loop_is_refused_with_its_column() {
        refuse("for (int i = 0; j < 4; ++i) A[i] = 0;", "column 17: expected 'i', found 'j < 4; ++i) '");
        refuse(
            "for (int i = 0; i < n; ++i) A[i] = 0;",
            "column 21: expected an integer, found 'n; ++i) A[i]'",
        );
        refuse(
            "for (int i = 0; i < 4; i *= 2) A[i] = 0;",
            "column 26: expected '++', '--', '+=' or '-=', found '*= 2) A[i] ='",
        );
        refuse(
            "for (int i = 0; i < 4; ++i) A[2*k] = 0;",
            "column 31: expected the index of a loop, found '2*k] = 0;'",
        );
        refuse("for (int i = 0; i < 4; ++i) A[i*i] = 0;", "column 33: expected an integer, found 'i] = 0;'");
        refuse("", "column 1: expected a name, found the end");
        let deep = |loops: usize| format!("{}A[0] = 0;", "for (i = 0; i < 1; ++i) ".repeat(loops));
        assert_eq!(deep(64).parse::<LoopNest>().map(|nest| nest.loops.len()), Ok(64));
        assert_eq!(deep(65).parse::<LoopNest>().unwrap_err().why(), "parse");
    }

    proptest! {
        #[test]
        fn the_loops_of_a_layout_read_back(layout in either_layout(), base in -9_i64..9) {
            let nest = LoopNest { base, ..LoopNest::of_layout(&layout).unwrap() };
            prop_assert_eq!(nest.to_string().parse::<LoopNest>(), Ok(nest.clone()));
            let one_line = nest.on_one_line().parse::<LoopNest>().unwrap();
            let back: Layout = one_line.layout().unwrap();
            prop_assert_eq!(back.eval_all(1 << 20), layout.eval_all(1 << 20));
        }

        #[test]
        fn no_text_panics(text in "(for|int|i|j|[0-9]|[-+*=<>;()\\[\\] ]){0,30}") {
            let _ = text.parse::<LoopNest>();
        }
    }
}
