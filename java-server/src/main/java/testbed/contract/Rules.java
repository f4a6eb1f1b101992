package testbed.contract;

/** The rules that a guard holds bodies to: {@code docs/contract/guard.md} has them. */
public enum Rules {
    /** Those of JSON, token by token. */
    JSON,
    /** Those of BSON, element by element. */
    BSON,
    /** Those of XML, tag by tag. */
    XML,
    /** None: only the bytes of a variant pass. */
    KNOWN
}
