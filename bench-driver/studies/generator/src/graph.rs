//! Who follows whom, and how much everybody has written: 25.2 followers and 8.85 tweets a user, both
//! by power laws, as the study of 2013 has them.

use crate::random::Random;

const FOLLOWERS: f64 = 25.2;
const TWEETS: f64 = 8.85;
/// Of followers, also in a larger graph: each post is one batch.
const MOST: f64 = 399.0;

/// The data set: users are numbers from 0.
pub struct Graph {
    /// By user: who follows them.
    pub followers: Vec<Vec<u32>>,
    /// By user: how many tweets they have written.
    pub tweets: Vec<u32>,
}

impl Graph {
    /// The same for the same number and seed.
    pub fn new(users: u32, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let most = f64::from(users - 1).min(MOST);
        let mut counts = power_law(users, FOLLOWERS.min(most / 4.0), most);
        let mut weights = counts.clone();
        random.shuffle(&mut counts);
        random.shuffle(&mut weights);
        let followers = (0..users)
            .map(|user| drawn(&weights, user, counts[user as usize], &mut random))
            .collect::<Vec<_>>();
        Self { tweets: written(&followers), followers }
    }

    /// How many users there are.
    pub fn users(&self) -> u32 {
        u32::try_from(self.followers.len()).expect("made of a u32")
    }

    /// By user: whom they follow.
    pub fn followed(&self) -> Vec<Vec<u32>> {
        let mut followed = vec![Vec::new(); self.followers.len()];
        for (user, followers) in (0..).zip(&self.followers) {
            for one in followers {
                followed[*one as usize].push(user);
            }
        }
        followed
    }

    /// Every tweet, the oldest first: its id, and its author.
    pub fn timeline(&self) -> Vec<(i64, u32)> {
        let mut authors = (0..)
            .zip(&self.tweets)
            .flat_map(|(user, count)| (0..*count).map(move |_| user))
            .collect::<Vec<_>>();
        Random::new(0, 2).shuffle(&mut authors);
        (1..).zip(authors).collect()
    }
}

/// Values at even quantiles of a power law from 1 to `most`, whose exponent gives them this mean.
fn power_law(count: u32, mean: f64, most: f64) -> Vec<f64> {
    let (mut low, mut high) = (-1.0_f64, 5.0);
    let values = |exponent: f64| {
        let power = 1.0 - exponent;
        (0..count)
            .map(|place| (f64::from(place) + 0.5) / f64::from(count))
            .map(|part| (1.0 + part * (most.powf(power) - 1.0)).powf(1.0 / power))
            .collect::<Vec<_>>()
    };
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if values(middle).iter().sum::<f64>() > mean * f64::from(count) {
            low = middle;
        } else {
            high = middle;
        }
    }
    values(high)
}

/// Some of all others without repetition, by their weights (Efraimidis and Spirakis, 2006).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to users - 1")]
fn drawn(weights: &[f64], user: u32, count: f64, random: &mut Random) -> Vec<u32> {
    let mut keys = (0..)
        .zip(weights)
        .filter(|(other, _)| *other != user)
        .map(|(other, weight)| (random.unit().ln() / weight, other))
        .collect::<Vec<(f64, u32)>>();
    keys.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut chosen = keys.iter().take(count.round() as usize).map(|key| key.1).collect::<Vec<_>>();
    chosen.sort_unstable();
    chosen
}

/// 2 to the power of ln(followers + 1) each, scaled to the mean.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive and small")]
#[expect(clippy::cast_precision_loss, reason = "a few thousand users")]
fn written(followers: &[Vec<u32>]) -> Vec<u32> {
    let wish = |all: &Vec<u32>| 2_f64.powf((all.len() as f64 + 1.0).ln());
    let scale = TWEETS * followers.len() as f64 / followers.iter().map(wish).sum::<f64>();
    followers.iter().map(|all| (scale * wish(all)).round() as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_studys_graph_has_its_degrees_and_is_the_same_again() {
        let graph = Graph::new(400, 1);
        let pairs = graph.followers.iter().map(Vec::len).sum::<usize>();
        assert!((9_800..10_400).contains(&pairs), "{pairs} pairs; the study has 10,080");
        let tweets = graph.timeline().len();
        assert!((3_400..3_700).contains(&tweets), "{tweets} tweets; the study has 3,540");
        assert!(graph.followers.iter().all(|all| !all.is_empty() && all.len() < 400));
        let most = graph.followers.iter().map(Vec::len).max();
        assert!(most > Some(300), "a power law has somebody whom most follow, not {most:?}");
        assert_eq!(graph.followers, Graph::new(400, 1).followers);
        assert_ne!(graph.followers, Graph::new(400, 2).followers);
    }

    #[test]
    fn nobody_follows_themselves_or_anybody_twice() {
        for (user, followers) in (0..).zip(&Graph::new(100, 3).followers) {
            assert!(!followers.contains(&user));
            assert!(followers.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn whom_somebody_follows_is_the_other_side_of_their_followers() {
        let graph = Graph::new(100, 3);
        for (user, followed) in (0..).zip(graph.followed()) {
            for one in followed {
                assert!(graph.followers[one as usize].contains(&user));
            }
        }
    }
}
