"""What kind of thing a sentence asks for that is no readable change of a rule: gamestate, chance, choice, or mere talk.

The patterns are texts that the game's phrasebook compiles; those that mind letter case say so themselves.
"""

from __future__ import annotations

import re

from tracker.mechanics.enacting.instructions import Gamestate, SetForAll
from tracker.mechanics.reading_orders.instruction_conditions import IF, NO_EFFECT, depends_on_votes
from tracker.mechanics.reading_orders.proposal_text import ProposalText
from tracker.mechanics.reading_orders.vocabulary import ERA, MARK, MATTER, ORDER, PAGE, THING, VOTING, Phrasebook


def _one_of(words: str) -> str:
    """A pattern of any of these words, written with blanks between."""
    return f"(?:{'|'.join(words.split())})"


FILLER = (
    "(?:"
    + _one_of("please hereby then next also additionally furthermore moreover finally firstly secondly thirdly lastly")
    + "|first|second|third|and|so|now|in addition|as well|next up|after that|likewise|similarly"
    r"|(?:if|once|when) this(?: proposal)? (?:passes|is (?:enacted|passed|adopted)|takes effect)(?=,)"
    r"|upon (?:the )?enactment(?: of this proposal)?(?=,)|(?:this|the) proposal (?:will|shall|would)"
    r"|(?:i|we) (?:hereby )?propose (?:that we|to|we|the following:?)|let us|let[’']s|we (?:shall|should|will)"
    r"|(?:do|make|enact|apply) the following(?: changes?)?(?=:)|(?:changes?|effects?|proposal|text)(?=:))"
)
"""Words before an instruction that change nothing in it."""

_LABEL = r"(?-i:(?:[A-Z][\w ’'-]{0,40}|\w+): (?=\w))"
_FILLERS = rf"(?:{FILLER},? )*"

# --- changes of values --------------------------------------------------------------------------------------------------

_NUMBER = (
    rf"(?:-?\d+(?:[.,]\d+)*|{_one_of('zero one two three four five six seven eight nine ten twelve twenty')}|a hundred)"
)
_EVERYONE = (
    rf"(?:(?:each|every|all)(?: of)?(?: the)?(?: (?:non-)?(?:{ORDER}|active))? [\w-]+?(?:s[’']|[’']s)?"
    r"|everyone(?:[’']s)?|everybody(?:[’']s)?)"
)
_VARIABLE = r"(?P<variable>\w[\w '’-]{0,40}?)(?: values?| scores?)?"
_VALUE = rf"(?P<value>{_NUMBER}|[A-Z][\w-]*|«\d+»)\.?"
_SET_ALL = (
    rf"(?:please )?(?:re)?set (?:the )?(?:value of )?{_EVERYONE} {_VARIABLE} (?:back )?to {_VALUE}",
    rf"{_EVERYONE} (?:has|have) (?:their|its|his|her) {_VARIABLE} (?:re)?set (?:back )?to {_VALUE}",
    rf"(?:please )?(?:re)?set the {_VARIABLE} (?:of|for) {_EVERYONE} (?:back )?to {_VALUE}",
    rf"{_EVERYONE} {_VARIABLE} (?:is|are|becomes?)(?: now| hereby)?(?: (?:re)?set (?:to|at))? (?P<value>{_NUMBER})\.?",
)
_ORDERS_VALUE = (
    "(?:"
    + _one_of("transfer award grant deduct subtract move set reset increase decrease raise lower reduce double halve")
    + "|"
    + _one_of("destroy distribute return roll flip select pick choose shuffle randomi[sz]e randomly secretly")
    + r"|give(?! (?:\w+ ){1,3}an? (?:\w+ )?(?:chance|try|go|break|reason|purpose)\b)"
    + rf"|(?:add|remove|take|subtract)(?= (?:{_NUMBER}|all|half|a|an|one)\b.{{1,80}}\b(?:to|from)\b))"
    + r"\b[^:⟦«‹]*(?:to «\d+»\.?)?"
)
_GAINS = (
    r"\b(?:gains?|loses?|receives?|gets?|earns?|pays?|starts? (?:out )?(?:with|at)"
    r"|(?:is|are) (?:awarded|given|set to|increased|decreased|reduced|moved))\b"
)
_ONE_GAINS = rf"[A-Z][^:⟦«]{{0,120}}{_GAINS}[^:⟦]*\b{_NUMBER}\b[^:⟦]*"
_BECOMES = (
    r"(?-i:(?!This|It|That|The idea)[A-Z][^:⟦«]{0,60}\b(?:becomes?|achieves?|ceases?|is (?:now|no longer))\b[^:⟦«]*)"
)
_ALL_GAIN = (
    rf"(?:each|every|all|everyone|everybody)\b[^:⟦«]{{0,80}}(?:{_GAINS}|\bha(?:s|ve) (?:their|all)\b)[^:⟦«]{{0,20}}"
    r"\b(?:all|half|their|a|an|one|any)\b[^:⟦«]*"
)
_OF_RULES = r"\b(?:sub-?rules?|rules?|ruleset|text|paragraph|sentence|word|title|bullet|list|section)\b"


