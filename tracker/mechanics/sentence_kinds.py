"""What kind of thing a sentence asks for that is no readable change of a rule: gamestate, chance, choice, or mere talk."""

from __future__ import annotations

import re

from tracker.mechanics.instruction_conditions import IF, NO_EFFECT, depends_on_votes
from tracker.mechanics.instruction_phrases import phrase
from tracker.mechanics.instructions import Gamestate, SetForAll
from tracker.mechanics.proposal_text import ProposalText


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

_LABEL = re.compile(r"(?:[A-Z][\w ’'-]{0,40}|\w+): (?=\w)")
_FILLERS = re.compile(rf"(?:{FILLER},? )*", re.IGNORECASE)

# --- changes of values --------------------------------------------------------------------------------------------------

_NUMBER = (
    rf"(?:-?\d+(?:[.,]\d+)*|{_one_of('zero one two three four five six seven eight nine ten twelve twenty')}|a hundred)"
)
_EVERYONE = (
    r"(?:(?:each|every|all)(?: of)?(?: the)?(?: (?:non-)?(?:idle|active))? [\w-]+?(?:s[’']|[’']s)?"
    r"|everyone(?:[’']s)?|everybody(?:[’']s)?)"
)
_VARIABLE = r"(?P<variable>\w[\w '’-]{0,40}?)(?: values?| scores?)?"
_VALUE = rf"(?P<value>{_NUMBER}|[A-Z][\w-]*|«\d+»)\.?"
_SET_ALL = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:please )?(?:re)?set (?:the )?(?:value of )?{_EVERYONE} {_VARIABLE} (?:back )?to {_VALUE}",
        rf"(?:please )?(?:re)?set the {_VARIABLE} (?:of|for) {_EVERYONE} (?:back )?to {_VALUE}",
        rf"{_EVERYONE} {_VARIABLE} (?:is|are|becomes?)(?: now| hereby)?(?: (?:re)?set (?:to|at))? (?P<value>{_NUMBER})\.?",
    )
)
_ORDERS_VALUE = re.compile(
    "(?:"
    + _one_of(
        "transfer give award grant deduct subtract move set reset increase decrease raise lower reduce double halve"
    )
    + "|"
    + _one_of("destroy distribute return roll flip select pick choose shuffle randomi[sz]e randomly secretly")
    + rf"|(?:add|remove|take|subtract)(?= (?:{_NUMBER}|all|half|a|an|one)\b.{{1,80}}\b(?:to|from)\b))"
    + r"\b[^:⟦«‹]*(?:to «\d+»\.?)?",
    re.IGNORECASE,
)
_GAINS = (
    r"\b(?:gains?|loses?|receives?|gets?|earns?|pays?|starts? (?:out )?(?:with|at)"
    r"|(?:is|are) (?:awarded|given|set to|increased|decreased|reduced|moved))\b"
)
_ONE_GAINS = re.compile(rf"[A-Z][^:⟦«]{{0,120}}{_GAINS}[^:⟦]*\b{_NUMBER}\b[^:⟦]*", re.IGNORECASE)
_BECOMES = re.compile(
    r"(?!This|It|That|The idea)[A-Z][^:⟦«]{0,60}\b(?:becomes?|achieves?|ceases?|is (?:now|no longer))\b[^:⟦«]*"
)
_ALL_GAIN = re.compile(
    rf"(?:each|every|all|everyone|everybody)\b[^:⟦«]{{0,80}}(?:{_GAINS}|\bha(?:s|ve) (?:their|all)\b)[^:⟦«]{{0,20}}"
    r"\b(?:all|half|their|a|an|one|any)\b[^:⟦«]*",
    re.IGNORECASE,
)
_OF_RULES = re.compile(
    r"\b(?:sub-?rules?|rules?|ruleset|text|paragraph|sentence|word|title|bullet|list|section)\b", re.IGNORECASE
)


