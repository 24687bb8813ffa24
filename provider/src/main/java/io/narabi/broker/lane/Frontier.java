package io.narabi.broker.lane;

import io.narabi.config.Unmatched;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the log has been looked at. Messages of ordered lanes are known before one position for all; messages that are lanes of their own,
 * before a position per selector class, if the class wants them. What is beyond costs nothing. Positions move when somebody has nothing to do
 * otherwise, and with what is stored at the end as long as there is room.
 *
 * <p>What no class wants and may be passed over is not held; the position goes back to it when that could have changed.
 */
final class Frontier {

    private static final int CHUNK = 128;
    /** Messages stored at the end are taken at once while fewer than this are in memory and not in flight. */
    private static final int ROOM = 4096;
    /** While so many single messages are being taken out, no more are looked for. */
    private static final int MOST_SINGLES_MOVING = 256;

    private final Parts parts;
    private final long start;
    private final PriorityOutlook outlook;
    /** After the last message that is stored. */
    private long end;
    /** Messages of ordered lanes are known before this. */
    private long ordered;
    /** The first message of an ordered lane that was passed over. */
    private long passedFrom = Long.MAX_VALUE;
    /** Messages that are lanes of their own have been looked at before this, by some class. */
    private long singlesSeen;
    /** The first of them that is not in memory. */
    private long singlesPassedFrom = Long.MAX_VALUE;

    private boolean again;
    private boolean resumed;

    Frontier(Parts parts, long first, long last) {
        this.parts = parts;
        this.start = first;
        this.ordered = first;
        this.singlesSeen = first;
        this.end = Math.max(first, last + 1);
        this.outlook = new PriorityOutlook(first);
    }

    /** What is before this is known from before a restart. Called before anything else is looked at. */
    void resume(long frontier, long singles) {
        ordered = frontier;
        singlesSeen = Math.max(start, singles);
        outlook.restart(frontier);
        resumed = true;
    }

    /** There are messages of the priority in front of the frontier. */
    void restored(int priority) {
        outlook.seen(priority);
    }

    /** The last message that is stored. */
    long last() {
        return end - 1;
    }

    /** Before this all messages that are lanes of their own are in memory, or settled. A new class begins here. */
    long singlesKnown() {
        return Math.min(singlesSeen, singlesPassedFrom);
    }

    long position() {
        return ordered;
    }

    /** The first message of an ordered lane that was passed over; {@code Long.MAX_VALUE} if there is none. */
    long passedFrom() {
        return passedFrom;
    }

    /** Messages were stored at the end. */
    void appended(List<LogEntry> entries) {
        for (LogEntry entry : entries) {
            long before = end;
            if (entry.sequence() < before) {
                continue;
            }
            end = entry.sequence() + 1;
            boolean demanded = takeSingleAtEnd(entry, before);
            if (demanded && ordered >= before && hasRoom()) {
                ordered = end;
                outlook.passed(entry);
                takeOrdered(entry);
            } else {
                outlook.appended(entry, before, parts.options.lookAhead());
            }
        }
    }

    private boolean hasRoom() {
        Tally tally = parts.table.tally;
        return tally.entries - tally.inFlight < ROOM;
    }

    /** Gives a new message to the classes that have seen all before it. False if no class has demand. */
    private boolean takeSingleAtEnd(LogEntry entry, long before) {
        boolean demanded = false;
        boolean room = hasRoom();
        for (int i = 0; i < parts.classes.all().size(); i++) {
            SelectorClass selector = parts.classes.all().get(i);
            if (selector.demanding > 0) {
                demanded = true;
                if (room && selector.position >= before) {
                    moved(selector, end);
                    takeSingle(entry, selector);
                }
            }
        }
        return demanded;
    }

    /**
     * Looks further for the class. False if there is nothing to be found at present.
     */
    boolean advance(SelectorClass selector) {
        long from = Math.min(ordered, selector.position);
        if (from >= end || parts.table.tally.singlesMoving >= MOST_SINGLES_MOVING) {
            return false;
        }
        scan(from, selector);
        return true;
    }

