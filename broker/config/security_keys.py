"""The configuration keys of security: TLS, SASL, authorization, tokens, encoded passwords.

What is not served yet says so: a value that promises protection which would not be there is refused; one that has no
meaning without it is accepted without effect, as Kafka itself accepts it.
"""

from __future__ import annotations

from typing import Final

from kavka.broker.config.types import BOOLEAN, CLASS, DOUBLE, INT, LIST, LONG, PASSWORD, SHORT, STRING, ConfigKey, Use

_INERT: Final = Use.INERT
_REFUSED: Final = Use.REFUSED
_JAVA_CLASS: Final = "a Java class cannot be loaded by this broker"
_NOT_YET: Final = "it is not supported yet, and to go on without it would leave open what you mean to protect"

AUTHORIZATION: Final = (
    ConfigKey("authorizer.class.name", STRING, "", "Who decides what a client may do; empty: nobody asks."),
    ConfigKey("super.users", STRING, "", "Who may do everything: User:alice;User:broker.", is_internal=True),
    ConfigKey(
        "allow.everyone.if.no.acl.found",
        BOOLEAN,
        False,
        "Whether what no ACL concerns is open to all.",
        is_internal=True,
    ),
    ConfigKey(
        "principal.builder.class",
        CLASS,
        "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder",
        "Who a client is.",
        use=_REFUSED,
        reason=_JAVA_CLASS,
        in_2_0=None,
    ),
    ConfigKey("delegation.token.master.key", PASSWORD, None, "Signs delegation tokens (2.0's name)."),
    ConfigKey(
        "delegation.token.secret.key", PASSWORD, None, "Signs delegation tokens; on all brokers the same.", since="3.0"
    ),
    ConfigKey("delegation.token.max.lifetime.ms", LONG, 604800000, "The longest life of a token.", low=1),
    ConfigKey("delegation.token.expiry.time.ms", LONG, 86400000, "A token's life before renewal.", low=1),
    ConfigKey("delegation.token.expiry.check.interval.ms", LONG, 3600000, "How often they are dropped.", low=1),
    ConfigKey("password.encoder.secret", PASSWORD, None, "Encodes passwords in ZooKeeper."),
    ConfigKey("password.encoder.old.secret", PASSWORD, None, "The secret before that."),
    ConfigKey("password.encoder.keyfactory.algorithm", STRING, None, "How keys are derived."),
    ConfigKey("password.encoder.cipher.algorithm", STRING, "AES/CBC/PKCS5Padding", "The cipher."),
    ConfigKey("password.encoder.key.length", INT, 128, "Bits of its key.", low=8),
    ConfigKey("password.encoder.iterations", INT, 4096, "Rounds of the derivation.", low=1024),
    ConfigKey(
        "security.inter.broker.protocol",
        STRING,
        "PLAINTEXT",
        "How brokers speak to each other.",
        choices=("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"),
    ),
    ConfigKey("security.providers", STRING, None, "Java security providers.", use=_INERT, since="3.0"),
)

