package testbed.contract;

import java.util.regex.Pattern;

/** Addresses in their usual spellings, and in no others: the JDK's own parser knows more. */
public final class Addresses {
    private static final int GROUPS = 8;
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");

    private Addresses() {}

    /** Whether the text is an IPv6 address as RFC 4291, section 2.2, writes it, without brackets and without a zone. */
    public static boolean isIpv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == GROUPS;
        }
        int before = groups(text.substring(0, gap), false);
        int after = groups(text.substring(gap + 2), true);
        // A gap stands for one group at the least.
        return before >= 0 && after >= 0 && before + after < GROUPS;
    }

    /** Whether the text is an IPv4 address in its usual form: four numbers without leading zeros. */
    public static boolean isIpv4(String text) {
        return IPV4.matcher(text).matches();
    }

    /** How many groups these are, of which the last two may be written as IPv4 at an address's end; -1 where they are none. */
    private static int groups(String text, boolean atEnd) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            if (GROUP.matcher(parts[i]).matches()) {
                count++;
            } else if (atEnd && i == parts.length - 1 && IPV4.matcher(parts[i]).matches()) {
                count += 2;
            } else {
                return -1;
            }
        }
        return count;
    }
}
