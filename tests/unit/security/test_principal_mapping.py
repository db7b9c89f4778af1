"""ssl.principal.mapping.rules, held to what Kafka 3.9's SslPrincipalMapper answered to the same rules and names."""

import pytest

from kavka.broker.security.principal_mapping import NoMatchingRule, PrincipalMapping

LONG = "CN=kafka,OU=ServiceUsers,O=Org,L=Rome,ST=It,C=US"


@pytest.mark.parametrize(
    ("rules", "name", "mapped"),
    [
        ("DEFAULT", LONG, LONG),
        ("  DEFAULT  ", "CN=alice", "CN=alice"),
        ("RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/", LONG, "kafka"),
        ("RULE:^CN=(.*?),OU=(.*?),O=(.*?),L=(.*?),ST=(.*?),C=(.*?)$/$1@$2/L", LONG, "kafka@serviceusers"),
        ("RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/U , DEFAULT", "CN=alice", "ALICE"),
        ("RULE:^CN=(.*?),OU=X$/$1/, RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/L,DEFAULT", "CN=Duke,OU=Y", "duke"),
        ("RULE:^CN=(.*?),OU=X$/$1/, DEFAULT", "OU=nobody", "OU=nobody"),
        ("RULE:^CN=(.*?)$/$9-$1/", "CN=alice", "$9-alice"),
        ("RULE:^CN=(.*?)$/$12/", "CN=alice", "alice2"),
        ("RULE:CN=(\\w+)/a\\/b$1/,", "CN=alice", "a/balice"),
        ("RULE:^(?<who>.*)$/${who}!/L", "CN=Alice", "cn=alice!"),
        ("RULE:^CN=(.*?),.*$/\\$1/", LONG, "$1"),
        ("RULE:.*/x/", "CN=alice", "xx"),
        ("RULE:^CN=([^,]*).*$//,DEFAULT", "CN=alice", ""),
    ],
)
def test_names_are_mapped_as_kafka_does(rules, name, mapped):
    assert PrincipalMapping(rules).name_of(name) == mapped


@pytest.mark.parametrize("rules", ["RULE:^CN=(.*?),OU=X$/$1/", ""])
def test_a_name_without_a_rule_is_nobody_s(rules):
    with pytest.raises(NoMatchingRule, match="CN=alice"):
        PrincipalMapping(rules).name_of("CN=alice")


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ("foo", "'foo' is neither"),
        ("DEFAULT,foo", "'foo' is neither"),
        ("RULE:a/b", "neither"),
        ("RULE:^CN=(.*?),.*$/$1/X", "neither"),
        ("RULE:^CN=(.*?),.*$/$1/LU", "neither"),
        ("RULE:^CN=(.*$/$1/", "is none"),
        ("RULE:^CN=\\p{Alpha}+$/x/", "only Java knows"),
        ("RULE:^CN=(.*)$/${who}/", "names the group who"),
    ],
)
def test_what_is_no_rule_is_refused_when_it_is_read(rules, complaint):
    with pytest.raises(ValueError, match=complaint):
        PrincipalMapping(rules)
