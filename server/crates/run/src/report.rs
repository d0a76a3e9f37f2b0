//! What a run measured.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Counted, ElementType, RunError};

/// A slowdown from which on it is told: below it, samples differ as much by chance.
pub(crate) const NOTABLE_SLOWDOWN: f64 = 0.05;

/// A finished run: it ran and every element was checked. [`Report::is_right`] says with what result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What was run.
    pub problem: Problem,
    /// The operands' element type.
    pub element: ElementType,
    /// Where it ran.
    pub device: Device,
    /// Elements that were checked: all of the destination's, or of C's.
    pub elements: u64,
    /// Elements that are not what they should be.
    pub wrong: u64,
    /// Elements that are no coordinate's and were overwritten all the same.
    pub overwritten: u64,
    /// The wrong element with the least 1-D coordinate.
    pub first_wrong: Option<WrongElement>,
    /// Accuracy of a GEMM; a copy is compared bit by bit.
    pub accuracy: Option<Accuracy>,
    /// Copy: bytes read and written a second, in GB/s (10^9). `None` when emulated: a CPU's speed says nothing
    /// about a GPU.
    pub gb_per_s: Option<f64>,
    /// GEMM: 2 M N K operations a second, in TFLOP/s. `None` when emulated.
    pub tflops: Option<f64>,
    /// This speed as a share of the vendor's routine, measured in the same run; `None` without one.
    pub vendor: Option<Vendor>,
    /// What the layouts say about the kernel before it runs.
    pub predicted: Option<Predicted>,
    /// What the compiled kernel takes; `None` when emulated.
    pub measured: Option<Measured>,
    /// What the emulated kernel's accesses move and cost; `None` on a GPU.
    pub counted: Option<Counted>,
    /// Compiling the kernel, in ms; 0 when emulated or when the worker had it.
    pub compile_ms: f64,
    /// One run of the kernel in ms: the median of several by CUDA events, or the emulator's one run.
    pub run_ms: f64,
    /// How much longer the last third of those runs took than the first: 0.1 is a tenth. A GPU that is hot lowers its
    /// clocks; the vendor's runs alternate with the kernel's, so that the share is fair all the same.
    pub slowdown: f64,
    /// When it was over, by the clock of the machine that ran it.
    pub finished: Timestamp,
}

/// The vendor's routine for the same work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Vendor {
    /// `cudaMemcpy` or `cuBLAS`.
    pub name: String,
    /// One run in ms, the median of runs that alternate with the kernel's.
    pub run_ms: f64,
    /// The kernel's speed divided by the vendor's.
    pub share: f64,
}

/// What the layouts say about a copy's kernel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Predicted {
    /// Bytes of a thread's widest access.
    pub vector_bytes: u64,
    /// 32-byte sectors of memory that hold the source.
    pub sectors_read: u64,
    /// 32-byte sectors of memory that hold the destination.
    pub sectors_written: u64,
    /// The share of the vendor's contiguous copy at which these sectors are moved as fast as that one's; a copy that
    /// hardly reads can be faster.
    pub limit: f64,
    /// What a warp's accesses to shared memory cost; `None` for a kernel without.
    pub conflicts: Option<Conflicts>,
}

/// Wavefronts of a warp's access to shared memory, on average; without bank conflicts they are `least`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the definition")]
pub struct Conflicts {
    pub writes: f64,
    pub reads: f64,
    pub least: f64,
}

/// What the compiled kernel takes on this device.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Registers of a thread.
    pub registers: u64,
    /// Bytes of a thread's local memory: spilled registers, and arrays that are indexed at run time.
    pub spilled_bytes: u64,
    /// Bytes of a block's shared memory.
    pub shared_bytes: u64,
    /// Warps that a multiprocessor holds at a time, as a share of what it can hold.
    pub occupancy: f64,
    /// What the kernel's accesses to shared memory cost when they are made again and again, beside accesses without
    /// conflicts; `None` for a kernel whose accesses are not predicted.
    pub conflicts: Option<Conflicts>,
}

