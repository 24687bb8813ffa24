/** What is deployed in the server. */
@NullMarked
package io.narabi.it.wildfly.app;

import org.jspecify.annotations.NullMarked;
