package io.narabi.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.engine.EngineException.Reason;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineXaResourceTest {

    private static final Xid BRANCH = new TestXid(7, new byte[] {1, 2}, new byte[] {3});

    private final RecordedEngine engine = new RecordedEngine();
    private final EngineXaResource resource = EngineXaResource.of(engine, engine.session());

    @Test
    void flagsBecomeModes() throws XAException {
        resource.start(BRANCH, XAResource.TMNOFLAGS);
        resource.end(BRANCH, XAResource.TMSUSPEND);
        resource.start(BRANCH, XAResource.TMRESUME);
        resource.end(BRANCH, XAResource.TMFAIL);
        resource.start(BRANCH, XAResource.TMJOIN);
        resource.end(BRANCH, XAResource.TMSUCCESS);

        assertThat(engine.calls)
                .containsExactly("start NEW", "end SUSPEND", "start RESUME", "end FAIL", "start JOIN", "end SUCCESS");
    }

    @Test
    void knowsTheBranchThatTheSessionWorksIn() throws XAException {
        assertThat(resource.currentBranch()).isEmpty();
        resource.start(BRANCH, XAResource.TMNOFLAGS);
        assertThat(resource.currentBranch()).contains(BRANCH);
        resource.end(new TestXid(7, new byte[] {1, 2}, new byte[] {3}), XAResource.TMSUSPEND);
        assertThat(resource.currentBranch()).isEmpty();
    }

    @Test
    void aRefusedStartLeavesNoBranch() {
        engine.failure = Optional.of(new EngineXaException(XAException.XAER_DUPID, "known already"));

        assertThat(errorCode(() -> resource.start(BRANCH, XAResource.TMNOFLAGS)))
                .isEqualTo(XAException.XAER_DUPID);
        assertThat(resource.currentBranch()).isEmpty();
    }

    @Test
    void aFencedBranchCanOnlyRollBack() throws XAException {
        resource.start(BRANCH, XAResource.TMNOFLAGS);
        resource.fence();
        resource.fence();

        assertThat(resource.currentBranch()).isEmpty();
        assertThat(errorCode(() -> resource.end(BRANCH, XAResource.TMSUCCESS))).isEqualTo(XAException.XA_RBROLLBACK);
        assertThat(engine.calls).containsExactly("start NEW", "end FAIL");
    }

    @Test
    void votes() throws XAException {
        assertThat(resource.prepare(BRANCH)).isEqualTo(XAResource.XA_OK);
        engine.vote = EngineTransactions.PrepareVote.READ_ONLY;
        assertThat(resource.prepare(BRANCH)).isEqualTo(XAResource.XA_RDONLY);
    }

    /** A link cut in a commit (scenario 68) is XAER_RMFAIL: the transaction manager asks again. */
    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE, -7",
        "OUTCOME_UNKNOWN, -7",
        "RESOURCES, -7",
        "ILLEGAL_STATE, -6",
        "INVALID_ARGUMENT, -5",
        "ROLLED_BACK, 100",
        "INTERNAL, -3"
    })
    void engineFailuresBecomeErrorCodes(Reason reason, int errorCode) {
        engine.failure = Optional.of(new EngineException(reason, "the disk is gone"));

        XAException failed = catchThrowableOfType(XAException.class, () -> resource.commit(BRANCH, false));

        assertThat(failed.errorCode).isEqualTo(errorCode);
        assertThat(failed).hasMessageContaining("commit of branch 7:0102:03").hasMessageContaining("the disk is gone");
    }

    @Test
    void anErrorCodeOfTheEngineIsKept() {
        engine.failure = Optional.of(new EngineXaException(XAException.XAER_NOTA, "no such branch"));
        assertThat(errorCode(() -> resource.commit(BRANCH, false))).isEqualTo(XAException.XAER_NOTA);
        assertThat(errorCode(() -> resource.forget(BRANCH))).isEqualTo(XAException.XAER_NOTA);
        assertThat(errorCode(() -> resource.recover(XAResource.TMSTARTRSCAN))).isEqualTo(XAException.XAER_NOTA);
    }

    @Test
    void whatCannotBeWrittenBeforeTheDecisionIsRolledBack() {
        for (String what : List.of("prepare", "commit true")) {
            engine.calls.clear();
            engine.failNext = Optional.of(new EngineException(Reason.RESOURCES, "disk full"));

            int code = errorCode(() -> {
                if (what.equals("prepare")) {
                    resource.prepare(BRANCH);
                } else {
                    resource.commit(BRANCH, true);
                }
            });

            assertThat(code).isEqualTo(XAException.XA_RBROLLBACK);
            assertThat(engine.calls).containsExactly(what, "rollback");
        }
    }

    @Test
    void aScanStartsOnce() throws XAException {
        assertThat(resource.recover(XAResource.TMSTARTRSCAN)).containsExactly(BRANCH);
        assertThat(resource.recover(XAResource.TMNOFLAGS)).isEmpty();
        assertThat(resource.recover(XAResource.TMENDRSCAN)).isEmpty();
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .containsExactly(BRANCH);
        assertThat(errorCode(() -> resource.recover(XAResource.TMJOIN))).isEqualTo(XAException.XAER_INVAL);
    }

    @Test
    void sameResourceManager() throws XAException {
        RecordedEngine other = new RecordedEngine();
        assertThat(resource.isSameRM(EngineXaResource.forRecovery(other))).isTrue();
        other.name = "elsewhere";
        assertThat(resource.isSameRM(EngineXaResource.forRecovery(other))).isFalse();
    }

    /** As servers wrap the resources of pooled connections. Two that know neither must not ask each other for ever. */
    @Test
    void sameResourceManagerWhereTheOtherIsWrapped() throws XAException {
        EngineXaResource same = EngineXaResource.of(engine, engine.session());
        RecordedEngine elsewhere = new RecordedEngine();
        elsewhere.name = "elsewhere";
        EngineXaResource other = EngineXaResource.of(elsewhere, elsewhere.session());

        assertThat(resource.isSameRM(wrapped(asked -> same.isSameRM(asked)))).isTrue();
        assertThat(resource.isSameRM(wrapped(asked -> other.isSameRM(asked)))).isFalse();
        assertThat(resource.isSameRM(wrapped(asked -> asked.isSameRM(wrapped(again -> true)))))
                .isFalse();
        assertThat(resource.isSameRM(wrapped(asked -> {
                    throw new ClassCastException("not one of mine");
                })))
                .isFalse();
        assertThat(resource.isSameRM(wrapped(asked -> same.isSameRM(asked)))).isTrue();
    }

    private static XAResource wrapped(IsSame isSame) {
        return (XAResource) Proxy.newProxyInstance(
                EngineXaResourceTest.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("isSameRM")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return isSame.asked((XAResource) arguments[0]);
                });
    }

    private interface IsSame {
        boolean asked(XAResource other) throws XAException;
    }

    @Test
    void recoveryCannotWork() {
        EngineXaResource recovery = EngineXaResource.forRecovery(engine);
        assertThat(errorCode(() -> recovery.start(BRANCH, XAResource.TMNOFLAGS)))
                .isEqualTo(XAException.XAER_PROTO);
        assertThatThrownBy(() -> recovery.start(BRANCH, XAResource.TMNOFLAGS)).hasMessageContaining("recovery only");
    }

    private static int errorCode(Action action) {
        return catchThrowableOfType(XAException.class, action::run).errorCode;
    }

    private interface Action {
        void run() throws XAException;
    }

    private record TestXid(int getFormatId, byte[] getGlobalTransactionId, byte[] getBranchQualifier) implements Xid {}

    private static final class RecordedEngine implements EngineTransactions {

        final List<String> calls = new ArrayList<>();
        Optional<RuntimeException> failure = Optional.empty();
        Optional<RuntimeException> failNext = Optional.empty();
        PrepareVote vote = PrepareVote.OK;
        String name = "here";

        private <T> CompletionStage<T> call(String what, T result) {
            calls.add(what);
            Optional<RuntimeException> now = failNext.or(() -> failure);
            failNext = Optional.empty();
            return now.<CompletionStage<T>>map(CompletableFuture::failedStage)
                    .orElseGet(() -> CompletableFuture.completedStage(result));
        }

        private void act(String what) {
            calls.add(what);
            failure.ifPresent(f -> {
                throw f;
            });
        }

        EngineSession session() {
            return (EngineSession) java.lang.reflect.Proxy.newProxyInstance(
                    EngineSession.class.getClassLoader(),
                    new Class<?>[] {EngineSession.class},
                    (proxy, method, args) -> {
                        act(method.getName().replace("Branch", "") + " " + args[1]);
                        return null;
                    });
        }

        @Override
        public String resourceManager() {
            return name;
        }

        @Override
        public CompletionStage<PrepareVote> prepare(Xid xid) {
            return call("prepare", vote);
        }

        @Override
        public CompletionStage<Void> commit(Xid xid, boolean onePhase) {
            return call("commit " + onePhase, null);
        }

        @Override
        public CompletionStage<Void> rollback(Xid xid) {
            return call("rollback", null);
        }

        @Override
        public List<Xid> recover() {
            act("recover");
            return List.of(BRANCH);
        }

        @Override
        public void forget(Xid xid) {
            act("forget");
        }
    }
}