/// What was run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Problem {
    /// A copy of this many elements.
    Copy {
        /// The layouts' size.
        elements: u64,
    },
    /// A GEMM of these sizes.
    #[expect(missing_docs, reason = "the names are the definition")]
    Gemm { m: u64, n: u64, k: u64 },
}

/// Where a run happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// `NVIDIA H200`, or the emulator's name.
    pub name: String,
    /// Whether it is the emulator.
    pub emulated: bool,
    /// The driver's CUDA version, `13.0`; `None` for the emulator.
    pub driver: Option<String>,
}

impl Device {
    /// Whether it is a part of a GPU that is divided in MIG mode; the driver then names the part's size.
    pub fn is_slice(&self) -> bool {
        self.name.contains(" MIG ")
    }
}

/// A wrong element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongElement {
    /// Its coordinate in the destination, or in C.
    pub coordinate: String,
    /// Its offset there, in elements.
    pub offset: i64,
    /// What it should be: a value, or bits in hexadecimal for a copy.
    pub expected: String,
    /// What it is.
    pub found: String,
}

/// How close a GEMM came to a float64 reference over all elements.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Frobenius norm of the error, relative to the reference's.
    pub relative_error: f64,
    /// What `relative_error` may be at most.
    pub tolerance: f64,
    /// Greatest error of one element.
    pub max_error: f64,
    /// What an element's error may be at most, before rounding to the element type.
    pub element_tolerance: f64,
}

impl Report {
    /// Whether every element is right, nothing between them was touched, no two threads race for one place, and a GEMM is
    /// as exact as it must be.
    pub fn is_right(&self) -> bool {
        let exact = self.accuracy.is_none_or(|accuracy| accuracy.relative_error <= accuracy.tolerance);
        let races = self.counted.as_ref().map_or(0, |counted| counted.races);
        self.wrong == 0 && self.overwritten == 0 && races == 0 && exact
    }

    /// The report as `layoutlens run --format json` prints it: `device {name, emulated, driver}`, `elements`,
    /// `wrong`, `right` ([`Report::is_right`]), `accuracy` (GEMM), `gb_per_s` (copy) or `tflops` (GEMM), `compile_ms`,
    /// `run_ms`, `slowdown`, `share_of_vendor`, `vendor`, `predicted`, `measured`, `counted`, `date` (UTC).
    ///
    /// A run with no wrong element may be wrong all the same: where threads race, or a GEMM is not exact enough. The speed is there and null when emulated. An element between others that was overwritten counts as wrong.
    pub fn to_json(&self) -> Value {
        let mut object = json!({
            "device": self.device,
            "elements": self.elements,
            "wrong": self.wrong + self.overwritten,
            "right": self.is_right(),
            "accuracy": self.accuracy,
            "compile_ms": round(self.compile_ms),
            "run_ms": round(self.run_ms),
            "slowdown": round(self.slowdown),
            "date": self.finished.strftime("%FT%TZ").to_string(),
        });
        object["share_of_vendor"] = json!(self.vendor.as_ref().map(|vendor| round(vendor.share)));
        object["vendor"] = json!(self.vendor);
        object["predicted"] = json!(self.predicted);
        object["measured"] = json!(self.measured);
        object["counted"] = json!(self.counted);
        match self.problem {
            Problem::Copy { .. } => object["gb_per_s"] = json!(self.gb_per_s.map(round)),
            Problem::Gemm { .. } => object["tflops"] = json!(self.tflops.map(round)),
        }
        object
    }
}

impl RunError {
    /// The error as `layoutlens run --format json` prints it: `{"error": {"code", "message"}}`.
    pub fn to_json(&self) -> Value {
        json!({ "error": self })
    }
}

