//! The figures of a run as text: bars of the speeds, and what was measured beside what the layouts predict.

use std::fmt::Write as _;

use crate::{Accuracy, Conflicts, Counted, Report, SharedCount, report::grouped};

/// Cells of the longest bar.
const LONGEST_BAR: u32 = 32;

/// An eighth of a cell, a quarter, .., as block characters.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

impl Report {
    /// The figures in lines of even columns, for a terminal and a code block alike: a bar for the kernel's and one for
    /// the vendor's speed, then each figure as it was measured and as the layouts predict it. Empty for a report that
    /// has none.
    ///
    /// ```text
    /// kernel      ████████████████████████████████ 4.06 TB/s
    /// cudaMemcpy  ████████████████████████████████▌ 4.12 TB/s
    ///
    ///                       measured  predicted
    /// share of cudaMemcpy   98.4 %    100.0 %
    /// ```
    pub fn figures(&self) -> String {
        let bars = self.bars();
        let table = self.table();
        let gap = if bars.is_empty() || table.is_empty() { "" } else { "\n" };
        format!("{bars}{gap}{table}")
    }

    fn bars(&self) -> String {
        let Some(speed) = self.gb_per_s.map(|gb| gb * 1e9).or(self.tflops.map(|tflops| tflops * 1e12)) else {
            return String::new();
        };
        let unit = if self.gb_per_s.is_some() { "B/s" } else { "FLOP/s" };
        let mut speeds = vec![("kernel", speed)];
        if let Some(vendor) = &self.vendor
            && vendor.share > 0.0
        {
            speeds.push((vendor.name.as_str(), speed / vendor.share));
            if let Some(predicted) = &self.predicted {
                speeds.push(("by sectors", speed / vendor.share * predicted.limit));
            }
        }
        let greatest = speeds.iter().map(|(_, speed)| *speed).fold(0.0, f64::max);
        let widest = speeds.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (name, speed) in speeds {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{name:widest$}  {} {}", bar(speed / greatest), with_prefix(speed, unit));
        }
        text
    }

    fn table(&self) -> String {
        let mut rows = Vec::new();
        let mut row = |name: String, measured: Option<String>, predicted: Option<String>| {
            if measured.is_some() || predicted.is_some() {
                rows.push([name, measured.unwrap_or_default(), predicted.unwrap_or_default()]);
            }
        };
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        if let Some(vendor) = &self.vendor {
            let limit = self.predicted.map(|predicted| percent(predicted.limit));
            row(format!("share of {}", vendor.name), Some(percent(vendor.share)), limit);
        }
        let measured = self.measured.as_ref();
        let predicted = self.predicted.as_ref();
        let measured_conflicts = measured.and_then(|measured| measured.conflicts);
        let predicted_conflicts = predicted.and_then(|predicted| predicted.conflicts);
        let counted = self.counted.as_ref();
        let wavefronts = |conflicts: Option<Conflicts>, of: fn(&Conflicts) -> f64| {
            conflicts.map(|conflicts| format!("{:.1} of {:.1}", of(&conflicts), conflicts.least))
        };
        let emulated = |count: SharedCount| {
            count.mean().map(|(wavefronts, least)| format!("{wavefronts:.1} of {least:.1}"))
        };
        let written = counted.and_then(|counted| emulated(counted.shared_writes));
        let read = counted.and_then(|counted| emulated(counted.shared_reads));
        for (name, emulated, of) in [
            (
                "wavefronts of a shared write",
                written,
                (|conflicts| conflicts.writes) as fn(&Conflicts) -> f64,
            ),
            ("wavefronts of a shared read", read, |conflicts| conflicts.reads),
        ] {
            let measured = wavefronts(measured_conflicts, of).or(emulated);
            row(name.into(), measured, wavefronts(predicted_conflicts, of));
        }
        let count = |of: fn(&crate::Predicted) -> u64| predicted.map(|predicted| grouped(of(predicted)));
        row("widest access, bytes".into(), None, count(|predicted| predicted.vector_bytes));
        let emulated = |of: fn(&Counted) -> u64| counted.map(|counted| grouped(of(counted)));
        let blocks =
            counted.map(|counted| format!("{} of {}", grouped(counted.blocks), grouped(counted.of_blocks)));
        row("counted on blocks".into(), blocks, None);
        let is_part = counted.is_some_and(|counted| counted.blocks < counted.of_blocks);
        for (name, emulated, predicted) in [
            (
                "sectors read",
                emulated(|counted| counted.sectors_read),
                count(|predicted| predicted.sectors_read),
            ),
            (
                "sectors written",
                emulated(|counted| counted.sectors_written),
                count(|predicted| predicted.sectors_written),
            ),
        ] {
            if is_part {
                // What some of the blocks do is not what all of them are predicted to.
                row(format!("{name} by these blocks"), emulated, None);
                row(format!("{name} by all"), None, predicted);
            } else {
                row(name.into(), emulated, predicted);
            }
        }
        row("races".into(), emulated(|counted| counted.races), None);
        let taken = |of: fn(&crate::Measured) -> u64| measured.map(|measured| grouped(of(measured)));
        row("registers of a thread".into(), taken(|measured| measured.registers), None);
        row("spilled, bytes".into(), taken(|measured| measured.spilled_bytes), None);
        row("shared memory of a block, bytes".into(), taken(|measured| measured.shared_bytes), None);
        row("occupancy".into(), measured.map(|measured| percent(measured.occupancy)), None);
        if let Some(Accuracy { relative_error, tolerance, .. }) = self.accuracy {
            row(
                "relative error".into(),
                Some(format!("{relative_error:.1e}")),
                Some(format!("≤ {tolerance:.0e}")),
            );
        }
        if self.compile_ms > 0.0 {
            row("compiling, ms".into(), Some(format!("{:.0}", self.compile_ms)), None);
        }
        if !self.device.emulated {
            row("one run, ms".into(), Some(format!("{:.3}", self.run_ms)), None);
        }
        let first = if self.device.emulated { "emulated" } else { "measured" };
        in_columns(["", first, "predicted"], &rows)
    }
}

