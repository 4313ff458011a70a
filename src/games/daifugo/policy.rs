//! How Daifugo is searched: to the end of the game, with bounds that need no search.

use super::card::Rank;
use super::play::Move;
use super::position::Daifugo;
use super::prospect::Prospect;
use crate::game::{Game, Packed};
use crate::search::{Draft, NodeKind, Outlook, Policy, Score, Search, Stopped, Window};

/// The policy of games of two open hands.
pub struct OpenHands;

impl Policy<Daifugo> for OpenHands {
    /// Depth counts down from the longest game there could be, twice as long as most: nodes
    /// with less of it left are small.
    const MIN_SPLIT: i8 = 24;

    /// Who has the lead and need not be answered wins, in exactly as many plies as that takes;
    /// and nobody is quicker than if he were never answered.
    #[inline]
    fn settle<N: NodeKind>(
        search: &mut Search<'_, Daifugo>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let (game, ply) = (&search.game, search.ply());
        // The root has to say which move it is.
        if ply == 0 {
            return Ok(None);
        }
        let (mine, theirs) = game.mine_and_theirs();
        let prospect = Prospect::of(game.rules(), mine, theirs);
        let best = Score::win(ply + prospect.quickest());
        if window.fails_low(best) {
            return Ok(Some(best));
        }
        let worst = Score::loss(ply + 1 + Prospect::of(game.rules(), theirs, mine).quickest());
        if window.fails_high(worst) {
            return Ok(Some(worst));
        }
        if prospect.wins_unanswered() && game.can_take_the_lead() {
            // Where the line is wanted and there is depth enough, it is played out.
            let depth = u16::try_from(draft.depth).unwrap_or(0);
            if !N::PV || depth < prospect.quickest() {
                return Ok(Some(best));
            }
        }
        Ok((draft.depth <= 0).then(|| game.evaluate()))
    }

    /// Leaves out moves that are no better than another one; rates the rest.
    #[inline]
    fn survey<N: NodeKind>(
        search: &mut Search<'_, Daifugo>,
        outlook: Outlook,
    ) -> Result<Option<(Score, Packed)>, Stopped> {
        let below_root = search.ply() > 0;
        let Search { game, stack, .. } = search;
        // At the root somebody may have asked for these very moves.
        if below_root {
            game.drop_needless(stack, outlook.start);
        }
        let Window { beta, .. } = outlook.window;
        let only_delays = beta.is_decided() && beta < Score::DRAW;
        for rated in &mut stack[outlook.start..] {
            rated.rating = if Daifugo::pack(&rated.mv) == outlook.second {
                i32::MAX
            } else if only_delays {
                game.delay(&rated.mv)
            } else {
                game.promise(&rated.mv)
            };
        }
        Ok(None)
    }
}

impl Daifugo {
    /// Rates a move by what the game looks like after it; among equals many weak cards go
    /// first, ranks are kept whole, and a pass comes last.
    ///
    /// The weights were found by counting nodes over sixty deals of eleven cards each.
    #[inline]
    fn promise(&mut self, mv: &Move) -> i32 {
        const BALANCE: i32 = 6;
        const CARD: i32 = 8;
        const WHOLE: i32 = 16;
        const PASS: i32 = -20;
        let mover = self.side;
        let shape = mv.played.map_or(PASS, |play| {
            let whole = self.hand(mover) & play.rank().cards() == play.cards();
            CARD * i32::from(play.count()) - i32::from(play.rank().number())
                + if whole { WHOLE } else { 0 }
        });
        self.play(mv);
        let value = if self.side == mover {
            self.balance()
        } else {
            -self.balance()
        };
        self.take_back(mv);
        BALANCE * value + shape
    }

    /// Rates a move of a player who only asks how long he can hold out: first what clears the
    /// table, then the strongest, a pass last.
    #[inline]
    fn delay(&self, mv: &Move) -> i32 {
        mv.played.map_or(-1, |play| {
            if self.rules.cutting().meets(play.cards()) {
                i32::from(Rank::COUNT)
            } else {
                i32::from(play.rank().number())
            }
        })
    }
}
