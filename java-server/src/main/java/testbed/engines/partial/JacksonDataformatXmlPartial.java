package testbed.engines.partial;

import testbed.engines.Engine;

/**
 * XML by jackson-dataformat-xml over Woodstox, into a record of the three fields: the default engine of XML and partial. It reads what it skips
 * event by event. It takes the last of a repeated element.
 */
final class JacksonDataformatXmlPartial extends JacksonPartial {
    JacksonDataformatXmlPartial(Engine usual) {
        super("that the body is UTF-8 and well-formed; what a text stands for is never looked at", usual);
    }
}