/// A count as a float; counts are below 2^53.
#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// Three decimals are more than a timing is worth.
fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

impl fmt::Display for Report {
    /// One line: `copy 67,108,864 f32: 3.9 TB/s on NVIDIA H200, 0 wrong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.device.emulated {
            f.write_str("emulated: ")?;
        }
        write!(f, "{} {}: ", self.problem, self.element)?;
        match (self.gb_per_s, self.tflops) {
            (Some(gb_per_s), _) if gb_per_s >= 1e3 => write!(f, "{:.2} TB/s", gb_per_s / 1e3)?,
            (Some(gb_per_s), _) => write!(f, "{gb_per_s:.1} GB/s")?,
            (None, Some(tflops)) if tflops >= 0.1 => write!(f, "{tflops:.1} TFLOP/s")?,
            (None, Some(tflops)) => write!(f, "{:.2} GFLOP/s", tflops * 1e3)?,
            (None, None) => f.write_str("every element checked")?,
        }
        if let Some(vendor) = &self.vendor {
            write!(f, ", {:.1} % of {}", vendor.share * 100.0, vendor.name)?;
            let limit = self.predicted.map_or(1.0, |predicted| predicted.limit);
            if limit < 0.995 {
                write!(f, " ({:.1} % by its sectors)", limit * 100.0)?;
            }
        }
        if self.slowdown >= NOTABLE_SLOWDOWN {
            write!(f, ", {:.0} % slower at the end than at the beginning", self.slowdown * 100.0)?;
        }
        let slice = if self.device.is_slice() { " (speeds and shares are those of this slice)" } else { "" };
        write!(f, " on {}{slice}, {} wrong", self.device.name, grouped(self.wrong))?;
        if let Some(wrong) = &self.first_wrong {
            let WrongElement { coordinate, offset, expected, found } = wrong;
            write!(f, ", first at {coordinate} (offset {offset}): {found} instead of {expected}")?;
        }
        if self.overwritten > 0 {
            write!(f, ", {} overwritten between the elements", grouped(self.overwritten))?;
        }
        if let Some(Accuracy { relative_error, tolerance, .. }) = self.accuracy {
            write!(f, ", relative error {relative_error:.1e}")?;
            if relative_error.is_nan() || relative_error > tolerance {
                write!(f, " over the tolerance {tolerance:.0e}")?;
            }
        }
        if let Some(counted) = &self.counted {
            write!(f, ", {counted}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Copy { elements } => write!(f, "copy {}", grouped(*elements)),
            Problem::Gemm { m, n, k } => write!(f, "gemm {m}x{n}x{k}"),
        }
    }
}

