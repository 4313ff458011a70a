//! The answers to one position that no problem has used yet.

use std::collections::BTreeMap;

use super::problem_id::ProblemId;

/// What is kept of each answer, by the identity of its problem.
#[derive(Debug)]
pub(super) struct UnusedAnswers<T> {
    /// Answers to problems without an identity.
    plain: Vec<T>,
    named: BTreeMap<ProblemId, Vec<T>>,
}

impl<T> Default for UnusedAnswers<T> {
    fn default() -> Self {
        Self {
            plain: Vec::new(),
            named: BTreeMap::new(),
        }
    }
}

impl<T> UnusedAnswers<T> {
    pub(super) fn add(&mut self, id: Option<ProblemId>, answer: T) {
        match id {
            Some(id) => self.named.entry(id).or_default().push(answer),
            None => self.plain.push(answer),
        }
    }

    /// Removes an answer for the problem called `id`, one that is `good` if there is one. Answers to problems with another
    /// identity are left. Returns whether the answer is good; `None` if there is no answer.
    pub(super) fn take(
        &mut self,
        id: Option<&ProblemId>,
        good: impl Fn(&T) -> bool,
    ) -> Option<bool> {
        if id.is_none() {
            // A problem without an identity takes any answer.
            let named = std::mem::take(&mut self.named);
            self.plain.extend(named.into_values().flatten());
        }
        let own = id.and_then(|id| self.named.get_mut(id));
        let mut lists: Vec<_> = own.into_iter().chain([&mut self.plain]).collect();
        for list in &mut lists {
            if let Some(index) = list.iter().position(&good) {
                list.swap_remove(index);
                return Some(true);
            }
        }
        let left = lists.into_iter().find_map(Vec::pop);
        left.map(|_| false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> ProblemId {
        serde_json::from_str(text).expect("it is JSON")
    }

    #[test]
    fn answers_go_to_problems_with_their_identity() {
        let mut answers = UnusedAnswers::default();
        answers.add(Some(id("1")), 10);
        answers.add(None, 20);
        answers.add(Some(id("2")), 30);
        answers.add(Some(id("2")), 31);
        let at_least = |least| move |answer: &i32| *answer >= least;
        assert_eq!(answers.take(Some(&id("1.0")), at_least(0)), Some(true));
        assert_eq!(answers.take(Some(&id("1.0")), at_least(0)), None);
        assert_eq!(answers.take(Some(&id("2")), at_least(31)), Some(true));
        assert_eq!(answers.take(Some(&id("2")), at_least(31)), Some(false));
        assert_eq!(answers.take(Some(&id("2")), at_least(0)), None);
        assert_eq!(answers.take(None, at_least(0)), Some(true));
        assert_eq!(answers.take(None, at_least(0)), None);
    }
}