def gamestate_in(shape: str, source: ProposalText) -> SetForAll | Gamestate | None:
    """A change of values in the text's own words; None where it may be something else."""
    words = _LABEL.sub("", shape)
    if special_code(words) or depends_on_votes(words) or phrase(IF).match(words):
        return None
    found = next(filter(None, (pattern.fullmatch(words) for pattern in _SET_ALL)), None)
    if found:
        return SetForAll(found["variable"].strip(" ’'"), source.written(found["value"]).strip("“”"))
    if _OF_RULES.search(words) or _WORDING.search(words) or not orders_value(words):
        return None
    return Gamestate(source.written(shape))


def orders_value(shape: str) -> bool:
    """Whether a sentence orders a change of somebody's values."""
    words = _FILLERS.sub("", shape, count=1)
    return any(pattern.fullmatch(words) for pattern in (_ORDERS_VALUE, _ALL_GAIN, _ONE_GAINS, _BECOMES))


# --- what is never carried out ------------------------------------------------------------------------------------------

_CHANCE = re.compile(
    r"\b(?:random(?:ly)?|dice|die roll|rolls?|DICE\d*|\d*d\d+|coin ?flip|flip(?:s|ping)? a coin|shuffle[ds]?|lots? drawn)\b",
    re.IGNORECASE,
)
_BY_VOTERS = re.compile(r"\b(?:whichever|voted|EVCs?)\b|in (?:their|eir) votes?\b|named? in")
_CHOICE = re.compile(
    r"\b(?:enact(?:ing|s)(?: this)?(?: proposal)? admin|admin who|admin (?:enact|may|shall|should|can|must|of)\w*|resolving admin|discretion"
    r"|of (?:their|your|its|the admin[’']s|his|her) (?:own )?choice|as (?:appropriate|necessary|needed|required)"
    r"|(?:where|if|when)(?:ever)? (?:that is )?(?:appropriate|necessary|needed)|mend the grammar|fix (?:the )?grammar"
    r"|adjust\w* (?:other|the) (?:rules?|wording|grammar)|accordingly|or similar|something like|or something|whichever"
    r"|as (?:they|you) see fit|pick one|chooses?)\b",
    re.IGNORECASE,
)
_OTHER_PAGE = re.compile(
    r"\b(?:wiki ?pages?|gamestate pages?|the (?:wiki )?page|sidebar|GNDT|FAQ|building blocks?|the wiki|the blog|image|template"
    r"|(?:in|of|to|from|edit|amend|change) (?:the|my|this|that) (?:[\w’]+ )?(?:proposal|cfj))\b",
    re.IGNORECASE,
)
_THING = _one_of(
    "effects? subroutine action row column table card power ability entry item subsection section description"
)
_NAMED_THING = rf"(?:{_THING}|atomic action|definition|option|role|class|location)"
_INSIDE = re.compile(
    rf"\b{_NAMED_THING}(?: (?:of|for|called|named|titled))?(?: the)? (?:«|(?-i:[A-Z]))|\b(?:the|a) «\d+» (?:{_NAMED_THING}|bullet)"
    r"|\bthe (?:effect|power|cost|price|description) of\b|\bto the table\b",
    re.IGNORECASE,
)


def special_code(shape: str) -> str:
    """The code of what is asked, where it is none of the changes that are carried out; empty where none is recognised."""
    words = re.sub(r"«\d+»", "«0»", shape)
    if _CHANCE.search(words):
        return "CHANCE"
    if _BY_VOTERS.search(words) and depends_on_votes(words):
        return "CONDITION_ON_VOTES"
    kinds = (("CHOICE", _CHOICE), ("OTHER_PAGE", _OTHER_PAGE), ("INSIDE_RULE", _INSIDE))
    return next((code for code, pattern in kinds if pattern.search(words)), "")


# --- what looks like an instruction -------------------------------------------------------------------------------------

