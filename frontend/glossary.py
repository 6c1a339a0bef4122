"""The words of the games in the languages that they are played in, for the page of words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = ("en", "sv", "el")


@dataclass(frozen=True, slots=True)
class Word:
    """A term in each language, as players there call it, and what it means in each."""

    terms: Mapping[str, str]
    meanings: Mapping[str, str]


def _word(en: tuple[str, str], sv: tuple[str, str], el: tuple[str, str]) -> Word:
    told = dict(zip(LANGUAGES, (en, sv, el), strict=True))
    return Word(
        MappingProxyType({language: term for language, (term, _) in told.items()}),
        MappingProxyType({language: meaning for language, (_, meaning) in told.items()}),
    )


WORDS: Final = (
    _word(
        ("stock", "the cards that are not dealt yet, face down"),
        ("talong; i Spindelharpan leken", "korten som inte är utdelade än, med baksidan upp"),
        ("στοίβα τραβήγματος", "τα φύλλα που δεν έχουν μοιραστεί ακόμη, κλειστά"),
    ),
    _word(
        ("waste", "the cards turned from the stock; the top one plays"),
        ("kasthög", "korten som vänts från talongen; det översta får spelas"),
        ("σωρός απορριμμάτων", "τα φύλλα που άνοιξαν από τη στοίβα· παίζεται το επάνω"),
    ),
    _word(
        ("column", "a pile of the table, spread so that its cards are seen"),
        ("kolumn; i Harpan hög", "en hög på bordet, utbredd så att korten syns"),
        ("στήλη", "μια στοίβα του τραπεζιού, απλωμένη ώστε να φαίνονται τα φύλλα"),
    ),
    _word(
        ("space", "an empty column"),
        ("tom kolumn; i Harpan tom plats", "en kolumn utan kort"),
        ("άδεια στήλη", "μια στήλη χωρίς φύλλα"),
    ),
    _word(
        ("foundation", "where a suit is built up from the ace to the king"),
        ("grundhög; i Harpan uppsamlingshög", "där en färg byggs upp från ess till kung"),
        ("βάση", "εκεί όπου μια φυλή χτίζεται από τον άσο ως τον ρήγα"),
    ),
    _word(
        ("suit", "spades, hearts, diamonds or clubs"),
        ("färg", "spader, hjärter, ruter eller klöver"),
        ("φυλή", "μπαστούνια, κούπες, καρό ή σπαθιά"),
    ),
    _word(
        ("king, queen, jack, ace", "K, Q, J and A on the cards; the ace is the lowest"),
        ("kung, dam, knekt, ess", "K, Q, J och A på korten; esset är lägst"),
        ("ρήγας, ντάμα, βαλές, άσος", "K, Q, J και A πάνω στα φύλλα· ο άσος είναι ο μικρότερος"),
    ),
    _word(
        ("run", "cards in order that may move together"),
        ("följd; i Spindelharpan serie", "kort i ordning som kan flyttas tillsammans"),
        ("ακολουθία", "φύλλα στη σειρά που μπορούν να μετακινηθούν μαζί"),
    ),
    _word(
        ("row", "ten cards dealt at once in Spindelharpan"),
        ("rad", "tio kort som delas ut på en gång i Spindelharpan"),
        ("σειρά", "δέκα φύλλα που μοιράζονται μαζί στο Spindelharpan"),
    ),
    _word(
        ("pass", "once through the stock"),
        ("varv", "en gång genom talongen"),
        ("πέρασμα", "μία φορά όλη η στοίβα"),
    ),
    _word(
        ("turn up", "to come to lie face up"),
        ("vändas upp", "att komma att ligga med framsidan upp"),
        ("ανοίγω", "φαίνεται πια η όψη του φύλλου"),
    ),
    _word(
        ("take back", "to move a card from a foundation to a column"),
        ("ta tillbaka", "att flytta ett kort från en grundhög till en kolumn"),
        ("παίρνω πίσω", "μετακινώ ένα φύλλο από μια βάση σε μια στήλη"),
    ),
    _word(
        ("undo", "to make a move as if it had not been; it counts all the same"),
        ("ångra", "att göra ett drag ogjort; det räknas ändå"),
        ("αναίρεση", "ακυρώνει μια κίνηση, που όμως μετράει"),
    ),
    _word(
        ("deal", "a shuffled pack of a game, with a code that names it"),
        ("giv", "en blandad lek till ett spel, med en kod som namn"),
        ("μοιρασιά", "μια ανακατεμένη τράπουλα για ένα παιχνίδι, με έναν κωδικό για όνομα"),
    ),
    _word(
        ("numbered deal", "an open deal that anybody can look up"),
        ("numrerad giv", "en öppen giv som vem som helst kan slå upp"),
        ("αριθμημένη μοιρασιά", "μια ανοιχτή μοιρασιά που μπορεί να τη δει ο καθένας"),
    ),
    _word(
        ("deal of the day", "the same for all, secret until the day is over"),
        ("dagens giv", "densamma för alla, hemlig tills dagen är över"),
        ("μοιρασιά της ημέρας", "ίδια για όλους, μυστική ώσπου να τελειώσει η μέρα"),
    ),
)
