//! Ties the threads and processes of a game to processors, so that games at the same time do not disturb each other.

/// Ties the current thread, and the threads and processes that it starts from now on, to part `index` of `parts` of the
/// processors that it may use. Does nothing if there are fewer processors than parts, or the system refuses.
#[cfg(target_os = "linux")]
pub(super) fn pin(index: usize, parts: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let processors: Vec<_> = (0..CpuSet::MAX_CPU)
        .filter(|&cpu| allowed.is_set(cpu))
        .collect();
    let Some(part) = part_of(&processors, index, parts) else {
        return;
    };
    let mut chosen = CpuSet::new();
    for &cpu in part {
        chosen.set(cpu);
    }
    if let Err(why) = sched_setaffinity(None, &chosen) {
        log::debug!("game {index} is not tied to processors: {why}");
    }
}

/// Other systems move threads between processors as they like.
#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_index: usize, _parts: usize) {}

/// Part `index` of `parts` of the processors; the parts are almost equally large.
#[cfg(any(target_os = "linux", test))]
fn part_of(processors: &[usize], index: usize, parts: usize) -> Option<&[usize]> {
    let end = |part: usize| processors.len() * part / parts;
    (parts <= processors.len()).then(|| &processors[end(index)..end(index + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_processor_belongs_to_one_part() {
        let processors = [0, 1, 4, 5, 6];
        for parts in 1..=5 {
            let shared =
                (0..parts).map(|index| part_of(&processors, index, parts).expect("enough"));
            let shared: Vec<_> = shared.collect();
            assert_eq!(shared.concat(), processors);
            assert!(shared.iter().all(|part| part.len() >= 5 / parts));
        }
        assert_eq!(part_of(&processors, 0, 6), None);
    }
}
