/** A small Jakarta EE server for tests: work manager, timer, endpoints and a real transaction manager. */
package io.narabi.ra.container;
