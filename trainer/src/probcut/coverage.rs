//! Coverage: how often an error is within the bounds that a model predicts.

use kaeshi::games::othello::SELECTIVITY_T;
use kaeshi::games::othello::probcut::Model;

use super::pairs::Pair;

/// Number of groups by predicted deviation.
const GROUPS: usize = 10;
/// The minimum number of empty squares of each stage.
const STAGES: [i8; 6] = [14, 20, 26, 32, 40, 48];

/// Prints the share of errors within the deviations of each level, by stage and by decile of the predicted deviation.
pub(super) fn print(title: &str, pairs: &[&Pair], model: &Model) {
    let intended = SELECTIVITY_T.map(|deviations| 100.0 * normal_within(deviations.into()));
    println!(
        "\n{title}: {} pairs not fitted to, log-likelihood {:.4}",
        pairs.len(),
        likelihood(pairs, model)
    );
    print!("{:22}  pairs  predicted  found   mean", "intended, percent");
    println!("{}", columns(&intended));
    for (stage, &fewest) in STAGES.iter().enumerate() {
        let most = STAGES.get(stage + 1).map_or(60, |next| next - 1);
        let group = pairs
            .iter()
            .copied()
            .filter(|pair| (fewest..=most).contains(&pair.case.empties));
        line(
            &format!("{fewest} to {most} empty"),
            &group.collect::<Vec<_>>(),
            model,
        );
    }
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| {
        model
            .deviation(&a.case)
            .total_cmp(&model.deviation(&b.case))
    });
    for group in 0..GROUPS {
        let part = sorted.len() * group / GROUPS..sorted.len() * (group + 1) / GROUPS;
        line(&format!("decile {}", group + 1), &sorted[part], model);
    }
    line("all", pairs, model);
}

fn line(name: &str, pairs: &[&Pair], model: &Model) {
    if pairs.is_empty() {
        return;
    }
    let count = pairs.len() as f64;
    let mean_of =
        |value: &dyn Fn(&Pair) -> f64| pairs.iter().map(|pair| value(pair)).sum::<f64>() / count;
    let predicted = mean_of(&|pair| f64::from(model.deviation(&pair.case)).powi(2)).sqrt();
    let found = mean_of(&|pair| error(pair, model).powi(2)).sqrt();
    let mean = mean_of(&|pair| error(pair, model));
    let within = SELECTIVITY_T.map(|deviations| {
        100.0
            * mean_of(&|pair| {
                let most = f64::from(deviations * model.deviation(&pair.case));
                f64::from(u8::from(error(pair, model).abs() <= most))
            })
    });
    println!(
        "{name:22} {:6} {predicted:10.2} {found:6.2} {mean:+6.2}{}",
        pairs.len(),
        columns(&within)
    );
}

fn columns(percents: &[f64; SELECTIVITY_T.len()]) -> String {
    percents.map(|percent| format!(" {percent:6.1}")).concat()
}

/// The error of a prediction in discs.
fn error(pair: &Pair, model: &Model) -> f64 {
    f64::from(pair.difference - model.mean(&pair.case))
}

/// The mean log-likelihood of the errors; a better model has a higher one.
fn likelihood(pairs: &[&Pair], model: &Model) -> f64 {
    let of = |pair: &&Pair| {
        let deviation = f64::from(model.deviation(&pair.case));
        -deviation.ln()
            - (error(pair, model) / deviation).powi(2) / 2.0
            - std::f64::consts::TAU.ln() / 2.0
    };
    pairs.iter().map(of).sum::<f64>() / pairs.len().max(1) as f64
}

/// The share of a normal distribution within `deviations` of its mean, by Simpson's rule.
fn normal_within(deviations: f64) -> f64 {
    const STEPS: u32 = 200;
    let step = deviations / f64::from(STEPS);
    let density = |at: u32| {
        let weight = match at {
            0 | STEPS => 1.0,
            _ if at % 2 == 1 => 4.0,
            _ => 2.0,
        };
        weight * (-(step * f64::from(at)).powi(2) / 2.0).exp()
    };
    2.0 * (0..=STEPS).map(density).sum::<f64>() * step / 3.0 / std::f64::consts::TAU.sqrt()
}

#[cfg(test)]
mod tests {
    use super::normal_within;

    #[test]
    fn a_normal_distribution_is_as_wide_as_in_tables() {
        for (deviations, percent) in [(1.0, 68.27), (1.96, 95.0), (3.0, 99.73)] {
            assert!((100.0 * normal_within(deviations) - percent).abs() < 0.01);
        }
    }
}
