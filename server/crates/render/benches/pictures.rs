//! How long pictures take, and how much memory is in use at once.
//!
//! `cargo xtask bench render` runs this and sets tensor-layouts beside it. Each line is `NAME MICROSECONDS BYTES`: the fastest of
//! many calls, and the most bytes that one of them holds.

#![expect(clippy::print_stdout, reason = "the lines are what `cargo xtask bench render` reads")]

use std::{hint::black_box, time::Duration, time::Instant};

use layout_algebra::{ComposedLayout, Layout};
use layoutlens_render::{ColourBy, Draw, Limits, Picture, SvgStyle, ThreadValues};

/// How long each picture is drawn again and again.
const MEASURED: Duration = Duration::from_millis(400);

fn measure(name: &str, draw: &dyn Fn() -> usize) {
    let bytes = allocation_counter::measure(|| {
        black_box(draw());
    })
    .bytes_max;
    let mut fastest = Duration::MAX;
    let start = Instant::now();
    while start.elapsed() < MEASURED {
        let call = Instant::now();
        black_box(draw());
        fastest = fastest.min(call.elapsed());
    }
    println!("{name} {} {bytes}", fastest.as_nanos() / 1000);
}

fn picture(drawn: &dyn Draw) -> Picture {
    Picture::of(drawn.coloured(Limits::of_picture(&drawn.shape()), &drawn.usual_colour()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let small: Layout = "(32,32):(32,1)".parse()?;
    measure("svg-32x32", &|| picture(&small).to_svg(SvgStyle::FILE).len());
    let tile = "(128,128)".parse()?;
    let threads: Layout = "((16,16),(4,2,4,2)):((4,512),(1,64,128,8192))".parse()?;
    let owners = || ThreadValues::new(&threads, &tile).map(|owners| picture(&owners));
    measure("data-128x128", &|| owners().map_or(0, |picture| picture.cells()));
    measure("svg-128x128", &|| owners().map_or(0, |picture| picture.to_svg(SvgStyle::FILE).len()));
    let large: Layout = "(512,512):(512,1)".parse()?;
    let limits = Limits::of_picture(&Draw::shape(&large));
    let ramp = || Picture::of(large.coloured(limits, &ColourBy::Ramp));
    measure("svg-512x512", &|| ramp().to_svg(SvgStyle::FILE).len());
    // No two cells beside each other have one colour: the most bytes that a picture of this size has.
    measure("svg-512x512-runs", &|| picture(&large).to_svg(SvgStyle::FILE).len());
    let swizzled: ComposedLayout = "Sw<3,2,3> o 0 o (512,512):(1,512)".parse()?;
    measure("svg-512x512-banks", &|| picture(&swizzled).to_svg(SvgStyle::FILE).len());
    measure("png-32x32", &|| picture(&small).to_png(SvgStyle::FILE).map_or(0, |png| png.len()));
    Ok(())
}
