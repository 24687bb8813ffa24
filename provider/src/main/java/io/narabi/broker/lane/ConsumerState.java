package io.narabi.broker.lane;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A consumer, and what is reserved for it. */
final class ConsumerState implements ConsumerHandle {

    /** Whether, and how, a consumer is to be told that there is something for it. */
    enum Standing {
        /** It wants nothing now, or asks again by itself. */
        OUT,
        /** It waits, its session has nothing else to do. */
        IDLE,
        /** It has been told, and its session has nothing else to do: it answers for one of the lanes that are ready. */
        TOLD,
        /** It waits, but its session is busy otherwise. */
        LATE,
        /** It has been told, but its session is busy otherwise: others are told as well if they can begin sooner. */
        CALLED,
        /** It has been told of a lane that only its session may take. */
        OWN
    }

    final SessionState session;
    final SelectorClass selector;
    final int credit;
    final ArrayDeque<Item> reservations = new ArrayDeque<>(1);
    /** Lanes reserved for it whose next message it may take, too. */
    final ReadyLanes further = new ReadyLanes();

    boolean open = true;
    boolean demand;
    /** Whether its last question found nothing: only then it relies on being told. */
    boolean relies = true;
    /** Told since its last question. */
    boolean told;
    /** Told of a lane that only its session may take. */
    boolean toldOfOwn;

    Standing standing = Standing.OUT;

    @Nullable
    ConsumerState before;

    @Nullable
    ConsumerState after;

    ConsumerState(SessionState session, SelectorClass selector, int credit) {
        this.session = session;
        this.selector = selector;
        this.credit = credit;
    }

    @Override
    public Owner session() {
        return session.owner;
    }

    Standing due() {
        if (!demand || !open || reservations.size() >= credit) {
            return Standing.OUT;
        }
        boolean idle = session.isIdle();
        if (told) {
            return toldOfOwn ? Standing.OWN : idle ? Standing.TOLD : Standing.CALLED;
        }
        if (idle) {
            return Standing.IDLE;
        }
        return relies ? Standing.LATE : Standing.OUT;
    }
}
