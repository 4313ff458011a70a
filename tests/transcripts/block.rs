//! Reads the transcripts of a document.

/// Marks lines that are left out.
pub(crate) const LEFT_OUT: &str = "...";

/// A fenced block with one run of a program or several.
#[derive(Debug)]
pub(crate) struct Block {
    /// The number of the first line in the document, from 1.
    pub(crate) line: usize,
    /// Number of lines.
    pub(crate) length: usize,
    pub(crate) runs: Vec<Run>,
}

/// A command with its input and output until it ends.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) command: String,
    /// Whether the document shows the command; otherwise it is `kaeshi`.
    pub(crate) shows_command: bool,
    pub(crate) turns: Vec<Turn>,
}

/// A line of input, and the output until the next one.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    /// `None` for the output before the first input.
    pub(crate) input: Option<String>,
    pub(crate) answer: Vec<String>,
}

impl Run {
    fn new(command: Option<&str>) -> Self {
        Self {
            command: command.unwrap_or("kaeshi").to_owned(),
            shows_command: command.is_some(),
            turns: vec![Turn::default()],
        }
    }

    /// Whether the output may continue after the last line shown.
    pub(crate) fn is_open(&self) -> bool {
        let last = self.turns.last().and_then(|turn| turn.answer.last());
        last.is_some_and(|line| line == LEFT_OUT)
    }
}

/// All blocks fenced with `text`; an error names the line that is not understood.
pub(crate) fn find(document: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut lines = document.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let inside: Vec<_> = lines
            .by_ref()
            .take_while(|(line, _)| !line.starts_with("```"))
            .collect();
        if kind == "text" {
            blocks.push(Block {
                line: number + 1,
                length: inside.len(),
                runs: runs(&inside)?,
            });
        }
    }
    Ok(blocks)
}

fn runs(lines: &[(&str, usize)]) -> Result<Vec<Run>, String> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before = "";
    for &(line, number) in lines {
        let command = line.strip_prefix("$ ");
        let input = line
            .strip_prefix('>')
            .map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
        if before == LEFT_OUT && (input.is_some() || line == LEFT_OUT) {
            return Err(format!(
                "line {number}: after '...' show the line that ends the answer"
            ));
        }
        before = line;
        if command.is_some() || runs.is_empty() {
            runs.push(Run::new(command));
        }
        let Some(run) = runs.last_mut() else { continue };
        match (command, input) {
            (Some(_), _) => {}
            (None, Some(input)) => run.turns.push(Turn {
                input: Some(input.to_owned()),
                answer: Vec::new(),
            }),
            (None, None) => {
                if let Some(turn) = run.turns.last_mut() {
                    turn.answer.push(line.to_owned());
                }
            }
        }
    }
    Ok(runs)
}