/// Lines with each column as wide as its widest cell.
fn in_columns<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let rows: Vec<[&str; N]> = rows.iter().map(|row| row.each_ref().map(String::as_str)).collect();
    let mut widths = header.map(|cell| cell.chars().count());
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in std::iter::once(&header).chain(&rows) {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A bar of this share of the longest one, to an eighth of a cell; a speed above none is never without one.
fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * f64::from(LONGEST_BAR * 8)).round().max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 256")]
    let eighths = eighths as usize;
    // There are eight of them.
    let rest = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    format!("{}{rest}", "█".repeat(eighths / 8))
}

/// `4.06 TB/s`: three digits and a prefix.
fn with_prefix(speed: f64, unit: &str) -> String {
    let (scaled, prefix) = match speed {
        speed if speed >= 1e12 => (speed / 1e12, "T"),
        speed if speed >= 1e9 => (speed / 1e9, "G"),
        speed => (speed / 1e6, "M"),
    };
    let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
    format!("{scaled:.digits$} {prefix}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Device, Measured, Predicted, Problem, Vendor, report::tests::copy_on_h200};

    fn transpose_on_h200() -> Report {
        let conflicts = Conflicts { writes: 4.0, reads: 4.0, least: 4.0 };
        Report {
            gb_per_s: Some(2811.0),
            vendor: Some(Vendor { name: "cudaMemcpy".into(), run_ms: 0.0917, share: 0.693 }),
            predicted: Some(Predicted {
                vector_bytes: 16,
                sectors_read: 8_388_608,
                sectors_written: 16_777_216,
                limit: 2.0 / 3.0,
                conflicts: Some(conflicts),
            }),
            measured: Some(Measured {
                registers: 35,
                spilled_bytes: 0,
                shared_bytes: 16_384,
                occupancy: 0.75,
                conflicts: Some(conflicts),
            }),
            compile_ms: 41.6,
            run_ms: 0.1323,
            ..copy_on_h200()
        }
    }

    #[test]
    fn what_was_measured_stands_beside_what_was_predicted() {
        insta::assert_snapshot!(transpose_on_h200().figures());
    }

    #[test]
    fn an_emulated_product_has_an_error_and_no_speed() {
        let report = Report {
            problem: Problem::Gemm { m: 64, n: 32, k: 16 },
            device: Device { name: "the CPU emulator".into(), emulated: true, driver: None },
            accuracy: Some(Accuracy {
                relative_error: 3.21e-4,
                tolerance: 1e-2,
                max_error: 0.0,
                element_tolerance: 0.0,
            }),
            gb_per_s: None,
            vendor: None,
            predicted: None,
            measured: None,
            counted: Some(Counted {
                blocks: 64,
                of_blocks: 4096,
                sectors_read: 12_288,
                sectors_written: 2048,
                shared_reads: SharedCount { accesses: 256, wavefronts: 1024, least: 512 },
                ..Counted::default()
            }),
            compile_ms: 0.0,
            ..transpose_on_h200()
        };
        insta::assert_snapshot!(report.figures());
    }

    #[test]
    fn speeds_have_three_digits() {
        assert_eq!(with_prefix(4.0581e12, "B/s"), "4.06 TB/s");
        assert_eq!(with_prefix(744.2e12, "FLOP/s"), "744 TFLOP/s");
        assert_eq!(with_prefix(51.74e9, "B/s"), "51.7 GB/s");
        assert_eq!(with_prefix(2.5e5, "B/s"), "0.25 MB/s");
    }

    #[test]
    fn bars_are_as_long_as_the_speeds() {
        assert_eq!(bar(1.0).chars().count(), 32);
        assert_eq!(bar(0.5).chars().count(), 16);
        assert_eq!(bar(1e-9), "▏");
    }
}
