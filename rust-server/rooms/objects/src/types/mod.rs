//! Every object type, a file each. Made by `make objects` from `providers/objects/*.schema.json`.

mod dummy_object;
mod log_line;
mod name_list;
mod numeric_object;
mod order;
mod person_name;
mod polygon;
mod row_6;
mod row_89;
mod smartphone;
mod timeline;
mod tree;
mod tweet;
mod user;

use crate::object_types;

pub use self::dummy_object::DummyObject;
pub use self::log_line::LogLine;
pub use self::name_list::NameList;
pub use self::numeric_object::NumericObject;
pub use self::order::Order;
pub use self::person_name::PersonName;
pub use self::polygon::Polygon;
pub use self::row_6::Row6;
pub use self::row_89::Row89;
pub use self::smartphone::Smartphone;
pub use self::timeline::Timeline;
pub use self::tree::Tree;
pub use self::tweet::Tweet;
pub use self::user::User;

object_types! {
    NumericObject,
    DummyObject,
    LogLine,
    NameList,
    Order,
    PersonName,
    Polygon,
    Row6,
    Row89,
    Smartphone,
    Timeline,
    Tree,
    Tweet,
    User,
}
