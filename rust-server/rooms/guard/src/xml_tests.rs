//! Each rule of the guard for XML, kept and broken.

use super::*;
use testbed_objects::{DummyObject, NumericObject, Object, Order, Tree};

fn verdict(text: &str) -> Result<(), Broken> {
    check(DummyObject::TYPE, text.as_bytes())
}

/// Whether the root passes with this in it.
fn holds(inside: &str) -> bool {
    verdict(&format!("<DummyObject>{inside}</DummyObject>")).is_ok()
}

/// Elements inside the root, which is a level too.
fn nested(levels: usize) -> String {
    "<a>".repeat(levels - 1) + &"</a>".repeat(levels - 1)
}

#[test]
fn passes_64_levels_and_refuses_65() {
    assert!(holds(&nested(64)));
    assert!(!holds(&nested(65)));
    assert!(!holds(&nested(100_000)));
    assert!(holds(&"<a/>".repeat(1000)) && holds(&"<a></a>".repeat(1000)), "elements that ended do not count");
    assert!(holds(&("<a>".repeat(63) + "<b/>" + &"</a>".repeat(63))), "an empty element opens no level");
}

#[test]
fn only_white_space_and_one_of_two_declarations_stand_beside_the_root() {
    for text in [
        "<DummyObject/>",
        " \t\n<DummyObject></DummyObject> \t\n",
        "<?xml version=\"1.0\"?><DummyObject/>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<DummyObject/>",
    ] {
        assert_eq!(verdict(text), Ok(()), "{text}");
    }
    for text in [
        "",
        " ",
        "x",
        "x<DummyObject/>",
        "<DummyObject/>x",
        "<DummyObject/><DummyObject/>",
        "<DummyObject></DummyObject></DummyObject>",
        "<DummyObject/>&#32;",
        "<DummyObject/>\r\n",
        "<DummyObject/>\0",
        " <?xml version=\"1.0\"?><DummyObject/>",
        "<?xml version='1.0'?><DummyObject/>",
        "<?xml version=\"1.1\"?><DummyObject/>",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><DummyObject/>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><DummyObject/>",
        "<?xml version=\"1.0\"?>",
        "<?xml version=\"1.0\"?><?xml version=\"1.0\"?><DummyObject/>",
    ] {
        assert!(verdict(text).is_err(), "{text}");
    }
}

#[test]
fn the_root_bears_the_name_of_the_object_type() {
    assert!(check(NumericObject::TYPE, b"<NumericObject/>").is_ok());
    for text in ["<NumericObject/>", "<DummyObjects/>", "<dummyObject/>", "<a><DummyObject/></a>", "<Dummy/>"] {
        assert!(verdict(text).is_err(), "{text}");
    }
}

#[test]
fn tags_hold_a_name_and_nothing_else() {
    for text in ["<a></a>", "<_a.b-C9/>", "<Z/>"] {
        assert!(holds(text), "{text}");
    }
    for text in [
        "<a b=\"1\"/>",
        "<a b='>'></a>",
        "<a />",
        "<a ></a>",
        "<a></a >",
        "<a></ a>",
        "< a/>",
        "<a\n/>",
        "<a/ >",
        "<a//>",
        "<a/b>",
        "<1/>",
        "<-a/>",
        "<.a/>",
        "<é/>",
        "<x:a/>",
        "<a&amp;/>",
        "<>",
        "</>",
        "<a></>",
        "<",
        "<a",
        "<a/",
        "<a></a",
        "<a><b</a>",
        "<a></a/>",
    ] {
        assert!(!holds(text), "{text}");
    }
}

#[test]
fn every_element_ends_by_its_name() {
    for text in ["<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a></aa>", "<aa></a>", "<a></A>", "</DummyObject>"] {
        assert!(!holds(text), "{text}");
    }
    for text in ["<DummyObject>", "<DummyObject></DummyObject", "<DummyObject", "<DummyObject></", "</DummyObject>"] {
        assert!(verdict(text).is_err(), "{text}");
    }
}

#[test]
fn nothing_but_elements_and_text() {
    for text in [
        "<!-- x -->",
        "<![CDATA[x]]>",
        "<?x y?>",
        "<?xml version=\"1.0\"?>",
        "<!DOCTYPE a>",
        "<!ENTITY x 'y'>",
        "<!ELEMENT a>",
        "<!",
        "<![INCLUDE[]]>",
        "<?",
        "]]>",
        "]]]>",
        "&nbsp;",
        "&",
        "&#0;",
        "&lol9;",
    ] {
        assert!(!holds(text), "{text}");
    }
    for text in
        ["]] >", "]]&gt;", "]>", ">", "a > b", "'\"", "]]<a/>>", "&#13;\n\t é\u{10ffff}\u{fffd}\u{feff}\u{85}\u{7f}"]
    {
        assert!(holds(text), "{text}");
    }
    let laughs = "<!DOCTYPE DummyObject [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><DummyObject>&b;</DummyObject>";
    assert!(verdict(laughs).is_err());
}

