package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.admin.Admin;

/** Counter-example: a border that must not be crossed. */
public final class JmsKnowsAdmin {
    public String knows(Admin admin) {
        return admin.toString();
    }
}
