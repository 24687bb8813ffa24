package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Jakarta Messaging 3.1 §3.5.4 (properties) and §3.11.3 (map and stream bodies): every row against every column of the tables. */
class ConversionTablesTest {

    /** Both tables in one, as the specification prints the larger: columns as in {@link #COLUMNS}. */
    private static final String TABLE = """
            boolean  X . . . . . . . X .
            byte     . X X . X X . . X .
            short    . . X . X X . . X .
            char     . . . X . . . . X .
            int      . . . . X X . . X .
            long     . . . . . X . . X .
            float    . . . . . . X X X .
            double   . . . . . . . X X .
            String   X X X . X X X X X .
            byte[]   . . . . . . . . . X
            """;

    private static final List<String> COLUMNS =
            List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "byte[]");

    private static final byte[] BYTES = {1, 2};

    /** What is written: a value per row; the String can be parsed as anything but a char. */
    private static final Map<String, Object> VALUES = new LinkedHashMap<>();

    /** What each marked cell gives. */
    private static final Map<String, Object> NUMBERS =
            Map.of("byte", (byte) 7, "short", (short) 7, "int", 7, "long", 7L, "float", 7f, "double", 7d);

    static {
        VALUES.put("boolean", true);
        VALUES.put("byte", (byte) 7);
        VALUES.put("short", (short) 7);
        VALUES.put("char", 'c');
        VALUES.put("int", 7);
        VALUES.put("long", 7L);
        VALUES.put("float", 7f);
        VALUES.put("double", 7d);
        VALUES.put("String", "7");
        VALUES.put("byte[]", BYTES);
    }

    private interface Read {
        Object from(Message message) throws JMSException;
    }

    @TestFactory
    List<DynamicTest> properties() {
        List<DynamicTest> tests = new ArrayList<>();
        forEachCell((row, column, allowed) -> {
            if (isPropertyType(row) && isPropertyType(column)) {
                tests.add(cell(
                        "property",
                        row,
                        column,
                        allowed,
                        value -> {
                            NarabiPlainMessage message = new NarabiPlainMessage();
                            message.setObjectProperty("x", value);
                            return Messages.received(message);
                        },
                        propertyGetter(column)));
            }
        });
        assertThat(tests).hasSize(64);
        return tests;
    }

    @TestFactory
    List<DynamicTest> maps() {
        List<DynamicTest> tests = new ArrayList<>();
        forEachCell((row, column, allowed) -> tests.add(cell(
                "map",
                row,
                column,
                allowed,
                value -> {
                    NarabiMapMessage message = new NarabiMapMessage();
                    message.setObject("x", value);
                    return Messages.received(message);
                },
                mapGetter(column))));
        assertThat(tests).hasSize(100);
        return tests;
    }

    @TestFactory
    List<DynamicTest> streams() {
        List<DynamicTest> tests = new ArrayList<>();
        forEachCell((row, column, allowed) -> tests.add(cell(
                "stream",
                row,
                column,
                allowed,
                value -> {
                    NarabiStreamMessage message = new NarabiStreamMessage();
                    message.writeObject(value);
                    message.writeString("next");
                    return Messages.received(message);
                },
                streamReader(column))));
        assertThat(tests).hasSize(100);
        return tests;
    }

    private static DynamicTest cell(
            String where, String row, String column, boolean allowed, Written written, Read read) {
        return DynamicTest.dynamicTest(where + ": " + row + " read as " + column, () -> {
            Message message = written.with(VALUES.get(row));
            if (allowed) {
                assertThat(read.from(message)).isEqualTo(expected(row, column));
            } else {
                assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> read.from(message));
            }
            if (message instanceof NarabiStreamMessage stream) {
                // §3.11.3: a failed conversion leaves the position.
                assertThat(stream.readObject()).isEqualTo(allowed ? "next" : VALUES.get(row));
            }
        });
    }

    private static Object expected(String row, String column) {
        return switch (column) {
            case "boolean" -> row.equals("boolean");
            case "char" -> 'c';
            case "String" -> String.valueOf(VALUES.get(row));
            case "byte[]" -> BYTES;
            default -> NUMBERS.get(column);
        };
    }

    // §3.5.4, §3.11.3: String to primitive as valueOf does, whatever it throws.

    @TestFactory
    List<DynamicTest> stringsThatCannotBeParsed() {
        return everyPrimitiveColumn("x7", column -> switch (column) {
            case "boolean" -> null;
            case "char" -> MessageFormatException.class;
            default -> NumberFormatException.class;
        });
    }

    /** §3.5.8, §3.11.3: a null read as a primitive is valueOf(null); a char is a NullPointerException. */
    @TestFactory
    List<DynamicTest> nullsReadAsPrimitives() {
        return everyPrimitiveColumn(null, column -> switch (column) {
            case "boolean" -> null;
            case "float", "double", "char" -> NullPointerException.class;
            default -> NumberFormatException.class;
        });
    }

    private interface Outcome {
        /** What is thrown; null for none, and false is read. */
        Class<? extends Throwable> of(String column);
    }

    private static List<DynamicTest> everyPrimitiveColumn(String value, Outcome outcome) {
        List<DynamicTest> tests = new ArrayList<>();
        for (String column : COLUMNS.subList(0, 8)) {
            tests.add(DynamicTest.dynamicTest(value + " as " + column, () -> {
                NarabiMapMessage map = new NarabiMapMessage();
                map.setString("x", value);
                map.setStringProperty("x", value);
                NarabiStreamMessage stream = new NarabiStreamMessage();
                stream.writeString(value);
                stream.writeInt(1);
                NarabiStreamMessage receivedStream = Messages.received(stream);
                NarabiMapMessage receivedMap = Messages.received(map);

                check(outcome.of(column), mapGetter(column), receivedMap);
                check(outcome.of(column), streamReader(column), receivedStream);
                assertThat(receivedStream.readObject()).isEqualTo(outcome.of(column) == null ? (Object) 1 : value);
                if (isPropertyType(column)) {
                    check(outcome.of(column), propertyGetter(column), receivedMap);
                }
            }));
        }
        return tests;
    }

    private static void check(Class<? extends Throwable> expected, Read read, Message message) throws JMSException {
        if (expected == null) {
            assertThat(read.from(message)).isEqualTo(false);
        } else {
            assertThat(catchThrowable(() -> read.from(message))).isExactlyInstanceOf(expected);
        }
    }

    @TestFactory
    List<DynamicTest> missingIsLikeNull() {
        return COLUMNS.stream()
                .map(column -> DynamicTest.dynamicTest("missing as " + column, () -> {
                    NarabiMapMessage withNull = new NarabiMapMessage();
                    withNull.setString("x", null);
                    Throwable ofNull = catchThrowable(() -> mapGetter(column).from(withNull));
                    Throwable ofMissing = catchThrowable(() -> mapGetter(column).from(new NarabiMapMessage()));

                    assertThat(ofMissing == null ? null : ofMissing.getClass())
                            .isEqualTo(ofNull == null ? null : ofNull.getClass());
                }))
                .toList();
    }

    private interface Written {
        Message with(Object value) throws JMSException;
    }

    private interface Cell {
        void of(String row, String column, boolean allowed);
    }

    private static void forEachCell(Cell cell) {
        TABLE.lines().forEach(line -> {
            String[] words = line.split(" +");
            for (int i = 0; i < COLUMNS.size(); i++) {
                cell.of(words[0], COLUMNS.get(i), words[i + 1].equals("X"));
            }
        });
    }

    private static boolean isPropertyType(String type) {
        return !type.equals("char") && !type.equals("byte[]");
    }

    private static Read propertyGetter(String type) {
        return switch (type) {
            case "boolean" -> m -> m.getBooleanProperty("x");
            case "byte" -> m -> m.getByteProperty("x");
            case "short" -> m -> m.getShortProperty("x");
            case "int" -> m -> m.getIntProperty("x");
            case "long" -> m -> m.getLongProperty("x");
            case "float" -> m -> m.getFloatProperty("x");
            case "double" -> m -> m.getDoubleProperty("x");
            default -> m -> m.getStringProperty("x");
        };
    }

    private static Read mapGetter(String type) {
        return switch (type) {
            case "boolean" -> m -> ((MapMessage) m).getBoolean("x");
            case "byte" -> m -> ((MapMessage) m).getByte("x");
            case "short" -> m -> ((MapMessage) m).getShort("x");
            case "char" -> m -> ((MapMessage) m).getChar("x");
            case "int" -> m -> ((MapMessage) m).getInt("x");
            case "long" -> m -> ((MapMessage) m).getLong("x");
            case "float" -> m -> ((MapMessage) m).getFloat("x");
            case "double" -> m -> ((MapMessage) m).getDouble("x");
            case "String" -> m -> ((MapMessage) m).getString("x");
            default -> m -> ((MapMessage) m).getBytes("x");
        };
    }

    private static Read streamReader(String type) {
        return switch (type) {
            case "boolean" -> m -> ((NarabiStreamMessage) m).readBoolean();
            case "byte" -> m -> ((NarabiStreamMessage) m).readByte();
            case "short" -> m -> ((NarabiStreamMessage) m).readShort();
            case "char" -> m -> ((NarabiStreamMessage) m).readChar();
            case "int" -> m -> ((NarabiStreamMessage) m).readInt();
            case "long" -> m -> ((NarabiStreamMessage) m).readLong();
            case "float" -> m -> ((NarabiStreamMessage) m).readFloat();
            case "double" -> m -> ((NarabiStreamMessage) m).readDouble();
            case "String" -> m -> ((NarabiStreamMessage) m).readString();
            default ->
                m -> {
                    byte[] buffer = new byte[BYTES.length + 1];
                    int count = ((NarabiStreamMessage) m).readBytes(buffer);
                    return Arrays.copyOf(buffer, count);
                };
        };
    }
}
