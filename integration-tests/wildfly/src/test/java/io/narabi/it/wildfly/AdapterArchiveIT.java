package io.narabi.it.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** The archive as the build made it. */
class AdapterArchiveIT {

    /** WildFly loads each that it finds, whatever system it is for. */
    @Test
    void holdsNoNativeLibrary() throws IOException {
        List<String> entries = entries();

        assertThat(entries).anyMatch(name -> name.endsWith("net/jpountz/lz4/LZ4Factory.class"));
        assertThat(entries).noneMatch(name -> name.matches(".*\\.(so|dll|dylib|jnilib)"));
    }

    /** Of the archive and of the jars in it. */
    private static List<String> entries() throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipInputStream archive = new ZipInputStream(Files.newInputStream(WildFly.adapter()))) {
            for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                names.add(entry.getName());
                if (entry.getName().endsWith(".jar")) {
                    @SuppressWarnings("resource") // It ends with the archive.
                    ZipInputStream jar = new ZipInputStream(archive);
                    for (ZipEntry inner = jar.getNextEntry(); inner != null; inner = jar.getNextEntry()) {
                        names.add(entry.getName() + "!/" + inner.getName());
                    }
                }
            }
        }
        return names;
    }
}
