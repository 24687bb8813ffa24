package io.narabi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NarabiUrlTest {
    private static final long MIB = 1L << 20;

    @Provide
    Arbitrary<NarabiUrl> urls() {
        Arbitrary<String> bases = Arbitraries.oneOf(
                OptionArbitraries.names().map(name -> "embedded:" + PercentCodec.encode(name)),
                OptionArbitraries.names().map(name -> "memory:" + PercentCodec.encode(name)),
                OptionArbitraries.names().map(name -> "rocketmq://" + PercentCodec.encode(name)),
                Arbitraries.of("narabi://a:1", "narabi://localhost:8080,[::1]:65535,10.0.0.1:1"));
        return Combinators.combine(
                        bases,
                        OptionArbitraries.names().optional(),
                        Arbitraries.strings()
                                .ofMaxLength(20)
                                .filter(ValueType::isUnicode)
                                .optional(),
                        Arbitraries.integers().between(1, 1_000_000).optional(),
                        Arbitraries.longs().greaterOrEqual(0).optional(),
                        OptionArbitraries.durations().optional(),
                        Arbitraries.of(LaneRelease.class).optional())
                .as((base, user, password, prefetch, limit, retention, release) -> {
                    NarabiUrl url = NarabiUrl.parse(base);
                    url = user.isPresent() ? url.withParameter(UrlKey.USER, user.get()) : url;
                    url = password.isPresent() ? url.withParameter(UrlKey.PASSWORD, password.get()) : url;
                    url = prefetch.isPresent() ? url.withParameter(UrlKey.PREFETCH, prefetch.get()) : url;
                    url = limit.isPresent() ? url.withParameter(UrlKey.STORE_LIMIT, limit.get()) : url;
                    url = retention.isPresent() ? url.withParameter(UrlKey.RETENTION, retention.get()) : url;
                    return release.isPresent() ? url.withParameter(UrlKey.LANE_RELEASE, release.get()) : url;
                });
    }

    @Property(tries = 500)
    void whatIsPrintedReadsBack(@ForAll("urls") NarabiUrl url) {
        NarabiUrl read = NarabiUrl.parse(url.canonical());
        assertThat(read).isEqualTo(url).hasSameHashCodeAs(url);
        assertThat(read.canonical()).isEqualTo(url.canonical());
        assertThat(read.target()).isEqualTo(url.target());
        for (UrlKey<?> key : UrlKey.all()) {
            assertThat(read.get(key)).as(key.key()).isEqualTo(url.get(key));
        }
    }

    /** Half of them in ASCII, where the characters are that mean something in a URL. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ascii().ofMaxLength(40),
                Arbitraries.strings().ofMaxLength(40));
    }

    @Property(tries = 300)
    void percentEscapesRoundTrip(@ForAll("texts") String text) {
        if (ValueType.isUnicode(text)) {
            assertThat(PercentCodec.decode(PercentCodec.encode(text))).isEqualTo(text);
            assertThat(PercentCodec.encode(text)).doesNotContain("?", "&", "=", "#", " ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "embedded:target/data,EMBEDDED,target/data",
        "embedded:/var/lib/my%20data%3F,EMBEDDED,/var/lib/my data?",
        "embedded:/a+b,EMBEDDED,/a+b",
        "embedded:C:\\data,EMBEDDED,C:\\data",
        "embedded:/%E8%A8%82%e5%8d%95,EMBEDDED,/訂单",
        "embedded:データ%20x,EMBEDDED,データ x",
        "EMBEDDED:Data,EMBEDDED,Data",
        "memory:test-1,MEMORY,test-1",
        "memory:test-1?,MEMORY,test-1",
        "'narabi://a:1,b:2',NARABI,'a:1,b:2'",
        "rocketmq://10.0.0.1:8081;10.0.0.2:8081,ROCKETMQ,10.0.0.1:8081;10.0.0.2:8081",
    })
    void readsSchemeAndTarget(String url, NarabiUrl.Scheme scheme, String target) {
        NarabiUrl parsed = NarabiUrl.parse(url);
        assertThat(parsed.scheme()).isEqualTo(scheme);
        assertThat(parsed.target()).isEqualTo(target);
        assertThat(parsed.parameters()).isEmpty();
    }

    @Test
    void theDefaultsApply() {
        NarabiUrl url = NarabiUrl.parse("embedded:d");
        assertThat(url.user()).isEmpty();
        assertThat(url.password()).isEmpty();
        assertThat(url.clientId()).isEmpty();
        assertThat(url.prefetch()).isEqualTo(100);
        assertThat(url.autoAckWindow()).isEqualTo(1);
        assertThat(url.dupsOkAckWindow()).isEqualTo(100);
        assertThat(url.withParameter("prefetch", "7").dupsOkAckWindow()).isEqualTo(7);
        assertThat(url.sendTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(url.peerTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(url.place()).isFalse();
        assertThat(url.laneRelease()).isEqualTo(LaneRelease.ON_NEXT_RECEIVE);
        assertThat(url.objectClasses()).isEmpty();
        assertThat(url.maxMessageSize()).isEqualTo(1_024 * MIB);
        assertThat(url.segmentSize()).isEqualTo(64 * MIB);
        assertThat(url.minFreeDisk(1_000 * MIB)).isEqualTo(128 * MIB);
        assertThat(url.minFreeDisk(100_000 * MIB)).isEqualTo(1_000 * MIB);
        assertThat(url.storeLimit(1_000 * MIB)).isEqualTo(200 * MIB);
        assertThat(url.storeLimit(1_000_000 * MIB)).isEqualTo(10_240 * MIB);
        assertThat(url.retention()).isEqualTo(Duration.ofDays(3));
        assertThat(url.autoCreate()).isTrue();
        assertThat(url.lookAhead()).isEqualTo(100_000);
    }

    @Test
    void everyKeyIsRead() {
        NarabiUrl url = NarabiUrl.parse("embedded:d?user=a%26b&password=p%3D%26w%20+&clientId=c&prefetch=1&ackWindow=5"
                + "&sendTimeout=500ms&peerTimeout=PT2S&place=true&laneRelease=on_return&objectClasses=a.b,%20c.D,&minFreeDisk=1G"
                + "&maxMessageSize=4MiB&segmentSize=128k&retention=0&storeLimit=12345&autoCreate=FALSE&lookAhead=9");
        assertThat(url.user()).contains("a&b");
        assertThat(url.password()).contains("p=&w +");
        assertThat(url.clientId()).contains("c");
        assertThat(url.prefetch()).isEqualTo(1);
        assertThat(url.autoAckWindow()).isEqualTo(5);
        assertThat(url.dupsOkAckWindow()).isEqualTo(5);
        assertThat(url.sendTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(url.peerTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(url.place()).isTrue();
        assertThat(url.laneRelease()).isEqualTo(LaneRelease.ON_RETURN);
        assertThat(url.objectClasses()).containsExactly("a.b", "c.D");
        assertThat(url.minFreeDisk(1)).isEqualTo(1_024 * MIB);
        assertThat(url.maxMessageSize()).isEqualTo(4 * MIB);
        assertThat(url.segmentSize()).isEqualTo(131_072);
        assertThat(url.retention()).isZero();
        assertThat(url.storeLimit(1)).isEqualTo(12_345);
        assertThat(url.autoCreate()).isFalse();
        assertThat(url.lookAhead()).isEqualTo(9);
        assertThat(url.parameters().keySet())
                .isEqualTo(UrlKey.all().stream().map(UrlKey::key).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource({
        "500ms,500ms",
        "30s,30s",
        "5m,5m",
        "2h,2h",
        "3d,3d",
        "PT30S,30s",
        "pt1m,1m",
        "1500,1500ms",
        "60000,1m",
        "90S,90s",
        "24h,1d",
        "P1D,1d",
    })
    void durationsAreWrittenInOneWay(String written, String canonical) {
        assertThat(NarabiUrl.parse("memory:m?sendTimeout=" + written).canonical())
                .isEqualTo("memory:m?sendTimeout=" + canonical);
        assertThat(NarabiUrl.parse("memory:m?retention=0d").canonical()).isEqualTo("memory:m?retention=0ms");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1023,1023", "1024,1KiB", "64MiB,64MiB", "65536K,64MiB", "1024g,1TiB", "1025k,1025KiB"})
    void sizesAreWrittenInOneWay(String written, String canonical) {
        assertThat(NarabiUrl.parse("memory:m?storeLimit=" + written).canonical())
                .isEqualTo("memory:m?storeLimit=" + canonical);
    }

    @Test
    void equalUrlsHaveOneCanonicalForm() {
        NarabiUrl one = NarabiUrl.parse("Embedded:a%62?prefetch=1&sendTimeout=PT1M");
        NarabiUrl two = NarabiUrl.parse("embedded:ab?sendTimeout=60s&prefetch=01");
        assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);
        assertThat(one.canonical()).isEqualTo(two.canonical()).isEqualTo("embedded:ab?prefetch=1&sendTimeout=1m");
        assertThat(one).isNotEqualTo(NarabiUrl.parse("embedded:ab"));
    }

    @Test
    void thePasswordIsHiddenInTextButNotInTheCanonicalForm() {
        NarabiUrl url = NarabiUrl.parse("memory:m?user=u&password=s3cret");
        assertThat(url).hasToString("memory:m?password=***&user=u");
        assertThat(url.canonical()).isEqualTo("memory:m?password=s3cret&user=u");
    }

    @Test
    void aParameterCanBeReplacedAndTakenAway() {
        NarabiUrl url = NarabiUrl.parse("memory:m?prefetch=5");
        NarabiUrl replaced = url.withParameter("prefetch", "6").withParameter("user", "50% & more");
        assertThat(replaced.prefetch()).isEqualTo(6);
        assertThat(replaced.user()).contains("50% & more");
        assertThat(url.prefetch()).isEqualTo(5);
        assertThat(replaced.withoutParameter(UrlKey.PREFETCH).withoutParameter(UrlKey.USER))
                .isEqualTo(NarabiUrl.parse("memory:m"));
        url.parameters().clear();
        assertThat(url.prefetch()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "prefetch=0,prefetch=0,a whole number from 1 to 1000000",
        "prefetch=-1,prefetch=-1,a whole number from 1",
        "prefetch=1000001,prefetch=1000001,to 1000000",
        "prefetch=,prefetch=,a whole number",
        "prefetch,prefetch=,the parameter has no value",
        "prefetch=1&prefetch=1,prefetch=1,the parameter is given more than once",
        "pre%66etch=1&prefetch=2,prefetch=2,the parameter is given more than once",
        "ackWindow=0,ackWindow=0,a whole number from 1",
        "sendTimeout=0,sendTimeout=0,from 1ms",
        "sendTimeout=30sec,sendTimeout=30sec,a duration such as 500ms",
        "sendTimeout=-5s,sendTimeout=-5s,a duration",
        "sendTimeout=PT-5S,sendTimeout=PT-5S,a duration",
        "sendTimeout=1.5s,sendTimeout=1.5s,a duration",
        "peerTimeout=x,peerTimeout=x,a duration",
        "retention=100000d,retention=100000d,to 36500d",
        "place=1,place=1,true or false",
        "autoCreate=no,autoCreate=no,true or false",
        "laneRelease=LATER,laneRelease=LATER,'one of ON_NEXT_RECEIVE, ON_RETURN'",
        "segmentSize=65535,segmentSize=65535,from 64KiB to 512MiB",
        "segmentSize=2G,segmentSize=2G,from 64KiB to 512MiB",
        "maxMessageSize=0,maxMessageSize=0,from 1 to 1GiB",
        "maxMessageSize=1025MiB,maxMessageSize=1025MiB,to 1GiB",
        "minFreeDisk=1MB,minFreeDisk=1MB,a size such as",
        "storeLimit=-1,storeLimit=-1,a size such as",
        "storeLimit=999999999T,storeLimit=999999999T,a size such as",
        "storeLimit=16777217T,storeLimit=16777217T,a size such as",
        "lookAhead=0,lookAhead=0,a whole number from 1",
        "user=,user=,a text of 1 to",
        "user=%0A,user=,without control characters",
        "clientId=%,clientId=%,two hexadecimal digits",
        "clientId=%4,clientId=%4,two hexadecimal digits",
        "clientId=%-1,clientId=%-1,two hexadecimal digits",
        "clientId=%４１,clientId=%４１,two hexadecimal digits",
        "clientId=%FF,clientId=%FF,not UTF-8",
        "Prefetch=1,Prefetch=,there is no such parameter; known are ackWindow",
        "speed=9,speed=,there is no such parameter; known are ackWindow",
        "prefetch=1&,=,there is no such parameter",
        "&prefetch=1,=,there is no such parameter",
    })
    void refusesParametersWithTheirKeyAndValue(String parameters, String keyAndValue, String explanation) {
        assertThatThrownBy(() -> NarabiUrl.parse("memory:m?" + parameters))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageStartingWith(keyAndValue)
                .hasMessageContaining("is not valid: ")
                .hasMessageContaining(explanation);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data",
                "/var/data",
                "tcp://localhost:61616",
                "embedded",
                "embedded:",
                "embedded:?prefetch=1",
                "embedded:%20",
                "embedded:a%00b",
                "embedded:%zz",
                "memory:",
                "narabi:a:1",
                "narabi://",
                "narabi://a",
                "narabi://a:",
                "narabi://a:1,",
                "narabi://a:1,b",
                "narabi://a:65536",
                "narabi://a:1/x",
                "narabi://a b:1",
                "narabi://::1:80",
                "rocketmq://",
                "rocketmq:a:1",
                "memory:\uD800%41"
            })
    void refusesTargets(String url) {
        assertThatThrownBy(() -> NarabiUrl.parse(url))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("is not valid: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory:m?password=s3cret&password=s3cret",
                "memory:m?password=s3cret%",
                "memory:m?pasword=s3cret",
                "tcp://host?password=s3cret",
            })
    void errorsShowNoPassword(String url) {
        assertThatThrownBy(() -> NarabiUrl.parse(url))
                .isInstanceOf(InvalidOptionException.class)
                .message()
                .doesNotContain("s3cret");
    }

    @Test
    void refusesWhatIsSetLikeWhatIsRead() {
        NarabiUrl url = NarabiUrl.parse("memory:m");
        assertThatThrownBy(() -> url.withParameter("prefetch", "none"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageStartingWith("prefetch=none is not valid: allowed is a whole number");
        assertThatThrownBy(() -> url.withParameter("speed", "9"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("speed")
                .hasMessageContaining("there is no such parameter");
        assertThatThrownBy(() -> url.withParameter(UrlKey.SEND_TIMEOUT, Duration.ofNanos(1_500_000)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("sendTimeout=PT0.0015S");
        assertThatThrownBy(() -> url.withParameter("password", "s3cret\uD800"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageStartingWith("password=*** is not valid")
                .message()
                .doesNotContain("s3cret");
    }

    @Test
    void everyKeyIsKnownByItsName() {
        Map<String, UrlKey<?>> byName = new HashMap<>();
        UrlKey.all().forEach(key -> byName.put(key.key(), key));
        assertThat(byName).hasSize(17);
        byName.forEach((name, key) -> assertThat(UrlKey.named(name)).contains(key));
        assertThat(UrlKey.named("speed")).isEmpty();
        assertThat(UrlKey.all().stream().filter(UrlKey::isSecret)).containsExactly(UrlKey.PASSWORD);
    }
}
