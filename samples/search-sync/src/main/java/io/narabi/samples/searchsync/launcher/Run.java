package io.narabi.samples.searchsync.launcher;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Asks the application for a run, and follows it to its end. Not thread-safe. */
final class Run {

    private static final Duration POLL = Duration.ofMillis(200);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI sync;
    private final Console console;
    private final Duration patience;

    /**
     * A run of the application at {@code application}.
     *
     * @param patience how long nothing may happen
     */
    Run(URI application, Console console, Duration patience) {
        this.sync = application.resolve("sync");
        this.console = console;
        this.patience = patience;
    }

    /**
     * Runs.
     *
     * @throws IOException where the application does not answer, or nothing happens for too long
     */
    Result replay(Options options) throws IOException, InterruptedException {
        String form = "checkout=" + encoded(options.checkout()) + "&directory=" + encoded(options.work())
                + options.repository()
                        .map(path -> "&repository=" + encoded(path))
                        .orElse("");
        Properties status = ask(HttpRequest.newBuilder(sync)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build());
        long begin = 0;
        long changed = System.nanoTime();
        while (!Result.isEnd(status)) {
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            Properties next = ask(HttpRequest.newBuilder(sync).build());
            long now = System.nanoTime();
            if (!next.equals(status)) {
                changed = now;
            } else if (now - changed > patience.toNanos()) {
                throw new IOException("Nothing happened for " + patience.toSeconds() + " s; the last was " + status);
            }
            int settled = Result.number(next, "settled");
            begin = begin == 0 && Result.number(next, "total") > 0 ? now : begin;
            long nanos = Math.max(now - begin, 1);
            if (!Result.isEnd(next)) {
                console.progress(
                        Result.phase(next),
                        settled,
                        Result.number(next, "total"),
                        begin == 0 ? 0 : settled * TimeUnit.SECONDS.toNanos(1) / nanos);
            }
            status = next;
        }
        return Result.of(status);
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    private Properties ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("The application answered " + response.statusCode() + " to " + request.method());
        }
        Properties status = new Properties();
        status.load(new StringReader(response.body()));
        return status;
    }
}
