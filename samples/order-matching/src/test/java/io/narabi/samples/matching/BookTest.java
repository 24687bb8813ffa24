package io.narabi.samples.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.samples.matching.Order.Kind;
import io.narabi.samples.matching.Order.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class BookTest {

    private final Book book = new Book();
    private long number;

    private List<Trade> limit(Side side, long price, long quantity) {
        return book.apply(new Order("S", ++number, Kind.LIMIT, side, price, quantity, 0));
    }

    private List<Trade> market(Side side, long quantity) {
        return book.apply(new Order("S", ++number, Kind.MARKET, side, 0, quantity, 0));
    }

    private List<Trade> cancel(Side side, long order) {
        return book.apply(new Order("S", ++number, Kind.CANCEL, side, 0, 0, order));
    }

    @Test
    void theBestPriceTradesFirstThenTheOldestOrder() {
        limit(Side.SELL, 101, 5);
        limit(Side.SELL, 100, 5);
        limit(Side.SELL, 100, 5);
        assertThat(limit(Side.BUY, 101, 12))
                .containsExactly(new Trade(2, 4, 100, 5), new Trade(3, 4, 100, 5), new Trade(1, 4, 101, 2));
        assertThat(market(Side.BUY, 10)).containsExactly(new Trade(1, 5, 101, 3));
    }

    @Test
    void whatAMarketOrderLeavesIsDropped() {
        assertThat(market(Side.BUY, 10)).isEmpty();
        assertThat(limit(Side.SELL, 1, 1)).isEmpty();
    }

    @Test
    void aCancelledOrderTradesNoMore() {
        limit(Side.SELL, 100, 5);
        cancel(Side.SELL, 1);
        assertThat(market(Side.BUY, 5)).isEmpty();
    }

    @Test
    void anOrderOutOfOrderIsRefused() {
        limit(Side.SELL, 100, 5);
        assertThatThrownBy(() -> book.apply(new Order("S", 3, Kind.MARKET, Side.BUY, 0, 1, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("order 3 came after 1");
    }

    @Test
    void ordersAndExecutionsTravelAsText() {
        for (Order order : OrderFlow.of(3, 500, 7)) {
            assertThat(Order.parse(order.toText())).isEqualTo(order);
        }
        for (Execution execution : Main.reference(OrderFlow.of(3, 500, 7))) {
            assertThat(Execution.parse(execution.toText())).isEqualTo(execution);
        }
    }
}
