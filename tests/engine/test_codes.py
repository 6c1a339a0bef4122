"""Deal codes: reading, writing, and saying what is wrong."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.codes import CODE_LENGTH, DealCode, Kind, parse_code
from game.engine.errors import CodeError, CodeReason
from game.engine.variants import VARIANTS
from tests.engine.play import many
from tests.engine.recorded import dailies, load

variants = st.sampled_from(list(VARIANTS))
codes = st.one_of(
    st.builds(DealCode.numbered, variants, st.integers(1, 999_999)),
    st.builds(DealCode.daily, variants, st.dates(min_value=date(1970, 1, 1))),
)


@many
@given(codes)
def test_a_code_reads_back_as_what_was_written(code: DealCode) -> None:
    assert parse_code(str(code)) == code
    assert len(str(code)) == CODE_LENGTH


@many
@given(codes, st.data())
def test_white_space_hyphens_and_case_do_not_matter(code: DealCode, data: st.DataObject) -> None:
    text = ""
    for letter in str(code).replace("-", ""):
        text += data.draw(st.sampled_from([letter, letter.lower()]))
        text += data.draw(st.sampled_from(["", "", "-", " ", "\t", "--", "\n", "\u00a0", "\u2003"]))
    assert parse_code(text) == code


@many
@given(codes, st.integers(0, 12), st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
def test_another_letter_in_one_place_is_never_the_same_deal(
    code: DealCode, at: int, letter: str
) -> None:
    text = str(code)
    other = text[:at] + letter + text[at + 1 :]
    try:
        assert (parse_code(other) == code) == (other.replace("-", "") == text.replace("-", ""))
    except CodeError:
        assert other != text


@pytest.mark.parametrize(
    ("code", "number"), [("EH1-N-AAAAAAF", 1), ("EH1-N-ACEXHMA", 999_999), ("EH1-N-AAAAAHQ", 8)]
)
def test_numbered_deals_have_their_known_codes(code: str, number: int) -> None:
    assert str(DealCode.numbered("EH", number)) == code
    parsed = parse_code(code)
    assert (parsed.variant, parsed.kind, parsed.number) == ("EH", Kind.NUMBERED, number)
    assert parsed.date is None


@pytest.mark.parametrize("code", load("wins")["games"])
def test_every_recorded_numbered_code_is_read(code: str) -> None:
    assert str(parse_code(code)) == code


@pytest.mark.parametrize("deal", dailies(), ids=lambda deal: deal["code"])
def test_daily_deals_have_their_known_codes(deal: dict[str, str]) -> None:
    parsed = parse_code(deal["code"])
    assert str(DealCode.daily(parsed.variant, date.fromisoformat(deal["date"]))) == deal["code"]
    assert (parsed.kind, parsed.number) == (Kind.DAILY, None)


def test_daily_deals_reach_from_1970_to_the_end_of_9999() -> None:
    for day in (date(1970, 1, 1), date(9999, 12, 31)):
        assert parse_code(str(DealCode.daily("SF", day))).date == day


def checked(letters: str, version: str = "1") -> str:
    """A code with the right check letter, whatever its letters say."""
    total = sum(place * (ord(letter) - 65) for place, letter in enumerate(letters, 1))
    return letters[:2] + version + letters[2:] + chr(65 + total % 26)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", CodeReason.MALFORMED),
        ("hello", CodeReason.MALFORMED),
        ("EH1-N-AAAAAF", CodeReason.MALFORMED),
        ("EH1-N-AAAAAAFA", CodeReason.MALFORMED),
        ("EH-N-AAAAAAF", CodeReason.MALFORMED),
        ("EH1-N-AAAAA1F", CodeReason.MALFORMED),
        ("EH1_N_AAAAAAF", CodeReason.MALFORMED),
        ("EH1\u2010N\u2010AAAAAAF", CodeReason.MALFORMED),
        ("EH\u0661-N-AAAAAAF", CodeReason.MALFORMED),
        ("EH\uff11-N-AAAAAAF", CodeReason.MALFORMED),
        ("H\u017f1-N-AAAAAAX", CodeReason.MALFORMED),
        ("\u0261H1-N-AAAAAAF", CodeReason.MALFORMED),
        ("EH1-N-AAAAAAF\x00", CodeReason.MALFORMED),
        (checked("XXNAAAAAA"), CodeReason.UNKNOWN_GAME),
        ("HE1-N-AAAAAAF", CodeReason.UNKNOWN_GAME),
        (checked("EHNAAAAAA", "2"), CodeReason.UNKNOWN_VERSION),
        (checked("EHNAAAAAA", "0"), CodeReason.UNKNOWN_VERSION),
        (checked("EHNAAAAAA", "01"), CodeReason.UNKNOWN_VERSION),
        (checked("EHNAAAAAA", "11"), CodeReason.UNKNOWN_VERSION),
        (checked("EHXAAAAAA"), CodeReason.UNKNOWN_KIND),
        ("EH1-N-AAAAAAG", CodeReason.CHECK_LETTER),
        ("EH1-D-AAAAAAF", CodeReason.CHECK_LETTER),
        ("HO1-N-AAAAAAF", CodeReason.CHECK_LETTER),
        (checked("EHNACEXHN"), CodeReason.NUMBER_OUT_OF_RANGE),
        (checked("EHNZZZZZZ"), CodeReason.NUMBER_OUT_OF_RANGE),
        (checked("EHDZZZZZZ"), CodeReason.DATE_OUT_OF_RANGE),
    ],
)
def test_a_wrong_code_is_an_error_that_says_what_is_wrong(text: str, reason: CodeReason) -> None:
    with pytest.raises(CodeError) as error:
        parse_code(text)
    assert error.value.reason is reason
    assert error.value.message == str(error.value)
    assert error.value.message.endswith(".")


def test_the_day_after_the_last_is_out_of_range() -> None:
    last = DealCode.daily("EH", date.max).payload
    with pytest.raises(CodeError) as error:
        DealCode("EH", Kind.DAILY, last + 1)
    assert error.value.reason is CodeReason.DATE_OUT_OF_RANGE


@pytest.mark.parametrize("number", [0, -1, 1_000_000, 10**30])
def test_a_number_out_of_range_makes_no_code(number: int) -> None:
    with pytest.raises(CodeError) as error:
        DealCode.numbered("EH", number)
    assert error.value.reason is CodeReason.NUMBER_OUT_OF_RANGE


def test_a_day_before_1970_makes_no_code() -> None:
    with pytest.raises(CodeError) as error:
        DealCode.daily("EH", date(1969, 12, 31))
    assert error.value.reason is CodeReason.DATE_OUT_OF_RANGE


def test_an_unknown_variant_makes_no_code() -> None:
    with pytest.raises(CodeError) as error:
        DealCode.numbered("ZZ", 1)
    assert error.value.reason is CodeReason.UNKNOWN_GAME
