//! Each rule of the guard for XML, kept and broken.

use crate::rule;
use crate::tests::{field, nested, object, one, verdict, wide};
use testbed_contract::Format;
use testbed_objects::{DummyObject, Field, Kind, NumericObject, Object, ObjectType, Presence};

const PASSES: Result<(), &str> = Ok(());

fn says(object_type: ObjectType, text: &str) -> Result<(), &'static str> {
    verdict(Format::Xml, object_type, text)
}

/// What is said of what stands inside a field's element of this kind.
fn value(kind: Kind, inside: &str) -> Result<(), &'static str> {
    says(one(kind), &format!("<Test><v>{inside}</v></Test>"))
}

fn text(inside: &str) -> Result<(), &'static str> {
    value(Kind::Text, inside)
}

/// A root that may be empty, and may hold a text, a list of texts `l` and one of records `r` with an optional text `t`.
fn loose(inside: &str) -> Result<(), &'static str> {
    let optional = |name| Field { name, kind: Kind::Text, presence: Presence::Optional };
    let record = Kind::Record(vec![optional("t")].leak());
    let list = |item: Kind| Kind::List(Box::leak(Box::new(item)));
    let fields = vec![optional("v"), field("l", list(Kind::Text)), field("r", list(record))];
    says(object(fields), &format!("<Test>{inside}</Test>"))
}

#[test]
fn a_record_has_its_fields_in_any_order() {
    let fields = |inside: &str| {
        let optional = Field { name: "b", kind: Kind::Text, presence: Presence::Optional };
        says(object(vec![field("a", Kind::Text), optional]), &format!("<Test>{inside}</Test>"))
    };
    for inside in ["<a></a><b></b>", "<b/><a/>", "<a/>", " \t\n<a>x</a>\n<b/> "] {
        assert_eq!(fields(inside), PASSES, "{inside}");
    }
    for (inside, rule) in [
        ("", rule::MISSING),
        ("<b/>", rule::MISSING),
        ("<a/><a/>", rule::TWICE),
        ("<a/><b/><a></a>", rule::TWICE),
        ("<a/><x/>", rule::UNKNOWN),
        ("<a/><A/>", rule::UNKNOWN),
        ("<a/><aa></aa>", rule::UNKNOWN),
        ("<a><x/></a>", rule::TEXT),
        ("<a/>x", "text stands between the elements of a record"),
        ("<a/>&#32;", "text stands between the elements of a record"),
        ("<a/>\u{a0}", "text stands between the elements of a record"),
    ] {
        assert_eq!(fields(inside), Err(rule), "{inside}");
    }
}

#[test]
fn a_list_is_its_items_one_behind_the_other_or_absent() {
    for inside in [
        "",
        "<v/>",
        "<l/>",
        "<l></l>",
        "<l>x</l><l/>\n<l>y</l>",
        "<r/><r></r><r><t/></r>",
        "<r><t/></r><r><t/></r><l/>",
        "<l/><l/><r/><v/>",
        "<v/><l/><l/>",
    ] {
        assert_eq!(loose(inside), PASSES, "{inside}");
    }
    for (inside, rule) in [
        ("<l/><v/><l/>", rule::APART),
        ("<l/><r/><l/>", rule::APART),
        ("<r/><l/><r/>", rule::APART),
        ("<l/><r/><v/><l/>", rule::APART),
        ("<l/><v/><v/>", rule::TWICE),
        ("<r><t/><t/></r>", rule::TWICE),
        ("<r>x</r>", "text stands between the elements of a record"),
        ("<r><l/></r>", rule::UNKNOWN),
        ("<l><l/></l>", rule::TEXT),
    ] {
        assert_eq!(loose(inside), Err(rule), "{inside}");
    }
    let records = Kind::List(&Kind::Record(&[Field { name: "n", kind: Kind::Int32, presence: Presence::Required }]));
    assert_eq!(says(one(records), "<Test><v/></Test>"), Err(rule::MISSING));
}

#[test]
fn more_fields_than_a_word_has_bits_are_told_apart() {
    let all = |numbers: &[usize]| {
        let fields: Vec<_> = numbers.iter().map(|at| format!("<f{at}>{at}</f{at}>")).collect();
        says(wide(Presence::Required), &format!("<Test>{}</Test>", fields.concat()))
    };
    let numbers: Vec<_> = (0..89).collect();
    assert_eq!(all(&numbers), PASSES);
    assert_eq!(all(&numbers.iter().rev().copied().collect::<Vec<_>>()), PASSES);
    for at in [0, 1, 62, 63, 64, 65, 88] {
        let others: Vec<_> = numbers.iter().copied().filter(|&other| other != at).collect();
        assert_eq!(all(&others), Err(rule::MISSING), "{at}");
        assert_eq!(all(&[others, vec![at, at]].concat()), Err(rule::TWICE), "{at}");
    }
}

