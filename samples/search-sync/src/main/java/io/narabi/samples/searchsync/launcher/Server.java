package io.narabi.samples.searchsync.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.embeddable.BootstrapProperties;
import org.glassfish.embeddable.CommandResult;
import org.glassfish.embeddable.GlassFish;
import org.glassfish.embeddable.GlassFishException;
import org.glassfish.embeddable.GlassFishProperties;
import org.glassfish.embeddable.GlassFishRuntime;

/** A Jakarta EE server in this JVM, with its files in a directory of its own and one port, of this machine alone. Not thread-safe. */
final class Server implements AutoCloseable {

    /** The names that the application's descriptor and annotations use. */
    private static final String ADAPTER = "narabi";

    private static final String CONNECTIONS = "jms/search-sync/connections";
    private static final String QUEUE = "jms/search-sync/changes";

    private static final String LISTENER = "http-listener";
    private static final String LISTENER_CONFIG =
            "embedded-glassfish-config.server.network-config.network-listeners.network-listener." + LISTENER;

    private final GlassFishRuntime runtime;
    private final GlassFish glassfish;
    private final int port;

    private Server(GlassFishRuntime runtime, GlassFish glassfish, int port) {
        this.runtime = runtime;
        this.glassfish = glassfish;
        this.port = port;
    }

    /** Starts one whose files go into {@code directory}, which is there and empty. */
    static Server start(Path directory) throws IOException, GlassFishException {
        int port = freePort();
        GlassFishProperties properties = new GlassFishProperties();
        properties.setPort(LISTENER, port);
        properties.setProperty(LISTENER_CONFIG + ".address", "127.0.0.1");
        properties.setProperty("glassfish.embedded.tmpdir", directory.toString());
        GlassFishRuntime runtime = GlassFishRuntime.bootstrap(new BootstrapProperties());
        GlassFish glassfish = runtime.newGlassFish(properties);
        glassfish.start();
        return new Server(runtime, glassfish, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The adapter, a pool of its connections in the server's transactions, and the queue. */
    void deployAdapter(Path archive, String url, String queue) throws GlassFishException {
        run("create-resource-adapter-config", "--property", "url=" + escaped(url), ADAPTER);
        deploy(archive, "--name", ADAPTER);
        run(
                "create-connector-connection-pool",
                "--raname",
                ADAPTER,
                "--connectiondefinition",
                "jakarta.jms.ConnectionFactory",
                "--transactionsupport",
                "XATransaction",
                "search-sync");
        run("create-connector-resource", "--poolname", "search-sync", CONNECTIONS);
        run(
                "create-admin-object",
                "--raname",
                ADAPTER,
                "--restype",
                "jakarta.jms.Queue",
                "--property",
                "physicalName=" + escaped(queue),
                QUEUE);
    }

    /** In the value of a property these mean something to the server. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("=", "\\=").replace(":", "\\:");
    }

    private void run(String command, String... arguments) throws GlassFishException {
        CommandResult result = glassfish.getCommandRunner().run(command, arguments);
        if (result.getExitStatus() != CommandResult.ExitStatus.SUCCESS) {
            throw new GlassFishException(
                    "The server refused " + command + " " + Arrays.toString(arguments) + ": " + result.getOutput(),
                    result.getFailureCause());
        }
    }

    /** The application; answers where it is reached. */
    URI deployApplication(Path archive) throws GlassFishException {
        deploy(archive, "--name", "search-sync", "--contextroot", "search-sync");
        return URI.create("http://127.0.0.1:" + port + "/search-sync/");
    }

    private void deploy(Path archive, String... options) throws GlassFishException {
        if (!Files.isRegularFile(archive)) {
            throw new GlassFishException("There is no archive " + archive);
        }
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(archive.toString());
        run("deploy", arguments.toArray(String[]::new));
    }

    /** Undeploys all, last in first out, and stops. */
    @Override
    public void close() throws GlassFishException {
        try {
            for (String name : Stream.of("search-sync", ADAPTER)
                    .filter(glassfish.getDeployer().getDeployedApplications()::contains)
                    .toList()) {
                // Of the adapter, its pool and the queue, too.
                glassfish.getDeployer().undeploy(name, "--cascade=true");
            }
        } finally {
            glassfish.dispose();
            runtime.shutdown();
        }
    }
}
