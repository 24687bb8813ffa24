package io.narabi.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.BaseStream;

/**
 * Nothing in broker and store starts a thread, reads a clock, draws a random number or touches a file except through {@code runtime},
 * so that a simulation can own them all.
 */
final class Seam {

    private static final Set<String> HARMLESS_ON_THREAD =
            Set.of("currentThread", "interrupt", "isInterrupted", "interrupted", "getName", "holdsLock", "onSpinWait");

    private static final Set<String> TIMED_OF_FUTURES = Set.of("orTimeout", "completeOnTimeout", "delayedExecutor");

    private Seam() {}

    static List<Rule> rules() {
        return List.of(
                new Rule(
                        "broker and store start no thread except through runtime",
                        "broker.BrokerStartsThreads",
                        Seam::noThreads),
                new Rule(
                        "broker and store read no clock, and wait for none, except through runtime",
                        "store.StoreReadsClocks",
                        Seam::noClock),
                new Rule(
                        "broker and store draw no random number except through runtime",
                        "broker.lane.LaneDrawsRandomNumbers",
                        Seam::noRandom),
                new Rule(
                        "broker and store touch no file except through runtime",
                        "store.journal.JournalTouchesFiles",
                        Seam::noFiles));
    }

    private static ArchRule noThreads(String root) {
        return nothingInBrokerAndStore(
                root,
                assignableTo(ExecutorService.class)
                        .or(type(Executors.class))
                        .or(assignableTo(Timer.class))
                        .or(strictlyBelow(Thread.class)),
                call -> on(call, Thread.class) && !HARMLESS_ON_THREAD.contains(call.getName())
                        || below(call, BaseStream.class) && call.getName().equals("parallel")
                        || below(call, Collection.class) && call.getName().equals("parallelStream")
                        // Without an executor these run on the common pool.
                        || below(call, CompletionStage.class)
                                && call.getName().endsWith("Async")
                                && !hasParameter(call, java.util.concurrent.Executor.class));
    }

    private static ArchRule noClock(String root) {
        return nothingInBrokerAndStore(
                root,
                assignableTo(Clock.class).or(assignableTo(Calendar.class)),
                call -> on(call, System.class)
                                && Set.of("currentTimeMillis", "nanoTime").contains(call.getName())
                        || call.getOwner().getPackageName().startsWith("java.time")
                                && call.getName().equals("now")
                        || on(call, Date.class) && isConstructor(call) && parameters(call) == 0
                        || waitsForAClock(call));
    }

    /** A wait with a limit ends when the machine's clock says so, not when the environment's does. */
    private static boolean waitsForAClock(AccessTarget call) {
        return call.getOwner().getPackageName().startsWith("java.util.concurrent")
                        && !on(call, TimeUnit.class)
                        && hasParameter(call, TimeUnit.class)
                || below(call, CompletableFuture.class) && TIMED_OF_FUTURES.contains(call.getName())
                || on(call, TimeUnit.class)
                        && Set.of("sleep", "timedJoin", "timedWait").contains(call.getName())
                || on(call, LockSupport.class)
                        && Set.of("parkNanos", "parkUntil").contains(call.getName())
                || on(call, Thread.class) && Set.of("sleep", "join").contains(call.getName())
                || call.getName().equals("awaitNanos")
                || call.getName().equals("awaitUntil")
                || on(call, Object.class) && call.getName().equals("wait") && parameters(call) > 0;
    }

    private static ArchRule noRandom(String root) {
        return nothingInBrokerAndStore(
                root,
                assignableTo(Random.class)
                        .or(assignableTo(SecureRandom.class))
                        .or(assignableTo(SplittableRandom.class))
                        .or(assignableTo(RandomGenerator.class))
                        .or(type(RandomGeneratorFactory.class)),
                call -> (on(call, Math.class) || on(call, StrictMath.class))
                                && call.getName().equals("random")
                        || on(call, UUID.class) && call.getName().equals("randomUUID")
                        || on(call, Collections.class) && call.getName().equals("shuffle") && parameters(call) == 1);
    }

    private static ArchRule noFiles(String root) {
        return nothingInBrokerAndStore(
                root,
                type(File.class)
                        .or(type(FileDescriptor.class))
                        .or(assignableTo(FileInputStream.class))
                        .or(assignableTo(FileOutputStream.class))
                        .or(assignableTo(java.io.FileReader.class))
                        .or(assignableTo(java.io.FileWriter.class))
                        .or(assignableTo(RandomAccessFile.class))
                        .or(type(Files.class))
                        .or(assignableTo(FileSystem.class))
                        .or(type(FileSystems.class))
                        .or(assignableTo(FileStore.class))
                        .or(assignableTo(FileChannel.class))
                        .or(assignableTo(AsynchronousFileChannel.class)),
                // A Path is a name and may be carried; these ask the file system.
                call -> below(call, Path.class)
                        && Set.of("toFile", "toRealPath", "register", "getFileSystem")
                                .contains(call.getName()));
    }

    private static ArchRule nothingInBrokerAndStore(
            String root, DescribedPredicate<JavaClass> types, java.util.function.Predicate<AccessTarget> calls) {
        return noClasses()
                .that(resideInAnyPackage(root + ".broker..", root + ".store.."))
                .should()
                .dependOnClassesThat(types)
                .orShould()
                .accessTargetWhere(
                        describe("asks the machine", (JavaAccess<?> access) -> calls.test(access.getTarget())));
    }

    private static DescribedPredicate<JavaClass> strictlyBelow(Class<?> type) {
        return assignableTo(type).and(DescribedPredicate.not(type(type)));
    }

    private static boolean on(AccessTarget call, Class<?> type) {
        return call.getOwner().isEquivalentTo(type);
    }

    private static boolean below(AccessTarget call, Class<?> type) {
        return call.getOwner().isAssignableTo(type);
    }

    private static boolean isConstructor(AccessTarget call) {
        return call.getName().equals("<init>");
    }

    private static int parameters(AccessTarget call) {
        return call instanceof AccessTarget.CodeUnitAccessTarget target
                ? target.getRawParameterTypes().size()
                : 0;
    }

    private static boolean hasParameter(AccessTarget call, Class<?> type) {
        return call instanceof AccessTarget.CodeUnitAccessTarget target
                && target.getRawParameterTypes().stream().anyMatch(parameter -> parameter.isEquivalentTo(type));
    }
}
