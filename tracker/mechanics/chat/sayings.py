"""Ways to say what people do in more than one game, in the form that frames take; a game names its own slots alike."""

JOIN = (
    "join|rejoin|play|enter game? round? cycle? want? in? with? us? coup?",
    "become|be player game? round? cycle? of? one? a?",
    "count|sign|add|put|include|enlist|enroll|write me player|game|round in? up? down? as? to? for? among? players?",
    "count!|sign!|deal! me in|up",
    "make me player",
    "- player more one? let? me? in?",
)
LEAVE = (
    "leave|quit|exit|depart|abandon game? round? cycle? from?",
    "stop|cease|quit player|playing game? round? being? to? be?",
    "drop|bow|back|opt|check out game? round? of? from?",
    "withdraw|retire game|round from? of?",
    "remove|take|strike|scratch|cross|count me game|player|players|round from? as? off? out? list? of?",
    "consider me longer|more player no? any?",
    "tender|submit|announce|give resignation game|round my? from? of?",
    "- player longer|more no any?",
)
ACCEPT = (
    "accept|consent|agree|take|approve {offer} offer|trade|deal|swap|bargain|proposal|terms done? accepted? to? it? this? that? of?",
    "accept|consent|agree|deal|approve {offer} offer? trade? deal? done? accepted? to?",
    "take {offer} it|that|this|one",
    "- {offer} yes|accepted to? from? on? offer? trade?",
)
WITHDRAW = (
    "withdraw|cancel|retract|scratch|revoke|rescind|void|pull {offer} my? offer? trade? to? with? for?",
    "take|pull {offer} back offer|trade|deal my?",
    "- {offer} off table offer? trade? my? is?",
    "be {offer} cancelled|withdrawn|retracted offer? trade? my?",
    "- {offer} cancelled|withdrawn|retracted offer? trade? my? is?",
)
RESIGN = (
    "resign|step|stand|retire judge|judgeship|office|bench down? as? from? of?",
    "relinquish|surrender|renounce|vacate|quit|leave|abdicate|give judge|judgeship|office|gavel|bench as? of? post? seat? position? role? up?",
    "stop|cease judge being? to? be?",
    "tender|submit|announce|give resignation judge my? as?",
    "- judge longer|more no? any?",
)
REMOVAL = (
    "assent|agree|support|second|approve|back|consent judge removal|remove|removing|kick|dismissal|oust|ousting too? to? of? out? as? from? office?",
    "assent|agree|support {person} removal|remove|removing judge? office? from? to? of? my? as?",
    "count me judge removal|remove|kick out? of? office? one? two? for? as?",
    "have! judge assent removal|removing|remove my? for? as? you? of? to?",
)
REQUEST = (
    "request|ask|seek|demand|petition|call|beg {text} justice|ruling|judgment|judgement|judge formal? formally? for? to? rule? on? request? this?",
    "submit|bring|put|pose|refer {text} justice|ruling|judgment|judgement|judge statement? question? request? for? to? before? this? following?",
    "- {text} justice|ruling|judgment|judgement|rfj request? for? formal? of? judge? on? to?",
    "- {text} request judge|formal for? to? judge?",
)
CONFIDENCE = (
    "call|start|initiate|request|hold|open|propose|demand|want {ruling} confidence vote? ruling? of? on? for? about? in? no?",
    "vote {ruling} confidence ruling? of? on? about? in? no?",
    "- {ruling} vote confidence ruling? of? on? about? in? no?",
)
OVERTURN = (
    "overturn|reverse|revoke|rescind|annul {ruling} ruling? my? own? on?",
    "vote {ruling} overturn|overturning|overturned against? for? to? on? ruling? my?",
    "say {ruling} overturn on? ruling?",
    "- {ruling} overturn ruling? vote? my? is? from? me? on? for?",
)
AFFIRM = (
    "affirm|uphold {ruling} ruling? vote? on? to?",
    "vote {ruling} affirm|affirming|uphold for? to? on? ruling? my?",
    "say {ruling} affirm on? ruling?",
    "- {ruling} affirm ruling? vote? my? is? from? me? on? for?",
)
