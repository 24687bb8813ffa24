package io.narabi.it.wildfly;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.narabi.it.wildfly.app.Attempt;
import io.narabi.it.wildfly.app.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The deployed application, as seen from a test. */
final class App {

    enum By {
        CONNECTION_FACTORY,
        INJECTED_CONTEXT
    }

    enum End {
        COMMIT,
        ROLL_BACK
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI base;

    App(URL base) {
        this.base = URI.create(base.toString());
    }

    /** Sends all in one transaction of the server's. */
    void send(String queue, By by, End end, List<Item> items) {
        ask(
                "send?queue=" + encoded(queue) + "&byContext=" + (by == By.INJECTED_CONTEXT) + "&commit="
                        + (end == End.COMMIT),
                lines(items));
    }

    /** Sends all in one transaction, in which the server goes down. */
    void sendAndCrash(String queue, List<Item> items) {
        try {
            ask("crash?queue=" + encoded(queue), lines(items));
        } catch (UncheckedIOException goneAsItShould) {
            return;
        }
        throw new IllegalStateException("The server did not go down");
    }

    private static String lines(List<Item> items) {
        return items.stream().map(Item::line).collect(Collectors.joining("\n"));
    }

    /** What the queue holds: up to {@code max} messages, waiting for each. */
    List<Item> receive(String queue, int max, Duration wait) {
        return ask("receive?queue=" + encoded(queue) + "&max=" + max + "&wait=" + wait.toMillis(), "").stream()
                .map(Item::parse)
                .toList();
    }

    /** The calls of listeners whose transactions have ended, in the order in which they ended. */
    List<Attempt> attempts(String queue) {
        return ask("attempts?queue=" + encoded(queue), "").stream()
                .map(Attempt::parse)
                .toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private List<String> ask(String command, String body) {
        try {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(base.resolve("do/" + command))
                            .timeout(Duration.ofMinutes(1))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(command + ": status " + response.statusCode() + "\n" + response.body());
            }
            return response.body().lines().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
