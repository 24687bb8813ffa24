package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narabi.engine.MessageData;
import io.narabi.jms.message.payload.Order;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenario 85: objects of a class that is not allowed are refused before the class is loaded; nested ones, too. */
class ObjectAllowListTest {

    private static final String PAYLOADS = "io.narabi.jms.message.payload";
    private static final ObjectAllowList USERS = ObjectAllowList.JDK.plus(List.of(PAYLOADS));

    static Stream<Arguments> valuesOfTheJdk() {
        return Stream.<Object>of(
                        true,
                        (byte) 1,
                        (short) 1,
                        'c',
                        1,
                        1L,
                        1f,
                        1d,
                        "text",
                        new StringBuffer("b"),
                        new StringBuilder("b"),
                        new int[] {1},
                        new byte[][] {{1}},
                        new String[] {"a"},
                        new Object[] {1, "a"},
                        new Serializable[] {1},
                        new Comparable<?>[] {1},
                        new Number[] {1},
                        new Date(5),
                        new UUID(1, 2),
                        Currency.getInstance("EUR"),
                        Locale.JAPAN,
                        BitSet.valueOf(new long[] {5}),
                        new BigInteger("7"),
                        new BigDecimal("7.5"),
                        MathContext.DECIMAL32,
                        RoundingMode.UP,
                        new BigDecimal[] {BigDecimal.ONE},
                        Instant.EPOCH,
                        LocalDate.EPOCH,
                        LocalDateTime.MIN,
                        ZonedDateTime.of(LocalDateTime.MIN, ZoneOffset.UTC),
                        Duration.ofDays(1),
                        Period.ofDays(1),
                        Year.of(1),
                        DayOfWeek.FRIDAY,
                        List.of(),
                        List.of(1),
                        List.of(1, 2, 3),
                        Set.of(1, 2),
                        Map.of(1, 2),
                        Map.of(1, 2, 3, 4),
                        new ArrayList<>(List.of(1)),
                        new LinkedList<>(List.of(1)),
                        new Vector<>(List.of(1)),
                        new HashSet<>(List.of(1)),
                        new LinkedHashSet<>(List.of(1)),
                        new TreeSet<>(List.of(1)),
                        new HashMap<>(Map.of(1, 2)),
                        new LinkedHashMap<>(Map.of(1, 2)),
                        new TreeMap<>(Map.of(1, 2)),
                        new Hashtable<>(Map.of(1, 2)),
                        properties(),
                        Arrays.asList(1, 2),
                        EnumSet.allOf(DayOfWeek.class),
                        new EnumMap<>(Map.of(DayOfWeek.FRIDAY, 1)),
                        new AbstractMap.SimpleEntry<>(1, 2),
                        Collections.emptyList(),
                        Collections.emptyMap(),
                        Collections.emptySet(),
                        Collections.singleton(1),
                        Collections.singletonList(1),
                        Collections.singletonMap(1, 2),
                        Collections.nCopies(3, "x"),
                        Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                        Collections.unmodifiableMap(new HashMap<>()),
                        Collections.unmodifiableSet(new HashSet<>()),
                        Collections.synchronizedMap(new HashMap<>()),
                        new TreeSet<>(Collections.reverseOrder()))
                .map(value -> Arguments.of(Named.of(value.getClass().getName(), value)));
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("a", "b");
        return properties;
    }

    @ParameterizedTest
    @MethodSource("valuesOfTheJdk")
    void valueTypesOfTheJdkAreAllowed(Object value) throws JMSException {
        Object read =
                Messages.received(new NarabiObjectMessage((Serializable) value)).getObject();

        assertThat(read).hasSameClassAs(value);
        if (!(value instanceof StringBuffer || value instanceof StringBuilder)) {
            assertThat(read).isEqualTo(value);
        }
    }

    @Test
    void collectionsThatHaveNoEqualityAreAllowed() throws JMSException {
        Object read = Messages.received(new NarabiObjectMessage(new ArrayDeque<>(List.of(1))))
                .getObject();

        assertThat((ArrayDeque<?>) read).hasSize(1);
    }

    static Stream<Arguments> hostileObjects() {
        ArrayList<Object> deep = new ArrayList<>();
        deep.add(new HashMap<>(Map.of("x", new LinkedList<>(List.of(new Hostile())))));
        return Stream.<Serializable>of(
                        new Hostile(),
                        new Hostile() {},
                        new Hostile[0],
                        new Hostile[0][0],
                        Hostile.Choice.ONE,
                        new Hostile.Wrapper(1),
                        deep,
                        new HashMap<>(Map.of(new Hostile(), 1)),
                        new TreeSet<>(Set.of(new Hostile())),
                        new Order(new Hostile()),
                        new Order(new Order(new Order.Line(1), new Hostile[0])),
                        EnumSet.of(Hostile.Choice.ONE),
                        (Serializable) proxy(Comparable.class),
                        (Serializable) proxy(Hostile.Face.class),
                        new Object[] {1, proxy(Runnable.class)},
                        Hostile.class,
                        (Serializable & Runnable) () -> {},
                        new ConcurrentLinkedQueue<>(),
                        new Exception("x"))
                .map(object -> Arguments.of(Named.of(object.getClass().getName(), object)));
    }

    private static Object proxy(Class<?> face) {
        return Proxy.newProxyInstance(
                Hostile.class.getClassLoader(), new Class<?>[] {face, Serializable.class}, new Hostile.Handler());
    }

    @ParameterizedTest
    @MethodSource("hostileObjects")
    void otherClassesAreRefusedBeforeTheyAreLoaded(Serializable object) throws Exception {
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage(object), USERS);
        int before = Hostile.READ.get();
        LoaderThatTells loader = new LoaderThatTells();

