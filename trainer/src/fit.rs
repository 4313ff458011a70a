//! Linear least squares with a prior, by preconditioned conjugate gradients.

/// Rows of a sparse matrix of ones; the value of a row is the sum of its weights.
pub struct Rows<const N: usize> {
    /// The indices of each row's weights; an index may appear twice.
    pub inputs: Vec<[u32; N]>,
    /// The target of each row's value.
    pub targets: Vec<f32>,
}

impl<const N: usize> Rows<N> {
    /// Computes `out += Xᵀ value(row, X v)` in one pass over the data.
    fn gather_scatter(&self, v: &[f32], out: &mut [f64], value: impl Fn(usize, f32) -> f32) {
        for (row, inputs) in self.inputs.iter().enumerate() {
            let sum: f32 = inputs.iter().map(|&input| v[input as usize]).sum();
            let value = f64::from(value(row, sum));
            for &input in inputs {
                out[input as usize] += value;
            }
        }
    }

    /// How many times each of `weights` weights appears in the rows.
    ///
    /// # Panics
    /// If a row has an index of `weights` or more.
    #[must_use]
    pub fn counts(&self, weights: usize) -> Vec<f64> {
        let mut counts = vec![0.0; weights];
        for &input in self.inputs.iter().flatten() {
            counts[input as usize] += 1.0;
        }
        counts
    }

    /// The mean squared difference of target and value, with the weights `v`.
    ///
    /// # Panics
    /// If a row has an index beyond `v`.
    #[must_use]
    pub fn mean_square(&self, v: &[f32]) -> f64 {
        let total: f64 = self
            .inputs
            .iter()
            .zip(&self.targets)
            .map(|(inputs, &target)| {
                let sum: f32 = inputs.iter().map(|&input| v[input as usize]).sum();
                f64::from(target - sum).powi(2)
            })
            .sum();
        total / self.targets.len().max(1) as f64
    }
}

/// Fits `weights`, whose initial values are the prior. Minimises the squared error plus `ridge` times the squared
/// distance from the prior.
///
/// So a weight that appears rarely stays close to its prior. Conjugate gradients with a diagonal preconditioner, after
/// Buro's and Delorme's use for Othello.
///
/// # Panics
/// If a row has an index beyond `weights`.
pub fn fit<const N: usize>(
    rows: &Rows<N>,
    weights: &mut [f32],
    ridge: f64,
    iterations: usize,
    mut after: impl FnMut(usize, &[f32]),
) {
    let prior = weights.to_vec();
    let scale: Vec<f64> = rows
        .counts(weights.len())
        .iter()
        .map(|count| 1.0 / (count + ridge))
        .collect();
    let mut residual = vec![0.0; weights.len()];
    rows.gather_scatter(weights, &mut residual, |row, sum| rows.targets[row] - sum);
    let mut moved = vec![0.0_f64; weights.len()];
    let mut direction: Vec<f64> = scaled(&residual, &scale);
    let mut energy = dot(&residual, &direction);
    let mut image = vec![0.0; weights.len()];
    for iteration in 0..iterations {
        let narrow: Vec<f32> = direction.iter().map(|&d| d as f32).collect();
        for (image, &d) in image.iter_mut().zip(&direction) {
            *image = ridge * d;
        }
        rows.gather_scatter(&narrow, &mut image, |_, sum| sum);
        let step = energy / dot(&direction, &image).max(f64::MIN_POSITIVE);
        for k in 0..weights.len() {
            moved[k] += step * direction[k];
            residual[k] -= step * image[k];
        }
        let towards = scaled(&residual, &scale);
        let next = dot(&residual, &towards);
        let keep = next / energy.max(f64::MIN_POSITIVE);
        energy = next;
        for (d, t) in direction.iter_mut().zip(&towards) {
            *d = t + keep * *d;
        }
        for ((weight, prior), moved) in weights.iter_mut().zip(&prior).zip(&moved) {
            *weight = prior + *moved as f32;
        }
        after(iteration, weights);
    }
}

fn scaled(a: &[f64], scale: &[f64]) -> Vec<f64> {
    a.iter().zip(scale).map(|(a, s)| a * s).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
