/** Who may know whom (DESIGN §3), as rules that the build holds, each with a counter-example that breaks it. */
package io.narabi.architecture;
