package io.narabi.it.wildfly.app;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A message of a group, as a line of text on its way between a test and the server. */
public record Item(String group, int number, Map<String, String> properties) {

    public Item {
        properties = new TreeMap<>(properties);
    }

    /** A line. */
    public String line() {
        List<String> parts = new ArrayList<>(List.of(group, Integer.toString(number)));
        properties.forEach(
                (name, value) -> parts.add(name + "=" + value.replace('\t', ' ').replace('\n', ' ')));
        return String.join("\t", parts);
    }

    /** What {@link #line()} made. */
    public static Item parse(String line) {
        String[] parts = line.split("\t", -1);
        Map<String, String> properties = new TreeMap<>();
        for (int i = 2; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            properties.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
        }
        return new Item(parts[0], Integer.parseInt(parts[1]), properties);
    }

    static Item of(Message message) throws JMSException {
        Map<String, String> properties = new TreeMap<>();
        for (Enumeration<?> names = message.getPropertyNames(); names.hasMoreElements(); ) {
            String name = (String) names.nextElement();
            properties.put(name, message.getStringProperty(name));
        }
        return new Item(message.getStringProperty("JMSXGroupID"), Attempt.number(message), properties);
    }
}