#[test]
fn only_white_space_and_one_of_two_declarations_stand_beside_the_root() {
    for text in [
        "<Test/>",
        " \t\n<Test></Test> \t\n",
        "<?xml version=\"1.0\"?><Test/>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Test/>",
    ] {
        assert_eq!(says(one(Kind::List(&Kind::Text)), text), PASSES, "{text}");
    }
    for text in [
        " ",
        "x",
        "x<Test/>",
        "<Test/>x",
        "<Test/><Test/>",
        "<Test></Test></Test>",
        "<Test/>&#32;",
        "<Test/>\r\n",
        "<Test/>\0",
        " <?xml version=\"1.0\"?><Test/>",
        "<?xml version='1.0'?><Test/>",
        "<?xml version=\"1.1\"?><Test/>",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><Test/>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><Test/>",
        "<?xml version=\"1.0\"?>",
        "<?xml version=\"1.0\"?><?xml version=\"1.0\"?><Test/>",
        "<Tests/>",
        "<test/>",
        "<a><Test/></a>",
        "</Test>",
        "<",
    ] {
        assert!(says(one(Kind::List(&Kind::Text)), text).is_err(), "{text}");
    }
    let other = "the root element's name is not the object type's";
    assert_eq!(says(DummyObject::TYPE, "<NumericObject/>"), Err(other));
    assert_eq!(says(NumericObject::TYPE, "<NumericObject/>"), Err(rule::MISSING));
}

#[test]
fn tags_hold_a_name_and_every_element_ends_by_its() {
    const WRONG: [&str; 3] = [
        "<v b=\"1\"/>|<v b='>'></v>|<v />|<v ></v>|<v></v >|<v></ v>|< v/>|<v\n/>|<v/ >|<v//>|<v/b>|<1/>",
        "<-v/>|<.v/>|<é/>|<x:v/>|<v&amp;/>|<>|</>|<v></>|<|<v|<v/|<v></v|<v><b</v>|<v></v/>|<v>|</v>|<v></b>",
        "<v></vv>|<vv></v>|<v></V>|</Test>|<r><t></r></t>|<r><t/>|<r></t>",
    ];
    for inside in WRONG.iter().flat_map(|some| some.split('|')) {
        assert!(loose(inside).is_err(), "{inside}");
    }
    for text in ["<Test>", "<Test></Test", "<Test", "<Test></", "</Test>", "<Test></Tes>", "<Test></Tests>"] {
        assert!(says(one(Kind::List(&Kind::Text)), text).is_err(), "{text}");
    }
    let named = object(vec![field("_a.b-C9", Kind::Text)]);
    assert_eq!(says(named, "<Test><_a.b-C9/></Test>"), PASSES);
}

#[test]
fn nothing_but_elements_and_text() {
    const WRONG: [&str; 2] = [
        "<!-- x -->|<![CDATA[x]]>|<?x y?>|<?xml version=\"1.0\"?>|<!DOCTYPE a>|<!ENTITY x 'y'>|<!ELEMENT a>",
        "<!|<![INCLUDE[]]>|<?|]]>|]]]>|x]]>|&nbsp;|&|&#0;|&lol9;",
    ];
    for inside in WRONG.iter().flat_map(|some| some.split('|')) {
        for said in [text(inside), text(&format!("x{inside}")), loose(inside), loose(&format!("<v/>{inside}"))] {
            assert!(said.is_err(), "{inside}");
        }
    }
    for inside in
        ["]] >", "]]&gt;", "]>", ">", "a > b", "'\"", "]", "&#13;\n\t é\u{10ffff}\u{fffd}\u{feff}\u{85}\u{7f}"]
    {
        assert_eq!(text(inside), PASSES, "{inside}");
    }
    let laughs = "<!DOCTYPE Test [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><Test><v>&b;</v></Test>";
    assert!(says(one(Kind::Text), laughs).is_err());
}

#[test]
fn characters_are_those_of_xml_and_no_carriage_return() {
    for code in (0..b' ').filter(|code| !b"\t\n".contains(code)).map(char::from) {
        assert!(text(&code.to_string()).is_err() && text(&format!("longer than {code}")).is_err(), "{code:?}");
    }
    for inside in ["\u{fffe}", "\u{ffff}", "a\r\nb", "longer \u{fffe} than"] {
        assert!(text(inside).is_err(), "{inside:?}");
    }
    for inside in ["\u{ffef}", "\u{fffd}", "\u{fbff}", "\u{1fffe}"] {
        assert_eq!(text(inside), PASSES, "{inside:?}");
    }
    let check = |body: &[u8]| verdict(Format::Xml, one(Kind::List(&Kind::Text)), body);
    assert_eq!(check(b"<Test><v>\xe9</v></Test>"), Err("the body is not UTF-8"));
    assert_eq!(check("\u{feff}<Test/>".as_bytes()), Err("the body begins with a byte order mark"));
    assert!(check(b"\xff\xfe<\0T\0/\0>\0").is_err() && check(b"<\0T\0/\0>\0").is_err());
}

