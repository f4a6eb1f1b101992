package testbed.objects;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A record whose objects come in sizes. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Scales {
    /** The field by which they grow, a list or a text. */
    String field();

    /** How long it is in the canonical object of each size, from the smallest. */
    int[] lengths();
}
