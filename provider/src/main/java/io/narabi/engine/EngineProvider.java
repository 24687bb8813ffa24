package io.narabi.engine;

import io.narabi.config.NarabiUrl;
import java.util.Set;

/** Makes engines for some URL schemes. Registered with {@link java.util.ServiceLoader}; must have a public constructor without arguments. */
public interface EngineProvider {

    /** The URL schemes served, in lower case, for example {@code embedded}. */
    Set<String> schemes();

    /**
     * Opens a connection, starting the engine where it is not running.
     *
     * @param credentials who connects
     * @throws EngineException with reason {@code SECURITY} if refused, {@code UNAVAILABLE} if the engine cannot be reached or started
     */
    EngineConnection connect(NarabiUrl url, Credentials credentials);

    /** Opens an administrator's access. Errors as in {@link #connect}. */
    EngineAdmin administer(NarabiUrl url, Credentials credentials);
}