#[test]
fn scalars_are_just_such() {
    const WRONG: [&str; 2] = [
        "| 29|29 |+29|029|2&#57;|-0|x|<a/>|29<a/>|true<a/>|<v>29</v>|\u{0662}|29\n|0x1|1,5|29<!-- -->|True",
        " true|true |tru|truefalse|t&#114;ue|.5|5.|NaN|INF|1e999|1f|29]]>",
    ];
    for (kind, right) in [
        (Kind::Int32, ["29", "-1", "2147483647", "-2147483648"].as_slice()),
        (Kind::Int64, &["9223372036854775807", "-9223372036854775808", "0"]),
        (Kind::Double, &["1.5e3", "7", "-0.0", "1e-999"]),
        (Kind::Boolean, &["true", "false"]),
    ] {
        for inside in right {
            assert_eq!(value(kind, inside), PASSES, "{inside}");
        }
        for inside in WRONG.iter().flat_map(|some| some.split('|')) {
            assert!(value(kind, inside).is_err(), "{kind:?} {inside}");
        }
        assert_eq!(says(one(kind), "<Test><v/></Test>"), Err("a number or boolean is empty"));
        assert!(says(one(kind), &format!("<Test><v>{}", right[0])).is_err());
        assert!(says(one(kind), &format!("<Test><v>{}</w></Test>", right[0])).is_err());
    }
    for inside in ["29.0", "1e3", "2147483648"] {
        let rule = if inside.len() > 4 { rule::RANGE } else { rule::FRACTION };
        assert_eq!((value(Kind::Int32, inside), value(Kind::Double, inside)), (Err(rule), PASSES), "{inside}");
    }
    assert_eq!(value(Kind::Int64, "9223372036854775808"), Err(rule::RANGE));
    assert_eq!(value(Kind::Double, &"1".repeat(65)), Err("a number is longer than 64 bytes"));
}

#[test]
fn an_enumeration_is_one_of_its_texts_after_its_references() {
    let choice = |inside: &str| value(Kind::Choice(&["shipped", "a<b", "é😀"]), inside);
    for inside in ["shipped", "ship&#112;ed", "&#x73;hipped", "a&lt;b", "a&#60;b", "é😀", "&#233;&#x1F600;"] {
        assert_eq!(choice(inside), PASSES, "{inside}");
    }
    for inside in ["", " shipped", "shipped ", "Shipped", "shippe", "shippedd", "&#115;", "a&amp;lt;b", "&#32;shipped"]
    {
        assert_eq!(choice(inside), Err(rule::CHOICE), "{inside}");
    }
    assert_eq!(says(one(Kind::Choice(&["x"])), "<Test><v/></Test>"), Err(rule::CHOICE));
    assert_eq!(says(one(Kind::Choice(&[""])), "<Test><v/></Test>"), PASSES);
}

#[test]
fn one_name_is_what_its_place_says() {
    let inner = Kind::Record(&[Field { name: "v", kind: Kind::Int32, presence: Presence::Required }]);
    let object_type = object(vec![field("inner", inner), field("v", Kind::Text)]);
    assert_eq!(says(object_type, "<Test><inner><v>1</v></inner><v>x</v></Test>"), PASSES);
    assert!(says(object_type, "<Test><inner><v>x</v></inner><v>1</v></Test>").is_err());
}

#[test]
fn attacks_are_refused_at_once() {
    let levels = |levels: usize| format!("<Test>{}{}</Test>", "<v>".repeat(levels), "</v>".repeat(levels));
    let Kind::Record(fields) = nested("v", 65) else { unreachable!("it is a record") };
    let object_type = object(fields.to_vec());
    for (count, says_it) in [(64, PASSES), (63, Err(rule::MISSING)), (65, Err(rule::TEXT)), (100_000, Err(rule::TEXT))]
    {
        assert_eq!(says(object_type, &levels(count)), says_it, "{count}");
    }
    assert_eq!(loose(&format!("<{0}></{0}>", "x".repeat(65_536))), Err(rule::UNKNOWN));
    assert_eq!(loose(&"<l/>".repeat(20_000)), PASSES);
}
