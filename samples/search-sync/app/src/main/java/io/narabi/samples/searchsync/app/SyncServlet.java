package io.narabi.samples.searchsync.app;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** {@code POST /sync} starts the run, {@code GET /sync} says how far it is, as a properties file. */
@WebServlet("/sync")
@SuppressWarnings("NullAway.Init") // The server sets the field.
public class SyncServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient SyncRuns runs;

    /** Public because servers make it. */
    public SyncServlet() {}

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Path> checkout = path(request, "checkout");
        Optional<Path> directory = path(request, "directory");
        if (checkout.isEmpty() || directory.isEmpty()) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "checkout and directory are needed");
            return;
        }
        runs.start(new SyncRequest(path(request, "repository"), checkout.get(), directory.get()));
        write(response);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        write(response);
    }

    private void write(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().write(runs.status().text());
    }

    private static Optional<Path> path(HttpServletRequest request, String parameter) {
        return Optional.ofNullable(request.getParameter(parameter))
                .filter(value -> !value.isEmpty())
                .map(Path::of);
    }
}
