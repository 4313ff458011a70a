//! The options of a filter, which split its work.

use std::str::FromStr;

use clap::Args;
use kaeshi::game::InputError;

use crate::cli::number::whole;

/// How the work of a filter is split.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FilterOptions {
    /// Number of positions to search at the same time, each with its own --threads and its own table of --hash MiB.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MAX_JOBS))]
    jobs: u16,
    /// Only part I of N, from 0/N to N-1/N: the problems whose number, less one, leaves the remainder I after division by N.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// With --jobs: write each answer as soon as it is found, instead of in the order of the problems.
    #[arg(long)]
    pub(crate) unordered: bool,
}

impl FilterOptions {
    /// Number of jobs, 1 or more.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.into()
    }
}

/// Maximum number of jobs.
const MAX_JOBS: u16 = 4096;

/// A part of the work: the numbers that leave a remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Whether the problem `number`, from 1, belongs to this part.
    pub(crate) fn has(self, number: u64) -> bool {
        number.wrapping_sub(1) % self.count == self.index
    }

    /// The number of problems of this part among `problems`.
    pub(crate) fn part_of(self, problems: u64) -> u64 {
        problems / self.count + u64::from(problems % self.count > self.index)
    }
}

impl FromStr for Shard {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            let number = |text: &str| text.trim().parse::<u64>().ok();
            Some((number(index)?, number(count)?))
        });
        match numbers {
            None => Err(InputError::new("a part such as 0/4 is needed")),
            Some((_, 0)) => Err(InputError::new("there are no parts of 0")),
            Some((index, count)) if index >= count => {
                let last = count - 1;
                Err(InputError::new(format_args!(
                    "the parts of {count} are 0/{count} to {last}/{count}"
                )))
            }
            Some((index, count)) => Ok(Self { index, count }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_belongs_to_one_part() {
        let shards: Vec<Shard> = ["0/3", "1/3", " 2 / 3"]
            .map(|text| text.parse().expect(text))
            .to_vec();
        for number in 1..20 {
            let parts = shards.iter().filter(|shard| shard.has(number));
            assert_eq!(parts.count(), 1, "{number}");
        }
        for problems in 0..20 {
            for shard in &shards {
                let counted = (1..=problems).filter(|number| shard.has(*number));
                assert_eq!(shard.part_of(problems), counted.count() as u64);
            }
        }
    }

    #[test]
    fn a_part_out_of_range_is_refused() {
        for (text, why) in [
            ("3/3", "the parts of 3 are 0/3 to 2/3"),
            ("0/0", "there are no parts of 0"),
            ("-1/3", "a part such as 0/4 is needed"),
            ("1", "a part such as 0/4 is needed"),
            ("1/3/5", "a part such as 0/4 is needed"),
        ] {
            let refused = text.parse::<Shard>().expect_err(text);
            assert_eq!(refused.to_string(), why, "{text}");
        }
    }
}
