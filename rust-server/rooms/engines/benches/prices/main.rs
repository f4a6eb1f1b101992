//! Prices: what a library takes to give texts that the object owns, and doubles that are right to the last bit; and what it takes to make an object of a
//! message. `bench_lab prices` runs it.
//!
//! No server has these readers, since what an engine gives is owned and exact. Each is what serde derives of the same fields; the two of a pair differ in one
//! thing. A sample is taken behind a gate, by windows as a run takes them, of one body of each variant in turn.
//!
//! `prices FORMAT READER OBJECT_TYPE SAMPLES`, with texts `owned` or `borrowed` as readers, of Protobuf `message` or `object`. The build decides whether
//! doubles are exact, by its feature `exact-doubles`.
//!
//! # Layout
//! `gate`: where a sample waits, as in the benchmark `parse`. `shapes`: what is read. `formats`: by what, and of which bodies.

mod formats;
#[path = "../../../../benches/parse/gate.rs"]
mod gate;
mod shapes;

use std::env;

use ::prost::Message;
use testbed_engines::{HasMessage, Prost};
use testbed_measure::window;
use testbed_objects::{self as objects, Object};

use self::formats::{Bson, Format, Json, Xml, written};
use self::gate::Gate;
use self::shapes::{Borrowed, DummyObject, NumericObject, Shape};

fn main() {
    // Cargo adds an option of its own.
    let given: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [format, reader, object_type, samples] = &given[..] else {
        panic!("which price? prices FORMAT READER OBJECT_TYPE SAMPLES, as in: prices json borrowed DummyObject 5");
    };
    let wanted = Wanted { reader, object_type, samples: samples.parse().expect("SAMPLES is a number") };
    match format.as_str() {
        "json" => wanted.measure::<Json>(),
        "bson" => wanted.measure::<Bson>(),
        "xml" => wanted.measure::<Xml>(),
        "protobuf" => wanted.copied(),
        _ => panic!("no price is known of {format}"),
    }
}

/// What the command line asks for.
struct Wanted<'a> {
    reader: &'a str,
    object_type: &'a str,
    samples: u32,
}

impl Wanted<'_> {
    fn measure<F: Format>(&self) {
        match (self.object_type, self.reader) {
            ("DummyObject", "owned") => {
                Bodies::of::<F, objects::DummyObject>().measure::<F, DummyObject<String>>(self.samples);
            }
            ("DummyObject", "borrowed") => {
                Bodies::of::<F, objects::DummyObject>().measure::<F, DummyObject<Borrowed>>(self.samples);
            }
            ("NumericObject", "owned") => {
                Bodies::of::<F, objects::NumericObject>().measure::<F, NumericObject<String>>(self.samples);
            }
            ("NumericObject", "borrowed") => {
                Bodies::of::<F, objects::NumericObject>().measure::<F, NumericObject<Borrowed>>(self.samples);
            }
            (object_type, reader) => panic!("no price is known of {object_type} with {reader} texts"),
        }
    }

    fn copied(&self) {
        match self.object_type {
            "DummyObject" => self.read_messages::<objects::DummyObject>(),
            "NumericObject" => self.read_messages::<objects::NumericObject>(),
            object_type => panic!("no price is known of a message of {object_type}"),
        }
    }

    /// Reads messages alone, or makes objects of them, too, as the engine does.
    fn read_messages<T: HasMessage>(&self) {
        let message = |body: &[u8]| T::Message::decode(body).expect("a variant is read");
        let object = |body: &[u8]| T::try_from(message(body)).expect("a variant is whole");
        let bodies = written::<Prost, T>();
        for (body, variant) in bodies.iter().zip(T::variants(None)) {
            assert!(object(body) == *variant, "a variant is read as another object");
        }
        match self.reader {
            "message" => measure(&bodies, self.samples, message),
            "object" => measure(&bodies, self.samples, object),
            reader => panic!("no price is known of Protobuf by {reader}"),
        }
    }
}

/// One body of each variant, and its canonical JSON.
struct Bodies {
    all: Vec<Vec<u8>>,
    json: Vec<Vec<u8>>,
}

impl Bodies {
    fn of<F: Format, T: Object>() -> Self {
        Self { all: F::bodies::<T>(), json: Json::bodies::<T>() }
    }

    fn measure<'a, F: Format, T: Shape<'a>>(&'a self, samples: u32) {
        self.check::<F, T>();
        measure(&self.all, samples, F::read::<T>);
    }

    /// Holds what is measured to what it claims to be: texts are borrowed or owned, and each body is read right, or nearly so.
    fn check<'a, F: Format, T: Shape<'a>>(&'a self) {
        let mut inexact = 0;
        for (body, json) in self.all.iter().zip(&self.json) {
            let object = F::read::<T>(body);
            let borrowed = body.as_ptr_range().contains(&object.id().as_ptr());
            assert_eq!(borrowed, T::BORROWS, "texts are not what they claim to be");
            inexact += usize::from(serde_json::to_vec(&object).expect("a variant can be written") != *json);
        }
        println!("{inexact} of {} bodies are read with some double next to the right one", self.all.len());
        assert_eq!(inexact > 0, F::NEARLY && T::LONG_DOUBLES, "doubles are not as exact as they claim to be");
    }
}

/// Warms up, and takes so many samples, each when the gate lets it go on.
fn measure<'a, O>(bodies: &'a [Vec<u8>], samples: u32, read: impl Fn(&'a [u8]) -> O) {
    let mut gate = Gate::open().expect("BENCH_GATE names a gate: `make prices` measures by it");
    let mut turn = bodies.iter().cycle();
    let mut next = || window(&turn.next().expect("a cycle does not end")[..], &read).0;
    gate.warm_up(&mut next);
    for _ in 0..samples {
        gate.sample(&mut next);
    }
}
