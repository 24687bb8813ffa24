package io.narabi.it.wildfly;

import io.narabi.it.wildfly.app.Names;
import io.narabi.it.wildfly.app.OrderedListener;
import io.narabi.it.wildfly.late.LateListener;
import io.narabi.it.wildfly.wrong.NeverDelivers;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** What is deployed. */
final class Archives {

    private Archives() {}

    /** The archive as the build made it; the applications' descriptors name it {@code narabi.rar}. */
    static ResourceAdapterArchive adapter() {
        return ShrinkWrap.create(ZipImporter.class, Names.ADAPTER)
                .importFrom(WildFly.adapter().toFile())
                .as(ResourceAdapterArchive.class);
    }

    /** The application with servlet and listeners, bound to the adapter by {@code jboss-ejb3.xml}. */
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "app.war")
                .addPackage(OrderedListener.class.getPackage())
                .addAsWebInfResource("jboss-ejb3.xml")
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }

    /** A listener that names the adapter by annotation. */
    static WebArchive late() {
        return ShrinkWrap.create(WebArchive.class, "late.war").addClasses(LateListener.class, Names.class);
    }

    /** A listener whose activation can never be valid. */
    static WebArchive wrong() {
        return ShrinkWrap.create(WebArchive.class, "wrong.war").addClasses(NeverDelivers.class, Names.class);
    }
}