        loader.in(() -> {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(received::getObject)
                    .withCauseInstanceOf(InvalidClassException.class);
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> received.getBody(Object.class));
            assertThat(received.isBodyAssignableTo(Object.class)).isFalse();
        });

        assertThat(loader.asked).as("classes asked for").noneMatch(name -> !USERS.allows(name));
        assertThat(Hostile.READ).hasValue(before);
    }

    /** Such a message can still be browsed, moved and dead-lettered: its body is only bytes to all but getObject. */
    @Test
    void aMessageWithARefusedObjectTravelsOn() throws JMSException {
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage(new Hostile()));
        received.clearProperties();
        received.setStringProperty("moved", "yes");

        NarabiObjectMessage moved = Messages.received(received, ObjectAllowList.JDK.plus(List.of("*")));
        assertThat(moved.getObject()).isInstanceOf(Hostile.class);
        assertThat(moved.getStringProperty("moved")).isEqualTo("yes");
    }

    @Test
    void theRefusalNamesTheClassTheMessageAndTheWayOut() throws JMSException {
        NarabiObjectMessage message = new NarabiObjectMessage(new Hostile());
        message.setJMSMessageID("ID:7");

        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> Messages.received(message).getObject())
                .withMessageContaining(Hostile.class.getName())
                .withMessageContaining("ID:7")
                .withMessageContaining("allow-list");
    }

    @Test
    void packagesAreAllowedWithAllThatIsInThem() throws JMSException {
        Order order = new Order(new Order.Line(3), List.of("x"));

        Order read =
                (Order) Messages.received(new NarabiObjectMessage(order), USERS).getObject();
        assertThat(((Order.Line) read.lines.get(0)).quantity).isEqualTo(3);
        assertThat(Messages.received(new NarabiObjectMessage(new Order[] {order}), USERS)
                        .getObject())
                .isInstanceOf(Order[].class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Order", "com.acme.Order$Line", "com.acme.sub.Order", "[Lcom.acme.Order;",
                        "[[Lcom.acme.Order;",
                "com.acme2.Exact", "com.acme2.Exact$Nested", "com.acme2.Exact$Nested$More", "[I", "[[J"
            })
    void whatIsBelowAPackageOrClassIsAllowed(String name) {
        assertThat(ObjectAllowList.JDK
                        .plus(List.of("com.acme", " com.acme2.Exact "))
                        .allows(name))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acmeevil.Order",
                "com.Order",
                "Order",
                "com",
                "com.acme2.Other",
                "com.acme2.Exact2",
                "[Lcom.acme2.X;",
                "java.util.EvilMap",
                "java.util.concurrent.ConcurrentHashMap",
                "java.timeX.Y",
                "java.net.URL",
                "[Ljava.net.URL;",
                "java.lang.Runtime",
                "java.lang.reflect.Proxy",
                "java.lang.invoke.SerializedLambda",
                "[Lcom.acme.Order",
                "Ljava.lang.String;"
            })
    void whatOnlyLooksAlikeIsNot(String name) {
        assertThat(ObjectAllowList.JDK
                        .plus(List.of("com.acme", "com.acme2.Exact"))
                        .allows(name))
                .isFalse();
    }

    @Test
    void theStarAllowsEverything() throws JMSException {
        ObjectAllowList all = USERS.plus(List.of(ObjectAllowList.EVERYTHING));
        assertThat(Messages.received(new NarabiObjectMessage(new Hostile()), all)
                        .getObject())
                .isInstanceOf(Hostile.class);
        assertThat(Messages.received(new NarabiObjectMessage((Serializable) proxy(Comparable.class)), all)
                        .getObject())
                .isInstanceOf(Comparable.class);
    }

    @Test
    void blankNamesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ObjectAllowList.JDK.plus(List.of(" ")));
    }

    /** A few bytes that claim to be a large array must not cost its memory. */
    @Test
    void arraysLargerThanTheirBytesAreRefused() throws Exception {
        NarabiObjectMessage message = new NarabiObjectMessage(new long[] {});
        byte[] body = message.toData().body().clone();
        body[body.length - 4] = 0x7f;
        MessageData data = message.toData();
        MessageData hostile = new MessageData(data.headers(), data.properties(), data.kind(), body);
        NarabiObjectMessage received = (NarabiObjectMessage)
                MessageFactory.received(hostile, Messages.QUEUE, new DeliveryInfo(1, false, Map.of()));

        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(received::getObject)
                .withMessageContaining("REJECTED");
    }

    /** As deep as anybody likes: an exception, not the end of the thread. */
    @Test
    void objectsNestedTooDeepAreAFormatException() throws Exception {
        Object[] deep = {};
        for (int i = 0; i < 3_000; i++) {
            deep = new Object[] {deep};
        }
        Object[] object = deep;
        NarabiObjectMessage[] received = new NarabiObjectMessage[1];
        inThreadWithStack(64 << 20, () -> received[0] = Messages.received(new NarabiObjectMessage(object)));
        inThreadWithStack(64 << 20, () -> assertThat(received[0].getObject()).isInstanceOf(Object[].class));
        inThreadWithStack(
                256 << 10,
                () -> assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received[0]::getObject));
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void inThreadWithStack(long size, Action action) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        failure[0] = e;
                    }
                },
                "stack of " + size,
                size);
        thread.start();
        thread.join();
        assertThat(failure[0]).isNull();
    }

    /** A context class loader that remembers what it was asked for. */
    private static final class LoaderThatTells extends ClassLoader {
        private final List<String> asked = new ArrayList<>();

        private LoaderThatTells() {
            super(ObjectAllowListTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            return super.loadClass(name, resolve);
        }

        private void in(Action action) throws Exception {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(this);
            try {
                action.run();
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
        }
    }
}
