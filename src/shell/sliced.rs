//! A conversation without threads, for a Web Worker: its caller brings the lines, and runs the search in slices.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::event::Event;
use super::event_loop::EventLoop;
use super::options::Options;
use super::session::Session;
use super::ugi::Ugi;
use crate::engine::SliceState;
use crate::game::InputError;

/// A conversation in UGI whose searches run in slices.
pub struct SlicedConversation {
    event_loop: EventLoop<Ugi>,
    events: Receiver<Event>,
}

impl SlicedConversation {
    /// A conversation with `options`. Searches run in slices, whatever the options say.
    ///
    /// # Errors
    /// If the game is unknown, or there is no memory for the table.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    ///
    /// use kaeshi::engine::SliceState;
    /// use kaeshi::shell::{Options, SlicedConversation};
    ///
    /// let mut conversation = SlicedConversation::new(Options::default())?;
    /// let mut output = Vec::new();
    /// conversation.handle_line("go infinite", &mut output)?;
    /// assert_eq!(conversation.run_slice(Duration::from_millis(10), &mut output)?, SliceState::Running);
    /// conversation.handle_line("stop", &mut output)?;
    /// assert_eq!(conversation.run_slice(Duration::from_millis(10), &mut output)?, SliceState::Finished);
    /// assert!(String::from_utf8(output)?.contains("bestmove "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(options: Options) -> Result<Self, InputError> {
        let mut options = options;
        options.settings.sliced = true;
        let (sender, events) = crossbeam_channel::unbounded();
        let session = Session::new(options, sender)?;
        let event_loop = EventLoop::new(Ugi::default(), session);
        Ok(Self { event_loop, events })
    }

    /// Answers a line, or queues it until the search has ended. [`ControlFlow::Break`] ends the conversation.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn handle_line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let flow = self.event_loop.handle(Event::Line(Ok(line.into())), out)?;
        self.handle_events(flow, out)
    }

    /// Runs the search, if there is one, for about `time`.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn run_slice(&mut self, time: Duration, out: &mut dyn Write) -> io::Result<SliceState> {
        if !self.event_loop.session.is_searching() {
            return Ok(SliceState::Finished);
        }
        let state = self.event_loop.session.engine.run_slice(time);
        let flow = self.handle_events(ControlFlow::Continue(()), out)?;
        if flow.is_continue() && self.event_loop.timeout().is_zero() {
            // Nothing ends the conversation here.
            let _ = self.event_loop.on_timeout(out)?;
        }
        // The result may have started the next search.
        Ok(match state {
            SliceState::Finished if self.event_loop.session.is_searching() => SliceState::Running,
            state => state,
        })
    }

    fn handle_events(
        &mut self,
        mut flow: ControlFlow<()>,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        while flow.is_continue()
            && let Ok(event) = self.events.try_recv()
        {
            flow = self.event_loop.handle(event, out)?;
        }
        Ok(flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A conversation, and the lines that it has written.
    struct Talk(SlicedConversation, Vec<u8>);

    impl Talk {
        fn new(lines: &[&str]) -> Self {
            let conversation = SlicedConversation::new(Options::default());
            let mut talk = Self(conversation.expect("memory for a table"), Vec::new());
            for line in lines {
                talk.send(line);
            }
            talk
        }

        fn send(&mut self, line: &str) {
            let flow = self.0.handle_line(line, &mut self.1);
            assert!(flow.is_ok_and(|flow| flow.is_continue()), "{line}");
        }

        fn run(&mut self, time: Duration) -> SliceState {
            self.0
                .run_slice(time, &mut self.1)
                .expect("it can be written")
        }

        /// Runs slices of `time` to the end of the search. Returns their number, the last score and the move.
        fn finish(&mut self, time: Duration) -> (usize, String, String) {
            let mut slices = 1;
            while self.run(time) == SliceState::Running {
                slices += 1;
            }
            let text = String::from_utf8_lossy(&self.1);
            let mut words = text.lines().filter(|line| line.contains(" pv "));
            let score = words
                .next_back()
                .and_then(|line| line.split_once(" score "));
            let (_, score) = score.expect("a search has a score");
            let score = score.split_once(" nodes").expect("and nodes").0.to_owned();
            let best = text.lines().rfind(|line| line.starts_with("bestmove "));
            (slices, score, best.unwrap_or_default().to_owned())
        }
    }

    /// As short as possible: slices have a minimum number of nodes.
    const SLICE: Duration = Duration::ZERO;
    /// 14 empty squares.
    const SHORT: &str =
        "position fen 1x1xxxx1/o1oxox2/oooxxxxo/oooxxoxo/ooxoxoxo/ooooxox1/2xxxxx1/2x1x3 o";
    /// 22 empty squares.
    const LONG: &str = "position fen 3x4/1x1oo1x1/xxxoxooo/xxooxxo1/xxxxooo1/xxxxxo2/2x1x3/8 x";

    #[test]
    fn a_solved_game_has_the_same_score_in_slices() {
        let games = [
            (SHORT, "go depth 64"),
            ("position mnk 4 4 4", "go depth 16"),
            ("setoption name Game value daifugo", "go depth 64"),
        ];
        let mut most = 0;
        for (position, go) in games {
            let (whole, score, _) = Talk::new(&[position, go]).finish(Duration::MAX);
            let (slices, same, best) = Talk::new(&[position, go]).finish(SLICE);
            assert_eq!((whole, &same), (1, &score), "{position}");
            assert!(best.len() > "bestmove ".len(), "{position}");
            most = most.max(slices);
        }
        assert!(most > 10, "the slices have an end: {most}");
    }

    /// A shorter win may be found long after some win is proven; pauses must not lose it.
    #[test]
    fn a_win_is_as_short_in_slices() {
        for game in ["position mnk 5 5 4 moves c3 b2", "position mnk 6 6 4"] {
            let (_, score, _) = Talk::new(&[game, "go depth 36"]).finish(Duration::MAX);
            let (_, same, _) = Talk::new(&[game, "go depth 36"]).finish(SLICE);
            assert_eq!(same, score, "{game}");
        }
    }

    #[test]
    fn hidden_hands_are_decided_in_slices() {
        let hidden =
            "position fen daifugo uecda ?11/?10/D3H4S5C6D7H8S9CTDJHQSK/?11/?10 2 - - 00000 -";
        let decide = |time| {
            let mut talk = Talk::new(&[hidden, "setoption name Seed value 5", "go depth 3"]);
            let (slices, _, best) = talk.finish(time);
            (slices, best)
        };
        let (whole, best) = decide(Duration::MAX);
        let (slices, same) = decide(SLICE);
        assert_eq!((whole, &same), (1, &best));
        assert!(slices > 100, "a world is short: {slices}");
        let mut talk = Talk::new(&[hidden, "go infinite"]);
        assert_eq!(talk.run(SLICE), SliceState::Running);
        talk.send("stop");
        assert_eq!(talk.run(SLICE), SliceState::Finished);
        assert!(String::from_utf8_lossy(&talk.1).contains("\nbestmove "));
    }

    #[test]
    fn a_stop_between_slices_ends_the_search_in_the_next_one() {
        let mut talk = Talk::new(&[LONG, "go infinite"]);
        assert_eq!(talk.run(SLICE), SliceState::Running);
        talk.send("stop");
        assert_eq!(talk.run(Duration::MAX), SliceState::Finished);
        assert!(String::from_utf8_lossy(&talk.1).contains("\nbestmove "));
        assert_eq!(talk.run(SLICE), SliceState::Finished);
    }

    #[test]
    fn lines_behind_a_stop_wait_for_the_end_of_the_search() {
        let mut talk = Talk::new(&[LONG, "go infinite"]);
        assert_eq!(talk.run(SLICE), SliceState::Running);
        for line in ["stop", "position startpos moves f5", "go depth 1"] {
            talk.send(line);
        }
        assert_eq!(talk.run(SLICE), SliceState::Running, "the next search");
        let (_, _, best) = talk.finish(Duration::MAX);
        assert!(
            ["d6", "f4", "f6"].iter().any(|mv| best.ends_with(mv)),
            "{best}"
        );
        let text = String::from_utf8_lossy(&talk.1);
        assert_eq!(text.matches("bestmove").count(), 2, "{text}");
    }

    #[test]
    fn a_finished_search_without_end_waits_for_its_stop() {
        let mut talk = Talk::new(&["position tictactoe", "go infinite"]);
        assert_eq!(talk.run(Duration::MAX), SliceState::Waiting);
        assert!(!String::from_utf8_lossy(&talk.1).contains("bestmove"));
        talk.send("stop");
        assert_eq!(talk.run(SLICE), SliceState::Finished);
        assert!(String::from_utf8_lossy(&talk.1).contains("bestmove"));
    }
}
