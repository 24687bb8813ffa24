package io.narabi.placement;

/** The partition of a message group: bit for bit what RocketMQ 5's Java client chooses. Allocates nothing. */
public final class GroupPlacement {
    private GroupPlacement() {}

    /**
     * The partition, from 0, of a group on a destination with that many partitions:
     * {@code floorMod(SipHash-2-4(UTF-8 bytes of the group), partitions)}.
     *
     * @param group as {@link MessageGroup#of} returned it
     * @throws IllegalArgumentException when there is no partition, or the group cannot be written as UTF-8
     */
    public static int partition(String group, int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("A destination has at least 1 partition, not " + partitions);
        }
        return Math.floorMod(SipHash24.hash(group), partitions);
    }
}