def gamestate_in(phrases: Phrasebook, shape: str, source: ProposalText) -> SetForAll | Gamestate | None:
    """A change of values in the text's own words; None where it may be something else."""
    words = phrases.pattern(_LABEL).sub("", shape)
    if special_code(phrases, words) or depends_on_votes(phrases, words) or phrases.phrase(IF).match(words):
        return None
    found = next(filter(None, (phrases.pattern(pattern).fullmatch(words) for pattern in _SET_ALL)), None)
    if found:
        return SetForAll(found["variable"].strip(" ’'"), source.written(found["value"]).strip("“”"))
    if phrases.finds(_IN_A_RULE, words) or not orders_value(phrases, words):
        return None
    return Gamestate(source.written(shape))


def orders_value(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence orders a change of somebody's values."""
    words = phrases.pattern(_FILLERS).sub("", shape, count=1)
    kinds = (_ORDERS_VALUE, _ALL_GAIN, _ONE_GAINS, _BECOMES)
    return any(phrases.pattern(pattern).fullmatch(words) for pattern in kinds)


# --- what is never carried out ------------------------------------------------------------------------------------------

_CHANCE = r"\b(?:random(?:ly)?|dice|die roll|rolls?|DICE\d*|\d*d\d+|coin ?flip|flip(?:s|ping)? a coin|shuffle[ds]?|lots? drawn)\b"
_BY_VOTERS = rf"(?-i:\b(?:whichever|voted|{MARK}s?)\b|in (?:their|eir) votes?\b|named? in)"
_CHOICE = (
    r"\b(?:enact(?:ing|s)(?: this)?(?: proposal)? admin|admin who|admin (?:enact|may|shall|should|can|must|of)\w*|resolving admin|discretion"
    r"|of (?:their|your|its|the admin[’']s|his|her) (?:own )?choice|as (?:appropriate|necessary|needed|required)"
    r"|(?:where|if|when)(?:ever)? (?:that is )?(?:appropriate|necessary|needed)|mend the grammar|fix (?:the )?grammar"
    r"|adjust\w* (?:other|the) (?:rules?|wording|grammar)|accordingly|or similar|something like|or something|whichever"
    r"|as (?:they|you) see fit|pick one|chooses?)\b"
)
_OTHER_PAGE = (
    rf"\b(?:wiki ?pages?|gamestate pages?|the (?:wiki )?page|{PAGE}s?|the wiki|the blog|image|template"
    rf"|(?:in|of|to|from|edit|amend|change) (?:the|my|this|that) (?:[\w’]+ )?(?:{MATTER}))\b"
)
_THING = _one_of(
    "effects? subroutine action row column table card power ability entry item subsection section description"
)
_NAMED_THING = rf"(?:{_THING}|{THING}|definition|option|role|class|location)"
_INSIDE = (
    rf"\b{_NAMED_THING}(?: (?:of|for|called|named|titled))?(?: the)? (?:«|(?-i:[A-Z]))|\b(?:the|a) «\d+» (?:{_NAMED_THING}|bullet)"
    r"|\bthe (?:effect|power|cost|price|description) of\b|\bto the table\b"
)


def special_code(phrases: Phrasebook, shape: str) -> str:
    """The code of what is asked, where it is none of the changes that are carried out; empty where none is recognised."""
    words = re.sub(r"«\d+»", "«0»", shape)
    if phrases.finds(_CHANCE, words):
        return "CHANCE"
    if phrases.finds(_BY_VOTERS, words) and depends_on_votes(phrases, words):
        return "CONDITION_ON_VOTES"
    kinds = (("CHOICE", _CHOICE), ("OTHER_PAGE", _OTHER_PAGE), ("INSIDE_RULE", _INSIDE))
    return next((code for code, pattern in kinds if phrases.finds(pattern, words)), "")


# --- what looks like an instruction -------------------------------------------------------------------------------------

_OUTRIGHT_WORDS = _one_of(
    "add append insert create enact replace amend reword rewrite remove delete repeal rename retitle undo revert select tidy sort"
    " change alter modify update convert adjust merge split swap combine restore transfer drop scrap strike substitute capitali[sz]e"
    " italici[sz]e renumber reorder reorgani[sz]e extend ensure reinstate abolish rephrase revise shorten simplify clarify activate"
    " deactivate unrepeal bar ban forbid appoint declare crown"
)
_OUTRIGHT = rf"(?:{_OUTRIGHT_WORDS}|{ORDER})"
_OTHERWISE = _one_of(
    "introduce institute establish include edit move relocate set reset fix mend correct expand rework clean choose pick roll put"
    " make give turn apply copy import consider treat double halve"
)
_CHANGING = rf"(?:{_OUTRIGHT}|{_OTHERWISE})"
_CHANGED = _one_of(
    "added appended inserted created enacted replaced changed altered modified edited updated amended reworded rewritten revised"
    " removed deleted struck repealed abolished renamed retitled moved swapped substituted merged split set reset reverted undone"
    " restored"
)
_PLACE_FIRST = r"(?:(?:in|to|from|under|at|after|before|throughout|within|on|for|as)\b[^.;]{0,250}?[,:»⟧]? ?)?"
_IMPERATIVE = rf"(?:(?:{FILLER}|otherwise|instead|if not),? )*{_PLACE_FIRST}{_CHANGING}\b(?! (?:of|is|was|are|to)\b)"
_HARD = rf"[\[(]?(?:{FILLER},? )*(?:{_OUTRIGHT}\b(?! (?:of|is|was|are)\b)|get rid of|make (?!sure|of|your|up)|let (?!me\b|us\b|’s)|do likewise)"
_ANY_LABEL = r"(?-i:[^.!?:«⟦]{1,60}: +)"
_DOES = rf"\W*(?:also |then )*(?:{_OUTRIGHT}|put|set|move|reset|lower|raise)(?:e?s)\b"
_CHANGE_WORD = rf"\b{_CHANGING}\b"
_PASSIVE = (
    rf"\b(?:is|are|be|being|gets?|becomes?|hereby)(?: \w+ly| now| hereby| to be)? {_CHANGED}\b"
    r"|\b(?:shall|should|will|must|now|to) (?:now |instead )?(?:reads?|says?|be called|be named)\b|\bnow reads?\b"
    r"|\breads? (?:as follows|instead)\b|«\d+» (?:should|shall|must|will|to|ought)\b[^.]{0,40}«|«\d+» (?:becomes?|→|->|=>)"
)
_ABOUT_RULES = r"\b(?:sub-?rules?|rules?|ruleset)\b|[«⟦‹]"
_CERTAIN_RULE = (
    r"[«⟦]|\b(?:the|that|this|new|a) (?:[\w’'-]+ )?(?:sub-?)?rule (?:called|titled|named|(?-i:[A-Z]))"
    r"|\b(?:that|this|the same) (?:sub-?)?rule\b"
)
_AT_ENACTMENT = (
    r"\b(?:moment|time|point|instant|date) of (?:\w+[’']?s? ){0,3}(?:enactment|passage|passing|resolution)\b"
    r"|\b(?:up)?on (?:the |its |this )?(?:proposal[’']s )?(?:enactment|passage)\b"
    r"|\bwhen this (?:proposal )?(?:is enacted|passes|resolves)\b"
    r"|\b(?:chosen|selected|picked|determined|drawn) (?:at random|randomly)\b"
    r"|\b(?:is|are) (?:hereby )?(?:considered|deemed|treated)\b|\bsees? fit\b|\bhereby\b"
)
_NOTHING = rf"\b{NO_EFFECT}\b"
_TAKEN_BACK = (
    r"\bleave (?:it|that|them|this|those) (?:out|in|alone|be|as)\b|"
    r"\b(?:scratch|strike|forget|disregard|ignore|cancel|skip|undo|scrap)(?: all(?: of)?)? (?:that|this|it|everything|what I|my"
    r"|(?:the|that|this) (?:\w+ )?(?:above|last|first|second|third|previous|earlier|part|bit|line|sentence|paragraph|section))\b"
    r"|\bnever ?mind\b|\bon (?:second|further) (?:thoughts?|reflection)\b"
    r"|\b(?:take|taking|took) (?:that|this|it|the \w+) back\b|\b(?:withdraw|withdrawn|withdrawing|retract(?:ed|ing)?)\b"
)
"""What takes back something that was said before."""
_ENACTOR = (
    r"\b(?:who(?:so)?ever|admins?|(?:the )?(?:one|person|player)s?|anyone|somebody|someone)(?: (?:that|who))?(?: is| are)?"
    r" (?:enacts?|enacting|resolves?|resolving|processes|processing)\b|\benactor\b|\b(?:enacting|resolving) (?:admin|player|person)"
)
"""Whoever enacts the text is spoken of, and so is asked for something."""
_IN_FORCE = (
    r"\b(?:takes? effect|takes? hold|(?:goes|go) live|"
    r"starts? (?:on|next|from|in|at|after)|valid (?:from|until|till|for|only)"
    rf"|(?:only|just) for (?:this|one|a|the|two|three|\d+)|for (?:one|two|three|a|\d+) (?:day|week|month|{ERA})s? only|once there (?:is|are)"
    r"|(?:comes?|goes|go|is|are|be) (?:in|into) (?:being|existence|effect|force|play)|kicks? in"
    r"|(?:is|are|be|becomes?) (?:in )?effective(?! at\b)|retroactive(?:ly)?|retrospective(?:ly)?|postponed|delayed"
    r"|(?:only|just) (?:happens?|applies|counts?|holds?|exists?|matters?|if|when|once|until|unless|after|while|as long as)"
    r"|(?:this|that|it|these|those|which|above|changes?) (?:only |all |then |just )*(?:happens?|applies|counts?|holds?|goes ahead) (?:only )?"
    r"(?:if|when|once|until|unless|after|from|as of|provided))\b"
)
"""What is said of when, or whether at all, a change holds."""
_OUTRIGHT_DOES = (
    rf"\b(?:this|that|it|which|proposal|above|following|half|part|section|bit|also|and) "
    rf"(?:(?:also|then|now|thus|simply|just|hereby|only|\w+ly) )*{_OUTRIGHT}(?:e?s)\b"
)
"""What the text says that it does itself (``this drops ...``)."""
_NAME_NEXT = r"(?-i: (?:the )?[A-Z«])"
_PART = (
    r"(?:proposal|(?:sub-?)?rule|wording|text|name|title|sentence|paragraph|part|half|section|changes?|above|vote|post)"
)
_STIPULATES = (
    rf"\b(?:this|that|it|these|those|{_PART})\b[^.«]{{0,40}}?\b(?:lapses?|expires?|assum(?:es?|ing)|presupposes?|hinges?|optional"
    r"|(?:can(?:no|[’'])t|cannot|may|must|should|shall|is to|will|can)(?: not| only| never)? be (?:enacted|resolved|ignored|skipped)"
    r"|(?:lives?|belongs?|goes|sits?) (?:in|under|at|to|after|before|below|above|on)|is the one)\b"
    r"|\b(?:none|neither|nothing|some|all|most|half) of (?:the above|this|these) (?:appl|happen|count|hold)"
    r"|\b(?:don[’']t|do not|hold off|wait with|wait before|before|stop) (?:you )?enact(?:ing)?\b"
    rf"|\bneeds? [^.]*\b(?:votes?|{VOTING}|majority|thirds?|unanimity)\b|\b(?:treat|count|regard|consider) (?:this|that|it|these) as\b"
    r"|\b(?:if|unless|should|as long as|in case)\b[^.]*\b(?:objects?|minds?|disagrees?|complains?|protests?)\b"
)
"""Under which terms the text is carried out."""
_ELLIPTIC = (
    r"\W*(?:and |also )?(?:ditto|idem|vice versa|likewise|same (?:with|for|in|goes)|except|excepting|excluding|apart from|other than|plus"
    r"|minus|give or take)\b"
)
"""An order whose verb stands in the sentence before."""
_TAIL = r"\b(?:too|as well|throughout|everywhere(?: else)?|everything else|the same way|alike|(?:is|are) enough)\W*$"
"""How an order ends whose verb stands in the sentence before."""
_CORRECTS = (
    r"\b(?:final|correct|actual|real|proper|amended|revised|updated) (?:text|wording|version)\b|\bversions?\b.*\b(?:one|use|counts?)\b"
    r"|^\W*amended\b|\bmy vote\b|\bsay [A-Z]{3,}|\b(?:better|rather|make that|make it|or rather|actually):? (?:yet,? )?(?:«|(?:"
    rf"{_NUMBER})\b)|"
    rf"\b(?:sorry|oops|whoops|wait|no),? (?:that|it|this|{_PART}|the {_PART}|I meant?) \b|\b(?:correction|erratum|corrigendum|errata)\b"
    rf"|\b(?:should|shall|was meant to|were meant to) (?:be|have been|have read|have said|read|say) (?:{_NUMBER}\b|called|named|«)"
    rf"|\bI (?:meant|mean) (?:to (?:write|say)|{_NUMBER}\b|«)|\bwhere I (?:wrote|said|put)\b"
)
"""What mends something that was said before."""
_PLEADS = (
    r"(?<!comments )(?<!comments, )(?<!thoughts, )\bplease\b(?! (?:be|tell|let|comment|vote|discuss|note|bear|forgive|excuse|see|feel)\b)"
    r"|\b(?:may|shall|can|gets? to) (?:choose|decide|pick|select)\b|\b(?:trumps?|overrides?|overrules?|precedence|owes?|count me)\b"
    rf"|\bfeel free to (?:also |then |just )?(?:{_CHANGING}|tweak|tidy|polish)\b"
    r"|\b(?:can|may|might) be (?:tidied|reworded|fixed|corrected|cleaned|adjusted)\b(?![^.]*\b(?:later|future|afterwards|next)\b)"
)
_TELLS_WHAT_TO_DO = (
    r"\W*(?:and |also |then |just |simply |so |oh,? |p\.?s\.?:? |n\.?b\.?:? )*"
    + _one_of(
        "use take read treat leave keep bump trim cut chop axe kill bin nuke ditch lose throw place list mark hold lower raise increase"
        " decrease reduce assume expand shrink tweak swap note"
    )
    + r" (?:(?:out|off|down|up) )?(?:the|my|all|any|each|every|this|that|these|those|[\w-]+[’']s|«\d+»)(?! (?:hint|mind|way|day)\b)"
)
_RULE_DOES = (
    r"\b(?:the|this|that|said)(?: new)?(?: [A-Z][\w’']+)? (?:sub-?)?rule (?:also |now |then |thus )?"
    r"(?:gets?|loses?|receives?|goes|can go|may go|has to go|must go|is (?:gone|out|dead|history))\b"
    r"|\b(?:bye|goodbye|farewell|so long|RIP|no more),? [^.]*\brules?\b"
)
_REQUEST = r"(?:please|kindly|(?:and |also )?(?:can|could|would|will) (?:(?:the |an |any |some )?(?:[\w-]+ )?admin|whoever|someone|somebody|you)\b)"
_WORDING = (
    r"\b(?:mentions?|instances?|occurrences?|references?) (?:of|to) .*\b(?:becomes?|goes|go|should|shall|must|now|turns?)\b"
    r"|\bwhere(?:ver)? it (?:says|reads)\b.*\b(?:write|read|put|say)\b"
)
_OBLIGES = r"\b(?:should|shall|must|is to|are to|ought to|needs? to) be\b"
_OPERATIVE = (
    r"\b(?:only|unless|conditional|depend(?:s|ing|ent)?|requires?|subject to|appl(?:y|ies)|takes? effect|both or neither|likewise"
    r"|the same (?:goes|in|for|change|applies)|as above|is to|are to|should|shall|must|ought|becomes?|instead|goes)\b"
    r"|(?<!wonder )(?<!even )(?<!as )(?<!see )\bif\b"
)
_TALK = (
    r"(?-i:\b(?:I|I[’']\w+|me|my|mine|we|we[’']\w+|us|our)\b"
    r"|\b(?i:was|were|had|did|said|says|saying|called|asked|answered|replied|cried|wrote|used to|concerns?|about)\b"
    r"|^\W*(?:This|That|These|Those|It|Its|They|He|She|There|Here|Currently|Note|See|Thanks|Hopefully|Nobody|Everybody|Maybe|Perhaps)\b)"
)
_ADMIN = r"(?:the |any |an )?(?:[\w-]+ )?admin\b"
_TOLD = (
    r"\b(?:said|says|wrote|writes|for reference|currently|at present|reminder|quot\w+|example|flavou?r|commented|posted"
    r"|as it stands|recall)\b"
)


_ON_THE_TEXT_ITSELF = "|".join(
    (
        *(_NOTHING, _AT_ENACTMENT, _WORDING, _TAKEN_BACK, _ENACTOR),
        *(_IN_FORCE, _STIPULATES, _CORRECTS, _PLEADS, _RULE_DOES),
    )
)
"""What is said of the text that is read rather than of the game, and so is never mere talk."""
_ORDERS = f"{_HARD}|{_DOES}|{_ELLIPTIC}|{_TELLS_WHAT_TO_DO}"
"""How an order begins, whatever it is about."""
_IS_TO_BE = f"{_PASSIVE}|{_OBLIGES}"
_IN_A_RULE = f"{_OF_RULES}|{_WORDING}"


def is_request(phrases: Phrasebook, shape: str) -> bool:
    """Whether a question asks somebody to change something (``could the admin add ...?``)."""
    asks = phrases.begins(_REQUEST, shape) or phrases.finds(_ENACTOR, shape)
    return asks and phrases.finds(_CHANGE_WORD, shape)


def is_imperative(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence begins as an order to change something does, wherever its place adverbials stand."""
    begins = phrases.begins(_IMPERATIVE, phrases.pattern(_LABEL).sub("", shape))
    return begins and (phrases.finds(_ABOUT_RULES, shape) or phrases.begins(_HARD, shape))


def looks_like_instruction(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence outside quotations looks like an instruction, behind a label (``Optional: ...``) or without one."""
    label = phrases.pattern(_ANY_LABEL).match(shape)
    behind = shape[label.end() :] if label else ""
    return _looks_like_instruction(phrases, shape) or (bool(behind) and phrases.begins(_HARD, behind))


def _looks_like_instruction(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence outside quotations looks like an instruction: a verb of change with something to change.

    Questions are none. What merely muses (``one might add rules some day``) is none unless it names a rule or quotes. What
    quotes and is not plainly talk is taken for one.
    """
    words = shape.rstrip()
    if words.endswith("?"):
        return False
    if phrases.finds(_ON_THE_TEXT_ITSELF, words) or _orders_outright(phrases, words):
        return True
    has_change = phrases.finds(_CHANGE_WORD, words)
    if phrases.begins(_ADMIN, words) and has_change:
        return True
    if not phrases.finds(_ABOUT_RULES, words):
        return False
    if is_imperative(phrases, words) or phrases.finds(_IS_TO_BE, words):
        return True
    if has_change and phrases.finds(_CERTAIN_RULE, words):
        return True
    return "«" in words and (phrases.finds(_OPERATIVE, words) or not phrases.finds(_TALK, words))


def _orders_outright(phrases: Phrasebook, words: str) -> bool:
    """Whether how it begins or ends makes it an order, or it says of itself that it changes a rule."""
    if phrases.begins(_ORDERS, words) or _says_what_it_does(phrases, words):
        return True
    return phrases.finds(_TAIL, words) and not phrases.finds(_TALK, words)


def _says_what_it_does(phrases: Phrasebook, shape: str) -> bool:
    """Whether the text says of itself that it changes a certain rule (``this part deletes Tides``)."""
    found = phrases.pattern(_OUTRIGHT_DOES).search(shape)
    if found is None:
        return False
    return phrases.finds(_CERTAIN_RULE, shape) or phrases.begins(_NAME_NEXT, shape[found.end() :])


def would_order(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence with a condition orders something if the condition holds."""
    after = shape.split(",", 1)[-1].strip()
    return (
        looks_like_instruction(phrases, shape)
        or is_imperative(phrases, after)
        or orders_value(phrases, after)
        or bool(phrases.phrase(_CHANGING).match(after))
    )


def quotes_somebody(phrases: Phrasebook, shape: str) -> bool:
    """Whether a sentence says that what follows it is a quotation of somebody, or how something reads now."""
    return phrases.finds(_TOLD, shape)


_BESIDE = (
    r"(?-i:\b(?:I|I['’](?:m|d|ve|ll)|[Mm]y|[Ww]e|[Ww]e['’](?:re|ve)|[Oo]ur|[Pp]lease|[Hh]opefully|[Tt]hanks|(?:[Tt]his|[Mm]y) proposal"
    r"|[Vv]ote (?:FOR|for)|FOR|(?:this|it) (?:passes|depends)|passing|passes|depends on)\b|^\s*(?:[Aa]nd|[Aa]lso|[Ii]f this)\b)"
)


def is_said_beside(phrases: Phrasebook, part: str) -> bool:
    """Whether a part of what may be a rule's new text speaks to voters, of its author, or of the matter itself."""
    return phrases.finds(_BESIDE, part)
