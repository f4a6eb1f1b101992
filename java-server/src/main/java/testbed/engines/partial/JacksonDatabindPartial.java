package testbed.engines.partial;

import testbed.engines.Engine;

/**
 * JSON by jackson-databind, into a record of the three fields: the default engine of JSON and partial. It looks each name up before it skips
 * the value, and takes the last of a repeated field.
 */
final class JacksonDatabindPartial extends JacksonPartial {
    JacksonDatabindPartial(Engine usual) {
        super("the syntax, and that texts are UTF-8; a number may be of any size", usual);
    }
}
