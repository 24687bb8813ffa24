package io.narabi.ra;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code ra.xml} and the beans say the same. */
class DeploymentDescriptorTest {

    private static final Path RA_XML = Path.of("src/main/rar/META-INF/ra.xml");

    private static Document document;

    @BeforeAll
    static void parse() throws Exception {
        document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(RA_XML.toFile());
    }

    private static List<Element> elements(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    private static String child(Element parent, String name) {
        return parent.getElementsByTagName(name).item(0).getTextContent().strip();
    }

    /** Each bean's properties, all of them texts, are those that its part of the descriptor lists. */
    @Test
    void listsEveryPropertyOfEveryBean() throws Exception {
        for (String tag : List.of(
                "resourceadapter-class",
                "managedconnectionfactory-class",
                "activationspec-class",
                "adminobject-class")) {
            List<Element> beans = elements(tag);
            assertThat(beans).as(tag).isNotEmpty();
            for (Element bean : beans) {
                Class<?> type = Class.forName(bean.getTextContent().strip());
                List<String> listed = new ArrayList<>();
                NodeList siblings = bean.getParentNode().getChildNodes();
                for (int i = 0; i < siblings.getLength(); i++) {
                    if (siblings.item(i) instanceof Element e && e.getTagName().equals("config-property")) {
                        listed.add(child(e, "config-property-name"));
                        assertThat(child(e, "config-property-type")).isEqualTo("java.lang.String");
                    }
                }
                TreeSet<String> properties = new TreeSet<>();
                Arrays.stream(Introspector.getBeanInfo(type).getPropertyDescriptors())
                        .filter(p -> p.getWriteMethod() != null && p.getPropertyType() == String.class)
                        .map(PropertyDescriptor::getName)
                        .forEach(properties::add);
                assertThat(listed).as(type.getName()).containsExactlyInAnyOrderElementsOf(properties);
            }
        }
    }

    @Test
    void namesOnlyClassesThatExist() throws Exception {
        for (String tag : List.of(
                "connectionfactory-interface",
                "connectionfactory-impl-class",
                "connection-interface",
                "connection-impl-class",
                "messagelistener-type",
                "adminobject-interface")) {
            for (Element named : elements(tag)) {
                assertThat(Class.forName(named.getTextContent().strip())).isNotNull();
            }
        }
        for (Element object : elements("adminobject")) {
            assertThat(Class.forName(child(object, "adminobject-interface")))
                    .isAssignableFrom(Class.forName(child(object, "adminobject-class")));
        }
    }

    /** One server makes resources named by these ids; another refuses an adapter with an ampersand in a default. */
    @Test
    void suitsTheServers() throws Exception {
        for (String tag : List.of("resourceadapter", "connection-definition", "messagelistener", "adminobject")) {
            assertThat(elements(tag))
                    .as(tag)
                    .isNotEmpty()
                    .allMatch(e -> !e.getAttribute("id").isEmpty());
        }
        assertThat(elements("config-property-value"))
                .isNotEmpty()
                .allMatch(e -> !e.getTextContent().contains("&"));
        assertThat(Files.readString(RA_XML)).contains("<display-name>narabi</display-name>");
    }

    /** A deployment that configures nothing gets an adapter that starts. */
    @Test
    void defaultsAreValid() throws Exception {
        NarabiResourceAdapter adapter = new NarabiResourceAdapter();
        for (Element property : elements("config-property")) {
            if (property.getElementsByTagName("config-property-value").getLength() > 0) {
                String name = child(property, "config-property-name");
                adapter.getClass()
                        .getMethod("set" + Character.toUpperCase(name.charAt(0)) + name.substring(1), String.class)
                        .invoke(adapter, child(property, "config-property-value"));
            }
        }
        assertThat(adapter.brokerUrl().canonical()).isEqualTo("embedded:narabi-data");
        assertThat(adapter.getDrainTimeout()).isEqualTo("30s");
    }
}
