/** What the resource adapter may know (DESIGN §3); the provider's tests hold the rules for everything else. */
package io.narabi.ra.architecture;
