package io.narabi.jms.message;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes that the object of a received ObjectMessage may consist of, itself and all that hangs on it. Any other class is refused
 * by its name, before it is loaded. By default a small list of value types of the JDK; a user adds packages or classes.
 *
 * <p>Immutable and thread-safe.
 */
public final class ObjectAllowList {

    /** Allows every class there is. For programs that trust all who can send to them. */
    public static final String EVERYTHING = "*";

    private static final String PRIMITIVES = "BCDFIJSZ";

    private static final Set<String> JDK_CLASSES = jdkClasses();

    /** Value types of the JDK: boxed primitives, strings, numbers, dates and times, UUID, collections; and arrays of them. */
    public static final ObjectAllowList JDK = new ObjectAllowList(Set.of());

    private final Set<String> added;
    private final boolean everything;

    private ObjectAllowList(Set<String> added) {
        this.added = added;
        everything = added.contains(EVERYTHING);
    }

    /**
     * This list and more.
     *
     * @param packagesOrClasses full names of packages, with all that is below them, or of classes, with their nested ones; or {@link
     *     #EVERYTHING}
     * @throws IllegalArgumentException if a name is blank
     */
    public ObjectAllowList plus(Collection<String> packagesOrClasses) {
        Set<String> all = new HashSet<>(added);
        for (String name : packagesOrClasses) {
            if (name.isBlank()) {
                throw new IllegalArgumentException(
                        "The name of a package or class must not be blank; " + EVERYTHING + " allows everything");
            }
            all.add(name.strip());
        }
        return new ObjectAllowList(Set.copyOf(all));
    }

    /** Whether objects of the class may be read; {@code className} as {@link Class#getName()} has it, arrays included. */
    public boolean allows(String className) {
        String name = elementName(className);
        return everything || name.isEmpty() || JDK_CLASSES.contains(name) || isJavaTime(name) || isAdded(name);
    }

    @Override
    public String toString() {
        return added.isEmpty() ? "value types of the JDK" : "value types of the JDK and " + added;
    }

    /** Whether the class itself, the class it is nested in, or a package above it was added. */
    private boolean isAdded(String name) {
        if (added.isEmpty()) {
            return false;
        }
        for (int end = name.length();
                end > 0;
                end = Math.max(name.lastIndexOf('.', end - 1), name.lastIndexOf('$', end - 1))) {
            if (added.contains(name.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isJavaTime(String name) {
        return name.startsWith("java.time.");
    }

    /** The class that an array consists of in the end; empty for a primitive, which is harmless. */
    private static String elementName(String className) {
        if (!className.startsWith("[")) {
            return className;
        }
        String element = className.substring(className.lastIndexOf('[') + 1);
        if (element.startsWith("L") && element.endsWith(";")) {
            return element.substring(1, element.length() - 1);
        }
        return element.length() == 1 && PRIMITIVES.contains(element) ? "" : className;
    }

    private static Set<String> jdkClasses() {
        List<String> lang = List.of(
                "Boolean Byte Short Character Integer Long Float Double Number String StringBuffer StringBuilder Enum"
                        .split(" "));
        // Of these there are no objects to be read, only arrays.
        List<String> arraysOf =
                List.of("java.lang.Object", "java.lang.Comparable", "java.lang.CharSequence", "java.io.Serializable");
        List<String> math = List.of("BigInteger BigDecimal MathContext RoundingMode".split(" "));
        List<String> util =
                List.of(("ArrayList LinkedList Vector Stack ArrayDeque PriorityQueue HashMap LinkedHashMap TreeMap"
                                + " Hashtable Properties IdentityHashMap EnumMap HashSet LinkedHashSet TreeSet BitSet UUID Date"
                                + " Currency Locale CollSer EnumSet EnumSet$SerializationProxy Arrays$ArrayList"
                                + " AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry")
                        .split(" "));
        List<String> collections =
                List.of(("EmptyList EmptyMap EmptySet SingletonList SingletonMap SingletonSet CopiesList"
                                + " UnmodifiableCollection UnmodifiableList UnmodifiableRandomAccessList UnmodifiableSet"
                                + " UnmodifiableSortedSet UnmodifiableNavigableSet UnmodifiableMap UnmodifiableSortedMap"
                                + " UnmodifiableNavigableMap UnmodifiableMap$UnmodifiableEntrySet SynchronizedCollection"
                                + " SynchronizedList SynchronizedRandomAccessList SynchronizedSet SynchronizedMap SetFromMap"
                                + " ReverseComparator ReverseComparator2")
                        .split(" "));
        return Stream.of(
                        lang.stream().map("java.lang."::concat),
                        arraysOf.stream(),
                        math.stream().map("java.math."::concat),
                        util.stream().map("java.util."::concat),
                        collections.stream().map("java.util.Collections$"::concat))
                .flatMap(names -> names)
                .collect(Collectors.toUnmodifiableSet());
    }
}
