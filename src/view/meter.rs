//! What drawing costs: frames a second while something moves, and memory.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Frames that a mean is taken of.
const FRAMES: usize = 30;

/// A longer gap between two frames is a rest.
pub const REST: Duration = Duration::from_millis(700);

/// How often memory is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// Counts frames and bytes.
#[derive(Debug, Default)]
pub struct Meter {
    /// When the last frames with another picture came.
    frames: VecDeque<Instant>,
    memory: Option<(Instant, Memory)>,
}

/// Bytes that are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    /// Of the process, where the system tells.
    pub process: Option<u64>,
    /// On the graphics adapter, where the driver's allocator tells. A software adapter's are the process's own.
    pub adapter: Option<u64>,
}

impl Meter {
    /// A frame with another picture came.
    pub fn tick(&mut self, now: Instant) {
        if self.frames.back().is_some_and(|last| now.duration_since(*last) > REST) {
            self.frames.clear();
        }
        self.frames.push_back(now);
        if self.frames.len() > FRAMES + 1 {
            self.frames.pop_front();
        }
    }

    /// Frames a second, while there are some one after the other.
    pub fn rate(&self, now: Instant) -> Option<f64> {
        let (first, last) = (self.frames.front()?, self.frames.back()?);
        let time = last.duration_since(*first).as_secs_f64();
        (now.duration_since(*last) <= REST && time > 0.0).then(|| (self.frames.len() - 1) as f64 / time)
    }

    /// What is taken now, or was a second ago.
    pub fn memory(&mut self, now: Instant, gpu: Option<&crate::gpu::Gpu>) -> Memory {
        match self.memory {
            Some((then, memory)) if now.duration_since(then) < EVERY => memory,
            _ => {
                let adapter = gpu.and_then(|gpu| gpu.device.generate_allocator_report());
                let memory = Memory {
                    process: resident(),
                    adapter: adapter.map(|report| report.total_allocated_bytes),
                };
                self.memory = Some((now, memory));
                memory
            }
        }
    }
}

/// The memory of this process that is in use.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(not(target_os = "linux"))]
fn resident() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_last_frames_and_ends_with_a_rest() {
        let start = Instant::now();
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut meter = Meter::default();
        assert_eq!(meter.rate(start), None);
        for frame in 0..11 {
            meter.tick(after(frame * 50));
        }
        assert_eq!(meter.rate(after(520)).map(f64::round), Some(20.0));
        assert_eq!(meter.rate(after(1500)), None, "it rests");
        meter.tick(after(2000));
        assert_eq!(meter.rate(after(2000)), None, "one frame is no rate");
    }

    #[test]
    fn memory_is_looked_at_once_a_second() {
        let (start, mut meter) = (Instant::now(), Meter::default());
        let memory = meter.memory(start, None);
        assert!(memory.process.is_none_or(|bytes| bytes > 1 << 20));
        assert_eq!(meter.memory(start + Duration::from_millis(900), None), memory);
    }
}
