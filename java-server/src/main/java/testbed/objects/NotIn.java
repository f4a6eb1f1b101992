package testbed.objects;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testbed.contract.Format;

/** A record whose objects a format cannot carry. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(NotIn.All.class)
public @interface NotIn {
    /** Which format. */
    Format format();

    /** Why, as a clause. */
    String reason();

    /** Several of them. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        /** Each. */
        NotIn[] value();
    }
}
