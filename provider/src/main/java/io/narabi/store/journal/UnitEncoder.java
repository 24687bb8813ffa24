package io.narabi.store.journal;

import io.narabi.store.AppendCallback;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreUnit;
import io.narabi.store.journal.JournalRecord.Attempted;
import io.narabi.store.journal.JournalRecord.BranchRolledBack;
import io.narabi.store.journal.JournalRecord.DestinationDefined;
import io.narabi.store.journal.JournalRecord.DestinationDropped;
import io.narabi.store.journal.JournalRecord.LaneMarked;
import io.narabi.store.journal.JournalRecord.Marked;
import io.narabi.store.journal.JournalRecord.Settled;
import io.narabi.store.journal.JournalRecord.SubscriptionDropped;
import java.util.ArrayList;
import java.util.List;

/** What can be done with a unit on its producer's thread: encoded, compressed, measured. */
final class UnitEncoder {

    private final long maxUnitSize;

    UnitEncoder(long maxUnitSize) {
        this.maxUnitSize = maxUnitSize;
    }

    /** Never throws: a unit that cannot be encoded carries its refusal. */
    EncodedUnit encode(StoreUnit unit, AppendCallback callback) {
        try {
            return encodeOrThrow(unit, callback);
        } catch (StoreException e) {
            return refused(unit, callback, e);
        } catch (RuntimeException e) {
            return refused(unit, callback, new StoreException(Reason.REFUSED, "The unit cannot be encoded: " + e, e));
        }
    }

    private static EncodedUnit refused(StoreUnit unit, AppendCallback callback, StoreException reason) {
        return new EncodedUnit(unit, callback, List.of(), 0, false, false, reason);
    }

    private EncodedUnit encodeOrThrow(StoreUnit unit, AppendCallback callback) {
        List<StoreRecord> records = unit.records();
        checkPlainSize(records);
        if (records.size() == 1 && records.get(0) instanceof NewMessage message) {
            EncodedMessage encoded = encode(message);
            return new EncodedUnit(
                    unit, callback, List.of(encoded), encoded.encodedSize(), true, !encoded.persistent(), null);
        }
        List<UnitItem> items = new ArrayList<>(records.size());
        long size = 0;
        boolean hasMessages = false;
        boolean nonPersistent = true;
        for (StoreRecord item : records) {
            UnitItem encoded = encode(item);
            items.add(encoded);
            size += sizeOf(encoded);
            hasMessages |= encoded instanceof EncodedMessage
                    || encoded instanceof UnitItem.Branch branch
                            && !branch.messages().isEmpty();
            nonPersistent &= encoded instanceof EncodedMessage message && !message.persistent();
        }
        return new EncodedUnit(unit, callback, items, size, hasMessages, nonPersistent, null);
    }

    /** Before anything is compressed or copied. */
    private void checkPlainSize(List<StoreRecord> records) {
        long size = plainSize(records);
        if (size > maxUnitSize) {
            throw new StoreException(
                    Reason.REFUSED,
                    "The unit has " + size + " bytes; the store takes at most " + maxUnitSize
                            + ". Send less in one message or transaction, or raise maxUnitSize");
        }
    }

    private static long plainSize(List<StoreRecord> records) {
        long size = 0;
        for (StoreRecord item : records) {
            if (item instanceof NewMessage message) {
                size += message.payload().length + (long) message.group().length() + BlockCodec.ENTRY;
            } else if (item instanceof Prepare prepare) {
                size += plainSize(prepare.records());
            } else if (item instanceof Settle settle) {
                size += 2L * settle.sequences().length + Format.RECORD_HEADER;
            } else {
                size += Format.RECORD_HEADER;
            }
        }
        return size;
    }

    private static UnitItem encode(StoreRecord item) {
        if (item instanceof NewMessage message) {
            return encode(message);
        }
        if (item instanceof Settle settle) {
            return new UnitItem.Small(
                    RecordType.SETTLE,
                    RecordEncoder.settle(settle),
                    new Settled(settle.subscription(), settle.sequences(), settle.how()));
        }
        if (item instanceof Attempt attempt) {
            return new UnitItem.Small(RecordType.ATTEMPT, RecordEncoder.attempt(attempt), new Attempted(attempt));
        }
        if (item instanceof AttemptMark mark) {
            return new UnitItem.Small(RecordType.ATTEMPT_MARK, RecordEncoder.mark(mark), new Marked(mark));
        }
        if (item instanceof LaneMark mark) {
            return new UnitItem.Small(RecordType.LANE_MARK, RecordEncoder.laneMark(mark), new LaneMarked(mark));
        }
        if (item instanceof Prepare prepare) {
            return encode(prepare);
        }
        if (item instanceof CommitBranch commit) {
            return new UnitItem.BranchEnd(commit.branch());
        }
        if (item instanceof RollbackBranch rollback) {
            return new UnitItem.Small(
                    RecordType.ROLLBACK_BRANCH,
                    RecordEncoder.branch(rollback.branch()),
                    new BranchRolledBack(rollback.branch()));
        }
        return encodeDefinition(item);
    }

    private static UnitItem encodeDefinition(StoreRecord item) {
        if (item instanceof DefineDestination define) {
            return new UnitItem.Small(
                    RecordType.DEFINE_DESTINATION, RecordEncoder.destination(define), new DestinationDefined(define));
        }
        if (item instanceof DropDestination drop) {
            return new UnitItem.Small(
                    RecordType.DROP_DESTINATION, RecordEncoder.id(drop.id()), new DestinationDropped(drop.id()));
        }
        if (item instanceof DefineSubscription define) {
            return new UnitItem.Subscription(define);
        }
        if (item instanceof DropSubscription drop) {
            return new UnitItem.Small(
                    RecordType.DROP_SUBSCRIPTION, RecordEncoder.id(drop.id()), new SubscriptionDropped(drop.id()));
        }
        throw new StoreException(Reason.REFUSED, "The journal does not know records of " + item.getClass());
    }

    private static UnitItem encode(Prepare prepare) {
        List<Settle> settles = new ArrayList<>();
        List<EncodedMessage> messages = new ArrayList<>();
        for (StoreRecord item : prepare.records()) {
            if (item instanceof NewMessage message) {
                messages.add(encode(message));
            } else if (item instanceof Settle settle) {
                settles.add(settle);
            }
            // Anything else is refused when the unit is checked as a whole.
        }
        return new UnitItem.Branch(prepare.branch(), settles, messages);
    }

    private static EncodedMessage encode(NewMessage message) {
        EncodedMessage encoded = EncodedMessage.of(message);
        if (encoded.encodedGroup().length > EncodedMessage.MAX_GROUP) {
            throw new StoreException(
                    Reason.REFUSED,
                    "A message group has " + encoded.encodedGroup().length + " bytes; the store takes at most "
                            + EncodedMessage.MAX_GROUP);
        }
        if (message.partition() > EncodedMessage.MAX_PARTITION) {
            throw new StoreException(
                    Reason.REFUSED,
                    "Partition " + message.partition() + " is beyond the last possible, "
                            + EncodedMessage.MAX_PARTITION);
        }
        return encoded;
    }

    private static long sizeOf(UnitItem item) {
        if (item instanceof EncodedMessage message) {
            return message.encodedSize();
        }
        if (item instanceof UnitItem.Small small) {
            return Format.RECORD_HEADER + small.content().length;
        }
        if (item instanceof UnitItem.Branch branch) {
            return 256
                    + branch.messages().stream()
                            .mapToLong(EncodedMessage::encodedSize)
                            .sum();
        }
        return 256;
    }
}
