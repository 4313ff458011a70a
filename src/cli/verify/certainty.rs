//! What a sample says about all rows.

/// The largest rate of errors that a sample of `rows` rows with `errors` errors does not exclude with 95 % confidence, 0 to
/// 1: with a higher rate, so few errors would be seen in at most one sample of twenty (Clopper and Pearson, 1934).
pub(super) fn max_error_rate(rows: u64, errors: u64) -> f64 {
    const LEVEL: f64 = 0.05;
    if errors >= rows {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if probability(rows, errors, middle) > LEVEL {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The probability of at most `errors` errors in `rows` rows, if each is one with the probability `rate`.
#[expect(clippy::cast_precision_loss, reason = "numbers of rows")]
fn probability(rows: u64, errors: u64, rate: f64) -> f64 {
    let (log, log_other) = (rate.ln(), (-rate).ln_1p());
    let mut term = rows as f64 * log_other;
    let mut sum = term.exp();
    for count in 1..=errors {
        term += ((rows - count + 1) as f64 / count as f64).ln() + log - log_other;
        sum += term.exp();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with exact binomial coefficients in Python.
    #[test]
    fn rates_are_those_of_the_binomial_distribution() {
        for (rows, errors, rate) in [
            (1000, 0, 0.002_991_250),
            (100, 0, 0.029_513_050),
            (10, 0, 0.258_865_551),
            (1000, 1, 0.004_734_994),
            (50, 3, 0.147_837_176),
        ] {
            let found = max_error_rate(rows, errors);
            assert!(
                (found / rate - 1.0_f64).abs() < 1e-6,
                "{rows} {errors}: {found}"
            );
        }
        assert!((max_error_rate(0, 0) - 1.0).abs() < 1e-9);
        assert!((max_error_rate(3, 3) - 1.0).abs() < 1e-9);
    }
}