    /** Reads on from a position: the ordered one if it is there, and the class's, if it is given and there. */
    private void scan(long from, @Nullable SelectorClass selector) {
        boolean moveOrdered = ordered == from;
        boolean moveClass = selector != null && selector.position == from;
        // From where the other position is on they go together.
        long stop =
                selector == null || moveOrdered == moveClass ? Long.MAX_VALUE : Math.max(ordered, selector.position);
        List<LogEntry> entries = parts.log.read(from, CHUNK);
        long reached = entries.size() < CHUNK ? Math.min(stop, end) : from;
        for (LogEntry entry : entries) {
            if (entry.sequence() >= stop) {
                reached = stop;
                break;
            }
            reached = Math.max(reached, entry.sequence() + 1);
            if (moveOrdered) {
                outlook.passed(entry);
                takeOrdered(entry);
            }
            if (moveClass && selector != null) {
                takeSingle(entry, selector);
            }
        }
        end = Math.max(end, reached);
        if (moveOrdered) {
            ordered = reached;
            outlook.moved(reached);
        }
        if (moveClass && selector != null) {
            moved(selector, reached);
        }
    }

    private void moved(SelectorClass selector, long position) {
        selector.position = position;
        singlesSeen = Math.max(singlesSeen, position);
    }

    private void takeSingle(LogEntry entry, SelectorClass selector) {
        if (LaneKey.isSingle(entry, parts.options) && parts.table.single(entry.sequence()) == null) {
            MatchSet matches = parts.classes.match(entry);
            if (matches.contains(selector)) {
                Lane lane = parts.table.getSingle(entry.sequence());
                lane.add(new Item(entry, lane).matched(matches, parts.classes));
                parts.keeper.look(lane);
            } else {
                passedOver(entry);
            }
        }
    }

    private void takeOrdered(LogEntry entry) {
        if (LaneKey.isSingle(entry, parts.options)) {
            return;
        }
        Lane known = parts.table.find(entry, parts.options);
        if ((known != null && known.contains(entry.sequence())) || parts.table.single(entry.sequence()) != null) {
            return;
        }
        Lane lane = known;
        if (parts.options.unmatched() == Unmatched.PASS_OVER
                && parts.classes.match(entry).isEmpty()
                && parts.marks.over(lane == null ? LaneTable.keyOf(entry, parts.options) : lane.key, entry) == null) {
            passedOver(entry);
            return;
        }
        if (lane == null) {
            lane = parts.table.get(entry, parts.options);
        }
        add(lane, entry);
    }

    /** Adds a message to its lane: to the window while there is room and nothing beyond, else to the backlog. */
    private void add(Lane lane, LogEntry entry) {
        Item last = lane.last;
        boolean behindAll = last == null || last.sequence() < entry.sequence();
        int priority = lane.priority();
        LaneBacklog backlog = lane.backlog;
        if (backlog != null || (lane.pending >= window() && !canMakeRoom(lane, entry.sequence()))) {
            if (backlog == null) {
                backlog = new LaneBacklog(parts.backlogs);
                lane.backlog = backlog;
            }
            backlog.add(entry.sequence(), entry.priority());
        } else {
            lane.add(new Item(entry, lane));
            if (!behindAll) {
                insertedBefore(lane, entry.sequence());
            }
        }
        Item next = lane.next;
        boolean unchanged = next != null && next.sequence() < entry.sequence() && lane.priority() == priority;
        boolean blocked = behindAll
                && (lane.state == LaneState.WAITING
                        || lane.state == LaneState.MOVING
                        || lane.state == LaneState.HALTED);
        if (!unchanged && !blocked) {
            parts.keeper.look(lane);
        }
    }

    private int window() {
        return parts.backlogs.limits().window();
    }

    /** Whether the window holds a message behind the sequence that can be forgotten and found again. */
    private static boolean canMakeRoom(Lane lane, long sequence) {
        for (Item item = lane.last; item != null && item.sequence() > sequence; item = item.previous) {
            if (item.phase == Item.Phase.PENDING && item.untouched()) {
                return true;
            }
        }
        return false;
    }

    /** A message has found its place before others of its lane: what is too much in memory by that is read again. */
    private void insertedBefore(Lane lane, long sequence) {
        Item item = lane.last;
        while (lane.pending > window() && item != null && item.sequence() > sequence) {
            Item before = item.previous;
            if (item.phase == Item.Phase.PENDING && item.untouched()) {
                lane.remove(item);
            }
            item = before;
        }
    }

