"""Which version of a request a client sends."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.wire.errors import UnsupportedByBroker
from kavka.wire.versions import check_offered


@pytest.mark.parametrize("advertised", [{}, {ApiKey.END_TXN: (0, 4)}, {ApiKey.END_TXN: (6, 7)}])
def test_a_version_that_a_broker_does_not_offer_is_said_by_name(advertised):
    with pytest.raises(UnsupportedByBroker, match="b:1 does not offer END_TXN in version 5"):
        check_offered(ApiKey.END_TXN, 5, advertised, broker="b:1")


def test_a_version_within_what_a_broker_offers_is_taken():
    check_offered(ApiKey.END_TXN, 5, {ApiKey.END_TXN: (0, 5)}, broker="b:1")