/// `67,108,864`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ErrorCode;

    pub(crate) fn copy_on_h200() -> Report {
        Report {
            problem: Problem::Copy { elements: 67_108_864 },
            element: ElementType::F32,
            device: Device { name: "NVIDIA H200".into(), emulated: false, driver: Some("13.0".into()) },
            elements: 67_108_864,
            wrong: 0,
            overwritten: 0,
            first_wrong: None,
            accuracy: None,
            gb_per_s: Some(3912.345678),
            tflops: None,
            vendor: None,
            predicted: None,
            measured: None,
            counted: None,
            compile_ms: 12.0,
            run_ms: 0.137,
            slowdown: 0.0,
            finished: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_report_is_one_line() {
        insta::assert_snapshot!(copy_on_h200(), @"copy 67,108,864 f32: 3.91 TB/s on NVIDIA H200, 0 wrong");
    }

    #[test]
    fn a_share_of_the_vendor_comes_with_what_the_sectors_predict() {
        let mut report = copy_on_h200();
        report.vendor = Some(Vendor { name: "cudaMemcpy".into(), run_ms: 0.089, share: 0.6496 });
        let predicted = Predicted {
            vector_bytes: 4,
            sectors_read: 2,
            sectors_written: 1,
            limit: 2.0 / 3.0,
            conflicts: None,
        };
        report.predicted = Some(predicted);
        insta::assert_snapshot!(report, @"copy 67,108,864 f32: 3.91 TB/s, 65.0 % of cudaMemcpy (66.7 % by its sectors) on NVIDIA H200, 0 wrong");
        assert_eq!(report.to_json()["share_of_vendor"], 0.65);
    }

    #[test]
    fn json_has_the_documented_keys() {
        // In which order they are printed depends on what serde_json is built with.
        assert_eq!(
            copy_on_h200().to_json(),
            json!({
                "device": {"name": "NVIDIA H200", "emulated": false, "driver": "13.0"},
                "elements": 67_108_864,
                "wrong": 0,
                "right": true,
                "accuracy": null,
                "compile_ms": 12.0,
                "run_ms": 0.137,
                "gb_per_s": 3912.346,
                "slowdown": 0.0,
                "date": "1970-01-01T00:00:00Z",
                "share_of_vendor": null,
                "vendor": null,
                "predicted": null,
                "measured": null,
                "counted": null,
            })
        );
        let error = RunError::new(ErrorCode::NoDriver, "no libcuda");
        assert_eq!(error.to_json(), json!({"error": {"code": "no-driver", "message": "no libcuda"}}));
    }

    #[test]
    fn an_emulated_report_claims_no_speed() {
        let mut report = copy_on_h200();
        report.device = Device { name: "CPU emulator".into(), emulated: true, driver: None };
        report.gb_per_s = None;
        insta::assert_snapshot!(report, @"emulated: copy 67,108,864 f32: every element checked on CPU emulator, 0 wrong");
        assert_eq!(report.to_json()["gb_per_s"], Value::Null);
    }

    #[test]
    fn a_gpu_that_lowers_its_clocks_is_named() {
        let mut report = copy_on_h200();
        report.slowdown = 0.14;
        insta::assert_snapshot!(report, @"copy 67,108,864 f32: 3.91 TB/s, 14 % slower at the end than at the beginning on NVIDIA H200, 0 wrong");
    }

    #[test]
    fn wrong_elements_are_named() {
        let mut report = copy_on_h200();
        report.wrong = 2048;
        report.overwritten = 1;
        report.first_wrong = Some(WrongElement {
            coordinate: "(3,(0,1))".into(),
            offset: 19,
            expected: "0x3f800000".into(),
            found: "0xffffffff".into(),
        });
        assert!(!report.is_right());
        insta::assert_snapshot!(report, @"copy 67,108,864 f32: 3.91 TB/s on NVIDIA H200, 2,048 wrong, first at (3,(0,1)) (offset 19): 0xffffffff instead of 0x3f800000, 1 overwritten between the elements");
    }

    #[test]
    fn a_gemm_over_its_tolerance_is_not_right() {
        let mut report = copy_on_h200();
        report.problem = Problem::Gemm { m: 64, n: 32, k: 16 };
        (report.gb_per_s, report.tflops) = (None, Some(31.25));
        let accuracy =
            Accuracy { relative_error: 2e-5, tolerance: 1e-5, max_error: 0.1, element_tolerance: 0.2 };
        report.accuracy = Some(accuracy);
        assert!(!report.is_right());
        let json = report.to_json();
        assert_eq!((&json["wrong"], &json["right"]), (&json!(0), &json!(false)));
        assert_eq!(
            (&json["accuracy"]["relative_error"], &json["accuracy"]["tolerance"]),
            (&json!(2e-5), &json!(1e-5))
        );
        insta::assert_snapshot!(report, @"gemm 64x32x16 f32: 31.2 TFLOP/s on NVIDIA H200, 0 wrong, relative error 2.0e-5 over the tolerance 1e-5");
        report.accuracy = Some(Accuracy { relative_error: f64::NAN, ..accuracy });
        assert!(!report.is_right(), "NaN is never within the tolerance");
    }
}
