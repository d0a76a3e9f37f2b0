//! The steps of tiled MMAs: how a tensor is shared out to threads and values.

use super::Step;
use super::step::with_result;
use crate::{Error, Layout, MmaOperand, Stride, TiledMma};

/// The steps of [`TiledMma::thrfrg`]: permuted, divided into atoms, their threads and values, the atoms' threads.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::atom::mma::MmaAtom;
/// use layout_algebra::{Layout, MmaOperand, TiledMma, explain};
///
/// let atom = MmaAtom::find("SM80_8x8x4_F64F64F64F64_TN")?;
/// let mma = TiledMma::new(atom, &"(2,1,1):(1,0,0)".parse()?, &[])?;
/// let steps = explain::thrfrg(&mma, MmaOperand::C, &"(32,8):(1,32)".parse::<Layout>()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "tensor / permutation <16,8> = ((16,2),(8,1)):((1,16),(32,0))",
///     "(atom of 8x8, rests) = ((8,8),(4,1)):((1,32),(8,0))",
///     "atom o ((4,8),2):((16,1),8): ((ThrV,FrgV),rests) = (((4,8),2),(4,1)):(((64,1),32),(8,0))",
///     "rests / <2,1> atoms: ((ThrV,(Thr0,Thr1)),(FrgV,(Rest0,Rest1))) = \
///      (((4,8),(2,1)),(2,(2,1))):(((64,1),(8,0)),(32,(16,0)))",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn thrfrg<D: Stride>(
    mma: &TiledMma,
    operand: MmaOperand,
    tensor: &Layout<D>,
) -> Result<Vec<Step>, Error> {
    let value = mma.thrfrg(operand, tensor)?;
    let mut steps = Vec::new();
    mma.thrfrg_traced(operand, tensor, &mut steps)?;
    Ok(with_result("thrfrg", steps, &value))
}

/// The steps of [`TiledMma::partition`]: those of [`thrfrg`], and the thread's place among them.
///
/// # Errors
/// Those of the operation.
pub fn partition<D: Stride>(
    mma: &TiledMma,
    operand: MmaOperand,
    tensor: &Layout<D>,
    thread: i64,
) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "partition";
    let part = mma.partition(operand, tensor, thread)?;
    let [v, m, n, k] = mma.thread_coordinate(thread)?;
    let mut steps = thrfrg(mma, operand, tensor)?;
    let text = format!(
        "thread {thread} stands at (V,M,N,K) = ({v},{m},{n},{k}), and its part begins at {}",
        part.offset
    );
    steps.push(Step::new(OPERATION, text).with("thread", thread).with_value(&part.offset));
    Ok(with_result(OPERATION, steps, &part.layout))
}
