package testbed.guard;

/** The guard for JSON. */
final class JsonGuard implements Guard {
    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        int depth = 0;
        for (int at = 0; at < body.length; at++) {
            switch (body[at]) {
                case '"' -> at = endOfString(body, at);
                case '{', '[' -> {
                    if (++depth > MAX_DEPTH) {
                        throw new GuardException("more than " + MAX_DEPTH + " levels are open", at);
                    }
                }
                case '}', ']' -> depth = Math.max(0, depth - 1);
                default -> {}
            }
        }
    }

    /** Where the string that begins here ends; behind the body where it does not. */
    private static int endOfString(byte[] body, int start) {
        int at = start + 1;
        while (at < body.length && body[at] != '"') {
            at += body[at] == '\\' ? 2 : 1;
        }
        return at;
    }
}
