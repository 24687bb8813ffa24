package io.narabi.samples.searchsync.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import jakarta.jms.MessageFormatException;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeMessageTest {

    private final Map<String, Object> content = new HashMap<>();
    private final TextMessage message = (TextMessage) Proxy.newProxyInstance(
            TextMessage.class.getClassLoader(), new Class<?>[] {TextMessage.class}, (proxy, method, args) -> {
                switch (method.getName()) {
                    case "setStringProperty", "setIntProperty":
                        return content.put((String) args[0], args[1]);
                    case "getStringProperty", "getIntProperty":
                        return content.get(args[0]);
                    case "setText":
                        return content.put("body", args[0]);
                    case "getBody":
                        return content.get("body");
                    case "getJMSMessageID":
                        return "ID:1";
                    default:
                        throw new UnsupportedOperationException(method.getName());
                }
            });

    @Test
    void bodyGroupAndPropertiesCarryTheChange() throws Exception {
        Change change = new Change("src/A b.java", 7, Operation.MODIFY, "b10b", "c0de");
        ChangeMessage.write(change, message);
        assertThat(content)
                .containsEntry("body", "MODIFY b10b c0de")
                .containsEntry("JMSXGroupID", "src/A b.java")
                .containsEntry("version", 7);
        assertThat(ChangeMessage.read(message)).isEqualTo(change);
    }

    @Test
    void aPathThatIsTooLongForAGroupArrivesWhole() throws Exception {
        Change change = new Change("é/".repeat(1_000), 1, Operation.ADD, "b10b", "c0de");
        ChangeMessage.write(change, message);
        assertThat(ChangeMessage.read(message)).isEqualTo(change);
    }

    @Test
    void whatIsNoChangeIsRefused() throws Exception {
        ChangeMessage.write(new Change("a", 1, Operation.ADD, "b10b", "c0de"), message);
        content.put("JMSXGroupID", "b");
        assertThatThrownBy(() -> ChangeMessage.read(message))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("ID:1");
        content.clear();
        assertThatThrownBy(() -> ChangeMessage.read(message)).isInstanceOf(MessageFormatException.class);
    }
}
