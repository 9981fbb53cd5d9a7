"""Amounts of a currency: whole minor units inside, the decimals of ISO 4217 outside."""

_NO_DIGITS = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)
_THREE_DIGITS = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])


def digits_of(currency: str) -> int:
    """Return the number of decimals: 2 for EUR, 0 for JPY."""
    return 0 if currency in _NO_DIGITS else 3 if currency in _THREE_DIGITS else 2


def plain_amount(units: int, currency: str) -> str:
    """Return the amount for programs and banks: `1250.00`, `-5.00`."""
    digits = digits_of(currency)
    sign, units = "-" if units < 0 else "", abs(units)
    if not digits:
        return f"{sign}{units}"
    whole, part = divmod(units, int(10**digits))
    return f"{sign}{whole}.{part:0{digits}d}"


def fee_text(units: int, currency: str) -> str:
    """Return `1 250.00 EUR` for people: groups of three with narrow no-break spaces, a minus if negative."""
    whole, point, part = plain_amount(abs(units), currency).partition(".")
    grouped = f"{int(whole):,}".replace(",", "\u202f")
    return f"{'−' if units < 0 else ''}{grouped}{point}{part}\u00a0{currency}"
