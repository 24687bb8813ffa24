package io.narabi.it.wildfly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes a server ready for Arquillian to start, once, and looks at its log after each class. To be named before {@code
 * ArquillianExtension}, which reads the properties set here, and whose undeploying then is over when the log is looked at.
 */
public final class WildFly implements BeforeAllCallback, AfterAllCallback {

    private static final ServerFiles SERVER = ServerFiles.fresh("wildfly");
    private static final ServerFiles CRASH = ServerFiles.fresh("crash");

    @Override
    public void beforeAll(ExtensionContext context) {
        SERVER.publish("narabi.wildfly");
        CRASH.publish("narabi.crash");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        ServerLog.of(SERVER).assertClean();
    }

    /** The server that a test starts and brings down. */
    static ServerFiles crash() {
        return CRASH;
    }

    static Path adapter() {
        Path file = Path.of(System.getProperty("narabi.wildfly.adapter"));
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException("The resource adapter's archive is not there: " + file);
        }
        return file;
    }
}
