package io.narabi.store.index;

import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.index.StateFold.SettledPositions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is in force: destinations, subscriptions, and what these have settled. Used by the database's thread. */
final class StateTables {

    private static final MirrorTable DESTINATIONS =
            new MirrorTable("destinations", List.of("destination"), List.of("name", "retention_millis"));
    private static final MirrorTable DESTINATION_ATTRIBUTES =
            new MirrorTable("destination_attributes", List.of("destination", "attribute"), List.of("setting"));
    private static final MirrorTable SUBSCRIPTIONS =
            new MirrorTable("subscriptions", List.of("subscription"), List.of("destination", "name"));
    private static final MirrorTable SUBSCRIPTION_ATTRIBUTES =
            new MirrorTable("subscription_attributes", List.of("subscription", "attribute"), List.of("setting"));
    private static final MirrorTable SETTLED_POSITIONS =
            new MirrorTable("settled_positions", List.of("subscription"), List.of("settled_below", "owed"));
    private static final MirrorTable SETTLED_RANGES =
            new MirrorTable("settled_ranges", List.of("subscription", "upper_bits"), List.of("bitmap"));

    private final HsqlDatabase database;
    private final BlockTable blocks;
    private final LaneTables lanes;
    private final RowCheck check;

    StateTables(HsqlDatabase database, BlockTable blocks, LaneTables lanes, RowCheck check) {
        this.database = database;
        this.blocks = blocks;
        this.lanes = lanes;
        this.check = check;
    }

    /** Takes in what is in force, in one transaction; but the lanes of subscriptions that are gone go before. */
    void fold(StateFold fold) throws SQLException, IOException, IndexException {
        Set<Integer> inForce =
                fold.subscriptions().stream().map(DefineSubscription::id).collect(Collectors.toSet());
        for (List<Object> before : SUBSCRIPTIONS.read(database).keySet()) {
            // In this order: after a crash in between, this finds them again.
            if (before.get(0) instanceof Integer id && !inForce.contains(id)) {
                lanes.drop(id);
            }
        }
        database.requireSpace();
        List<Integer> foreign = blocks.segments().stream()
                .filter(segment -> !fold.segments().contains(segment))
                .toList();
        for (int segment : foreign) {
            blocks.unlist(segment);
        }
        replaceDefinitions(fold);
        replaceSettled(fold);
        database.commit(Math.max(database.foldedCommit(), fold.commit()), check);
        foreign.forEach(blocks::unlisted);
    }

    private void replaceDefinitions(StateFold fold) throws SQLException {
        Map<List<Object>, List<Object>> rows = new HashMap<>();
        Map<List<Object>, List<Object>> attributes = new HashMap<>();
        for (DefineDestination destination : fold.destinations()) {
            rows.put(List.of(destination.id()), List.of(destination.key(), destination.retentionMillis()));
            destination
                    .attributes()
                    .forEach((name, value) -> attributes.put(List.of(destination.id(), name), List.of(value)));
        }
        DESTINATIONS.replace(database, rows);
        DESTINATION_ATTRIBUTES.replace(database, attributes);
        rows.clear();
        attributes.clear();
        for (DefineSubscription subscription : fold.subscriptions()) {
            rows.put(List.of(subscription.id()), List.of(subscription.destination(), subscription.key()));
            subscription
                    .attributes()
                    .forEach((name, value) -> attributes.put(List.of(subscription.id(), name), List.of(value)));
        }
        SUBSCRIPTIONS.replace(database, rows);
        SUBSCRIPTION_ATTRIBUTES.replace(database, attributes);
    }

    private void replaceSettled(StateFold fold) throws SQLException {
        Map<List<Object>, List<Object>> positions = new HashMap<>();
        Map<List<Object>, List<Object>> ranges = new HashMap<>();
        for (SettledPositions settled : fold.settled()) {
            positions.put(List.of(settled.subscription()), List.of(settled.floor(), settled.owed()));
            settled.ranges()
                    .forEach((upper, bitmap) ->
                            ranges.put(List.of(settled.subscription(), upper), List.of(ByteBuffer.wrap(bitmap))));
        }
        SETTLED_POSITIONS.replace(database, positions);
        SETTLED_RANGES.replace(database, ranges);
    }
}
