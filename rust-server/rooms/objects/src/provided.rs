//! Objects of a size that a provider was asked for. They are large, so those of the size used longest ago go first.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use super::{Object, Size};

/// What they may take together, bytes.
const MOST_BYTES: usize = 64 << 20;
/// So many bytes of memory a byte of JSON takes, at most: a short text has 24 bytes in its object and 32 elsewhere.
const MEMORY: usize = 4;

/// The objects of all types and sizes.
pub static PROVIDED: Provided = Provided::up_to(MOST_BYTES);

/// Objects of sizes, the size used longest ago first.
pub struct Provided {
    most_bytes: usize,
    sizes: Mutex<Vec<OfSize>>,
}

/// Those of one type and size, by index.
struct OfSize {
    object_type: &'static str,
    size: Size,
    bytes: usize,
    objects: BTreeMap<usize, Arc<dyn Any + Send + Sync>>,
}

impl Provided {
    const fn up_to(most_bytes: usize) -> Self {
        Self { most_bytes, sizes: Mutex::new(Vec::new()) }
    }

    /// An object that is kept, if it is; its size is the last one used then.
    pub fn get<T: Object>(&self, size: Size, index: usize) -> Option<Arc<T>> {
        let mut sizes = self.sizes();
        let at = sizes.iter().position(|known| known.is::<T>(size))?;
        let object = sizes[at].objects.get(&index).map(Arc::clone)?;
        sizes[at..].rotate_left(1);
        Some(object.downcast().expect("a name is one type's"))
    }

    /// Keeps an object whose JSON has so many bytes.
    pub fn keep<T: Object>(&self, size: Size, index: usize, object: Arc<T>, json_bytes: usize) {
        let mut sizes = self.sizes();
        let at = sizes.iter().position(|known| known.is::<T>(size));
        let mut of_size = at.map_or_else(|| OfSize::of::<T>(size), |at| sizes.remove(at));
        // Two may have made it at the same time.
        if of_size.objects.insert(index, object).is_none() {
            of_size.bytes += MEMORY * json_bytes;
        }
        sizes.push(of_size);
        while sizes.iter().map(|known| known.bytes).sum::<usize>() > self.most_bytes {
            sizes.remove(0);
        }
    }

    fn sizes(&self) -> MutexGuard<'_, Vec<OfSize>> {
        self.sizes.lock().expect("nobody panics while holding them")
    }
}

impl OfSize {
    fn of<T: Object>(size: Size) -> Self {
        Self { object_type: T::TYPE.name, size, bytes: 0, objects: BTreeMap::new() }
    }

    fn is<T: Object>(&self, size: Size) -> bool {
        self.object_type == T::TYPE.name && self.size == size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LogLine, Order};

    #[test]
    fn the_size_used_longest_ago_goes_first() {
        let provided = Provided::up_to(2000);
        let (order, line) = (Arc::new(Order::canonical()), Arc::new(LogLine::canonical()));
        provided.keep(Size::KiB1, 0, Arc::clone(&order), 100);
        provided.keep(Size::KiB1, 1, Arc::clone(&order), 100);
        provided.keep(Size::KiB1, 1, Arc::clone(&order), 100);
        provided.keep(Size::KiB16, 0, Arc::clone(&order), 150);
        provided.keep(Size::KiB1, 0, Arc::clone(&line), 150);
        let has_order = |size, index| provided.get::<Order>(size, index).is_some();
        assert!(has_order(Size::KiB16, 0) && has_order(Size::KiB1, 1) && has_order(Size::KiB1, 0), "2,000 bytes");
        assert!(!has_order(Size::KiB1, 2) && !has_order(Size::KiB64, 0), "nobody kept them");
        provided.keep(Size::KiB64, 0, Arc::clone(&order), 200);
        assert!(!has_order(Size::KiB16, 0) && provided.get::<LogLine>(Size::KiB1, 0).is_none(), "two sizes went");
        assert!(has_order(Size::KiB1, 0) && has_order(Size::KiB1, 1) && has_order(Size::KiB64, 0));
        assert_eq!(provided.sizes().iter().map(|known| known.bytes).sum::<usize>(), 1600);
    }
}
