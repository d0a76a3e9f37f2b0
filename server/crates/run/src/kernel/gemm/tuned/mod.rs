//! GEMMs with the instruction, the tile, the stages and the swizzle that a statement asks for.

mod warp;

use layout_algebra::Swizzle;

use super::{
    Kernel, KernelDevice, Roles, plain,
    shape::{Choice, FmaShape, Mode, Shape, Tuned, WarpShape, WarpgroupShape},
    simt, wgmma,
};
use crate::{ErrorCode, Factor, MmaThreads, RunError, Tuning, invariant::invariant, plan::Gemm};

/// Bytes of shared memory of a block at most: 227 KiB, an H200's. Smaller devices refuse the launch.
const MAX_SHARED_BYTES: u32 = 227 << 10;

/// The extent of a tile along a mode at most.
const MAX_EXTENT: u32 = 1024;

/// Threads of a tiled MMA that is made of an atom alone.
const ATOMS: &str = "(2,2,1)";

impl Tuned {
    /// Whether a device has the instruction.
    ///
    /// # Errors
    /// [`ErrorCode::OptionUnsupported`].
    pub(crate) fn suits(&self, capability: i32) -> Result<(), RunError> {
        let (fits, needs) = match &self.shape {
            Shape::Fma(_) | Shape::Half { warp: Some(_), .. } => (capability >= 80, "8.0 or more"),
            Shape::Half { .. } => (capability == 90, "9.0, for its instruction is wgmma"),
        };
        if fits {
            return Ok(());
        }
        let message = format!(
            "{}: this needs compute capability {needs}; kernels are made for {}.{} here: leave the option out, or choose \
             another instruction",
            self.tuning,
            capability / 10,
            capability % 10
        );
        Err(RunError::new(ErrorCode::OptionUnsupported, message))
    }

    /// The kernel.
    pub(super) fn kernel(&self, gemm: &Gemm, device: KernelDevice) -> Kernel {
        let by_warpgroups = |(shape, mode): (WarpgroupShape, Mode)| {
            wgmma::of_shape(&Roles::with_c_along(gemm, mode), gemm.factor, shape, device)
        };
        let by_warps =
            |shape| warp::kernel(&Roles::with_c_along(gemm, Mode::Second), gemm.factor, shape, &self.tuning);
        match &self.shape {
            Shape::Fma(shape) => simt::of_shape(&Roles::with_c_along(gemm, Mode::First), shape),
            Shape::Half { warpgroup, warp } => {
                let by_warpgroups =
                    warpgroup.filter(|_| warp.is_none() || device.capability == 90).and_then(by_warpgroups);
                let made = by_warpgroups.or_else(|| warp.as_ref().map(by_warps));
                // Whoever runs it asks [`Tuned::suits`] before; the plain kernel is right, and none that was asked for.
                invariant!(made.is_some(), "no kernel of `{}` is made for {device:?}", self.tuning);
                made.unwrap_or_else(|| plain::kernel(gemm))
            }
        }
    }
}

