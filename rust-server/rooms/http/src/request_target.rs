//! What a request may name (docs/contract/http.md).

/// The authority and the path of a target; one that is a path has no authority.
pub fn split_target(target: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let (scheme, rest) = target.split_at(target.len().min(7));
    if !scheme.eq_ignore_ascii_case(b"http://") {
        return (None, target);
    }
    let (authority, path) = rest.split_at(rest.iter().position(|byte| b"/?".contains(byte)).unwrap_or(rest.len()));
    (Some(authority), path)
}

/// A path and a query in the letters of RFC 3986 alone, and no fragment. A `%` of the path has two
/// digits, and no part of the path is `..`; of a query each route judges the `%`.
pub fn is_path(path: &[u8]) -> bool {
    let end = path.iter().position(|byte| *byte == b'?').unwrap_or(path.len());
    let digits = |at: usize| path[at + 1..end].iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count();
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(byte);
    path.first() == Some(&b'/')
        && path.iter().all(letter)
        && (0..end).all(|at| path[at] != b'%' || digits(at) == 2)
        && path[..end].split(|byte| *byte == b'/').all(|part| part != b"..")
}
