package io.narabi.it.wildfly.app;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Locale;

/**
 * One call of a listener.
 *
 * @param began a tick of the application's own clock, when the listener was called
 * @param returned a tick, when it returned
 * @param committed how the transaction ended
 */
public record Attempt(
        String queue, String group, int number, int delivery, long began, long returned, boolean committed) {

    private static final String TAB = "\t";

    /** A text line. */
    public String line() {
        return String.join(
                TAB,
                queue,
                group,
                Integer.toString(number),
                Integer.toString(delivery),
                Long.toString(began),
                Long.toString(returned),
                Boolean.toString(committed));
    }

    /** What {@link #line()} made. */
    public static Attempt parse(String line) {
        String[] parts = line.split(TAB, -1);
        return new Attempt(
                parts[0],
                parts[1],
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]),
                Boolean.parseBoolean(parts[6].toLowerCase(Locale.ROOT)));
    }

    static int number(Message message) throws JMSException {
        return Integer.parseInt(((TextMessage) message).getText());
    }
}
