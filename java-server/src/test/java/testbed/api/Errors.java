package testbed.api;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged as an error from now on. */
record Errors(ListAppender<ILoggingEvent> appender) implements AutoCloseable {
    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    static Errors watch() {
        Errors errors = new Errors(new ListAppender<>());
        errors.appender.start();
        ROOT.addAppender(errors.appender);
        return errors;
    }

    List<String> seen() {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        ROOT.detachAppender(appender);
    }
}
