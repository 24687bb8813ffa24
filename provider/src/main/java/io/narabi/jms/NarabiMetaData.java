package io.narabi.jms;

import io.narabi.engine.MessageData;
import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** What the provider says of itself (Jakarta Messaging 3.1 §6.1.6). */
final class NarabiMetaData implements ConnectionMetaData {

    static final NarabiMetaData INSTANCE = new NarabiMetaData();

    private static final List<String> JMSX_PROPERTIES =
            List.of(MessageData.GROUP_PROPERTY, "JMSXGroupSeq", "JMSXDeliveryCount");

    /** Where the classes do not come from the jar, as in an IDE, nobody knows the version. */
    private static final String UNKNOWN_VERSION = "0.1";

    private NarabiMetaData() {}

    @Override
    public String getJMSVersion() {
        return "3.1";
    }

    @Override
    public int getJMSMajorVersion() {
        return 3;
    }

    @Override
    public int getJMSMinorVersion() {
        return 1;
    }

    @Override
    public String getJMSProviderName() {
        return "Narabi";
    }

    @Override
    public String getProviderVersion() {
        String version = NarabiMetaData.class.getPackage().getImplementationVersion();
        return version == null ? UNKNOWN_VERSION : version;
    }

    @Override
    public int getProviderMajorVersion() {
        return part(0);
    }

    @Override
    public int getProviderMinorVersion() {
        return part(1);
    }

    private int part(int index) {
        String[] parts = getProviderVersion().split("[.-]", -1);
        try {
            return index < parts.length ? Integer.parseInt(parts[index]) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public Enumeration<String> getJMSXPropertyNames() {
        return Collections.enumeration(JMSX_PROPERTIES);
    }
}
