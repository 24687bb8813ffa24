package io.narabi.ra;

import io.narabi.config.InvalidOptionException;
import io.narabi.config.NarabiUrl;
import io.narabi.config.UrlKey;
import jakarta.resource.spi.InvalidPropertyException;
import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a broker and each of its parameters as a plain bean property, for servers whose tools make {@code ?}, {@code =} and
 * {@code &} hard to write. All are texts in the form that {@link UrlKey} describes, so that a wrong value is refused here, with the
 * property named, and not by a server's converter. A property wins over the same parameter in the URL; blank counts as not set.
 *
 * <p>Configured by one thread, then read by any.
 */
public abstract class UrlProperties implements Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable String url;
    private final TreeMap<String, String> parameters = new TreeMap<>();

    UrlProperties() {}

    /** Where the broker is, for example {@code embedded:/var/lib/narabi}. */
    public @Nullable String getUrl() {
        return url;
    }

    public void setUrl(@Nullable String url) {
        this.url = isBlank(url) ? null : url;
    }

    /** Who connects, where an activation or a container names nobody. See {@link UrlKey#USER}. */
    public @Nullable String getUser() {
        return parameters.get(UrlKey.USER.key());
    }

    public void setUser(@Nullable String user) {
        set(UrlKey.USER, user);
    }

    /** The password that goes with {@code user}. See {@link UrlKey#PASSWORD}. */
    public @Nullable String getPassword() {
        return parameters.get(UrlKey.PASSWORD.key());
    }

    public void setPassword(@Nullable String password) {
        set(UrlKey.PASSWORD, password);
    }

    /** The client identifier of connections; an activation's own {@code clientId} counts for inbound connections. See {@link UrlKey#CLIENT_ID}. */
    public @Nullable String getClientId() {
        return parameters.get(UrlKey.CLIENT_ID.key());
    }

    public void setClientId(@Nullable String clientId) {
        set(UrlKey.CLIENT_ID, clientId);
    }

    /** How many messages a consumer holds reserved at most. See {@link UrlKey#PREFETCH}. */
    public @Nullable String getPrefetch() {
        return parameters.get(UrlKey.PREFETCH.key());
    }

    public void setPrefetch(@Nullable String prefetch) {
        set(UrlKey.PREFETCH, prefetch);
    }

    /** How many acknowledgements may be under way. See {@link UrlKey#ACK_WINDOW}. */
    public @Nullable String getAckWindow() {
        return parameters.get(UrlKey.ACK_WINDOW.key());
    }

    public void setAckWindow(@Nullable String ackWindow) {
        set(UrlKey.ACK_WINDOW, ackWindow);
    }

    /** How long a send may wait for a store that cannot be written. See {@link UrlKey#SEND_TIMEOUT}. */
    public @Nullable String getSendTimeout() {
        return parameters.get(UrlKey.SEND_TIMEOUT.key());
    }

    public void setSendTimeout(@Nullable String sendTimeout) {
        set(UrlKey.SEND_TIMEOUT, sendTimeout);
    }

    /** After how long without a sign of life the peer counts as dead. See {@link UrlKey#PEER_TIMEOUT}. */
    public @Nullable String getPeerTimeout() {
        return parameters.get(UrlKey.PEER_TIMEOUT.key());
    }

    public void setPeerTimeout(@Nullable String peerTimeout) {
        set(UrlKey.PEER_TIMEOUT, peerTimeout);
    }

    /** Whether messages carry partition, offset and sequence as properties. See {@link UrlKey#PLACE}. */
    public @Nullable String getPlace() {
        return parameters.get(UrlKey.PLACE.key());
    }

    public void setPlace(@Nullable String place) {
        set(UrlKey.PLACE, place);
    }

    /** When a session gives up the lane of a message that it received synchronously. See {@link UrlKey#LANE_RELEASE}. */
    public @Nullable String getLaneRelease() {
        return parameters.get(UrlKey.LANE_RELEASE.key());
    }

    public void setLaneRelease(@Nullable String laneRelease) {
        set(UrlKey.LANE_RELEASE, laneRelease);
    }

    /** The classes that the object of a received ObjectMessage may consist of. See {@link UrlKey#OBJECT_CLASSES}. */
    public @Nullable String getObjectClasses() {
        return parameters.get(UrlKey.OBJECT_CLASSES.key());
    }

    public void setObjectClasses(@Nullable String objectClasses) {
        set(UrlKey.OBJECT_CLASSES, objectClasses);
    }

    /** The free disk space below which sends wait. See {@link UrlKey#MIN_FREE_DISK}. */
    public @Nullable String getMinFreeDisk() {
        return parameters.get(UrlKey.MIN_FREE_DISK.key());
    }

    public void setMinFreeDisk(@Nullable String minFreeDisk) {
        set(UrlKey.MIN_FREE_DISK, minFreeDisk);
    }

    /** The largest message. See {@link UrlKey#MAX_MESSAGE_SIZE}. */
    public @Nullable String getMaxMessageSize() {
        return parameters.get(UrlKey.MAX_MESSAGE_SIZE.key());
    }

    public void setMaxMessageSize(@Nullable String maxMessageSize) {
        set(UrlKey.MAX_MESSAGE_SIZE, maxMessageSize);
    }

    /** The size of a journal's segment file. See {@link UrlKey#SEGMENT_SIZE}. */
    public @Nullable String getSegmentSize() {
        return parameters.get(UrlKey.SEGMENT_SIZE.key());
    }

    public void setSegmentSize(@Nullable String segmentSize) {
        set(UrlKey.SEGMENT_SIZE, segmentSize);
    }

    /** How long acknowledged messages are kept. See {@link UrlKey#RETENTION}. */
    public @Nullable String getRetention() {
        return parameters.get(UrlKey.RETENTION.key());
    }

    public void setRetention(@Nullable String retention) {
        set(UrlKey.RETENTION, retention);
    }

    /** How much acknowledged history is kept. See {@link UrlKey#STORE_LIMIT}. */
    public @Nullable String getStoreLimit() {
        return parameters.get(UrlKey.STORE_LIMIT.key());
    }

    public void setStoreLimit(@Nullable String storeLimit) {
        set(UrlKey.STORE_LIMIT, storeLimit);
    }

    /** Whether a destination is created on its first use. See {@link UrlKey#AUTO_CREATE}. */
    public @Nullable String getAutoCreate() {
        return parameters.get(UrlKey.AUTO_CREATE.key());
    }

    public void setAutoCreate(@Nullable String autoCreate) {
        set(UrlKey.AUTO_CREATE, autoCreate);
    }

    /** How many messages priority and selectors look ahead. See {@link UrlKey#LOOK_AHEAD}. */
    public @Nullable String getLookAhead() {
        return parameters.get(UrlKey.LOOK_AHEAD.key());
    }

    public void setLookAhead(@Nullable String lookAhead) {
        set(UrlKey.LOOK_AHEAD, lookAhead);
    }

    /** Whether nothing at all is configured. */
    final boolean isUnset() {
        return url == null && parameters.isEmpty();
    }

    /**
     * The URL with the properties applied.
     *
     * @param inherited taken where no URL is set
     * @throws InvalidPropertyException naming the property, its value and what is allowed
     */
    final NarabiUrl effectiveUrl(Optional<NarabiUrl> inherited) throws InvalidPropertyException {
        String key = "url";
        try {
            NarabiUrl result = url != null
                    ? NarabiUrl.parse(url)
                    : inherited.orElseThrow(
                            () -> new InvalidPropertyException(
                                    "url is not set: allowed is"
                                            + " embedded:DIRECTORY, memory:NAME, narabi://host:port,host:port or rocketmq://endpoints"));
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                key = parameter.getKey();
                result = result.withParameter(key, parameter.getValue());
            }
            return result;
        } catch (InvalidOptionException refused) {
            throw invalid(getClass(), key, refused);
        }
    }

    private void set(UrlKey<?> key, @Nullable String value) {
        if (isBlank(value)) {
            parameters.remove(key.key());
        } else {
            parameters.put(key.key(), value);
        }
    }

    /** The configuration for {@code equals} and {@code hashCode}. */
    final SortedMap<String, String> configuration() {
        SortedMap<String, String> all = new TreeMap<>(parameters);
        if (url != null) {
            all.put("url", url);
        }
        return all;
    }

    static boolean isBlank(@Nullable String value) {
        return value == null || value.isBlank();
    }

    /** The container's kind of exception for a value that can never be valid. */
    static InvalidPropertyException invalid(Class<?> bean, String property, InvalidOptionException cause) {
        InvalidPropertyException failure = new InvalidPropertyException(cause.getMessage(), cause);
        failure.setInvalidPropertyDescriptors(descriptors(bean, property));
        return failure;
    }

    static PropertyDescriptor[] descriptors(Class<?> bean, String... properties) {
        PropertyDescriptor[] descriptors = new PropertyDescriptor[properties.length];
        for (int i = 0; i < properties.length; i++) {
            try {
                descriptors[i] = new PropertyDescriptor(properties[i], bean);
            } catch (IntrospectionException noSuchProperty) {
                throw new IllegalArgumentException(bean + " has no property " + properties[i], noSuchProperty);
            }
        }
        return descriptors;
    }

    /** The configuration without the password. */
    @Override
    public String toString() {
        return getClass().getSimpleName()
                + configuration().entrySet().stream()
                        .filter(e -> !e.getKey().equals(UrlKey.PASSWORD.key()))
                        .map(e -> e.getKey() + "=" + withoutPassword(e.getValue()))
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String withoutPassword(String value) {
        return value.replaceAll("(password=)[^&]*", "$1***");
    }
}
