package testbed.engines.partial;

import testbed.engines.Engine;

/**
 * BSON by bson4jackson, into a record of the three fields: the default engine of BSON and partial. It reads what it skips element by element,
 * since it ignores declared lengths, and makes each text of it.
 */
final class Bson4JacksonPartial extends JacksonPartial {
    Bson4JacksonPartial(Engine usual) {
        super("everything: types, and that texts are UTF-8; no lengths of documents", usual);
    }
}
