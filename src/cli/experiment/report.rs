//! Figures compared with those of the articles, for people and for scripts.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

/// A figure, measured here or given by an article.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Figure {
    /// One number.
    Count(u64),
    /// Several numbers.
    Counts(Vec<u64>),
    /// A duration or rate in the unit of its row, or a percentage.
    Measure(f64),
    /// Several of them.
    Measures(Vec<f64>),
    /// Yes or no.
    Truth(bool),
    /// Words, such as bits.
    Text(String),
    /// A comparison of two ways to compute something.
    Checked {
        /// Number of cases compared.
        cases: u64,
        /// Number of cases in which the results differ.
        wrong: u64,
    },
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Counts(counts) => {
                let words: Vec<_> = counts.iter().map(u64::to_string).collect();
                f.pad(&words.join(" "))
            }
            Self::Measure(value) => f.pad(&measure(*value)),
            Self::Measures(values) => {
                let words: Vec<_> = values.iter().map(|value| format!("{value:.2}")).collect();
                f.pad(&words.join("  "))
            }
            Self::Truth(true) => f.pad("yes"),
            Self::Truth(false) => f.pad("no"),
            Self::Text(text) => f.pad(text),
            Self::Checked { cases, wrong } => f.pad(&format!("{wrong} of {cases} differ")),
        }
    }
}

fn measure(value: f64) -> String {
    if value >= 1000.0 {
        format!("{value:.0}")
    } else if value >= 1.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.4}")
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

impl From<Vec<f64>> for Figure {
    fn from(values: Vec<f64>) -> Self {
        Self::Measures(values)
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Figure {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

/// A figure and the article's.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    what: String,
    here: Figure,
    article: Option<Figure>,
    /// Whether both are the same, or all cases of a comparison; `None` for times, which depend on the machine.
    same: Option<bool>,
}

/// The figures of an experiment.
#[derive(Debug, Serialize)]
pub(crate) struct Section {
    title: String,
    rows: Vec<Row>,
    notes: Vec<&'static str>,
}

impl Section {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A figure that must equal the article's, if the article has one.
    pub(crate) fn exact(
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
    pub(crate) fn measured(
        &mut self,
        what: impl Into<String>,
        here: impl Into<Figure>,
        article: Option<f64>,
    ) {
        self.rows.push(Row {
            what: what.into(),
            here: here.into(),
            article: article.map(Figure::from),
            same: None,
        });
    }

    /// A comparison of `cases` cases, of which none may be `wrong`. Without a case it fails.
    pub(crate) fn checked(&mut self, what: impl Into<String>, cases: u64, wrong: u64) {
        self.rows.push(Row {
            what: what.into(),
            here: Figure::Checked { cases, wrong },
            article: None,
            same: Some(cases > 0 && wrong == 0),
        });
    }

    /// A remark about the article's figures.
    pub(crate) fn note(&mut self, note: &'static str) {
        self.notes.push(note);
    }

    /// Whether all figures that must equal the article's do.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.rows.iter().all(|row| row.same != Some(false))
    }

    pub(crate) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
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
        let has_article = self.rows.iter().any(|row| row.article.is_some());
        let title = if has_article { "article" } else { "" };
        let there = self.rows.iter().map(|row| article(row).len()).max();
        let there = there.unwrap_or(0).max(title.len());
        writeln!(out, "{}", self.title)?;
        let head = format!("  {:<what$}  {:>here$}  {title:>there$}", "", "here");
        writeln!(out, "{}", head.trim_end())?;
        for row in &self.rows {
            let verdict = match row.same {
                Some(true) => "  same",
                Some(false) => "  DIFFERENT",
                None => "",
            };
            let article = article(row);
            let line = format!(
                "  {:<what$}  {:>here$}  {article:>there$}{verdict}",
                row.what, row.here
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        for note in &self.notes {
            writeln!(out, "  * {note}")?;
        }
        writeln!(out)
    }
}

/// Writes the sections, as text or as one JSON object, in which the fields of `more` come first.
///
/// The exit code is 1 if a figure is not the article's or a comparison failed.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn finish(
    sections: &[Section],
    json: bool,
    more: serde_json::Map<String, serde_json::Value>,
) -> io::Result<ExitCode> {
    let confirmed = sections.iter().all(Section::is_confirmed);
    let out = &mut io::stdout().lock();
    if json {
        let mut object = more;
        object.insert("confirmed".into(), confirmed.into());
        object.insert("experiments".into(), serde_json::json!(sections));
        writeln!(out, "{}", serde_json::Value::Object(object))?;
    } else {
        for section in sections {
            section.print(out)?;
        }
    }
    Ok(if confirmed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_fails_with_one_wrong_case_or_without_any() {
        for (cases, wrong, confirmed) in [(5, 0, true), (5, 1, false), (0, 0, false)] {
            let mut section = Section::new("title");
            section.checked("what", cases, wrong);
            assert_eq!(section.is_confirmed(), confirmed, "{cases} {wrong}");
        }
    }

    #[test]
    fn a_figure_that_is_not_the_articles_fails() {
        let mut section = Section::new("title");
        section.exact("one", 1_u64, Some(1_u64.into()));
        section.measured("time", 2.0, Some(3.0));
        assert!(section.is_confirmed());
        section.exact("two", 2_u64, Some(1_u64.into()));
        assert!(!section.is_confirmed());
    }
}