_OUTRIGHT = _one_of(
    "add append insert create enact replace amend reword rewrite remove delete repeal rename retitle undo revert select tidy sort"
    " change alter modify update convert adjust merge split swap combine restore transfer drop scrap strike substitute capitali[sz]e"
    " italici[sz]e renumber reorder reorgani[sz]e extend ensure reinstate abolish rephrase revise shorten simplify clarify activate"
    " deactivate unrepeal bar ban forbid appoint declare crown idle unidle"
)
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
_IMPERATIVE = re.compile(
    rf"(?:(?:{FILLER}|otherwise|instead|if not),? )*{_PLACE_FIRST}{_CHANGING}\b(?! (?:of|is|was|are|to)\b)",
    re.IGNORECASE,
)
_HARD = re.compile(
    rf"[\[(]?(?:{FILLER},? )*(?:{_OUTRIGHT}\b(?! (?:of|is|was|are)\b)|get rid of|make (?!sure|of|your|up)|let (?!me\b|us\b|’s)|do likewise)",
    re.IGNORECASE,
)
_ANY_LABEL = re.compile(r"[^.!?:«⟦]{1,60}: +")
_DOES = re.compile(rf"\W*(?:also |then )*(?:{_OUTRIGHT}|put|set|move|reset|lower|raise)(?:e?s)\b", re.IGNORECASE)
_CHANGE_WORD = re.compile(rf"\b{_CHANGING}\b", re.IGNORECASE)
_PASSIVE = re.compile(
    rf"\b(?:is|are|be|being|gets?|becomes?|hereby)(?: \w+ly| now| hereby| to be)? {_CHANGED}\b"
    r"|\b(?:shall|should|will|must|now|to) (?:now |instead )?(?:reads?|says?|be called|be named)\b|\bnow reads?\b"
    r"|\breads? (?:as follows|instead)\b|«\d+» (?:should|shall|must|will|to|ought)\b[^.]{0,40}«|«\d+» (?:becomes?|→|->|=>)",
    re.IGNORECASE,
)
_ABOUT_RULES = re.compile(r"\b(?:sub-?rules?|rules?|ruleset)\b|[«⟦‹]", re.IGNORECASE)
_CERTAIN_RULE = re.compile(
    r"[«⟦]|\b(?:the|that|this|new|a) (?:[\w’'-]+ )?(?:sub-?)?rule (?:called|titled|named|(?-i:[A-Z]))"
    r"|\b(?:that|this|the same) (?:sub-?)?rule\b",
    re.IGNORECASE,
)
_AT_ENACTMENT = re.compile(
    r"\b(?:moment|time|point|instant|date) of (?:\w+[’']?s? ){0,3}(?:enactment|passage|passing|resolution)\b"
    r"|\b(?:up)?on (?:the |its |this )?(?:proposal[’']s )?(?:enactment|passage)\b"
    r"|\bwhen this (?:proposal )?(?:is enacted|passes|resolves)\b"
    r"|\b(?:chosen|selected|picked|determined|drawn) (?:at random|randomly)\b"
    r"|\b(?:is|are) (?:hereby )?(?:considered|deemed|treated)\b|\bsees? fit\b|\bhereby\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(rf"\b{NO_EFFECT}\b", re.IGNORECASE)
_TAKEN_BACK = re.compile(
    r"\bleave (?:it|that|them|this|those) (?:out|in|alone|be|as)\b|"
    r"\b(?:scratch|strike|forget|disregard|ignore|cancel|skip|undo|scrap)(?: all(?: of)?)? (?:that|this|it|everything|what I|my"
    r"|(?:the|that|this) (?:\w+ )?(?:above|last|first|second|third|previous|earlier|part|bit|line|sentence|paragraph|section))\b"
    r"|\bnever ?mind\b|\bon (?:second|further) (?:thoughts?|reflection)\b"
    r"|\b(?:take|taking|took) (?:that|this|it|the \w+) back\b|\b(?:withdraw|withdrawn|withdrawing|retract(?:ed|ing)?)\b",
    re.IGNORECASE,
)
"""What takes back something that was said before."""
_ENACTOR = re.compile(
    r"\b(?:who(?:so)?ever|admins?|(?:the )?(?:one|person|player)s?|anyone|somebody|someone)(?: (?:that|who))?(?: is| are)?"
    r" (?:enacts?|enacting|resolves?|resolving|processes|processing)\b|\benactor\b|\b(?:enacting|resolving) (?:admin|player|person)",
    re.IGNORECASE,
)
"""Whoever enacts the text is spoken of, and so is asked for something."""
_IN_FORCE = re.compile(
    r"\b(?:takes? effect|takes? hold|(?:goes|go) live|"
    r"starts? (?:on|next|from|in|at|after)|valid (?:from|until|till|for|only)"
    r"|(?:only|just) for (?:this|one|a|the|two|three|\d+)|for (?:one|two|three|a|\d+) (?:day|week|month|dynasty)s? only|once there (?:is|are)"
    r"|(?:comes?|goes|go|is|are|be) (?:in|into) (?:being|existence|effect|force|play)|kicks? in"
    r"|(?:is|are|be|becomes?) (?:in )?effective(?! at\b)|retroactive(?:ly)?|retrospective(?:ly)?|postponed|delayed"
    r"|(?:only|just) (?:happens?|applies|counts?|holds?|exists?|matters?|if|when|once|until|unless|after|while|as long as)"
    r"|(?:this|that|it|these|those|which|above|changes?) (?:only |all |then |just )*(?:happens?|applies|counts?|holds?|goes ahead) (?:only )?"
    r"(?:if|when|once|until|unless|after|from|as of|provided))\b",
    re.IGNORECASE,
)
"""What is said of when, or whether at all, a change holds."""
_OUTRIGHT_DOES = re.compile(
    rf"\b(?:this|that|it|which|proposal|above|following|half|part|section|bit|also|and) "
    rf"(?:(?:also|then|now|thus|simply|just|hereby|only|\w+ly) )*{_OUTRIGHT}(?:e?s)\b",
    re.IGNORECASE,
)
"""What the text says that it does itself (``this drops ...``)."""
_NAME_NEXT = re.compile(r" (?:the )?[A-Z«]")
_PART = (
    r"(?:proposal|(?:sub-?)?rule|wording|text|name|title|sentence|paragraph|part|half|section|changes?|above|vote|post)"
)
_STIPULATES = re.compile(
    rf"\b(?:this|that|it|these|those|{_PART})\b[^.«]{{0,40}}?\b(?:lapses?|expires?|assum(?:es?|ing)|presupposes?|hinges?|optional"
    r"|(?:can(?:no|[’'])t|cannot|may|must|should|shall|is to|will|can)(?: not| only| never)? be (?:enacted|resolved|ignored|skipped)"
    r"|(?:lives?|belongs?|goes|sits?) (?:in|under|at|to|after|before|below|above|on)|is the one)\b"
    r"|\b(?:none|neither|nothing|some|all|most|half) of (?:the above|this|these) (?:appl|happen|count|hold)"
    r"|\b(?:don[’']t|do not|hold off|wait with|wait before|before|stop) (?:you )?enact(?:ing)?\b"
    r"|\bneeds? [^.]*\b(?:votes?|quorum|majority|thirds?|unanimity)\b|\b(?:treat|count|regard|consider) (?:this|that|it|these) as\b"
    r"|\b(?:if|unless|should|as long as|in case)\b[^.]*\b(?:objects?|minds?|disagrees?|complains?|protests?)\b",
    re.IGNORECASE,
)
"""Under which terms the text is carried out."""
_ELLIPTIC = re.compile(
    r"\W*(?:and |also )?(?:ditto|idem|vice versa|likewise|same (?:with|for|in|goes)|except|excepting|excluding|apart from|other than|plus"
    r"|minus|give or take)\b",
    re.IGNORECASE,
)
"""An order whose verb stands in the sentence before."""
_TAIL = re.compile(
    r"\b(?:too|as well|throughout|everywhere(?: else)?|everything else|the same way|alike|(?:is|are) enough)\W*$",
    re.IGNORECASE,
)
"""How an order ends whose verb stands in the sentence before."""
_CORRECTS = re.compile(
    r"\b(?:final|correct|actual|real|proper|amended|revised|updated) (?:text|wording|version)\b|\bversions?\b.*\b(?:one|use|counts?)\b"
    r"|^\W*amended\b|\bmy vote\b|\bsay [A-Z]{3,}|\b(?:better|rather|make that|make it|or rather|actually):? (?:yet,? )?(?:«|(?:"
    rf"{_NUMBER})\b)|"
    rf"\b(?:sorry|oops|whoops|wait|no),? (?:that|it|this|{_PART}|the {_PART}|I meant?) \b|\b(?:correction|erratum|corrigendum|errata)\b"
    rf"|\b(?:should|shall|was meant to|were meant to) (?:be|have been|have read|have said|read|say) (?:{_NUMBER}\b|called|named|«)"
    rf"|\bI (?:meant|mean) (?:to (?:write|say)|{_NUMBER}\b|«)|\bwhere I (?:wrote|said|put)\b",
    re.IGNORECASE,
)
"""What mends something that was said before."""
_PLEADS = re.compile(
    r"(?<!comments )(?<!comments, )(?<!thoughts, )\bplease\b(?! (?:be|tell|let|comment|vote|discuss|note|bear|forgive|excuse|see|feel)\b)"
    r"|\b(?:may|shall|can|gets? to) (?:choose|decide|pick|select)\b|\b(?:trumps?|overrides?|overrules?|precedence|owes?|count me)\b"
    rf"|\bfeel free to (?:also |then |just )?(?:{_CHANGING}|tweak|tidy|polish)\b"
    r"|\b(?:can|may|might) be (?:tidied|reworded|fixed|corrected|cleaned|adjusted)\b(?![^.]*\b(?:later|future|afterwards|next)\b)",
    re.IGNORECASE,
)
_TELLS_WHAT_TO_DO = re.compile(
    r"\W*(?:and |also |then |just |simply |so |oh,? |p\.?s\.?:? |n\.?b\.?:? )*"
    + _one_of(
        "use take read treat leave keep bump trim cut chop axe kill bin nuke ditch lose throw place list mark hold lower raise increase"
        " decrease reduce assume expand shrink tweak swap note"
    )
    + r" (?:(?:out|off|down|up) )?(?:the|my|all|any|each|every|this|that|these|those|[\w-]+[’']s|«\d+»)(?! (?:hint|mind|way|day)\b)",
    re.IGNORECASE,
)
_RULE_DOES = re.compile(
    r"\b(?:the|this|that|said)(?: new)?(?: [A-Z][\w’']+)? (?:sub-?)?rule (?:also |now |then |thus )?"
    r"(?:gets?|loses?|receives?|goes|can go|may go|has to go|must go|is (?:gone|out|dead|history))\b"
    r"|\b(?:bye|goodbye|farewell|so long|RIP|no more),? [^.]*\brules?\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"(?:please|kindly|(?:and |also )?(?:can|could|would|will) (?:(?:the |an |any |some )?(?:[\w-]+ )?admin|whoever|someone|somebody|you)\b)",
    re.IGNORECASE,
)
_WORDING = re.compile(
    r"\b(?:mentions?|instances?|occurrences?|references?) (?:of|to) .*\b(?:becomes?|goes|go|should|shall|must|now|turns?)\b"
    r"|\bwhere(?:ver)? it (?:says|reads)\b.*\b(?:write|read|put|say)\b",
    re.IGNORECASE,
)
_OBLIGES = re.compile(r"\b(?:should|shall|must|is to|are to|ought to|needs? to) be\b", re.IGNORECASE)
_OPERATIVE = re.compile(
    r"\b(?:only|unless|conditional|depend(?:s|ing|ent)?|requires?|subject to|appl(?:y|ies)|takes? effect|both or neither|likewise"
    r"|the same (?:goes|in|for|change|applies)|as above|is to|are to|should|shall|must|ought|becomes?|instead|goes)\b"
    r"|(?<!wonder )(?<!even )(?<!as )(?<!see )\bif\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:I|I[’']\w+|me|my|mine|we|we[’']\w+|us|our)\b"
    r"|\b(?i:was|were|had|did|said|says|saying|called|asked|answered|replied|cried|wrote|used to|concerns?|about)\b"
    r"|^\W*(?:This|That|These|Those|It|Its|They|He|She|There|Here|Currently|Note|See|Thanks|Hopefully|Nobody|Everybody|Maybe|Perhaps)\b"
)
_ADMIN = re.compile(r"(?:the |any |an )?(?:[\w-]+ )?admin\b", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:said|says|wrote|writes|for reference|currently|at present|reminder|quot\w+|example|flavou?r|commented|posted"
    r"|as it stands|recall)\b",
    re.IGNORECASE,
)


_ON_THE_TEXT_ITSELF = (
    _NOTHING,
    _AT_ENACTMENT,
    _WORDING,
    _TAKEN_BACK,
    _ENACTOR,
    _IN_FORCE,
    _STIPULATES,
    _CORRECTS,
    _PLEADS,
    _RULE_DOES,
)
"""What is said of the text that is read rather than of the game, and so is never mere talk."""


def is_request(shape: str) -> bool:
    """Whether a question asks somebody to change something (``could the admin add ...?``)."""
    return bool(_REQUEST.match(shape) or _ENACTOR.search(shape)) and bool(_CHANGE_WORD.search(shape))


def is_imperative(shape: str) -> bool:
    """Whether a sentence begins as an order to change something does, wherever its place adverbials stand."""
    return bool(_IMPERATIVE.match(_LABEL.sub("", shape))) and bool(_ABOUT_RULES.search(shape) or _HARD.match(shape))


def looks_like_instruction(shape: str) -> bool:
    """Whether a sentence outside quotations looks like an instruction, behind a label (``Optional: ...``) or without one."""
    label = _ANY_LABEL.match(shape)
    behind = shape[label.end() :] if label else ""
    return _looks_like_instruction(shape) or bool(behind and _HARD.match(behind))


def _looks_like_instruction(shape: str) -> bool:
    """Whether a sentence outside quotations looks like an instruction: a verb of change with something to change.

    Questions are none. What merely muses (``one might add rules some day``) is none unless it names a rule or quotes. What
    quotes and is not plainly talk is taken for one.
    """
    words = shape.rstrip()
    if words.endswith("?"):
        return False
    if any(pattern.search(words) for pattern in _ON_THE_TEXT_ITSELF):
        return True
    if any(pattern.match(words) for pattern in (_HARD, _DOES, _ELLIPTIC, _TELLS_WHAT_TO_DO)) or _says_what_it_does(
        words
    ):
        return True
    if _TAIL.search(words) and not _TALK.search(words):
        return True
    has_change = bool(_CHANGE_WORD.search(words))
    if _ADMIN.match(words) and has_change:
        return True
    if not _ABOUT_RULES.search(words):
        return False
    if (
        is_imperative(words)
        or _PASSIVE.search(words)
        or _OBLIGES.search(words)
        or (has_change and _CERTAIN_RULE.search(words))
    ):
        return True
    return "«" in words and (bool(_OPERATIVE.search(words)) or not _TALK.search(words))


def _says_what_it_does(shape: str) -> bool:
    """Whether the text says of itself that it changes a certain rule (``this part deletes Tides``)."""
    found = _OUTRIGHT_DOES.search(shape)
    return found is not None and bool(_CERTAIN_RULE.search(shape) or _NAME_NEXT.match(shape, found.end()))


def would_order(shape: str) -> bool:
    """Whether a sentence with a condition orders something if the condition holds."""
    after = shape.split(",", 1)[-1].strip()
    return (
        looks_like_instruction(shape)
        or is_imperative(after)
        or orders_value(after)
        or bool(phrase(_CHANGING).match(after))
    )


def quotes_somebody(shape: str) -> bool:
    """Whether a sentence says that what follows it is a quotation of somebody, or how something reads now."""
    return bool(_TOLD.search(shape))


_BESIDE = re.compile(
    r"\b(?:I|I['’](?:m|d|ve|ll)|[Mm]y|[Ww]e|[Ww]e['’](?:re|ve)|[Oo]ur|[Pp]lease|[Hh]opefully|[Tt]hanks|(?:[Tt]his|[Mm]y) proposal"
    r"|[Vv]ote (?:FOR|for)|FOR|(?:this|it) (?:passes|depends)|passing|passes|depends on)\b|^\s*(?:[Aa]nd|[Aa]lso|[Ii]f this)\b"
)


def is_said_beside(part: str) -> bool:
    """Whether a part of what may be a rule's new text speaks to voters, of its author, or of the matter itself."""
    return _BESIDE.search(part) is not None
