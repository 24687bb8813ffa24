package io.narabi.it.wildfly.app;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where the listeners of all endpoints wait for each other, once. If some never come, the others go on after a while. */
@ApplicationScoped
public class Meeting {

    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch missing = new CountDownLatch(Integer.parseInt(Names.ENDPOINTS));

    void join() throws InterruptedException {
        missing.countDown();
        if (!missing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            // The attempts show that they were not together; the test looks there.
            while (missing.getCount() > 0) {
                missing.countDown();
            }
        }
    }
}
