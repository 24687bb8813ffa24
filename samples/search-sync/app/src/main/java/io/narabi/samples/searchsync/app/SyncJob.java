package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.app.SyncStatus.Phase;
import io.narabi.samples.searchsync.check.DeadLetterCheck;
import io.narabi.samples.searchsync.check.IdleCheck;
import io.narabi.samples.searchsync.check.IndexCheck;
import io.narabi.samples.searchsync.check.OrderCheck;
import io.narabi.samples.searchsync.check.Report;
import io.narabi.samples.searchsync.delivery.Delivery;
import io.narabi.samples.searchsync.delivery.DeliveryLog;
import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.GitHistory;
import io.narabi.samples.searchsync.history.HistoryException;
import io.narabi.samples.searchsync.index.Indexed;
import io.narabi.samples.searchsync.index.SearchIndex;
import io.narabi.samples.searchsync.plan.SyncPlan;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A run: reads the history, sends it, waits until all is applied, and looks whether all is right. */
@Dependent
@SuppressWarnings("NullAway.Init") // The server sets the fields.
class SyncJob {

    private static final Logger LOG = Logger.getLogger(SyncJob.class.getName());

    private static final int ENDPOINTS = Integer.parseInt(Names.ENDPOINTS);
    private static final int MAX_DELIVERIES = Integer.parseInt(Names.MAX_DELIVERIES);
    private static final Duration REDELIVERY_DELAY = Duration.ofMillis(Long.parseLong(Names.REDELIVERY_DELAY_MILLIS));

    @Inject
    private Feeder feeder;

    @Inject
    private DeadLetters deadLetters;

    void run(SyncRequest request, SyncRuns runs) {
        try (GitHistory history = request.openHistory();
                SearchIndex index = SearchIndex.create(request.indexDirectory())) {
            SyncPlan plan = SyncPlan.of(history.changes(found -> runs.show(SyncStatus.of(Phase.READING, 0, found))));
            SyncRun run = new SyncRun(history, plan, index, new DeliveryLog(MAX_DELIVERIES));
            runs.begin(run);
            runs.show(SyncStatus.done(replay(request, run, runs)));
        } catch (HistoryException wrongRepository) {
            runs.show(SyncStatus.failed(String.valueOf(wrongRepository.getMessage())));
        } catch (InterruptedException undeployed) {
            Thread.currentThread().interrupt();
        } catch (Exception failure) {
            LOG.log(Level.SEVERE, "The run failed", failure);
            runs.show(SyncStatus.failed(failure.toString()));
        }
    }

    private Report replay(SyncRequest request, SyncRun run, SyncRuns runs) throws Exception {
        int total = run.plan().changes().size();
        long begin = System.nanoTime();
        runs.show(SyncStatus.of(Phase.SENDING, total, 0));
        feeder.send(run);
        runs.show(SyncStatus.of(Phase.APPLYING, total, 0));
        awaitSettled(run, total);
        long nanos = System.nanoTime() - begin;
        runs.show(SyncStatus.of(Phase.CHECKING, total, total));
        List<Change> letters = deadLetters.take(run.plan().dead().size());
        DeliveryFile.write(request.deliveryFile(), run.log().deliveries(), begin);
        return report(run, letters, total * TimeUnit.SECONDS.toNanos(1) / nanos);
    }

    /** Commits the index meanwhile: what a crash would lose of it, should not grow for ever. */
    private static void awaitSettled(SyncRun run, int total) throws IOException, InterruptedException {
        int rounds = 0;
        while (run.log().settled() < total || run.log().running() > 0) {
            TimeUnit.MILLISECONDS.sleep(20);
            if (++rounds % 100 == 0) {
                run.index().commit();
            }
        }
        run.index().commit();
    }

    private static Report report(SyncRun run, List<Change> letters, long perSecond)
            throws HistoryException, IOException {
        SyncPlan plan = run.plan();
        List<Delivery> deliveries = run.log().deliveries();
        Map<String, String> head = run.history().head();
        List<Indexed> documents = run.index().committed();
        OrderCheck order = OrderCheck.of(plan, deliveries, MAX_DELIVERIES);
        IdleCheck idle = IdleCheck.of(plan, deliveries, run.log().sent(), ENDPOINTS, REDELIVERY_DELAY);
        List<String> problems = new ArrayList<>();
        problems.addAll(order.violations());
        problems.addAll(order.miscounted());
        problems.addAll(IndexCheck.of(plan, head, documents));
        problems.addAll(DeadLetterCheck.of(plan.dead(), letters));
        idle.problem().ifPresent(problems::add);
        List<String> notes = new ArrayList<>();
        notes.add(documents.size() + " documents in the index, " + head.size() + " paths in HEAD");
        notes.add(plan.failingPath()
                .map(path -> "failing always: " + path + ", " + plan.versions().get(path) + " versions")
                .orElse("no path fails always"));
        notes.add(idle.result());
        return new Report(
                plan.changes().size(),
                plan.groups(),
                (int) deliveries.stream().filter(d -> d.attempt() > 1).count(),
                letters.size(),
                order.violations().size(),
                perSecond,
                problems,
                notes);
    }
}
