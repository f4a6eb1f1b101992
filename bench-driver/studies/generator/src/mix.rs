//! What clients do, and how often.

use serde::{Deserialize, Serialize};

use crate::random::Random;

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// A tweet to all followers of its author.
    Post,
    /// The newest 50 tweets of a user.
    Userline,
    /// The newest 50 tweets of those whom a user follows.
    Timeline,
}

impl Operation {
    /// All of them, by their numbers.
    pub const ALL: [Self; 3] = [Self::Post, Self::Userline, Self::Timeline];
}

/// How many followers the user of an operation has.
pub const CLASSES: [(&str, usize); 3] = [("1 to 9", 1), ("10 to 99", 10), ("100 or more", 100)];

/// The class of so many followers.
pub fn class(followers: usize) -> usize {
    CLASSES.iter().rposition(|(_, least)| followers >= *least).unwrap_or(0)
}

/// The shares of the operations.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    post: u32,
    userline: u32,
    timeline: u32,
}

impl Mix {
    /// One at random, by the shares.
    pub fn drawn(&self, random: &mut Random) -> Operation {
        let drawn = random.below(self.post + self.userline + self.timeline);
        match drawn {
            _ if drawn < self.post => Operation::Post,
            _ if drawn < self.post + self.userline => Operation::Userline,
            _ => Operation::Timeline,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_come_by_their_shares() {
        let mix = Mix { post: 10, userline: 45, timeline: 45 };
        let mut random = Random::new(1, 1);
        let mut counts = [0_u32; 3];
        for _ in 0..100_000 {
            counts[mix.drawn(&mut random) as usize] += 1;
        }
        for (count, share) in counts.iter().zip([10_000, 45_000, 45_000]) {
            assert!(count.abs_diff(share) < share / 20, "{counts:?}");
        }
        let alone = Mix { post: 0, userline: 1, timeline: 0 };
        assert!((0..100).all(|_| alone.drawn(&mut random) == Operation::Userline));
    }

    #[test]
    fn users_are_classed_by_their_followers() {
        assert_eq!([1, 9, 10, 99, 100, 3999].map(class), [0, 0, 1, 1, 2, 2]);
    }
}
