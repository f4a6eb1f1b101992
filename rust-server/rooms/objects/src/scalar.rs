//! Which of an object's fields are no text: what the guard must know of them, for formats that write everything as text.

/// What a field holds that is neither a text nor a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A whole number of any width.
    Integer,
    /// A double.
    Number,
    /// `true` or `false`.
    Boolean,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use serde_json::Value;

    use super::Scalar;
    use crate::OBJECT_TYPES;

    /// Adds every field below a schema with what it holds, `None` for texts and records; a name has one kind.
    fn collect(schema: &Value, fields: &mut BTreeMap<String, Option<Scalar>>) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            // An element of XML stands for one item.
            let field = if field["type"] == "array" { &field["items"] } else { field };
            let scalar = match field["type"].as_str().unwrap() {
                "integer" => Some(Scalar::Integer),
                "number" => Some(Scalar::Number),
                "boolean" => Some(Scalar::Boolean),
                "string" | "object" => None,
                other => panic!("{name} is of type {other}, of which the guard knows nothing"),
            };
            let before = fields.insert(name.clone(), scalar);
            assert!(before.is_none_or(|before| before == scalar), "{name} has two kinds; the guard knows one");
            collect(field, fields);
        }
    }

    #[test]
    fn every_type_knows_the_scalars_of_its_schema() {
        for object_type in OBJECT_TYPES {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/objects");
            let schema = fs::read_to_string(format!("{folder}/{}.schema.json", object_type.name)).unwrap();
            let mut fields = BTreeMap::new();
            collect(&serde_json::from_str(&schema).unwrap(), &mut fields);
            assert!(!fields.contains_key(object_type.name), "the root's name is no field's");
            for (name, scalar) in &fields {
                assert_eq!(
                    object_type.scalar(name.as_bytes()),
                    *scalar,
                    "{name} in rooms/objects, {}",
                    object_type.name
                );
            }
            let scalars = fields.values().filter(|scalar| scalar.is_some()).count();
            assert_eq!(
                object_type.scalars.len(),
                scalars,
                "{} names fields that its schema does not have",
                object_type.name
            );
        }
    }
}
