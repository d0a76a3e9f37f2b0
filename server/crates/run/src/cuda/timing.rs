//! Timing a kernel beside the vendor's routine for the same work.

use super::{Destination, Driver};
use crate::{Progress, RunError, Stage};

/// Runs before the timed ones.
const WARM_UP_RUNS: usize = 2;

/// Samples of each, at least and at most, and the GPU time in ms that all together may take before there are fewer.
const SAMPLES: (usize, usize) = (3, 21);
const SAMPLES_MS: f64 = 60.0;

/// What a sample takes at least, in ms, by runs one after another: the events cost some microseconds.
const SAMPLE_MS: f64 = 1.0;

/// Runs of a sample at most.
const MAX_RUNS: f64 = 50.0;

/// Something that is started on the GPU.
pub(super) type Work<'a> = &'a dyn Fn() -> Result<(), RunError>;

/// Median times in ms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    pub(super) run_ms: f64,
    pub(super) vendor_ms: Option<f64>,
    /// How much longer the kernel's last samples took than its first; see [`slowdown`].
    pub(super) slowdown: f64,
}

/// Times a kernel, alternating with the vendor's routine; then poisons the destination and runs it once more, for the
/// check.
pub(super) fn timed(
    driver: &Driver,
    destination: &mut Destination<'_>,
    progress: &mut dyn FnMut(Progress),
    kernel: Work<'_>,
    vendor: Option<Work<'_>>,
) -> Result<Times, RunError> {
    progress(Progress::new(Stage::Running, 0));
    let mut last = 0.0;
    for _ in 0..WARM_UP_RUNS {
        last = driver.time(kernel)?;
        if let Some(vendor) = vendor {
            driver.time(vendor)?;
        }
    }
    let runs = (SAMPLE_MS / last.max(1e-3)).ceil().clamp(1.0, MAX_RUNS);
    let (least, most) = SAMPLES;
    let sample = |work: Work<'_>| -> Result<f64, RunError> {
        let all = driver.time(|| {
            let mut started = 0.0;
            while started < runs {
                work()?;
                started += 1.0;
            }
            Ok(())
        })?;
        Ok(all / runs)
    };
    let (mut kernels, mut vendors, mut spent) = (Vec::new(), Vec::new(), 0.0);
    while kernels.len() < most && (kernels.len() < least || spent < SAMPLES_MS) {
        let time = sample(kernel)?;
        kernels.push(time);
        spent += time * runs;
        if let Some(vendor) = vendor {
            let time = sample(vendor)?;
            vendors.push(time);
            spent += time * runs;
        }
        progress(Progress::new(Stage::Running, u8::try_from(kernels.len() * 100 / most).unwrap_or(100)));
    }
    destination.poison()?;
    kernel()?;
    driver.wait()?;
    let slowdown = slowdown(&kernels);
    // There are samples, the least number of them.
    Ok(Times { run_ms: median(kernels).unwrap_or(last), vendor_ms: median(vendors), slowdown })
}

/// How much longer the last third of the samples took than the first, by their medians: 0.1 is a tenth. A GPU that
/// lowers its clocks shows here; one that is as fast as it was, or faster, is 0.
fn slowdown(samples: &[f64]) -> f64 {
    let third = samples.len() / 3;
    let (first, last) = (samples.get(..third), samples.get(samples.len() - third..));
    match (first.and_then(|first| median(first.to_vec())), last.and_then(|last| median(last.to_vec()))) {
        (Some(first), Some(last)) if first > 0.0 => (last / first - 1.0).max(0.0),
        // Too few samples, or too short ones, tell nothing; what is told is a slowdown that was seen.
        _ => 0.0,
    }
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_one() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }

    #[test]
    fn lower_clocks_show_in_the_last_samples() {
        let slower = slowdown(&[1.0, 1.0, 9.0, 1.0, 1.25, 1.25]);
        assert!((slower - 0.25).abs() < 1e-9, "{slower}");
        assert_eq!(slowdown(&[1.25, 1.0, 1.0]), 0.0, "it warmed up");
        assert_eq!(slowdown(&[1.0, 2.0]), 0.0, "too few to tell");
    }
}
