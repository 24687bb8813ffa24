package io.narabi.admin;

import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineAdmin.HaltedLaneDecision;
import io.narabi.engine.LaneView;
import io.narabi.engine.SubscriptionName;
import java.util.Optional;

/**
 * A lane that stopped at a message which exhausted its attempts ({@code ExhaustedPolicy.HALT_LANE}), and what can be done about it. Each
 * decision is durable when it returns, and throws {@link io.narabi.engine.EngineException} if the lane is not halted any more.
 * Thread-safe.
 */
public final class HaltedLane {

    private final EngineAdmin engine;
    private final SubscriptionName subscription;
    private final LaneView view;

    HaltedLane(EngineAdmin engine, SubscriptionName subscription, LaneView view) {
        this.engine = engine;
        this.subscription = subscription;
        this.view = view;
    }

    /** The group; empty for a message without one. */
    public Optional<String> group() {
        return view.group();
    }

    /** The sequence of the message that the lane stopped at. */
    public long headSequence() {
        return view.headSequence();
    }

    /** That message's JMSMessageID. */
    public String headMessageId() {
        return view.headMessageId();
    }

    /** How many attempts there were. */
    public int attempts() {
        return view.attempts();
    }

    /** How many messages the lane holds, the one it stopped at included, as far as known. */
    public long messages() {
        return view.messages();
    }

    /** Delivers the message again, counting its attempts anew. */
    public void retry() {
        engine.decide(subscription, view.id(), HaltedLaneDecision.RETRY);
    }

    /** Moves the message to the dead-letter queue; the lane goes on behind it. */
    public void deadLetter() {
        engine.decide(subscription, view.id(), HaltedLaneDecision.DEAD_LETTER);
    }

    /** Settles the message without a copy; the lane goes on behind it. */
    public void discard() {
        engine.decide(subscription, view.id(), HaltedLaneDecision.DISCARD);
    }

    @Override
    public String toString() {
        return "HaltedLane[" + subscription + ", "
                + group().map(name -> "group " + name).orElse("no group") + ", sequence " + headSequence() + ", "
                + attempts() + " attempts]";
    }
}
