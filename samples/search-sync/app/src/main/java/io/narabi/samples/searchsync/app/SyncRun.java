package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.delivery.DeliveryLog;
import io.narabi.samples.searchsync.history.GitHistory;
import io.narabi.samples.searchsync.index.SearchIndex;
import io.narabi.samples.searchsync.plan.SyncPlan;

/** What a run works with. */
record SyncRun(GitHistory history, SyncPlan plan, SearchIndex index, DeliveryLog log) {}
