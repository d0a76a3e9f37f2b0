//! Objects that take what the code gives their methods.

use layoutlens_host_value::{
    call::Call,
    suggestions::{Generation, Spelled},
    value::HostValue,
};

use super::parts;

/// How many modes a tensor has that TMA reads, at most.
const MAX_MODES: usize = 5;

/// What is asked for the coordinates of a tensor of this shape, `tma_load.get_tma_tensor(make_shape(m, k, make_shape(h, b)))`,
/// knows one of such a shape.
pub(super) fn instead(call: &Call<'_>, generation: Generation) -> Option<Spelled> {
    if call.name != "get_tma_tensor" {
        return None;
    }
    let shape = call.argument(0)?;
    let modes = shape.elements()?;
    // Flat shapes are those of the ranks that names suggest.
    let is_nested = modes.iter().any(|mode| mode.elements().is_some());
    if modes.len() < 2 || count(shape) > MAX_MODES || !is_nested {
        return None;
    }
    let sizes: Vec<String> = modes.iter().map(|mode| spelled(mode, "make_shape", "n")).collect();
    let behind: Vec<String> = modes.iter().skip(2).map(|mode| spelled(mode, "make_stride", "ldn")).collect();
    let strides: Vec<String> = ["ldm", "_1{}"].into_iter().map(str::to_owned).chain(behind).collect();
    let code = parts::tma_of(generation, &sizes.join(", "), &strides.join(", "));
    let said = format!("= SM90_TMA_LOAD of tiles of 128x64 from {}", profile(shape));
    Some(Spelled { code, said })
}

fn count(shape: &HostValue) -> usize {
    shape.elements().map_or(1, |modes| modes.iter().map(count).sum())
}

/// A mode with a number of run time for each size.
fn spelled(mode: &HostValue, make: &str, number: &str) -> String {
    match mode.elements() {
        Some(modes) => {
            let modes: Vec<String> = modes.iter().map(|mode| spelled(mode, make, number)).collect();
            format!("{make}({})", modes.join(", "))
        }
        None => number.to_owned(),
    }
}

/// `a tensor of (m,k,(h,b))` without its names: what is said of it.
fn profile(shape: &HostValue) -> String {
    match shape.elements() {
        Some(modes) => format!("({})", modes.iter().map(profile).collect::<Vec<_>>().join(",")),
        None => "?".to_owned(),
    }
}