TLS: Final = (
    ConfigKey("ssl.protocol", STRING, "TLSv1.3", "TLS version.", use=_INERT, in_2_0="TLS"),
    ConfigKey("ssl.provider", STRING, None, "Java security provider.", use=_INERT),
    ConfigKey(
        "ssl.enabled.protocols",
        LIST,
        ["TLSv1.2", "TLSv1.3"],
        "TLS versions: TLSv1.2, TLSv1.3.",
    ),
    ConfigKey("ssl.keystore.type", STRING, "JKS", "Format of the key store: PEM or PKCS12; JKS: by its content."),
    ConfigKey("ssl.keystore.location", STRING, None, "The broker's key and certificate."),
    ConfigKey("ssl.keystore.password", PASSWORD, None, "Opens the key store."),
    ConfigKey("ssl.keystore.key", PASSWORD, None, "The key, as PEM.", since="3.0"),
    ConfigKey("ssl.keystore.certificate.chain", PASSWORD, None, "The certificates, as PEM.", since="3.0"),
    ConfigKey("ssl.key.password", PASSWORD, None, "Opens the key."),
    ConfigKey("ssl.truststore.type", STRING, "JKS", "Format of the trust store: PEM or PKCS12; JKS: by its content."),
    ConfigKey("ssl.truststore.location", STRING, None, "Whose certificates are trusted."),
    ConfigKey("ssl.truststore.password", PASSWORD, None, "Opens the trust store."),
    ConfigKey("ssl.truststore.certificates", PASSWORD, None, "Trusted certificates, as PEM.", since="3.0"),
    ConfigKey("ssl.keymanager.algorithm", STRING, "SunX509", "Java key manager.", use=_INERT),
    ConfigKey("ssl.trustmanager.algorithm", STRING, "PKIX", "Java trust manager.", use=_INERT),
    ConfigKey(
        "ssl.endpoint.identification.algorithm", STRING, "https", "Host names are checked (https), or not (empty)."
    ),
    ConfigKey("ssl.secure.random.implementation", STRING, None, "Java random source.", use=_INERT),
    ConfigKey(
        "ssl.client.auth",
        STRING,
        "none",
        "Whether clients need certificates.",
        choices=("required", "requested", "none"),
    ),
    ConfigKey("ssl.cipher.suites", LIST, [], "Cipher suites."),
    ConfigKey("ssl.principal.mapping.rules", STRING, "DEFAULT", "Names from certificates.", since="3.0"),
    ConfigKey(
        "ssl.allow.dn.changes",
        BOOLEAN,
        False,
        "Whether a new key store may have another name; here it may.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey(
        "ssl.allow.san.changes",
        BOOLEAN,
        False,
        "Whether a new key store may have other host names; here it may.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey(
        "ssl.engine.factory.class", CLASS, None, "TLS by a class.", use=_REFUSED, reason=_JAVA_CLASS, since="3.0"
    ),
    ConfigKey(
        "zookeeper.ssl.client.enable", BOOLEAN, False, "TLS to ZooKeeper.", use=_REFUSED, reason=_NOT_YET, since="3.0"
    ),
    ConfigKey("zookeeper.ssl.keystore.location", STRING, None, "Key for ZooKeeper.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.keystore.password", PASSWORD, None, "Opens it.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.keystore.type", STRING, None, "Its format.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.truststore.location", STRING, None, "Trust for ZooKeeper.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.truststore.password", PASSWORD, None, "Opens it.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.truststore.type", STRING, None, "Its format.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.protocol", STRING, "TLSv1.2", "TLS version to ZooKeeper.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.enabled.protocols", LIST, None, "TLS versions to ZooKeeper.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.cipher.suites", LIST, None, "Cipher suites to ZooKeeper.", use=_INERT, since="3.0"),
    ConfigKey(
        "zookeeper.ssl.endpoint.identification.algorithm", STRING, "HTTPS", "Host names.", use=_INERT, since="3.0"
    ),
    ConfigKey("zookeeper.ssl.crl.enable", BOOLEAN, False, "Revocation lists.", use=_INERT, since="3.0"),
    ConfigKey("zookeeper.ssl.ocsp.enable", BOOLEAN, False, "Revocation by OCSP.", use=_INERT, since="3.0"),
)

