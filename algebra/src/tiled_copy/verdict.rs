//! What a tiled copy and its partitions are worth.

use super::{Side, TiledCopy};
use crate::analysis::ENUMERATION_LIMIT;
use crate::proof::{self, Verdict};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, checked, composition_tiler};

impl TiledCopy {
    /// Whether the copy moves the tile: every element of it belongs to some thread, and no thread leaves it.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow).
    ///
    /// ```
    /// use layout_algebra::{TiledCopy, proof::Verdict};
    ///
    /// let copy: TiledCopy = "copy UniversalCopy<float>,float;thr=(32,8);val=(4,1)".parse()?;
    /// assert_eq!(copy.coverage()?, Verdict::Proved);
    ///
    /// let half: TiledCopy = "TiledCopy<Copy_Atom<UniversalCopy<float>,float>, (32,2):(4,1), <128>>".parse()?;
    /// let Verdict::Wrong { at: 2, .. } = half.coverage()? else { panic!("element 2 is in no thread") };
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn coverage(&self) -> Result<Verdict, Error> {
        let tile = self.tile_shape().product()?;
        let size = self.layout_tv.size();
        if size.max(tile) > ENUMERATION_LIMIT {
            return Ok(too_many(size.max(tile)));
        }
        let mut is_copied = vec![false; usize::try_from(tile).unwrap_or(0)];
        for (at, element) in (0..).zip(self.layout_tv.eval_all(ENUMERATION_LIMIT)?) {
            match usize::try_from(element).ok().and_then(|element| is_copied.get_mut(element)) {
                Some(copied) => *copied = true,
                None => {
                    let expected = format!("an element of the tile, below {tile}");
                    return Ok(Verdict::Wrong { at, expected, found: element.to_string() });
                }
            }
        }
        Ok(match is_copied.iter().position(|copied| !copied) {
            None => Verdict::Proved,
            Some(missed) => Verdict::Wrong {
                at: i64::try_from(missed).unwrap_or(i64::MAX),
                expected: format!("element {missed} of the tile in some thread"),
                found: "none".to_owned(),
            },
        })
    }

    /// The verdict of [`make_tiled_copy`](crate::make_tiled_copy): whether each element of the tile belongs to the thread
    /// and is the value that the two layouts say.
    ///
    /// CuTe accepts thread and value layouts that do not number their elements without gaps. The copy that it makes
    /// still moves the tile, but in other threads than the layouts say.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow).
    ///
    /// ```
    /// use layout_algebra::{make_tiled_copy, proof::Verdict};
    ///
    /// let (threads, values) = ("(32,8):(2,64)".parse()?, "(4,1):(1,0)".parse()?);
    /// let copy = make_tiled_copy("UniversalCopy<float>, float".parse()?, &threads, &values)?;
    /// // Element 1 is the second value of thread 0, number 0 + 1 * 256. CuTe makes it the first value of thread 1.
    /// let verdict = copy.agrees_with(&threads, &values)?;
    /// assert_eq!(verdict, Verdict::Wrong { at: 256, expected: "1".to_owned(), found: "512".to_owned() });
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn agrees_with(&self, threads: &Layout, values: &Layout) -> Result<Verdict, Error> {
        const OPERATION: &str = "make_tiled_copy";
        let size = checked::mul(OPERATION, threads.size(), values.size())?;
        if size > ENUMERATION_LIMIT {
            return Ok(too_many(size));
        }
        let [thread_elements, value_elements] = elements(threads, values)?;
        // What stands for a thread and what for a value are added up, so each is computed once.
        let [thread_offsets, value_offsets] = [self.layout_tv.mode(0)?, self.layout_tv.mode(1)?];
        let of_values = (0..).zip(values.eval_all(ENUMERATION_LIMIT)?).map(|(v, value)| {
            let before = checked::mul(OPERATION, threads.size(), value)?;
            Ok((before, value_elements.at(v)?, value_offsets.at(value)?))
        });
        let of_values: Vec<(i64, i64, i64)> = of_values.collect::<Result<_, Error>>()?;
        let mut first: Option<(i64, i64, i64)> = None;
        for (t, thread) in (0..).zip(threads.eval_all(ENUMERATION_LIMIT)?) {
            let (thread_element, thread_offset) = (thread_elements.at(t)?, thread_offsets.at(thread)?);
            for (before, value_element, value_offset) in &of_values {
                let at = checked::add(OPERATION, thread, *before)?;
                let element = checked::add(OPERATION, thread_element, *value_element)?;
                let found = checked::add(OPERATION, thread_offset, *value_offset)?;
                if found != element && first.is_none_or(|(lowest, ..)| at < lowest) {
                    first = Some((at, element, found));
                }
            }
        }
        Ok(match first {
            None => Verdict::Proved,
            Some((at, element, found)) => {
                Verdict::Wrong { at, expected: element.to_string(), found: found.to_string() }
            }
        })
    }