    /** A message is let go: nobody wants it now. */
    void passedOver(LogEntry entry) {
        if (LaneKey.isSingle(entry, parts.options)) {
            singlesPassedFrom = Math.min(singlesPassedFrom, entry.sequence());
        } else {
            passedFrom = Math.min(passedFrom, entry.sequence());
        }
    }

    /** The lane's backlog cannot be read: it is read from the log when the present decision is made. */
    void lost(LaneBacklog backlog) {
        passedFrom = Math.min(passedFrom, backlog.firstSequence());
        again = true;
    }

    /** What was passed over may be wanted now: it is looked for when the present decision is made. */
    void lookAgain() {
        again = true;
    }

    /** Lanes are not what they were: begins again. What is in memory is not taken twice. */
    void restart() {
        ordered = start;
        passedFrom = Long.MAX_VALUE;
        singlesSeen = start;
        singlesPassedFrom = Long.MAX_VALUE;
        outlook.restart(start);
        for (SelectorClass selector : parts.classes.all()) {
            selector.position = start;
        }
    }

    boolean hasToCatchUp() {
        return again;
    }

    /** Does what does not depend on anybody's demand: goes back for what was passed over, and on for lanes that are dead-lettered. */
    void catchUp() {
        while (again) {
            again = false;
            if (passedFrom < ordered) {
                goBack();
            }
        }
        if (!parts.marks.isEmpty()) {
            reach(parts.marks.furthest());
            if (resumed) {
                // What was known before a restart has not been looked at.
                parts.marks.groups().forEach(group -> lookAtLaneOf(group));
            }
            parts.marks.forget(this::isDone);
        }
        resumed = false;
    }

    private void lookAtLaneOf(String group) {
        Lane lane = parts.table.find(keyOf(group));
        if (lane != null) {
            parts.keeper.look(lane);
        }
    }

    private static LaneKey keyOf(String group) {
        return group.isEmpty() ? LaneKey.All.INSTANCE : new LaneKey.Group(group);
    }

    private boolean isDone(String group, DeadLetterMarks.Mark mark) {
        LaneKey key = keyOf(group);
        if (!LaneKey.exists(key, parts.options)) {
            return true;
        }
        Lane lane = parts.table.find(key);
        Item first = lane == null ? null : lane.first;
        LaneBacklog backlog = lane == null ? null : lane.backlog;
        return ordered > mark.until()
                && (first == null || first.sequence() > mark.until())
                && (backlog == null || backlog.firstSequence() > mark.until());
    }

    private void goBack() {
        long back = cutFor(passedFrom);
        long before = ordered;
        passedFrom = Long.MAX_VALUE;
        ordered = back;
        outlook.restart(back);
        for (Lane lane : parts.table.lanes()) {
            LaneBacklog backlog = lane.backlog;
            if (backlog != null) {
                backlog.cut(back);
                lane.backlog = backlog.size() == 0 ? null : backlog;
            }
        }
        while (ordered < before) {
            scan(ordered, null);
        }
    }

    /** Makes known what ordered lanes hold before the sequence. */
    void reach(long sequence) {
        while (ordered <= sequence && ordered < end) {
            scan(ordered, null);
        }
    }

    /** The last place up to the sequence where all backlogs can be cut without reading: what is behind is found again. */
    long cutFor(long sequence) {
        long cut = sequence;
        long before;
        do {
            before = cut;
            for (Lane lane : parts.table.lanes()) {
                LaneBacklog backlog = lane.backlog;
                if (backlog != null) {
                    cut = Math.min(cut, backlog.boundary(cut));
                }
            }
        } while (cut < before);
        return cut;
    }

    /**
     * Looks further if what is beyond could come before the best lane at hand.
     *
     * @param best the best lane that the class knows; null if none
     * @param earliestLower the earliest message among lanes of lower rank than the best
     */
    boolean lookBeyond(SelectorClass selector, @Nullable HeapNode best, long earliestLower) {
        if (best == null || Math.min(ordered, selector.position) <= best.key) {
            return advance(selector);
        }
        outlook.extend(parts.log, end, parts.options.lookAhead());
        if (!outlook.isMixed() || parts.table.tally.entries >= parts.options.lookAhead()) {
            return false;
        }
        int highest = outlook.highest();
        boolean higher = highest > best.rank || (highest == best.rank && earliestLower < best.key);
        return (higher || selector.position < ordered) && advance(selector);
    }
}
