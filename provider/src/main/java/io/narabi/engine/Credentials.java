package io.narabi.engine;

import java.util.Optional;

/**
 * Who connects.
 *
 * @param user the user name, if one was given
 * @param password the password, if one was given
 */
public record Credentials(Optional<String> user, Optional<String> password) {

    /** Nobody in particular. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    @Override
    public String toString() {
        return "Credentials[user=" + user.orElse("(none)") + "]";
    }
}
