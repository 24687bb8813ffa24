package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.index.Indexed;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The index equals the tree of HEAD: a document for each path with the object that it names, and no other. The failing path has none. */
public final class IndexCheck {

    private IndexCheck() {}

    /** The differences. */
    public static List<String> of(SyncPlan plan, Map<String, String> head, List<Indexed> documents) {
        List<String> differences = new ArrayList<>();
        Map<String, String> missing = new HashMap<>(head);
        plan.failingPath().ifPresent(missing::remove);
        for (Indexed document : documents) {
            String path = document.path();
            String blob = missing.remove(path);
            if (blob == null) {
                differences.add(path + " is in the index, and "
                        + (head.containsKey(path) ? "should not be, or once" : "not in HEAD"));
            } else if (!blob.equals(document.blob())) {
                differences.add(path + " is indexed as " + document.blob() + ", in HEAD it is " + blob);
            } else if (document.version() != plan.versions().getOrDefault(path, 0)) {
                differences.add(path + " is indexed in version " + document.version() + " of "
                        + plan.versions().get(path));
            }
        }
        missing.keySet().forEach(path -> differences.add(path + " is in HEAD and not in the index"));
        return differences;
    }
}
