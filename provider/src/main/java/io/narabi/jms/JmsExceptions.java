package io.narabi.jms;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineXaException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what an engine throws into the exception classes of Jakarta Messaging 3.1 §10.3, and those into the unchecked ones of the
 * simplified API. The error code is the engine's reason; what the engine threw is cause and linked exception.
 */
final class JmsExceptions {

    private JmsExceptions() {}

    /** A call that may fail as the classic API does. */
    interface Call<T extends Object> {
        T run() throws JMSException;
    }

    /** As {@link Call}, with a result that may be null. */
    interface NullableCall<T extends Object> {
        @Nullable
        T run() throws JMSException;
    }

    /** As {@link Call}, without a result. */
    interface Action {
        void run() throws JMSException;
    }

    /** The checked exception for anything that came out of an engine or one of its stages. */
    static JMSException of(Throwable thrown) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof JMSException already) {
            return already;
        }
        if (cause instanceof EngineException failed) {
            return withCause(ofReason(failed), failed);
        }
        if (cause instanceof EngineXaException failed) {
            return withCause(new JMSException(text(failed), "XA_" + failed.errorCode()), failed);
        }
        return withCause(new JMSException(text(cause), EngineException.Reason.INTERNAL.name()), cause);
    }

    /** What a stage's wrappers hide. */
    static Throwable unwrap(Throwable thrown) {
        Throwable inner = thrown;
        while (inner instanceof CompletionException || inner instanceof ExecutionException) {
            Throwable cause = inner.getCause();
            if (cause == null) {
                break;
            }
            inner = cause;
        }
        return inner;
    }

    private static JMSException ofReason(EngineException failed) {
        String message = text(failed);
        String code = failed.reason().name();
        return switch (failed.reason()) {
            case INVALID_DESTINATION -> new InvalidDestinationException(message, code);
            case NOT_ACCEPTED -> new MessageFormatException(message, code);
            case ILLEGAL_STATE -> new IllegalStateException(message, code);
            case INVALID_CLIENT_ID -> new InvalidClientIDException(message, code);
            case INVALID_SELECTOR -> new InvalidSelectorException(message, code);
            case SECURITY -> new JMSSecurityException(message, code);
            case RESOURCES -> new ResourceAllocationException(message, code);
            case ROLLED_BACK -> new TransactionRolledBackException(message, code);
            case OUTCOME_UNKNOWN, UNAVAILABLE, UNSUPPORTED, INVALID_ARGUMENT, INTERNAL ->
                new JMSException(message, code);
        };
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.toString() : message;
    }

    static <E extends JMSException> E withCause(E exception, Throwable cause) {
        exception.initCause(cause);
        if (cause instanceof Exception linked) {
            exception.setLinkedException(linked);
        }
        return exception;
    }

    /** Runs a call of the classic API as one of the simplified. */
    static <T extends Object> T unchecked(Call<T> call) {
        try {
            return call.run();
        } catch (JMSException e) {
            throw toRuntime(e);
        }
    }

    /** Runs a call of the classic API that may give null as one of the simplified. */
    static <T extends Object> @Nullable T uncheckedOrNull(NullableCall<T> call) {
        try {
            return call.run();
        } catch (JMSException e) {
            throw toRuntime(e);
        }
    }

    /** Runs an action of the classic API as one of the simplified. */
    static void unchecked(Action action) {
        try {
            action.run();
        } catch (JMSException e) {
            throw toRuntime(e);
        }
    }

    /** The unchecked twin; the checked one is its cause. */
    static JMSRuntimeException toRuntime(JMSException e) {
        String message = e.getMessage();
        String code = e.getErrorCode();
        if (e instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(message, code, e);
        } else if (e instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(message, code, e);
        } else if (e instanceof MessageFormatException) {
            return new MessageFormatRuntimeException(message, code, e);
        } else if (e instanceof MessageNotWriteableException) {
            return new MessageNotWriteableRuntimeException(message, code, e);
        } else if (e instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(message, code, e);
        } else if (e instanceof InvalidSelectorException) {
            return new InvalidSelectorRuntimeException(message, code, e);
        } else if (e instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(message, code, e);
        } else if (e instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(message, code, e);
        } else if (e instanceof TransactionRolledBackException) {
            return new TransactionRolledBackRuntimeException(message, code, e);
        } else if (e instanceof TransactionInProgressException) {
            return new TransactionInProgressRuntimeException(message, code, e);
        }
        return new JMSRuntimeException(message, code, e);
    }
}
