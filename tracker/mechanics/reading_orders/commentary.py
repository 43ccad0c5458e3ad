"""Commentary: which sentences beside the orders are mere talk, by a closed list of what may pass for such.

What is ignored unread makes a wrong enactment of the whole. So a sentence passes only where it is of a known kind of talk (a
thought, a reason, thanks, a question, a judgement, a story told in the past) and holds no word by which people order, claim,
limit or take back something; whatever else they write beside their orders is for people to read.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tracker.mechanics.reading_orders.plain_remarks import is_plain_remark
from tracker.mechanics.reading_orders.vocabulary import ERA, ORDER, SECTION, SECTION_NOUN, Phrasebook


def _any(phrases: str) -> str:
    """A pattern of any of these phrases, which are parted by strokes, as words of their own."""
    alternatives = "|".join(re.split(r"\s+/\s+", phrases.strip()))
    return rf"\b(?:{alternatives})\b"


# --- what no talk holds -----------------------------------------------------------------------------------------------

_TAKES_BACK = (
    _any(
        r"""
    just kidding / only joking / ignore / disregard / forget (?:it|that|the|about|what|all) / scratch
    / strike that / never ?mind / withdrawn? / on (?:second|further) thoughts? / oops / whoops / correction
    / wait, no / i meant? / make that / should (?:read|say|be an?) / may also be / call (?:it|the|this|that)
    / or rather / skip / instead / rather than / opposite / leave (?:it|that|them|this|the|those) / omit
    / better yet / (?:is|was) (?:just |only |all )?(?:a joke|a test|in jest)
    """
    )
    + r"|^\W*(?:edit|erratum|or|actually|no(?! (?:idea|reason|doubt|offen[cs]e|harm)\b)|not(?! (?:much|sure|a fan"
    r"|the best|that i)\b)|sorry, (?:that|it|i))\b|\bs/[^/]+/[^/]*/"
)
_CORRECTS = (
    _any(
        r"""
    got (?:the \w+|it|that|this) wrong / (?:was|is|were) (?:a|my) mistake / my mistake / cancell?ed / change of heart
    / in mind / (?:was|were) (?:meant|tied) / (?:name|wording|title) (?:was|were|is better) / (?:was|is) better(?=\W*$)
    / backup / back-up / tied to / the case (?:that|where|of) / (?:it|this|that) (?:was|were) (?:for|to) / was to be
    """
    )
    + r"|\b(?:maybe|perhaps|a bit of|rather) (?-i:(?!I\b)[A-Z]\w+)|\b(?:thought|think) (?:it|that|this) was (?-i:[A-Z])"
    r"|\b(?:agreed|settled|decided|hopefully|maybe|perhaps|probably|planned|set)\b[^.]*\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
"""By which a writer takes back or mends his own words, or ties them to something."""
_DEALS = (
    r"\b(?:makes?|gives?|brings?|sends?|puts?|takes?|moves?) (?:the |an? )?(?-i:(?!I\b)[A-Z][\w']*)"
    r" (?:back |over |down |up )?(?:the |an? |to |from |in )*(?-i:[A-Z]|back\b)"
)
"""That a named thing or person gets, or comes to, another."""
_LIMITS = (
    _any(
        r"""
    void / null / contingent / conditional / subject to / takes? effect / immediately / enacts / unless
    / provided / providing
    / only (?:if|when|once|until|after|while|lasts?|appl(?:y|ies)|counts|happens|works|takes|for|with|on|by|exists?)
    / assum(?:es?|ing) / as long as / valid / in force / until / till / lasts? (?:for|until|only|as|\d\w*)
    / lapses? / expires? / pending / approv(?:al|es) / consents? / permission / optional(?:ly)? / effective
    / henceforth / hereby / hereafter / from (?:now|today|tomorrow|next|then|here|\w+day|midnight|noon)
    / in case / in the event / otherwise / else / except / excepting / excluding / apart from / other than
    / depend(?:s|ing|ent)? / requires? / before (?:\w+day|it|this|noon) / by \w+day / forgotten / not yet
    / temporar(?:y|ily) / for (?:this|one) (?:week|day|month) / retroactive(?:ly)? / at once / goes live
    """
    )
    + r"|^\W*(?:appl(?:ies|y)|starting (?!small)|beginning|from|only|for (?!discussion)|until|before|after"
    r"|by (?!the way)|on|at (?!the moment|present)|with (?!thanks|apologies)"
    r"|within|in|under|once|when(?:ever)?|where|while|during|had|should (?!be )|were|upon)\b"
    r"|(?<!see )(?<!know )(?<!wonder )(?<!even )(?<!as )(?<!ask )(?<!sure )(?<!me )\bif\b(?! (?:anything|you ask|i missed))"
)
_CLAIMS = _any(
    rf"""
    no longer / (?:is|are|has|have|can|to|be) now
    / (?<!right )now (?:has|have|costs?|gives?|takes?|gets?|needs?|works?|means?|reads?|says?|an?|the|is|are|be|in|on|at|free|legal|called|known)
    / (?:is|are) made / gets? / gains? / loses? / becomes? / became / {ERA} (?:begins|ends) / wins?
    / achieve[sd]? / starts? (?:with|at|out|on|off) / defaults? / costs? / supersedes? / replace[sd]?
    / goes (?!on |without|wrong|to show|unused)\w+ / (?<!how it )goes(?=\W*$) / gone(?! through| over) / belongs?
    / resets? / scuttled / repeal(?:s|ed)? / removed / deleted? / dropped / corrected / added
    / exempt(?:ed|ion)? / (?:il)?legal(?:ly)? / upheld / invalid / inactive / active / counts?
    / (?:do|does)n't count / (?<!as it )(?<!as things )stands? (?!out)\w+ / stands?(?=\W*$) / stays?
    / remains? / survives? / retain(?:s|ed)? / carr(?:y|ies) over / kept
    / keeps? (?!it\b|things|an eye|us\b|me\b|thinking)\w+ / keep(?=\W*$) / exceptions? / in (?:the )?future
    / say (?:we|that we|let) / let's [^.]*\b(?:for (?!fun)|in|on|until|without)
    / (?:both|all|none|neither|half|each|all \w+)(?: of them)? (?:went|go|stay) / unchanged / reinstated
    / restored / capped / cap
    / maximum / minimum / at (?:most|least) / limited / forbidden / allowed / permitted / entitled / banned
    / owes? / pays? / receives? / earns? / equals? / unmasked / the number of / short for / spel(?:t|led)
    / renamed / defined / stands for / throughout / everywhere / elsewhere / likewise / ditto / idem
    / vice versa / as above / and so on / the same / same (?:for|in|with|goes) / is an? (?:sub-?)?rule of
    / should (?:cost|come|go|have) / worth \d+ / dies / is dead / are (?:dead|out)
    / is (?:out|history|off|up|done|over|free|open|closed|dark|lit) / are free
    / (?:an?|the) (?:\w+ )?(?:passengers?|players?) (?:may|can)
    """
) + (
    r"|->|→|=>|(?<![\w.])[-+−]\d|\b(?:to|up to|down to|back to|at) \d+\b(?! (?:per|%|hours|days|weeks|people))"
    r"|^\W*(?:[\w’']+ ){1,3}(?:is|are): |: \d"
    r"|(?-i:\b(?:is|are) (?:the |an? )?[A-Z][a-z]+\b(?!'s))|\b(?:is|are) (?:mine|yours|his|hers|theirs)\b"
    r"|\bthere (?:is|are|will be) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|only|exactly)\b"
)
_HOPED_FOR = (
    "fun|fine|clear|easy|enough|obvious|good|interesting|ok|okay|nice|simple|safe|straightforward|self|quick|more|balanced"
    "|fair|worth|pretty|quite|harmless"
)
_ALLOWS = _any(
    rf"""
    must / shall / (?:is|are|am) to / has to / have to (?!say|admit|ask|wonder|wait)\w+ / ought
    / may(?! (?:be (?:wrong|worth|fun)|have|well|seem|as well))
    / can(?:no|')t (?!be sure|say|think|see|wait|decide|hurt|help|remember|believe|imagine|complain)\w+
    / (?:must|can|could|should) not / (?:can|could|may)(?: be)? (?:also|then|each|now) / free to / whoever
    / whichever / at random / randomly / admins? / enactor / enact(?:s|ed|ing)?
    / fix (?:up )?(?:the|any|your|my) / typos? (?:may|can|should) / anyone (?:in|with|who|may|can)
    / everyone (?:in|with|who)
    / should(?!(?: \w+ly)? be (?:{_HOPED_FOR})| do (?:it|the trick)| help| suffice| make (?:it|things)| work| speed| we\b| i\b)
    """
)
_PARTS = _any(
    r"""
    sub-?rules? / sentences? / paragraphs? / italics? / italici[sz]ed / bold(?:ed)? / brackets? / bracketed
    / parenthes[ei]s / headings? / titles? / sections? / footnotes? / asterisks? / bullets? / text / half
    / clauses? / part \w+ / the (?:above|below|following)
    / (?:everything|anything|stuff|changes?|listed|see|as) (?:above|below)
    / (?:first|second|third|last|final|other|previous|next) (?:bit|part|half|line|word|step)
    / the rest of (?:it|this) / tags?
    """
)
_PLACES = (
    rf"\b(?:a|an|the) (?:{SECTION}|{SECTION_NOUN}) (?:rule|matter|change)\b|\b(?:sub-?)?rule of\b(?! its own)"
    r"|^\W*(?:it|this|that|they|these|those|the (?:new|rule|name))\b.*\b(?:goes?|comes?|placed?|sits?|lives"
    r"|under|beneath|at the (?:top|end|start|bottom))\b"
    rf"|^\W*(?:place|put|bin|kill|ditch|nuke|veto|{ORDER}|raise|lower|also|plus|with an? |and an? |same"
    rf"|no more)\b|^\W*in [A-Z“\"]|^\W*(?:see|check|look|refer|consult)\b.*\bfor (?:the|my|its|their)\b"
    r"|^\W*(?:the )?(?:more |exact |full )?(?:details?|wording|numbers) (?:were|are|is|was) (?:in|on|at|under)\b"
    r"|\b(?:this|it|that|they|these)\b were (?:an? )?(?-i:[A-Z])"
    r"|\b(?:i|we)\b.*\b(?:it|this|that|them|these)\b (?:\w+ )?(?:under|beneath|near|next to|beside|above|below|at the|on top)\b"
)
_VERBS = (
    "(?:get|gain|lose|take|move|leave|scrap|drop|repeal|make|allow|set|give|put|remove|delete|change|declare|appoint|receive"
    f"|start with|keep|reset|rename|add|become|swap|merge|{ORDER})"
)
_ORDERS = (
    rf"\b(?:I|we|you|let us)(?:'ll|'d| will| also| now| hereby| then| simply| just| all| both| each)* {_VERBS}\b"
    r"(?! (?:sense|that point|the point|it a (?:try|go)|us|me|up|a look|the feeling|the idea))"
    r"|\blet's (?!see|try|stop that|start over|go\b|hope|face it|discuss|fix that|do this|do it|move on"
    r"|be honest|get (?:this|started|going)|give (?:\w+ ){1,3}an? (?:\w+ )?(?:chance|try|go|break)"
    r"|have fun|make (?:it|things) (?:\w+ )?(?:more|less|easier|harder|fun|interesting))"
    r"|\b(?:please|kindly|feel free)\b(?! (?:be|tell|let|comment|vote|discuss|note|bear|forgive|excuse|see"
    r"|feel)\b)|\bneeds? to be\b"
    r"|\bget(?:s|ting)? rid\b|\btime to\b"
)
_LAW_WORDS = (
    _any(
        r"""
    each / every (?!day|week|time|one\b|now)\w+ / without / only(?=\W*$) / read \w+ as / meant (?:for|as) / (?:told|asked) [^.]*\b(?:could|may)
    / (?:was|were) (?:moved|set|given|made|changed|put|reset|sent|added|removed|renamed)
    """
    )
    + r"|(?<!than )\b(?:(?!(?:19|20)\d\d\b)\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fourth|fifth)\b"
    r"(?!-|[ -](?:\w+ )?(?:days?|weeks?|months?|years?|hours?|minutes?|times?|people|players|votes?|comments|posts|proposals|attempts)\b)"
    r"|(?-i:\b(?!I\b)[A-Z][a-z]+(?: (?!you\b|I\b|we\b)[\w']+){0,4} (?:can|may) (?!be\b)[a-z])|\b(?:stops?|prevents?) (?-i:[A-Z]\w+) from\b"
)
"""Words of law, and numbers of what is counted in a game."""
_POSTPONES = (
    r"\b(?:do|doing|make|making|see|seeing|have|propos\w+|chang\w+|happen\w*|pass\w*"
    r"|submit\w*)\b[^.]{0,25}\b(?:this|these|it|that)\b[^.]{0,30}"
    r"\b(?:later|some ?day|one day|next|another (?:day|time)|future|tomorrow)\b|^\W*(?:later|some ?day|one day"
    r"|next (?:week|time|month)|tomorrow)\b"
)
_NEVER_TALK: tuple[tuple[str, str], ...] = (
    (_TAKES_BACK, "it may take something back"),
    (_CORRECTS, "it may mend the writer's words, or tie them to something"),
    (_DEALS, "it may say what somebody or something gets or becomes"),
    (_LIMITS, "it may say under which terms the orders hold"),
    (_CLAIMS, "it may claim that something is so from now on"),
    (_ALLOWS, "it may allow, demand or forbid something"),
    (_PARTS, "it may speak of a part of the text"),
    (_PLACES, "it may say where something goes"),
    (_ORDERS, "it may order something"),
    (_POSTPONES, "it may put something off"),
    (_LAW_WORDS, "it may say how much, for whom or how something is to be"),
)
"""What a sentence that is mere talk does not hold, with what it may be where it does."""

# --- what talk is -----------------------------------------------------------------------------------------------------

_ADVERB = (
    r"(?:(?:just|also|quite|still|never|always|once|really|only|both|all|do|did|don't|didn't|do not|did not|already"
    r"|kind of|sort of|would|\w+ly) )*"
)
_THOUGHT = rf"(?:i|we|you)(?:'m|'re|'ve|'d|'ll| am| are| have| had| will| can| could| would)? ?{_ADVERB}" + _any(
    r"""
    think / thought / know / knew / hope[ds]? / wonder(?:ed|ing)? / believed? / guess / suspect(?:ed)?
    / feel / felt / liked? / loved? / hated? / dislike / noticed / reali[sz]ed? / agreed? / discussed
    / considered / saw / see / say / said / tried / trying / understood / understand / gone through / been
    / not sure / sure / aware / open to / happy / glad / sorry / tired / afraid / worried / curious / fond
    / told / meant to / wanted / had / found / read / suppose / imagine / figured / mentioned
    / talked / expect / missed / enjoy / considering / thinking / hoping / working / looking / stuck / bored
    / follow this up / be surprised / a fan / no fan / new here / need something / can't think / wrote
    / can't see / can't decide / can't wait / used to
    """
)
_MINE = r"(?:my|our) (?:\w+ ){0,2}" + _any(
    r"""
    has been / have been / was / were / thoughts? / thinking / reasoning / idea / hope / aim / goal
    / intention / apologies / guess
    """
)
_THANKS = "(?:many |with |a )?" + _any(
    r"""
    thanks?(?! to (?:this|that|it|these)\b) / credit / kudos / props / hat tip / h/t / cheers / inspired
    / based (?:loosely )?on / borrowed / stolen / adapted / following (?:on|up)
    / as (?:[\w’']+ ){0,2}(?:discussed|suggested|promised|mentioned|pointed out|noted|agreed|requested|usual|ever)
    / apologies / sorry (?:for|about|to|if|but) / sorry(?=\W*\w*\W*$) / congratulations / welcome
    / see (?:the (?:discussion|chat|thread)|also|what|@) / re-?submitted
    / (?:comments|feedback|thoughts|suggestions|opinions)\b[^.;:]*\b(?:welcome|appreciated) / here we go / so long / happy to (?:hear|discuss|take)
    """
)
_JUDGED = _any(
    r"""
    small / little / simple / quick / easy / fun / fine / fair / unfair / nice / good / great / bad / boring
    / cheap / expensive / interesting / useful / useless / unclear / clear / strange / odd / weird / silly
    / better / worse / easier / harder / simpler / overdue / perfect / annoying / confusing / clunky
    / broken / pointless / worthless / powerful / overpowered / weak / slow / fast / steep / cold / quiet
    / loud / late / early / short / important / harmless / obvious / tricky / messy / dull / bland / cramped
    / redundant / lonely / sad / wrong / much / bit / start / step / change / shame / mess / joke / idea
    / thought / attempt / experiment / loophole / oversight / mistake / problem / reason / compromise / nod
    / tribute / flavou?r / housekeeping / mostly / meant to / supposed / intended / probably
    / been (?:bothering|on my|annoying|bugging|unclear|too) / never been used / self-explanatory
    / dark in (?:there|here)
    """
)
_THIS = (
    r"(?:this|that|it|which|these|those|they|there)(?:'s| is| are| was| were| would be| could be| might be"
    r"| has been| has| have| will be| should be)"
    rf"(?: \w+ly| not| just| a| an| the| too| very| pretty| quite| rather| far| still| also| way| so| kind of"
    rf"| some| currently| simply| no| really)* {_JUDGED}"
)
_EFFECT = (
    r"(?:this|that|it|these|they)(?: would| could| might| should| will| also| just| hopefully| simply)* "
    + _any(
        r"""
    makes? / feels? / seems? / looks? / sounds? / reads? / helps? / adds? / gives? / fix(?:es)? / closes?
    / speeds? / clears? up / tid(?:y|ies) / simplif(?:y|ies) / brings? / means? / confuses? / needs?
    / deserves? / matters? / bothers? / works? / prevents? / stops? / solves? / avoids? / addresses
    / encourages? / discourages?
    """
    )
    + r"[^\d“\"]*"
    + _any(
        r"""
    more / less / easier / harder / fun / sense / clearer / interesting / better / worse / simpler / faster
    / useful / worth something / odd / wrong / fair / chance / reason / incentive / purpose / meaning
    / loophole / problem / issue / bug / hole / gap / scam / oversight / ambiguity / things / colou?r
    / flavou?r / life / spice / variety / up / nice / good / alive / well / confuses new players
    """
    )
)
_SOMEBODY = (
    r"(?:nobody|no one|everybody|everyone|somebody|someone|people|players|most of us|few of us|some of us)(?:'s"
    r"|'ve| has| have| had| is| was| were| will)?"
    r" ?(?:ever |really |even |already |just |all |been |going to )*"
    + _any(
        r"""
    use[sd]? / using / touched / enforces / reads / cares? / noticed? / wants? / knows? / knew / answered
    / asked / asking / complained / remembers? / likes? / understands? / understood / said / spoke / laughed
    / waits? / thought / thinks? / forgot / wrote / tried
    """
    )
)
_NOW = _any(
    r"""
    currently / right now / at (?:the moment|present) / as (?:it stands|written|things stand) / these days
    / lately / honestly / right, so
    """
)
_REASON = r"(?:because|since|so that|given that|just to|mostly to)\b[^,;]*$"
_FRAGMENT = _any(
    r"""
    just (?:an?|some|because|closing|fixing|trying|for fun|flavou?r) / another (?:attempt|step|try|small)
    / an attempt at / trying to / adding (?:a bit of|some) (?:noise|flavou?r|colou?r|spice)
    / closing (?:a|the) / fix(?:es|ing) (?:a|an|the|that) / closes (?:a|an|the|that)
    / simple (?:enough|housekeeping) / simply / quick fix / small (?:fix|change|step) / short and / probably
    / seems? / sounds (?:good|like) / should be fun
    / should be (?:self-explanatory|easy|interesting|clear|fine|good|simple|enough) / long overdue
    / more (?:on|details|about|nautical) / some things that / starting small / something for / building on
    / nothing fancy / not much / no idea (?:why|who|what|how) / only fair / third time
    / (?:first|second) attempt / first proposal / typo patrol / self-explanatory / credit where / hopefully
    / maybe / perhaps / mostly flavou?r / meow / for discussion
    / the (?:idea|point|reason|aim|goal|intention|thinking|hope) (?:is|was|being|here|behind)
    / the rest of the \w+ (?:comes|will come|follows) / a (?:bit of|small|little|quiet|modest|touch of)
    / one or the other / tl;dr / fingers crossed / time will tell / that is (?:all|it) / that's (?:all|it)
    / enough said / (?:explanation|rationale|reasoning|background|motivation): / \w+ to follow / yes, i know
    / happy new year / let me know / tell me / let's give (?:\w+ ){1,3}an? (?:\w+ )?(?:chance|try|go|break)
    / let's (?:see|try|stop that|start over|hope|face it|discuss|do this|be honest)
    / (?:this|the following|what follows) (?:concerns|is about) / as it is
    """
)
_EXCLAIMED = (
    r"(?:a+r+|ar+gh|meow|miaow|squawk|ahoy|woof|moo|choo choo|toot(?: toot)?|boo|yay|hooray|hurrah|huzzah"
    r"|cheers|enjoy|ouch|ya+r+|ha(?:ha)*|lol|whee+"
    r"|ding dong|tada|voil[aà]|onwards?|all aboard|lights out|bon app[eé]tit|good luck|have fun|good night"
    r"|thank you|nice|neat|easy|pure(?:ly)? (?:cosmetic|flavou?r))(?:,? (?:all|everyone|everybody|folks|there))?\W*$"
)
_SO_MUCH = r"(?:they|it|these|he|she)(?:'s|'re| are| is) so (?-i:[a-z]+)!\W*$"
_PAST = _any(
    r"""
    was / were / had / said / says / cried / asked / answered / laughed / thought / knew / went / came
    / used to / got / did / saw / called / rolled / looked / walked / ran / fell / sat / whispered / shouted
    / nodded / sighed / smiled / stared / waited / crashed / lit / spat / turned / burned / hung / opened
    / shook / heard / found / left / told / began / grew / blew / sank / rose / slept / woke / ate / drank
    / sang / screamed / have been / has been / never trusted / have (?:found|gone|had|seen|made|come)
    / has (?:found|gone|had|seen|come|never) / decided against / never hurt / flicker(?:ed)?
    / would have (?:saved|helped|been|made|had)
    """
)
_JUDGES = _any(
    r"""
    too (?:\w+) (?:\w+)
    / too (?:cheap|slow|fast|easy|hard|strong|weak|long|short|quiet|expensive|heavy|dear|boring|powerful|complicated|vague)
    / a (?:bit|little) (?:\w+) / quite (?:\w+) / far too / boring / pointless / worthless / useless / unused
    / confus\w+ / unfair / out of hand / overpowered / silly / basically / innit / for no reason / no reason
    / makes no sense / feels? \w+ / seems? \w+ / could use some / needs? (?:something|balancing|company)
    / are great / are welcome / annoying / pile up / as it is / on nothing / (?:has|have) little to do
    / don't mind / closes it / came up with / are not amused / is bothering / appreciated / need help
    """
)
_OPENINGS = (_THOUGHT, _MINE, _THANKS, _THIS, _EFFECT, _SOMEBODY, _NOW, _REASON, _FRAGMENT, _EXCLAIMED, _SO_MUCH)
"""How talk begins."""
_SIGNS = (_PAST, _JUDGES)
"""What is nowhere but in talk: a story's past, a judgement."""
_BEFORE_TALK = (
    r"\W*(?:(?:and|but|so|also|well|yes|no|ok|okay|ps|p\.s\.?|nb|note|besides|anyway|oh|hey|hi|hello|dear)\b[\W]+)*"
)
_QUOTED = re.compile(r"[“\"]([^“”\"]*)[”\"]")
_SAYS = (
    r"“”\W*(?:\w+ ){0,3}(?:called|said|says|cried|asked|answered|whispered|shouted|laughed|replied|muttered)\b"
    r"|(?<!I )\b(?:said|says|cried|asked|answered|whispered|shouted|replied|muttered)\b[:,]? “”"
)
_PARTED = re.compile(r"(?:(?<!\s)\s+)?(?:;|[–—]| - )\s*")
_BLOCK_BEHIND = re.compile(r"[:.]\s*\[.*\]$", re.DOTALL)
_SUGGESTS = (
    r"\b(?:shall we|shall i|let's|please|would you|could you|can you|will you|unless|okay\?|ok\?|right\?"
    r"|agreed\?|deal\?|yes\?|instead)"
    r"|^\W*(?:why not|why don't we|how about|what about if|what if|and also|or)\b"
)
_ASKED = _any(
    r"""
    thoughts / comments / opinions / feedback / ideas / any(?:one|body)? / what do (?:you|people|we|others) / what could
    / who (?:would|wouldn't|doesn't|else|knows|is there) / why / how (?:hard|bad|much|many|come) / should (?:we|they|it|i|there)
    / (?:does|do|did) (?:that|anyone|anybody|it|you|people) / is (?:that|this|there|it) (?:clear|too|enough|just|ok|okay|fair|only|me)
    / am i / are we / makes sense / remember / ready / too much / or is it / was (?:it|that|this|there) / have (?:you|we|i) / sound good
    """
)
"""How a question begins that people ask in passing."""
_FATE = (
    _any(
        r"""
    keep / keeps / keeping / kept / spar(?:e|es|ed|ing) / sav(?:e|es|ed|ing) / lives? / lived / living / stay / stays / staying
    / surviv(?:e|es|ed|ing) / los(?:e|es|ing) / lost / drop / dropping / go / goes / going / went / leav(?:e|es|ing) / left
    / mov(?:e|es|ed|ing) / without / minus / not / also / bye / goodbye / farewell / sorry / own / remain / mercy / alone
    / exceptions? / affected / safe / an? rule / had it coming / out / moreover / next / needed / dead / died / die / history
    """
    )
    + r"|\btoo\W*$|\bin\W*$"
)
"""What may become of a rule that is named."""
_LETTERED = re.compile(
    r"\W*(?:(?:Part|Section|Step|Article|Chapter|Item|Change|Amendment|Proposal) "
    r"(?:[A-Z]|\d{1,2}|[IVX]{1,4}|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)[:.)]*|(?:[A-Z]|\d{1,2}|[IVX]{1,4})[:.)]+)"
    r"(?: (?:[A-Z][\w’'-]*|of|the|and|a|an|to|in|for|ends|what|they|do|does|it))*\W*"
)
_NO_LABEL = (
    r"\b(?:optional|alternativ\w*|not|or|if|instead|later|maybe|rejected|old|example|removed|repealed|deleted"
    r"|dropped|gone|added|inactive|unless|never|without|except"
    rf"|{SECTION}|{SECTION_NOUN})\b"
)
_LABEL = (
    r"(?:the )?(?:(?:actual|proposed|ruleset|rule|gamestate|following|suggested) )?(?:proposal|changes?"
    r"|effects?|amendments?|instructions?|edits?|mechanics|details)"
    r"|(?:tl;?dr|summary)|following (?:on )?(?:from )?(?:the |our |last week's |yesterday's )?(?:discussions?"
    r"|chat|conversation)(?: (?:on|in|with) [\w#' ]{1,30})?"
    r"|(?:i think |i believe )?(?:this|the following) (?:reads|works|sounds|flows) (?:better|best)|so|therefore"
    r"|hence|thus|accordingly|here goes|here we go"
    r"|here(?:'s| is) (?:my|what i) (?:proposal|attempt|try|take|suggestion|propose|suggest"
    r"|promised(?: [A-Z]\w+)?(?: on \w+day)?)"
)


def doubt_about(phrases: Phrasebook, sentence: str, titles: Collection[str]) -> str:
    """Why a sentence taken for commentary may be more than that; empty where it is plainly talk.

    ``titles`` are the names of the rules on the page and of those that the matter adds.
    """
    text = plain_words(sentence)
    if is_label(phrases, text) or not text or is_plain_remark(phrases, text, [plain_words(title) for title in titles]):
        return ""
    told = _BLOCK_BEHIND.sub("", text)
    if phrases.finds(_FATE, told) and _names(told, titles):
        return "it may say what becomes of a rule"
    if told.endswith("?"):
        return _doubt_about_question(phrases, told)
    said = _QUOTED.sub("“”", told)
    doubt = next((why for pattern, why in _NEVER_TALK if phrases.finds(pattern, said)), "")
    if doubt or _is_about_a_rule(told, titles):
        return doubt or "it may say what becomes of a rule"
    if _puts_into_a_rule(told, titles):
        return "it may say where something goes"
    if not all(is_talk(phrases, part) for part in _PARTED.split(said) if part.strip()):
        return "it is no reason, thanks, question or other plain talk"
    names = {plain_words(title).casefold() for title in titles}
    is_speech = phrases.finds(_SAYS, said)
    quoted = _QUOTED.findall(told)
    is_told = all(_key(each) in names or (is_speech and each.rstrip()[-1:] in tuple(".,!?…—-")) for each in quoted)
    return "" if is_told else "what it quotes may be wording"


def is_talk(phrases: Phrasebook, text: str) -> bool:
    """Whether a text begins as talk does, or shows a sign of it."""
    return begins_as_talk(phrases, text) or any(phrases.finds(pattern, plain_words(text)) for pattern in _SIGNS)


def begins_as_talk(phrases: Phrasebook, text: str) -> bool:
    """Whether a text begins as talk does, or is a question."""
    words = plain_words(text)
    return words.endswith("?") or any(phrases.begins(_BEFORE_TALK + pattern, words) for pattern in _OPENINGS)


def is_label(phrases: Phrasebook, text: str) -> bool:
    """Whether words above others say nothing of whether and when those are carried out: ``Part A: Barnacles``, ``Changes:``."""
    words = plain_words(text)
    if phrases.finds(_NO_LABEL, words):
        return False
    return _LETTERED.fullmatch(words) is not None or phrases.begins(rf"(?:{_LABEL})\W*$", words)


def offers_choice(phrases: Phrasebook, header: str) -> bool:
    """Whether words above others leave a choice among them."""
    return phrases.finds(
        _any(
            r"""
    one of / any of / either / options? / pick / choose / alternatives? / at most / at least / some of
    / whichever
    """
        ),
        header,
    )


def plain_words(text: str) -> str:
    """A text in straight apostrophes, on one line."""
    return " ".join(text.replace("’", "'").replace("‘", "'").split())


def _key(title: str) -> str:
    return title.strip(" ,.").casefold()


def _doubt_about_question(phrases: Phrasebook, text: str) -> str:
    """A question orders nothing, unless it suggests that something be done."""
    if phrases.finds(_TAKES_BACK, text) or phrases.finds(_SUGGESTS, text):
        return "it may ask for something"
    return "" if phrases.begins(_BEFORE_TALK + _ASKED, text) else "it is no question that people ask in passing"


def _names(text: str, titles: Collection[str]) -> bool:
    """Whether a text names one of the rules, in its own capital letters."""
    return any(re.search(rf"(?<!\w){re.escape(plain_words(title))}(?!\w)", text) for title in titles if title.strip())


def _puts_into_a_rule(text: str, titles: Collection[str]) -> bool:
    """Whether somebody speaks of something being in one of the rules: ``I wanted this to be in Alarm``."""
    names = "|".join(re.escape(plain_words(title)) for title in titles if title.strip())
    put = rf"\b(?:it|this|that|them|these|those)\b.*\b(?:in|into|at|under|inside|within|on|with) (?:the )?(?:{names})\b"
    return bool(names) and re.search(put, text) is not None


def _is_about_a_rule(text: str, titles: Collection[str]) -> bool:
    """Whether it begins with the name of a rule and says in few words what becomes of it: ``Tides: gone``."""
    words = text.strip(" \"'“”")
    return any(re.match(rf"{re.escape(plain_words(title))}\b\W*[:–—-]", words) for title in titles if title)
