//! Any text through every `FromStr` of the crate: no panic, and what is read prints as something that reads as the
//! same value.

use std::{fmt::Display, str::FromStr};

use layout_algebra::{
    ComposedLayout, Coordinate, Descriptor, IntTuple, Layout, SliceIndex, Swizzle, Tiler, Xor,
};

/// A text through every `FromStr` of the algebra.
///
/// # Panics
/// Where what the file says does not hold.
pub fn parse(text: &str) {
    round_trip::<IntTuple>(text);
    round_trip::<IntTuple<Coordinate>>(text);
    round_trip::<IntTuple<Xor>>(text);
    round_trip::<IntTuple<SliceIndex>>(text);
    round_trip::<Layout>(text);
    round_trip::<Layout<Coordinate>>(text);
    round_trip::<Layout<Xor>>(text);
    round_trip::<Tiler>(text);
    round_trip::<Tiler<Coordinate>>(text);
    round_trip::<Swizzle>(text);
    round_trip::<ComposedLayout>(text);
    round_trip::<Descriptor>(text);
}

fn round_trip<T: FromStr + Display + PartialEq>(text: &str) {
    let Ok(value) = text.parse::<T>() else { return };
    let printed = value.to_string();
    let Ok(again) = printed.parse::<T>() else {
        panic!("{text:?} prints as {printed:?}, which does not read")
    };
    assert!(again == value, "{text:?} prints as {printed:?}, which is {again}");
}