/// The kernel that a statement asks for.
///
/// # Errors
/// [`ErrorCode::BadOption`]: no kernel is made so, and why.
pub(crate) fn choose(gemm: &Gemm, tuning: &Tuning) -> Result<Choice, RunError> {
    let tile = extents(tuning)?;
    let shape = match instruction(gemm.factor, tuning)? {
        Instruction::Fma => fma(gemm, tuning, tile).map(Shape::Fma),
        Instruction::Warp => {
            warp(gemm, tuning, tile).map(|shape| Shape::Half { warpgroup: None, warp: Some(shape) })
        }
        Instruction::Warpgroup(columns) => warpgroup(gemm, tuning, (tile, Some(columns)))
            .map(|shape| Shape::Half { warpgroup: Some(shape), warp: None }),
        Instruction::Half => {
            // Why there is no `wgmma` of it is told by nobody where there is an `mma.sync`; else the latter's reason is.
            let warpgroup = warpgroup(gemm, tuning, (tile, None)).ok();
            match warp(gemm, tuning, tile) {
                Ok(shape) => Ok(Shape::Half { warpgroup, warp: Some(shape) }),
                Err(_) if warpgroup.is_some() => Ok(Shape::Half { warpgroup, warp: None }),
                Err(reason) => Err(reason),
            }
        }
        Instruction::Atom(tiled_mma) => {
            if tuning.stages.is_some_and(|stages| stages != 1) || tuning.swizzle.is_some() {
                let reason = format!(
                    "the kernel of {tiled_mma} has one stage, and columns with padding in place of a swizzle"
                );
                return Err(bad(tuning, &reason));
            }
            let threads = MmaThreads { tiled_mma, tile: tuning.tile.clone() };
            return Ok(Choice::Threads(Box::new(threads.check(gemm.factor)?)));
        }
    };
    let shape = shape.map_err(|reason| bad(tuning, &reason))?;
    Ok(Choice::Tuned(Box::new(Tuned { tuning: tuning.clone(), shape })))
}

/// M, N and K of a tile, as far as they are said.
type Extents = [Option<u32>; 3];

/// The tile that is asked for.
fn extents(tuning: &Tuning) -> Result<Extents, RunError> {
    let mut extents = [None; 3];
    for (place, &asked) in tuning.tile.iter().enumerate() {
        let extent = u32::try_from(asked).ok().filter(|extent| (1..=MAX_EXTENT).contains(extent));
        match (extents.get_mut(place), extent) {
            (Some(place), Some(extent)) => *place = Some(extent),
            _ => {
                return Err(bad(tuning, &format!("a tile has an M, an N and a K of 1 to {MAX_EXTENT}")));
            }
        }
    }
    Ok(extents)
}

fn bad(tuning: &Tuning, reason: &str) -> RunError {
    RunError::new(ErrorCode::BadOption, format!("{tuning}: {reason}"))
}

/// What multiplies.
enum Instruction {
    Fma,
    /// `mma.m16n8k16`.
    Warp,
    /// `wgmma` with so many columns.
    Warpgroup(u32),
    /// The one of these two that the device has.
    Half,
    /// Any other, as a tiled MMA.
    Atom(String),
}

fn instruction(factor: Factor, tuning: &Tuning) -> Result<Instruction, RunError> {
    let factors = match factor {
        Factor::F16 => Some("F16F16"),
        Factor::BF16 => Some("BF16BF16"),
        Factor::F64 | Factor::F32 => None,
    };
    let Some(mma) = &tuning.mma else {
        return Ok(match factor {
            Factor::F16 | Factor::BF16 => Instruction::Half,
            Factor::F64 => Instruction::Atom(
                "make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,4,1):(1,2,0), <_,_,_>)".into(),
            ),
            Factor::F32 => Instruction::Fma,
        });
    };
    let (name, arguments) = named(mma);
    if name == "UniversalFMA"
        && factor == Factor::F32
        && arguments.iter().all(|argument| *argument == "float")
    {
        return Ok(Instruction::Fma);
    }
    if let Some(factors) = factors {
        if name == format!("SM80_16x8x16_F32{factors}F32_TN") {
            return Ok(Instruction::Warp);
        }
        let columns = name.strip_prefix("SM90_64x").and_then(|rest| rest.split_once('x'));
        if let Some((columns, rest)) = columns
            && let Some(columns) = columns.parse().ok().filter(|_| rest.starts_with("16_F32"))
        {
            if rest == format!("16_F32{factors}_SS") {
                // Its major modes are not asked: the kernel takes A and B as they lie.
                return Ok(Instruction::Warpgroup(columns));
            }
            let reason = format!(
                "it is no product of {factor} whose factors come from shared memory: that is SM90_64x{columns}x16_F32{factors}_SS"
            );
            return Err(bad(tuning, &reason));
        }
    }
    let is_tiled = mma.starts_with("make_tiled_mma");
    Ok(Instruction::Atom(if is_tiled { mma.clone() } else { format!("make_tiled_mma({mma}, {ATOMS})") }))
}

