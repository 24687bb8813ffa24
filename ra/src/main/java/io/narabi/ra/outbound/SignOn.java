package io.narabi.ra.outbound;

import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.security.PasswordCredential;
import java.util.Optional;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Who connects. As what an application asks the connection manager for, it is all that tells sessions in the pool apart.
 *
 * @param user the user name, if any
 * @param password the password, if any
 */
public record SignOn(Optional<String> user, Optional<String> password) implements ConnectionRequestInfo {

    /** Whom the factory's configuration names. */
    public static final SignOn AS_CONFIGURED = new SignOn(Optional.empty(), Optional.empty());

    /** As an application names somebody; null for whom the configuration names. */
    static SignOn of(@Nullable String user, @Nullable String password) {
        return user == null ? AS_CONFIGURED : new SignOn(Optional.of(user), Optional.ofNullable(password));
    }

    /**
     * Who connects in the end: whom the container signs on, else whom the application names, else whom the configuration does. Recovery
     * comes with neither.
     */
    public static SignOn resolve(
            ManagedConnectionFactory factory,
            @Nullable Subject subject,
            @Nullable ConnectionRequestInfo request,
            SignOn configured) {
        if (subject != null) {
            for (PasswordCredential credential : subject.getPrivateCredentials(PasswordCredential.class)) {
                if (factory.equals(credential.getManagedConnectionFactory())) {
                    return of(credential.getUserName(), String.valueOf(credential.getPassword()));
                }
            }
        }
        return request instanceof SignOn asked && asked.user().isPresent() ? asked : configured;
    }

    @Override
    public String toString() {
        return "SignOn[" + user.orElse("as configured") + "]";
    }
}
