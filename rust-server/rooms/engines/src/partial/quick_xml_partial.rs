//! XML by `quick-xml`, into a type of the three fields.
//!
//! Quirks: those of `quick-xml`; an element that is skipped is read event by event.

use super::typed::Typed;
use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::quick_xml::read;
use testbed_contract::{Format, Kind};

/// The default engine of XML and partial.
pub struct QuickXmlPartial;

impl PartialEngine for QuickXmlPartial {
    const NAME: &'static str = "quick-xml-partial";
    const LIBRARY: &'static str = "quick-xml";
    const FORMAT: Format = Format::Xml;
    const KIND: Kind = Kind::PartialTyped;
    const SETTINGS: &'static [&'static str] = <crate::QuickXml as crate::Engine>::SETTINGS;
    const SKIPPED: &'static str = "that the body is UTF-8 and that tags match; not what stands between them";
}

impl<X: Typed> Reads<X> for QuickXmlPartial {
    fn read(bytes: &[u8]) -> Result<X, Refusal> {
        Ok(read::<X::Fields>(bytes)?.into())
    }
}
