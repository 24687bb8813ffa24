package io.narabi.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.ra.inbound.ActivationSettings;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that can never be valid fail the deployment, with the property named (scenario 72, first half). */
class ActivationSpecTest {

    private static NarabiActivationSpec spec() {
        NarabiActivationSpec spec = new NarabiActivationSpec();
        spec.setDestination("orders");
        return spec;
    }

    private static void set(Object bean, String property, String value) throws ReflectiveOperationException {
        String setter = "set" + Character.toUpperCase(property.charAt(0)) + property.substring(1);
        bean.getClass().getMethod(setter, String.class).invoke(bean, value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maxSessions | 0 | from 1 to 10000",
                "maxSessions | abc | from 1 to 10000",
                "maxSession | 10001 | from 1 to 10000",
                "maxSession | -1 | from 1 to 10000",
                "acknowledgeMode | Client-acknowledge | Auto-acknowledge or Dups-ok-acknowledge",
                "destinationType | javax.jms.Queue | jakarta.jms.Queue",
                "destinationType | jakarta.jms.Topic | later version",
                "messageSelector | price > 5 | later version",
                "subscriptionDurability | sometimes | Durable or NonDurable",
                "shareSubscriptions | perhaps | true or false",
                "deliveryOrder | RANDOM | GROUPED, ORDERLY, CONCURRENT",
                "maxDeliveries | 0 | -1 (for ever) or a whole number from 1",
                "redeliveryDelay | soon | a duration",
                "redeliveryMaxDelay | -5 | a duration",
                "redeliveryMultiplier | 0.5 | from 1.0",
                "exhaustedPolicy | DROP | DEAD_LETTER"
            })
    void aWrongValueIsNamedWithWhatIsAllowed(String property, String value, String allowed)
            throws ReflectiveOperationException {
        NarabiActivationSpec spec = spec();
        set(spec, property, value);

        InvalidPropertyException refused = catchThrowableOfType(InvalidPropertyException.class, spec::validate);

        assertThat(refused).hasMessageContaining(property + "=" + value).hasMessageContaining(allowed);
        assertThat(refused.getInvalidPropertyDescriptors())
                .extracting(PropertyDescriptor::getName)
                .containsExactly(property);
    }

    @Test
    void allFaultsComeAtOnce() {
        NarabiActivationSpec spec = new NarabiActivationSpec();
        spec.setMaxSessions("none");
        spec.setMaxDeliveries("0");
        spec.setPassword("secret");

        InvalidPropertyException refused = catchThrowableOfType(InvalidPropertyException.class, spec::validate);

        assertThat(refused.getInvalidPropertyDescriptors())
                .extracting(PropertyDescriptor::getName)
                .containsExactlyInAnyOrder("destination", "maxSessions", "maxDeliveries", "password");
        assertThat(refused).hasMessageNotContaining("secret");
    }

    @Test
    void twoNamesOfOnePropertyMustAgree() {
        NarabiActivationSpec spec = spec();
        spec.setMaxSessions("3");
        spec.setMaxSession("3");
        assertThatCode(spec::validate).doesNotThrowAnyException();
        spec.setMaxSession("4");
        assertThat(catchThrowableOfType(InvalidPropertyException.class, spec::validate))
                .hasMessageContaining("maxSessions=3")
                .hasMessageContaining("maxSession=4");
    }

    @Test
    void whatIsAskedFor() throws Exception {
        NarabiActivationSpec spec = spec();
        ActivationSettings defaults = spec.toSettings();
        assertThat(defaults.maxSessions()).isEqualTo(8);
        assertThat(defaults.dupsOk()).isFalse();
        assertThat(defaults.subscriptionOptions()).isEmpty();
        assertThat(defaults.credentials()).isEmpty();

        spec.setMaxSessions(" 3 ");
        spec.setAcknowledgeMode("dups-OK-acknowledge");
        spec.setDestinationType("jakarta.jms.Queue");
        spec.setMessageSelector("  ");
        spec.setDestinationLookup("jms/orders");
        spec.setDeliveryOrder("orderly");
        spec.setRedeliveryDelay("10");
        spec.setUser("u");
        spec.setPassword("p");
        ActivationSettings settings = spec.toSettings();
        assertThat(settings.maxSessions()).isEqualTo(3);
        assertThat(settings.dupsOk()).isTrue();
        assertThat(settings.source()).isEqualTo(new ActivationSettings.Source.Lookup("jms/orders"));
        assertThat(settings.subscriptionOptions())
                .containsOnlyKeys("deliveryOrder", "redeliveryDelay")
                .containsEntry("redeliveryDelay", "10");
        assertThat(settings.credentials().orElseThrow().password()).contains("p");
        assertThat(spec.toString()).contains("maxSessions").doesNotContain("password");
    }

    /** A server tells activations apart by their specs. */
    @Test
    void identity() {
        assertThat(spec()).isNotEqualTo(spec());
    }

    @Test
    void belongsToANarabiAdapter() {
        assertThat(catchThrowableOfType(ResourceException.class, () -> spec().setResourceAdapter(null)))
                .hasMessageContaining("NarabiResourceAdapter");
    }

    /** The properties of Jakarta Messaging 3.1 §13.1 and those of our own, all of them texts. */
    @Test
    void properties() throws Exception {
        BeanInfo info = Introspector.getBeanInfo(NarabiActivationSpec.class);
        List<String> texts = Arrays.stream(info.getPropertyDescriptors())
                .filter(p -> p.getWriteMethod() != null && p.getPropertyType() == String.class)
                .map(PropertyDescriptor::getName)
                .toList();
        assertThat(texts)
                .contains(
                        "destinationLookup",
                        "connectionFactoryLookup",
                        "destinationType",
                        "messageSelector",
                        "acknowledgeMode",
                        "subscriptionDurability",
                        "subscriptionName",
                        "clientId")
                .hasSize(21);
        for (String property : texts) {
            NarabiActivationSpec spec = new NarabiActivationSpec();
            set(spec, property, "value");
            Object read = info.getBeanDescriptor()
                    .getBeanClass()
                    .getMethod("get" + Character.toUpperCase(property.charAt(0)) + property.substring(1))
                    .invoke(spec);
            assertThat(read).as(property).isEqualTo("value");
        }
    }
}
