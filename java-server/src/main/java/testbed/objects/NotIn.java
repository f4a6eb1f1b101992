package testbed.objects;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testbed.contract.Format;

/** A record whose objects a format cannot carry. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NotIn {
    /** Which format. */
    Format format();

    /** Why, as a clause. */
    String reason();
}
