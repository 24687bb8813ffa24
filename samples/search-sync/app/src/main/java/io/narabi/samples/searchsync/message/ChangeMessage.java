package io.narabi.samples.searchsync.message;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import io.narabi.samples.searchsync.plan.Group;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.TextMessage;

/**
 * A change as a text message. The body is {@code OPERATION blob commit}; the path and its version are properties; the group is the path's
 * {@link Group}.
 */
public final class ChangeMessage {

    private static final String GROUP = "JMSXGroupID";
    private static final String PATH = "path";
    private static final String VERSION = "version";

    private ChangeMessage() {}

    /** Writes the change into a message that is still empty. */
    public static void write(Change change, TextMessage message) throws JMSException {
        message.setStringProperty(GROUP, Group.of(change.path()));
        message.setStringProperty(PATH, change.path());
        message.setIntProperty(VERSION, change.version());
        message.setText(change.operation() + " " + change.blob() + " " + change.commit());
    }

    /**
     * The change that a message carries.
     *
     * @throws JMSException where it carries none; the exception names the message
     */
    public static Change read(Message message) throws JMSException {
        String body = message.getBody(String.class);
        String path = message.getStringProperty(PATH);
        String[] parts = body == null ? new String[0] : body.split(" ");
        if (parts.length != 3 || path == null || !Group.of(path).equals(message.getStringProperty(GROUP))) {
            throw new MessageFormatException("Message " + message.getJMSMessageID() + " is no change of a path: group "
                    + message.getStringProperty(GROUP) + ", path " + path + ", body " + body);
        }
        return new Change(path, message.getIntProperty(VERSION), Operation.valueOf(parts[0]), parts[1], parts[2]);
    }
}
