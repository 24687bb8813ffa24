package io.narabi.it.wildfly;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server's own directory and ports: new ones each time, so that nothing left by a run that was killed, process, port or file, is in
 * the way of the next.
 *
 * @param base the directory with its configuration, data and log
 * @param portOffset what its ports are above WildFly's usual ones
 */
record ServerFiles(Path base, int portOffset) {

    /** Every port of standalone-full.xml. */
    private static final int[] PORTS = {3528, 3529, 4712, 4713, 8009, 8080, 8443, 9990, 9993};

    private static final int HTTP_PORT = 8080;
    private static final int MANAGEMENT_PORT = 9990;

    /** Below the range that systems give to outgoing connections. */
    private static final int LARGEST_OFFSET = 20_000;

    private static final String BEAN_POOL = "name=\"mdb-strict-max-pool\" derive-size=\"from-cpu-count\"";

    static ServerFiles fresh(String name) {
        try {
            Path base = Path.of(System.getProperty("narabi.wildfly.work"))
                    .resolve(name)
                    .toAbsolutePath();
            endLeftover(base);
            delete(base);
            copy(Path.of(System.getProperty("narabi.wildfly.home"), "standalone", "configuration"), base);
            Files.createDirectory(base.resolve("deployments"));
            return new ServerFiles(base, freeOffset());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Sets what {@code arquillian.xml} reads. */
    void publish(String prefix) {
        // The transaction manager looks for branches in doubt every few seconds, not every two minutes.
        System.setProperty(
                prefix + ".jvm",
                "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + marker(base)
                        + " -DRecoveryEnvironmentBean.periodicRecoveryPeriod=3"
                        + " -DRecoveryEnvironmentBean.recoveryBackoffPeriod=1"
                        + " -DJTAEnvironmentBean.orphanSafetyInterval=1000");
        System.setProperty(
                prefix + ".arguments",
                "-Djboss.server.base.dir=" + base + " -Djboss.socket.binding.port-offset=" + portOffset
                        + " -Djboss.tx.node.id=narabi-it -Djboss.bind.address=127.0.0.1 -Djboss.bind.address.management=127.0.0.1");
        System.setProperty(prefix + ".managementPort", Integer.toString(MANAGEMENT_PORT + portOffset));
    }

    /** Of an application. */
    URL url(String context) {
        try {
            return new URL("http", "127.0.0.1", HTTP_PORT + portOffset, "/" + context + "/");
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Path log() {
        return base.resolve("log").resolve("server.log");
    }

    /** By which the process is known again. */
    private static String marker(Path base) {
        return "-Dnarabi.wildfly.server=" + base;
    }

    /** A server that outlived the run that started it. */
    private static void endLeftover(Path base) {
        List<ProcessHandle> leftovers = ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(List::of)
                        .orElse(List.of())
                        .contains(marker(base)))
                .toList();
        for (ProcessHandle leftover : leftovers) {
            leftover.destroyForcibly();
            leftover.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        }
    }

    private static int freeOffset() throws IOException {
        Random random = new Random();
        for (int i = 0; i < 1_000; i++) {
            int offset = 1_000 + random.nextInt(LARGEST_OFFSET - 1_000);
            if (allFree(offset)) {
                return offset;
            }
        }
        throw new IOException("No free ports for a server");
    }

    private static boolean allFree(int offset) {
        for (int port : PORTS) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + offset));
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }

    private static void copy(Path configuration, Path base) throws IOException {
        Path target = base.resolve("configuration");
        Files.createDirectories(target);
        List<Path> all;
        try (Stream<Path> files = Files.list(configuration)) {
            all = files.filter(Files::isRegularFile).toList();
        }
        for (Path file : all) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
        Path standalone = target.resolve("standalone-full.xml");
        String text = Files.readString(standalone);
        if (!text.contains(BEAN_POOL)) {
            throw new IOException(standalone + " does not say " + BEAN_POOL);
        }
        // A bean that has fewer instances than endpoints would hold the endpoints up, on a machine with one processor.
        Files.writeString(standalone, text.replace(BEAN_POOL, "name=\"mdb-strict-max-pool\" max-pool-size=\"16\""));
    }
}
