//! Figures compared with those of the articles, for people and for scripts.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

/// A figure, measured here or given by an article.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Figure {
    /// One number.
    Count(u64),
    /// Several numbers.
    Counts(Vec<u64>),
    /// A duration or rate in the unit of its row, or a percentage.
    Measure(f64),
    /// Yes or no.
    Truth(bool),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Counts(counts) => {
                let words: Vec<_> = counts.iter().map(u64::to_string).collect();
                f.pad(&words.join(" "))
            }
            Self::Measure(value) if *value >= 1000.0 => f.pad(&format!("{value:.0}")),
            Self::Measure(value) if *value >= 1.0 => f.pad(&format!("{value:.1}")),
            Self::Measure(value) => f.pad(&format!("{value:.4}")),
            Self::Truth(true) => f.pad("yes"),
            Self::Truth(false) => f.pad("no"),
        }
    }
}

impl From<u64> for Figure {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Figure {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl<const N: usize> From<[u64; N]> for Figure {
    fn from(counts: [u64; N]) -> Self {
        Self::Counts(counts.to_vec())
    }
}

impl From<(usize, usize)> for Figure {
    fn from((part, whole): (usize, usize)) -> Self {
        Self::Counts(vec![part as u64, whole as u64])
    }
}

impl From<f64> for Figure {
    fn from(value: f64) -> Self {
        Self::Measure(value)
    }
}

impl From<bool> for Figure {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

/// A figure and the article's.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    what: String,
    here: Figure,
    article: Option<Figure>,
    /// Whether both are the same; `None` for times, which depend on the machine.
    same: Option<bool>,
}

/// The figures of an experiment.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    title: &'static str,
    rows: Vec<Row>,
    notes: Vec<&'static str>,
}

impl Section {
    pub(super) fn new(title: &'static str) -> Self {
        Self {
            title,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A figure that must equal the article's, if the article has one.
    pub(super) fn exact(
        &mut self,
        what: impl Into<String>,
        here: impl Into<Figure>,
        article: Option<Figure>,
    ) {
        let here = here.into();
        self.rows.push(Row {
            what: what.into(),
            same: article.as_ref().map(|article| *article == here),
            here,
            article,
        });
    }

    /// A figure that depends on the machine.
    pub(super) fn measured(&mut self, what: impl Into<String>, here: f64, article: Option<f64>) {
        self.rows.push(Row {
            what: what.into(),
            here: here.into(),
            article: article.map(Figure::from),
            same: None,
        });
    }

    /// A remark about the article's figures.
    pub(super) fn note(&mut self, note: &'static str) {
        self.notes.push(note);
    }

    /// Whether all figures that must equal the article's do.
    pub(super) fn is_confirmed(&self) -> bool {
        self.rows.iter().all(|row| row.same != Some(false))
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let widest =
            |figure: fn(&Row) -> String| self.rows.iter().map(figure).map(|text| text.len()).max();
        let article = |row: &Row| {
            row.article
                .as_ref()
                .map_or(String::new(), Figure::to_string)
        };
        let what = widest(|row| row.what.clone()).unwrap_or(0);
        let here = widest(|row| row.here.to_string())
            .unwrap_or(0)
            .max("here".len());
        let there = self
            .rows
            .iter()
            .map(|row| article(row).len())
            .max()
            .unwrap_or(0)
            .max("article".len());
        writeln!(out, "{}", self.title)?;
        writeln!(
            out,
            "  {:<what$}  {:>here$}  {:>there$}",
            "", "here", "article"
        )?;
        for row in &self.rows {
            let verdict = match row.same {
                Some(true) => "  same",
                Some(false) => "  DIFFERENT",
                None => "",
            };
            writeln!(
                out,
                "  {:<what$}  {:>here$}  {:>there$}{verdict}",
                row.what,
                row.here,
                article(row)
            )?;
        }
        for note in &self.notes {
            writeln!(out, "  * {note}")?;
        }
        writeln!(out)
    }
}