#[test]
fn characters_are_those_of_xml_and_no_carriage_return() {
    for code in (0..b' ').filter(|code| !b"\t\n".contains(code)) {
        assert!(!holds(&char::from(code).to_string()), "{code:#x}");
    }
    for text in ["\u{fffe}", "\u{ffff}", "a\r\nb"] {
        assert!(!holds(text), "{text:?}");
    }
    for text in ["\u{ffef}", "\u{fffd}", "\u{fbff}", "\u{1fffe}"] {
        assert!(holds(text), "{text:?}");
    }
}

#[test]
fn refuses_other_encodings() {
    assert!(check(DummyObject::TYPE, b"<DummyObject>\xe9</DummyObject>").is_err());
    assert!(verdict("\u{feff}<DummyObject/>").is_err());
    assert!(check(DummyObject::TYPE, b"\xff\xfe<\0D\0/\0>\0").is_err());
    assert!(check(DummyObject::TYPE, b"<\0D\0/\0>\0").is_err());
}

#[test]
fn scalars_are_just_such() {
    for text in [
        "<age>29</age>",
        "<age>-1</age>",
        "<isActive>true</isActive>",
        "<isActive>false</isActive>",
        "<balance>1.5e3</balance>",
        "<balance>7</balance>",
    ] {
        assert!(holds(text), "{text}");
    }
    for text in [
        "",
        " 29",
        "29 ",
        "+29",
        "029",
        "2&#57;",
        "-0",
        "29.0",
        "1e3",
        "x",
        "<a/>",
        "29<a/>",
        "<a>29</a>",
        "\u{0662}",
        "29\n",
        "0x1",
    ] {
        assert!(!holds(&format!("<age>{text}</age>")), "{text}");
        assert!(holds(&format!("<name>{text}</name>")), "a text may hold it: {text}");
    }
    for text in ["", "1", "True", "TRUE", " true", "true ", "tru", "truefalse", "t&#114;ue", "<a/>", "true<a/>"] {
        assert!(!holds(&format!("<isActive>{text}</isActive>")), "{text}");
    }
    for text in ["", ".5", "5.", "NaN", "INF", "inf", "1e999", "1f", "1d", "0x1p3", " 1", "1,5"] {
        assert!(!holds(&format!("<balance>{text}</balance>")), "{text}");
    }
    assert!(!holds("<age/>") && !holds("<age>29") && !holds("<age>29</name>"));
    assert!(
        holds(&format!("<balance>{}</balance>", "1".repeat(64)))
            && !holds(&format!("<balance>{}</balance>", "1".repeat(65)))
    );
}

#[test]
fn an_element_is_what_its_place_says() {
    let verdict = |object_type: ObjectType, inside: &str| {
        let name = object_type.name;
        check(object_type, format!("<{name}>{inside}</{name}>").as_bytes()).is_ok()
    };
    let track = |inside: &str| verdict(NumericObject::TYPE, &format!("<coordinates>{inside}</coordinates>"));
    assert!(track("<timestamp>7</timestamp>") && !track("<timestamp>x</timestamp>"));
    assert!(track("<index>x</index>"), "a field of the record around is none of this one");
    assert!(verdict(NumericObject::TYPE, "<timestamp>x</timestamp>"), "nor the other way round");
    for unknown in ["<x><index>x</index></x>", "<id><index>x</index></id>", "<x><x><index/></x></x>"] {
        assert!(verdict(NumericObject::TYPE, unknown), "nothing is known inside: {unknown}");
    }
    assert!(!verdict(NumericObject::TYPE, "<x></x><index>x</index>"), "and all is again behind it");
    // One name, several kinds.
    assert!(verdict(Order::TYPE, "<customer><id>7</id></customer><id>x</id>"));
    assert!(!verdict(Order::TYPE, "<id>x</id><customer><id>x</id></customer>"));
    let lines =
        |inside: &str| verdict(Order::TYPE, &format!("<lines><quantity>1</quantity></lines><lines>{inside}</lines>"));
    for (field, right) in [("title", "x"), ("quantity", "1"), ("unitPrice", "1.5"), ("sku", "x"), ("discount", "1")] {
        assert!(lines(&format!("<title>x</title><{field}>{right}</{field}>")), "in any order: {field}");
        let wrong = lines(&format!("<tags>x</tags><{field}>x</{field}>"));
        assert_eq!(wrong, right == "x", "{field}");
    }
    let deep = |number: &str| {
        let (open, close) = ("<children>".repeat(9), "</children>".repeat(9));
        verdict(Tree::TYPE, &format!("{open}<weight>{number}</weight>{close}"))
    };
    assert!(deep("1.5") && !deep("x"));
}
