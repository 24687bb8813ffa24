package io.narabi.engine;

import io.narabi.config.NarabiUrl;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds the engine that serves a URL. */
public final class Engines {

    private Engines() {}

    /**
     * The provider that is registered for the URL's scheme. Providers are looked for where this class was loaded from, whatever the
     * thread's context class loader is: an application server calls from anywhere.
     *
     * @throws EngineException {@code UNSUPPORTED} if none serves the scheme; the message lists those that are served
     */
    public static EngineProvider forUrl(NarabiUrl url) {
        TreeSet<String> served = new TreeSet<>();
        try {
            for (EngineProvider provider :
                    ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())) {
                if (provider.schemes().contains(url.scheme().text())) {
                    return provider;
                }
                served.addAll(provider.schemes());
            }
        } catch (ServiceConfigurationError broken) {
            throw new EngineException(
                    EngineException.Reason.INTERNAL,
                    "The engines cannot be listed while opening " + url + ": is the installation complete?",
                    broken);
        }
        throw new EngineException(
                EngineException.Reason.UNSUPPORTED,
                "No engine serves " + url + "; served are " + (served.isEmpty() ? "none" : served)
                        + ": add the part of Narabi that serves " + url.scheme().text() + " to the class path");
    }
}