/// The name of an atom and its template arguments.
fn named(mma: &str) -> (&str, Vec<&str>) {
    let Some((name, arguments)) = mma.trim().split_once('<') else { return (mma.trim(), Vec::new()) };
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments);
    (name.trim(), arguments.split(',').map(str::trim).collect())
}

fn fma(gemm: &Gemm, tuning: &Tuning, tile: Extents) -> Result<FmaShape, String> {
    if let Some(swizzle) = tuning.swizzle {
        return Err(format!("{swizzle}: the f32 kernel pads its columns in place of a swizzle"));
    }
    let roles = Roles::with_c_along(gemm, Mode::First);
    simt::shape(&roles, of_roles(&roles, tile), tuning.stages).map_err(|reason| in_roles(&roles, reason))
}

fn warp(gemm: &Gemm, tuning: &Tuning, tile: Extents) -> Result<WarpShape, String> {
    let roles = Roles::with_c_along(gemm, Mode::Second);
    let shape = warp::shape(of_roles(&roles, tile), tuning.stages, tuning.swizzle);
    shape.map_err(|reason| in_roles(&roles, reason))
}

/// The shape, and which mode C runs along: the one in which the tile fits.
fn warpgroup(
    gemm: &Gemm,
    tuning: &Tuning,
    (tile, columns): (Extents, Option<u32>),
) -> Result<(WarpgroupShape, Mode), String> {
    if let Some(swizzle) = tuning.swizzle.filter(|swizzle| Swizzle::new(3, 3, 3).ok() != Some(*swizzle)) {
        return Err(format!(
            "{swizzle}: TMA brings the tiles in swizzled by Sw<3,3,3> of 16-byte chunks, which wgmma expects"
        ));
    }
    let in_mode = |mode| {
        let roles = Roles::with_c_along(gemm, mode);
        let shape = wgmma::shape(of_roles(&roles, tile), tuning.stages, columns);
        let shape = shape.map_err(|reason| in_roles(&roles, reason))?;
        match wgmma::of_shape(&roles, gemm.factor, shape, KernelDevice::default()) {
            Some(_) => Ok((shape, mode)),
            None => Err("TMA cannot fetch an operand: it takes a matrix of two strides, one of them 1 and the other a multiple of \
                         8 elements"
                .to_owned()),
        }
    };
    in_mode(Mode::Second).or_else(|reason| in_mode(Mode::First).map_err(|_| reason))
}

/// A reason about the tile as it is in the kernel.
fn in_roles(roles: &Roles<'_>, reason: String) -> String {
    match roles.swapped {
        true => format!("{reason} (M and N change places in the kernel: C runs the other way in memory)"),
        false => reason,
    }
}

/// The tile in the roles that the operands have in the kernel.
fn of_roles(roles: &Roles<'_>, [m, n, k]: Extents) -> Extents {
    if roles.swapped { [n, m, k] } else { [m, n, k] }
}

/// As many stages as were asked for, or as `usual` and shared memory allow, where each takes `bytes` and something else
/// `apart`.
///
/// # Errors
/// There are too many, or fewer than two, with the numbers.
pub(super) fn stages_fit(asked: Option<i64>, usual: u32, bytes: u32, apart: u32) -> Result<u32, String> {
    let room = (MAX_SHARED_BYTES - apart) / bytes.max(1);
    let stages = asked.unwrap_or_else(|| usual.min(room).into());
    u32::try_from(stages).ok().filter(|stages| (2..=room).contains(stages)).ok_or_else(|| {
        format!(
            "{stages} stages cannot be: each takes {bytes} bytes of shared memory, which holds {room} of them, and the kernel \
             needs two"
        )
    })
}

#[cfg(test)]
mod tests;
