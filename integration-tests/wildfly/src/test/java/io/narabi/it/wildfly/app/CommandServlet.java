package io.narabi.it.wildfly.app;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What a test may ask of the application: lines in, lines out. A failure is status 500 with the stack trace. */
@WebServlet("/do/*")
public class CommandServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Messages messages;

    @Inject
    private transient Attempts attempts;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        String answer;
        try {
            answer = String.join("\n", run(request));
        } catch (Exception failure) {
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            answer = trace.toString();
        }
        response.getWriter().print(answer);
    }

    private List<String> run(HttpServletRequest request) throws Exception {
        String queue = request.getParameter("queue");
        switch (request.getPathInfo()) {
            case "/send" -> {
                messages.send(
                        queue,
                        request.getReader().lines().map(Item::parse).toList(),
                        Boolean.parseBoolean(request.getParameter("byContext")),
                        Boolean.parseBoolean(request.getParameter("commit")));
                return List.of();
            }
            case "/crash" -> {
                messages.sendAndCrash(
                        queue, request.getReader().lines().map(Item::parse).toList());
                return List.of();
            }
            case "/receive" -> {
                return messages
                        .receive(
                                queue,
                                Integer.parseInt(request.getParameter("max")),
                                Long.parseLong(request.getParameter("wait")))
                        .stream()
                        .map(Item::line)
                        .toList();
            }
            case "/attempts" -> {
                return attempts.over(queue).stream().map(Attempt::line).toList();
            }
            default -> throw new IllegalArgumentException("No such command: " + request.getPathInfo());
        }
    }
}
