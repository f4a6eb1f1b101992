package testbed.contract;

/** What goes into a window, or comes out of it. */
public enum Operand {
    /** The bytes of an object. */
    BYTES,
    /** A whole object. */
    OBJECT,
    /** The fields of an object that its type's excerpt has. */
    EXCERPT
}
