package io.narabi.store.index;

/** The index in memory; what a restart finds is taken from the one before. */
class MemoryIndexTest extends LaneIndexContract {

    @Override
    StoreIndex create() {
        return new MemoryIndex();
    }

    @Override
    StoreIndex again(StoreIndex closed) {
        return new MemoryIndex((MemoryIndex) closed);
    }
}
