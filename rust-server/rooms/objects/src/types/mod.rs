//! Every object type, a file each. Made by `make objects` from `providers/objects/*.schema.json`.

pub mod dummy_object;
pub mod log_line;
pub mod name_list;
pub mod numeric_object;
pub mod order;
pub mod person_name;
pub mod polygon;
pub mod row_6;
pub mod row_89;
pub mod smartphone;
pub mod timeline;
pub mod tree;
pub mod tweet;
pub mod user;

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
