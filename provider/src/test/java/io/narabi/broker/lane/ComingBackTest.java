package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.engine.FailureCause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** DESIGN §2.7: what a session gives back comes back to it before anything else, while it has a consumer that wants it. */
class ComingBackTest extends DispatcherFixture {

    private void fail(InFlight delivery, Owner session) {
        dispatcher.failed(List.of(delivery), FailureCause.of(FailureCause.Kind.RECOVERED), Optional.of(session));
    }

    @Test
    void beforeWhatIsEarlier() {
        ConsumerHandle blue = consumer(one, BLUE);
        send(1, "A", 3);
        send(1, "B", 2);
        InFlight second = take(blue, 2);
        ConsumerHandle all = consumer(one, ALL);
        fail(second, one);

        assertThat(take(all, 2).attempt()).isEqualTo(2);
        take(all, 1);
    }

    /** Another session has a consumer with the same selector: nothing else makes dispatch look again. */
    @Test
    void toAConsumerThatIsOpenedLater() {
        consumer(two, ALL);
        ConsumerHandle blue = consumer(one, BLUE);
        send(1, "A", 3);
        send(1, "B", 2);
        InFlight second = take(blue, 2);
        dispatcher.remove(blue);
        consumer(one, RED);
        fail(second, one);
        ConsumerHandle all = consumer(one, ALL);

        assertThat(take(all, 2).attempt()).isEqualTo(2);
        take(all, 1);
    }

    @Test
    void toOthersWhenItsLastConsumerForItHasLeft() {
        ConsumerHandle other = consumer(two, ALL);
        ConsumerHandle blue = consumer(one, BLUE);
        send(1, "A", 3);
        send(1, "B", 2);
        InFlight second = take(blue, 2);
        fail(second, one);
        take(other, 1);
        assertThat(take(other)).as("it stays with the other session").isEmpty();
        dispatcher.remove(blue);

        assertThat(take(other, 2).attempt()).isEqualTo(2);
    }
}