SASL: Final = (
    ConfigKey("sasl.mechanism.inter.broker.protocol", STRING, "GSSAPI", "How brokers log in to each other."),
    ConfigKey(
        "sasl.jaas.config",
        PASSWORD,
        None,
        "Users and logins, as listener.name.LISTENER.MECHANISM.sasl.jaas.config.",
        use=_REFUSED,
        reason="it must name listener and mechanism, as in listener.name.LISTENER.MECHANISM.sasl.jaas.config",
    ),
    ConfigKey("sasl.enabled.mechanisms", LIST, ["GSSAPI"], "How clients may log in."),
    ConfigKey("sasl.server.callback.handler.class", CLASS, None, "Java callback.", use=_REFUSED, reason=_JAVA_CLASS),
    ConfigKey("sasl.client.callback.handler.class", CLASS, None, "Java callback.", use=_REFUSED, reason=_JAVA_CLASS),
    ConfigKey("sasl.login.class", CLASS, None, "Java login class.", use=_REFUSED, reason=_JAVA_CLASS),
    ConfigKey("sasl.login.callback.handler.class", CLASS, None, "Java callback.", use=_REFUSED, reason=_JAVA_CLASS),
    ConfigKey("sasl.kerberos.service.name", STRING, None, "Kerberos principal.", use=_INERT),
    ConfigKey("sasl.kerberos.kinit.cmd", STRING, "/usr/bin/kinit", "Kerberos tool.", use=_INERT),
    ConfigKey("sasl.kerberos.ticket.renew.window.factor", DOUBLE, 0.8, "When tickets are renewed.", use=_INERT),
    ConfigKey("sasl.kerberos.ticket.renew.jitter", DOUBLE, 0.05, "Spread of that.", use=_INERT),
    ConfigKey("sasl.kerberos.min.time.before.relogin", LONG, 60000, "Pause between logins.", use=_INERT),
    ConfigKey("sasl.kerberos.principal.to.local.rules", LIST, ["DEFAULT"], "Names from principals.", use=_INERT),
    ConfigKey("sasl.login.refresh.window.factor", DOUBLE, 0.8, "When tokens are renewed.", low=0.5, high=1, use=_INERT),
    ConfigKey("sasl.login.refresh.window.jitter", DOUBLE, 0.05, "Spread of that.", low=0, high=0.25, use=_INERT),
    ConfigKey(
        "sasl.login.refresh.min.period.seconds", SHORT, 60, "Pause between renewals.", low=0, high=900, use=_INERT
    ),
    ConfigKey(
        "sasl.login.refresh.buffer.seconds", SHORT, 300, "Time kept before a token ends.", low=0, high=3600, use=_INERT
    ),
    ConfigKey(
        "sasl.mechanism.controller.protocol",
        STRING,
        "GSSAPI",
        "KRaft: how controllers are logged in to.",
        use=_INERT,
        since="3.0",
    ),
    ConfigKey(
        "sasl.login.connect.timeout.ms",
        INT,
        None,
        "OAuth by HTTP: its deadline; here it is files.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey("sasl.login.read.timeout.ms", INT, None, "OAuth by HTTP: likewise.", use=_INERT, since="3.9"),
    ConfigKey(
        "sasl.login.retry.backoff.max.ms", LONG, 10000, "OAuth by HTTP: the longest pause.", use=_INERT, since="3.9"
    ),
    ConfigKey(
        "sasl.login.retry.backoff.ms", LONG, 100, "OAuth by HTTP: pause after an error.", use=_INERT, since="3.9"
    ),
    ConfigKey(
        "sasl.oauthbearer.jwks.endpoint.refresh.ms",
        LONG,
        3600000,
        "OAuth by HTTP: how often keys are read.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey(
        "sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms",
        LONG,
        10000,
        "OAuth by HTTP: the longest pause.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey(
        "sasl.oauthbearer.jwks.endpoint.retry.backoff.ms",
        LONG,
        100,
        "OAuth by HTTP: pause after an error.",
        use=_INERT,
        since="3.9",
    ),
    ConfigKey("sasl.server.max.receive.size", INT, 524288, "The largest request before a login.", low=1, since="3.0"),
    ConfigKey(
        "sasl.oauthbearer.jwks.endpoint.url", STRING, None, "The file of tokens' keys, as a file: URL.", since="3.9"
    ),
    ConfigKey(
        "sasl.oauthbearer.token.endpoint.url",
        STRING,
        None,
        "The file of the brokers' own token, likewise.",
        since="3.9",
    ),
    ConfigKey("sasl.oauthbearer.expected.audience", LIST, None, "Whom tokens are for.", since="3.9"),
    ConfigKey("sasl.oauthbearer.expected.issuer", STRING, None, "Who gave them.", since="3.9"),
    ConfigKey("sasl.oauthbearer.sub.claim.name", STRING, "sub", "The claim with the principal's name.", since="3.9"),
    ConfigKey("sasl.oauthbearer.scope.claim.name", STRING, "scope", "The claim with scopes.", since="3.9"),
    ConfigKey(
        "sasl.oauthbearer.clock.skew.seconds", INT, 30, "How far clocks may differ.", low=0, high=3600, since="3.9"
    ),
)

SECURITY_KEYS: Final = (*AUTHORIZATION, *TLS, *SASL)
