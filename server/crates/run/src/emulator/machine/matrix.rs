//! Matrices of a warp: `ldmatrix`, `stmatrix` and `mma.sync`.

use half::{bf16, f16};

use super::{
    block::{Cluster, Warp},
    count::LaneAddresses,
    launch::Fault,
    memory::signed,
    race::Proxy,
};
use crate::emulator::{
    invariant::invariant,
    program::{Operand, Register, WarpAtom},
    source::Scalar,
};

/// Bytes of a row of an 8x8 matrix.
const ROW: usize = 16;

/// Where lane `lane` has its two elements of an 8x8 matrix: (row, column) each.
fn elements(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    [0, 1].map(|number| {
        let (row, column) = (lane / 4, lane % 4 * 2 + number);
        if transposed { (column, row) } else { (row, column) }
    })
}

/// The bits of a factor of up to 4 bytes as a number.
#[expect(clippy::cast_possible_truncation, reason = "the low bits are the number")]
pub(super) fn factor(bits: u64, ty: Scalar) -> f32 {
    match ty {
        Scalar::F16 => f16::from_bits(bits as u16).to_f32(),
        Scalar::BF16 => bf16::from_bits(bits as u16).to_f32(),
        Scalar::F32 => f32::from_bits(bits as u32),
        Scalar::Bool
        | Scalar::U8
        | Scalar::U16
        | Scalar::I32
        | Scalar::U32
        | Scalar::I64
        | Scalar::U64
        | Scalar::F64 => {
            invariant!(false, "a factor of type {ty:?}");
            f32::NAN
        }
    }
}

impl Cluster<'_> {
    /// The row that each lane of `8 * matrices` addresses: its block and byte.
    fn rows(
        &mut self,
        warp: &Warp,
        matrices: usize,
        address: Operand,
        writes: bool,
    ) -> Result<Vec<(usize, usize)>, Fault> {
        let addresses = warp.read(address);
        let mut lanes: LaneAddresses = [None; 32];
        let mut rows = Vec::new();
        for (seen, address) in lanes.iter_mut().zip(addresses).take(8 * matrices) {
            if address % ROW as u64 != 0 {
                return Err("a row of a matrix that is not aligned to 16 bytes".to_owned());
            }
            let (block, at) = self.shared_place(warp.block, address)?;
            *seen = Some(signed(at));
            rows.push((block, at));
        }
        self.counted_shared(&lanes, ROW, writes);
        Ok(rows)
    }

    pub(super) fn load_matrices(
        &mut self,
        warp: &mut Warp,
        to: &[Register],
        transposed: bool,
        address: Operand,
    ) -> Result<(), Fault> {
        warp.require_all("ldmatrix")?;
        let rows = self.rows(warp, to.len(), address, false)?;
        for ((number, register), rows) in to.iter().enumerate().zip(rows.chunks(8)) {
            let mut matrix = [[0; ROW]; 8];
            for ((row, data), place) in matrix.iter_mut().enumerate().zip(rows) {
                self.read_shared(warp, number * 8 + row, *place, data, (true, Proxy::Generic))?;
            }
            let mut lanes = [0; 32];
            for (lane, result) in lanes.iter_mut().enumerate() {
                for (half, (row, column)) in elements(lane, transposed).into_iter().enumerate() {
                    let data = matrix.get(row).and_then(|row| row.get(column * 2..column * 2 + 2));
                    invariant!(data.is_some(), "a matrix has no row {row} and column {column}");
                    let bytes = data.into_iter().flatten().rev();
                    let bits = bytes.fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                    *result |= bits << (16 * half);
                }
            }
            warp.set(*register, lanes);
        }
        Ok(())
    }

    pub(super) fn store_matrices(
        &mut self,
        warp: &mut Warp,
        from: &[Operand],
        transposed: bool,
        address: Operand,
    ) -> Result<(), Fault> {
        warp.require_all("stmatrix")?;
        let rows = self.rows(warp, from.len(), address, true)?;
        for ((number, operand), rows) in from.iter().enumerate().zip(rows.chunks(8)) {
            let lanes = warp.read(*operand);
            let mut matrix = [[0; ROW]; 8];
            for (lane, bits) in lanes.iter().enumerate() {
                for (half, (row, column)) in elements(lane, transposed).into_iter().enumerate() {
                    let data = matrix.get_mut(row).and_then(|row| row.get_mut(column * 2..column * 2 + 2));
                    invariant!(data.is_some(), "a matrix has no row {row} and column {column}");
                    let bytes = (bits >> (16 * half)).to_le_bytes();
                    data.into_iter().flatten().zip(bytes).for_each(|(to, from)| *to = from);
                }
            }
            for ((row, data), place) in matrix.iter().enumerate().zip(rows) {
                self.write_shared(warp, number * 8 + row, *place, data, Proxy::Generic)?;
            }
        }
        Ok(())
    }
}

