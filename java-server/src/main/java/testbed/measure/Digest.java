package testbed.measure;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hex. */
public final class Digest {
    private Digest() {}

    /** Over these bodies, joined. */
    public static String sha256(byte[]... bodies) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] body : bodies) {
                digest.update(body);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
