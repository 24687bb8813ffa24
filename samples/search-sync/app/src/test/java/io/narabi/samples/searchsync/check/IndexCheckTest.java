package io.narabi.samples.searchsync.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.index.Indexed;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexCheckTest {

    /** bad has the most versions: it fails. */
    private static final SyncPlan PLAN = Deliveries.plan(Map.of("a", 2, "b", 1, "bad", 5));

    private static final Map<String, String> HEAD = Map.of("a", "blob2", "b", "blob1", "bad", "blob5");
    private static final Indexed A = new Indexed("a", 2, "blob2");
    private static final Indexed B = new Indexed("b", 1, "blob1");

    @Test
    void theTreeOfHeadWithoutTheFailingPathIsRight() {
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(A, B))).isEmpty();
    }

    @Test
    void everyDifferenceIsSaid() {
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(A))).containsExactly("b is in HEAD and not in the index");
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(new Indexed("a", 2, "blob1"), B)))
                .containsExactly("a is indexed as blob1, in HEAD it is blob2");
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(new Indexed("a", 1, "blob2"), B)))
                .containsExactly("a is indexed in version 1 of 2");
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(A, B, new Indexed("gone", 1, "blob1"))))
                .containsExactly("gone is in the index, and not in HEAD");
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(A, B, B)))
                .containsExactly("b is in the index, and should not be, or once");
        assertThat(IndexCheck.of(PLAN, HEAD, List.of(A, B, new Indexed("bad", 5, "blob5"))))
                .containsExactly("bad is in the index, and should not be, or once");
    }
}
