//! The models of the command line that replace the embedded ones.

use std::path::PathBuf;

use kaeshi::files;
use kaeshi::games::othello::net::{self, Net};
use kaeshi::games::othello::weights::{self, Weights};

use crate::{Failure, MAX_MODEL};

/// Models to use instead of the embedded ones.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelOptions {
    /// Linear weights to use instead of the embedded ones.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// A net to use instead of the embedded one.
    #[arg(long)]
    net: Option<PathBuf>,
}

impl ModelOptions {
    /// Whether there is any.
    #[must_use]
    pub fn are_given(&self) -> bool {
        self.weights.is_some() || self.net.is_some()
    }

    /// Installs the models for this process, and returns their bytes. No position may have been evaluated before.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn install(&self) -> Result<Vec<u8>, Failure> {
        let read = |path: &Option<PathBuf>| match path {
            None => Ok(Vec::new()),
            Some(path) => files::read(path, MAX_MODEL),
        };
        let (weights, net) = (read(&self.weights)?, read(&self.net)?);
        // Installing succeeds, since no position has been evaluated yet in this process.
        if self.weights.is_some() {
            let _ = weights::install(Weights::read(&weights)?);
        }
        if self.net.is_some() {
            let _ = net::install(Net::read(&net)?);
        }
        Ok([weights, net].concat())
    }
}
