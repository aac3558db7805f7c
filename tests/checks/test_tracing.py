import sys

import pytest


@pytest.mark.untraced
def test_marked_test_is_not_traced() -> None:
    # It can fail only where tests are traced, as they are when every check runs.
    assert sys.gettrace() is None
