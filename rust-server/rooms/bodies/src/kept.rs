//! The bodies of replays, kept from run to run: a short run would spend more time on asking for them than on parsing.

use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;

use testbed_contract::{Coding, Format, Origin};
use testbed_objects::{ObjectType, Size};
use testbed_request::{RunRequest, Supply};

/// What bodies lie ready, the set used last at the end.
pub struct Kept {
    sets: Mutex<Vec<(Key, Arc<[Bytes]>)>>,
    most_bytes: usize,
}

/// What a set of bodies is good for.
#[derive(PartialEq)]
struct Key {
    provider: Origin,
    object_type: ObjectType,
    size: Option<Size>,
    format: Format,
    variants: u32,
    /// Coded bodies are kept coded.
    coding: Option<Coding>,
}

impl Key {
    fn of(request: &RunRequest, supply: &Supply) -> Self {
        let &RunRequest { object_type, size, format, variants, .. } = request;
        let Supply { provider, coding, .. } = supply;
        Self { provider: provider.clone(), object_type, size, format, variants, coding: *coding }
    }
}

impl Kept {
    /// None yet, and never more than this many bytes together.
    pub const fn up_to(most_bytes: usize) -> Self {
        Self { sets: Mutex::new(Vec::new()), most_bytes }
    }

    /// The bodies that an earlier run asked this provider for, one of each variant in order of index: of the same type, size, format and number of variants.
    pub fn of(&self, request: &RunRequest, supply: &Supply) -> Option<Arc<[Bytes]>> {
        let (mut sets, key) = (self.sets(), Key::of(request, supply));
        let found = sets.iter().position(|(known, _)| *known == key)?;
        sets[found..].rotate_left(1);
        sets.last().map(|(_, bodies)| Arc::clone(bodies))
    }

    /// Keeps bodies for later runs, unless they alone are too large. Where there is no room, those go that were not used for longest.
    pub fn keep(&self, request: &RunRequest, supply: &Supply, bodies: &Arc<[Bytes]>) {
        self.forget(request, supply);
        if bytes(bodies) > self.most_bytes {
            return;
        }
        let mut sets = self.sets();
        sets.push((Key::of(request, supply), Arc::clone(bodies)));
        while sets.iter().map(|(_, bodies)| bytes(bodies)).sum::<usize>() > self.most_bytes {
            sets.remove(0);
        }
    }

    /// Drops the bodies of a run that found one of them wrong: a provider that was mended is asked again.
    pub fn forget(&self, request: &RunRequest, supply: &Supply) {
        let key = Key::of(request, supply);
        self.sets().retain(|(known, _)| *known != key);
    }

    fn sets(&self) -> MutexGuard<'_, Vec<(Key, Arc<[Bytes]>)>> {
        self.sets.lock().expect("nobody panics while holding them")
    }
}

fn bytes(bodies: &[Bytes]) -> usize {
    bodies.iter().map(Bytes::len).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use testbed_request::sample;

    type Set = (RunRequest, Supply, Arc<[Bytes]>);

    fn asked(changes: &Value) -> (RunRequest, Supply) {
        let request = sample(changes);
        let supply = request.supply().unwrap().clone();
        (request, supply)
    }

    /// A run of so many variants, and bodies of 10 bytes each.
    fn set(variants: u32) -> Set {
        let bodies = (0..variants).map(|_| Bytes::from_static(b"0123456789"));
        let (request, supply) = asked(&json!({"source": "replay", "variants": variants}));
        (request, supply, bodies.collect())
    }

    #[test]
    fn only_a_run_that_would_ask_for_the_same_gets_them() {
        let kept = Kept::up_to(1000);
        let (request, supply, bodies) = set(3);
        kept.keep(&request, &supply, &bodies);
        assert_eq!(kept.of(&request, &supply).unwrap(), bodies);
        for other in [
            json!({"variants": 2}),
            json!({"object_type": "NumericObject"}),
            json!({"object_format": "XML"}),
            json!({"coding": "gzip"}),
        ] {
            let mut changes = json!({"variants": 3});
            changes.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
            let (request, supply) = asked(&changes);
            assert_eq!(kept.of(&request, &supply), None, "{other}");
        }
        let larger = RunRequest { size: Some(Size::KiB1), ..request.clone() };
        assert_eq!(kept.of(&larger, &supply), None);
        let elsewhere = Supply { provider: "http://127.0.0.1:8084".parse().unwrap(), ..supply.clone() };
        assert_eq!(kept.of(&request, &elsewhere), None);
        kept.forget(&request, &elsewhere);
        assert!(kept.of(&request, &supply).is_some());
        kept.forget(&request, &supply);
        assert_eq!(kept.of(&request, &supply), None);
    }

    #[test]
    fn those_not_used_for_longest_go_first() {
        let kept = Kept::up_to(60);
        let [one, two, three, seven] = [1, 2, 3, 7].map(set);
        let has = |set: &Set| kept.sets().iter().any(|(key, _)| *key == Key::of(&set.0, &set.1));
        let keep = |(request, supply, bodies): &Set| kept.keep(request, supply, bodies);
        [&one, &two, &three].into_iter().for_each(keep);
        assert!(has(&one) && has(&two) && has(&three), "60 bytes are allowed");
        kept.of(&one.0, &one.1).unwrap();
        let four = set(4);
        keep(&four);
        assert_eq!([&one, &two, &three, &four].map(has), [true, false, false, true]);
        keep(&seven);
        assert_eq!([&one, &four, &seven].map(has), [true, true, false], "too large alone, and it drives nothing out");
    }
}