    /// The verdict of [`make_cotiled_copy`](crate::make_cotiled_copy): whether each (thread, value) is the offset of
    /// `data` that `tv` says. Offsets behind the end of the data are not looked at; CuTe gives them element 0.
    ///
    /// For [`make_tiled_copy_c_atom`](crate::make_tiled_copy_c_atom), `data` is the MMA's tile and `tv` its C layout.
    ///
    /// # Errors
    /// Those of [`composition_tiler`]; [`Overflow`](crate::ErrorKind::Overflow).
    ///
    /// ```
    /// use layout_algebra::{Layout, make_cotiled_copy, proof::Verdict};
    ///
    /// let (tv, data): (Layout, Layout) = ("(8,4):(4,1)".parse()?, "(8,16):(16,1)".parse()?);
    /// let copy = make_cotiled_copy("UniversalCopy<float>, float".parse()?, &tv, &data)?;
    /// assert_eq!(copy.agrees_with_offsets(&tv, &data)?, Verdict::Proved);
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn agrees_with_offsets(&self, tv: &Layout, data: &Layout) -> Result<Verdict, Error> {
        let size = self.layout_tv.size();
        if size > ENUMERATION_LIMIT {
            return Ok(too_many(size));
        }
        let (tile, end) = (composition_tiler(data, &self.tiler())?, data.cosize()?);
        for value in 0..self.values() {
            for thread in 0..self.threads() {
                let coordinate = [thread, value].into_iter().collect();
                let expected = tv.eval(&coordinate)?;
                let found = tile.at(self.layout_tv.eval(&coordinate)?)?;
                if found != expected && expected < end {
                    let at = thread + self.threads() * value;
                    return Ok(Verdict::Wrong {
                        at,
                        expected: expected.to_string(),
                        found: found.to_string(),
                    });
                }
            }
        }
        Ok(Verdict::Proved)
    }

    /// The verdict of [`partition_s`](TiledCopy::partition_s) of a tensor, whichever the thread: whether the tiles make
    /// up the tensor, and whether each composition on the way is the function that it stands for.
    ///
    /// # Errors
    /// Those of the partition.
    pub fn verdict_s<D: Stride>(&self, tensor: &Layout<D>) -> Result<Verdict, Error> {
        self.verdict(tensor, Side::Src).map_err(|error| error.of_operation("partition_S"))
    }

    /// As [`TiledCopy::verdict_s`], of [`partition_d`](TiledCopy::partition_d).
    ///
    /// # Errors
    /// Those of the partition.
    pub fn verdict_d<D: Stride>(&self, tensor: &Layout<D>) -> Result<Verdict, Error> {
        self.verdict(tensor, Side::Dst).map_err(|error| error.of_operation("partition_D"))
    }

    /// The verdict of [`layout_s_tv`](TiledCopy::layout_s_tv): whether the atom's values, regrouped as its source has
    /// them, are those of the TV layout.
    ///
    /// # Errors
    /// Those of the layout.
    pub fn verdict_s_tv(&self) -> Result<Verdict, Error> {
        self.verdict_tv(Side::Src).map_err(|error| error.of_operation("get_layoutS_TV"))
    }

    /// As [`TiledCopy::verdict_s_tv`], of [`layout_d_tv`](TiledCopy::layout_d_tv).
    ///
    /// # Errors
    /// Those of the layout.
    pub fn verdict_d_tv(&self) -> Result<Verdict, Error> {
        self.verdict_tv(Side::Dst).map_err(|error| error.of_operation("get_layoutD_TV"))
    }

    fn verdict_tv(&self, side: Side) -> Result<Verdict, Error> {
        Ok(proof::composition(&self.atoms()?.mode(0)?, &self.ref_of(side)?)?.verdict)
    }

    fn verdict<D: Stride>(&self, tensor: &Layout<D>, side: Side) -> Result<Verdict, Error> {
        let divided = proof::zipped_divide(tensor, &self.tiler())?;
        let tile = proof::composition(&divided.value.mode(0)?, &self.thrval2mn(side)?)?;
        Ok(self.verdict_tv(side)?.or_graver(tile.verdict).or_graver(divided.verdict))
    }
}

/// Where the coordinates of the threads and of the values lie in the tile: each mode of it is that of the threads, each
/// with all its values.
fn elements(threads: &Layout, values: &Layout) -> Result<[Layout; 2], Error> {
    let rank = threads.rank().max(values.rank());
    let size = |layout: &Layout, mode| layout.mode(mode).map_or(1, |mode| mode.size());
    let pairs = (0..rank).map(|mode| [size(values, mode), size(threads, mode)].into_iter().collect());
    let tile = Layout::compact(IntTuple::Tuple(pairs.collect()))?;
    let part = |index: usize| {
        let modes = tile.modes().iter().map(|pair| pair.mode(index)).collect::<Result<Vec<_>, _>>();
        Layout::from_modes(modes?)
    };
    Ok([part(1)?, part(0)?])
}

/// The verdict when there are more elements than are enumerated.
fn too_many(size: i64) -> Verdict {
    Verdict::Unproved {
        limit: format!("{size} elements, and no more than {ENUMERATION_LIMIT} are enumerated"),
    }
}