impl Warp {
    /// Gathers what the lanes hold where the instruction has it, multiplies it, and gives each lane its sums.
    pub(super) fn multiply(
        &mut self,
        atom: &WarpAtom,
        d: &[Register],
        a: &[Operand],
        b: &[Operand],
        c: &[Operand],
    ) {
        // The instruction was looked up by these types.
        invariant!(matches!(atom.sum, Scalar::F32 | Scalar::F64), "an mma with sums of type {:?}", atom.sum);
        match atom.sum {
            Scalar::F64 => self.multiply_in::<f64>(atom, d, a, b, c),
            _ => self.multiply_in::<f32>(atom, d, a, b, c),
        }
    }

    fn multiply_in<T: Number>(
        &mut self,
        atom: &WarpAtom,
        d: &[Register],
        a: &[Operand],
        b: &[Operand],
        c: &[Operand],
    ) {
        let [m, n, k] = atom.shape;
        let [of_a, of_b, of_c] = &atom.parts;
        let a: Vec<T> = self.gathered(a, of_a, (m, k), atom.factor);
        let b: Vec<T> = self.gathered(b, of_b, (n, k), atom.factor);
        let mut results: Vec<_> = c.iter().map(|operand| self.read(*operand)).collect();
        for (lane, elements) in of_c.iter().enumerate() {
            for (element, result) in elements.iter().zip(&mut results) {
                let (row, column) = (element % m, element / m);
                let (x, y) = (a.get(row * k..(row + 1) * k), b.get(column * k..(column + 1) * k));
                match (result.get_mut(lane), x, y) {
                    (Some(sum), Some(x), Some(y)) => {
                        let products = x.iter().zip(y);
                        *sum = products.fold(T::of(*sum), |sum, (x, y)| sum.plus(*x, *y)).bits();
                    }
                    _ => invariant!(false, "an mma of {m}x{n}x{k} has no element {element} in lane {lane}"),
                }
            }
        }
        for (register, lanes) in d.iter().zip(results) {
            self.set(*register, lanes);
        }
    }

    /// An operand of an instruction, row after row, from what the lanes hold of it.
    fn gathered<T: Number>(
        &self,
        held: &[Operand],
        places: &[Vec<usize>],
        (rows, columns): (usize, usize),
        ty: Scalar,
    ) -> Vec<T> {
        let registers: Vec<_> = held.iter().map(|operand| self.read(*operand)).collect();
        let packed = if ty.bytes() == 2 { 2 } else { 1 };
        let mut gathered = vec![T::of(u64::MAX); rows * columns];
        for (lane, places) in places.iter().enumerate() {
            for (value, place) in places.iter().enumerate() {
                let bits = registers.get(value / packed).and_then(|register| register.get(lane)).copied();
                let to = gathered.get_mut(place % rows * columns + place / rows);
                match (bits, to) {
                    (Some(bits), Some(to)) => *to = T::factor(bits >> (16 * (value % packed)), ty),
                    _ => invariant!(false, "an mma has no value {value} of lane {lane} at {place}"),
                }
            }
        }
        gathered
    }
}

/// The numbers that a tensor core adds.
trait Number: Copy {
    fn of(bits: u64) -> Self;
    fn factor(bits: u64, ty: Scalar) -> Self;
    fn plus(self, x: Self, y: Self) -> Self;
    fn bits(self) -> u64;
}

impl Number for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
    fn of(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    fn factor(bits: u64, ty: Scalar) -> Self {
        factor(bits, ty)
    }
    fn plus(self, x: Self, y: Self) -> Self {
        self + x * y
    }
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Number for f64 {
    fn of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    fn factor(bits: u64, _: Scalar) -> Self {
        f64::from_bits(bits)
    }
    fn plus(self, x: Self, y: Self) -> Self {
        self + x * y
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}
