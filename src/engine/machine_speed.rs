//! The speed of the machine, to which the limits of a game by the clock are fitted.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::time_manager::{relative_speed, scaled};
use crate::game::Game;

/// The speeds measured in this process, by the type of the game. They outlast the engines, since some protocols open an
/// engine for each position.
static SPEEDS: Mutex<BTreeMap<TypeId, Arc<OnceLock<f64>>>> = Mutex::new(BTreeMap::new());

/// The speed of this machine, as a multiple of that of the machine that `G`'s times were measured on.
pub(super) struct MachineSpeed<G> {
    speed: Arc<OnceLock<f64>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> MachineSpeed<G> {
    /// The speed for all engines of `G`. Measured once in a process.
    pub(super) fn shared() -> Self {
        let mut speeds = SPEEDS.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            speed: Arc::clone(speeds.entry(TypeId::of::<G>()).or_default()),
            game: PhantomData,
        }
    }

    /// The speed. The first call measures it, which takes some milliseconds in games that need it.
    pub(super) fn measure(&self) -> f64 {
        let measure = || G::PROBE_TIME.map_or(1.0, |usual| relative_speed(usual, G::probe));
        *self.speed.get_or_init(measure)
    }

    /// The time in which the other machine would do as much as this one within `left`, the time on a clock.
    pub(super) fn scale(&self, left: Duration) -> Duration {
        /// With less on the clock, there is no time to measure.
        const MIN_TO_MEASURE: Duration = Duration::from_secs(1);
        let known = self.speed.get().copied();
        match known {
            None if left < MIN_TO_MEASURE => left,
            None => scaled(left, self.measure()),
            Some(speed) => scaled(left, speed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::Othello;
    use crate::search::toy::Toy;

    fn unmeasured<G: Game>() -> MachineSpeed<G> {
        MachineSpeed {
            speed: Arc::default(),
            game: PhantomData,
        }
    }

    #[test]
    fn a_game_has_one_speed_for_all_engines() {
        let first = MachineSpeed::<Othello>::shared();
        let measured = first.measure();
        drop(first);
        let second = MachineSpeed::<Othello>::shared();
        assert_eq!(second.speed.get(), Some(&measured));
        let other = MachineSpeed::<Toy>::shared();
        assert!(!Arc::ptr_eq(&second.speed, &other.speed));
    }

    #[test]
    fn a_slower_machine_solves_later() {
        let minute = Duration::from_secs(60);
        let plies = [0.5, 1.0, 2.0].map(|factor| {
            let speed = unmeasured::<Othello>();
            speed.speed.set(factor).expect("it was not measured");
            Othello::default().plies_to_think(speed.scale(minute))
        });
        let fitted = [30, 60, 120].map(Duration::from_secs);
        let fitted = fitted.map(|time| Othello::default().plies_to_think(time));
        assert_eq!(plies, fitted);
        assert!(plies.is_sorted_by(|a, b| a > b), "{plies:?}");
    }

    #[test]
    fn the_speed_is_measured_only_where_there_is_time() {
        let speed = unmeasured::<Othello>();
        let little = Duration::from_millis(900);
        assert_eq!(speed.scale(little), little);
        assert_eq!(speed.speed.get(), None);
        speed.scale(Duration::from_secs(2));
        let measured = *speed.speed.get().expect("it is measured");
        assert!((1.0 / 16.0..=16.0).contains(&measured), "{measured}");
        assert_eq!(speed.scale(little), scaled(little, measured));
    }

    #[test]
    fn a_game_without_times_has_the_usual_speed() {
        let speed = unmeasured::<Toy>();
        let hour = Duration::from_secs(3600);
        assert_eq!(speed.scale(hour), hour);
    }
}
