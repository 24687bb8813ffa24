package io.narabi.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The options of a table that are set, by key. Immutable. */
record OptionValues(Map<String, Option<?>> table, SortedMap<String, Object> set) {

    static OptionValues none(Map<String, Option<?>> table) {
        return new OptionValues(table, new TreeMap<>());
    }

    static Map<String, Option<?>> table(Option<?>... options) {
        Map<String, Option<?>> table = new TreeMap<>();
        for (Option<?> option : options) {
            table.put(option.key(), option);
        }
        return Map.copyOf(table);
    }

    <T extends Object> OptionValues with(Option<T> option, T value) {
        return withChecked(
                option.key(), option.type().check(option.key(), Objects.requireNonNull(value, option.key())));
    }

    OptionValues withText(String key, String text) {
        Option<?> option = table.get(key);
        if (option == null) {
            throw new InvalidOptionException(
                    key, text, "there is no such option; known are " + new TreeMap<>(table).keySet());
        }
        return withChecked(key, option.type().parse(key, text));
    }

    private OptionValues withChecked(String key, Object value) {
        SortedMap<String, Object> copy = new TreeMap<>(set);
        copy.put(key, value);
        return new OptionValues(table, copy);
    }

    @SuppressWarnings("unchecked") // with and withText put nothing else under an option's key
    <T extends Object> Optional<T> get(Option<T> option) {
        return Optional.ofNullable((T) set.get(option.key()));
    }

    OptionValues merge(OptionValues newer) {
        SortedMap<String, Object> merged = new TreeMap<>(set);
        merged.putAll(newer.set);
        return new OptionValues(table, merged);
    }

    SortedMap<String, String> toText() {
        SortedMap<String, String> text = new TreeMap<>();
        set.forEach((key, value) -> text.put(key, print(key, value)));
        return text;
    }

    List<OptionConflict> conflicts(OptionValues other) {
        List<OptionConflict> conflicts = new ArrayList<>();
        set.forEach((key, mine) -> {
            Object theirs = other.set.get(key);
            if (theirs != null && !theirs.equals(mine)) {
                conflicts.add(new OptionConflict(key, print(key, mine), print(key, theirs)));
            }
        });
        return List.copyOf(conflicts);
    }

    private String print(String key, Object value) {
        return printWith(Objects.requireNonNull(table.get(key), key), value);
    }

    @SuppressWarnings("unchecked") // as in get
    private static <T extends Object> String printWith(Option<T> option, Object value) {
        return option.type().printer().apply((T) value);
    }
}
