package testbed.engines.jaxb;

/** What JAXB fills in place of a record. */
public interface Mirror {
    /** The record that holds the same. */
    Record copy();
}
