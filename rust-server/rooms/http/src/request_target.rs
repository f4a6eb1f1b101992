//! What a request may name (docs/contract/http.md).

/// The authority of a request line's target, where it has one, and whether it is of HTTP/1.0; none where
/// it is no request line.
pub fn read_line(text: &[u8]) -> Option<(Option<&[u8]>, bool)> {
    let mut words = text.split(|byte| *byte == b' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return None;
    };
    let old = match version {
        b"HTTP/1.0" => true,
        b"HTTP/1.1" => false,
        _ => return None,
    };
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'-';
    let named = method.first().is_some_and(u8::is_ascii_alphabetic) && method.iter().all(letters);
    let (authority, path) = split_target(target);
    (named && method != b"CONNECT" && is_path(path)).then_some((authority, old))
}

/// The authority and the path of a target; one that is a path has no authority.
fn split_target(target: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let (scheme, rest) = target.split_at(target.len().min(7));
    if !scheme.eq_ignore_ascii_case(b"http://") {
        return (None, target);
    }
    let (authority, path) = rest.split_at(rest.iter().position(|byte| b"/?".contains(byte)).unwrap_or(rest.len()));
    (Some(authority), path)
}

/// A path and a query in the letters of RFC 3986 alone, and no fragment. A `%` of the path has two
/// digits, and no part of the path is `..`; of a query each route judges the `%`.
fn is_path(path: &[u8]) -> bool {
    let end = path.iter().position(|byte| *byte == b'?').unwrap_or(path.len());
    let digits = |at: usize| path[at + 1..end].iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count();
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(byte);
    path.first() == Some(&b'/')
        && path.iter().all(letter)
        && (0..end).all(|at| path[at] != b'%' || digits(at) == 2)
        && path[..end].split(|byte| *byte == b'/').all(|part| part != b"..")
}
