"""The commonest words of some languages, which say nothing about what a text is about."""

from __future__ import annotations

ENGLISH = "english"

# Snowball algorithm to words. Words that carry a question's meaning in some notes ("not", "no", "off", "against")
# are left out.
STOP_WORDS = {
    ENGLISH: """
        a about also am an and any are aren't as at be because been being but by can can't could did didn't
        do does doesn't doing don't for from get had has have having he her here hers him his how i i'm if
        in into is isn't it it's its itself just let me might must my of on or our ours please shall she
        should so some such than that the their theirs them then there these they this those to too us very
        was we were what what's when where which while who whom whose why will with won't would you your
        yours
    """,
    "german": """
        aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den
        denn der des dessen dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem
        einen einer eines er es etwas euch euer für gibt habe haben hat hatte hatten heißt hieß ich ihm ihn
        ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann können lange man
        mein meine mich mir mit muss müssen nach noch nun nur ob oder oft sein seine seinem seinen seiner
        sich sie sind so soll sollte sollten und uns unser unsere viel viele vielen vom von vor wann war
        waren warum was welche welchem welchen welcher welches wem wen wenn wer werden wie wir wird wo wofür
        woher wohin worden wozu wurde wurden zu zum zur über
    """,
    "french": """
        ai ainsi alors après au aux avec avoir c ce cela ces cet cette ceux chez comme comment d dans de des
        donc dont du elle elles en est et eu fait faut il ils j je l la le les leur leurs lors lui ma mais
        me mes moi mon n ne nos notre nous on ont ou où par peut peuvent plus pour pourquoi qu quand que
        quel quelle quelles quels qui quoi s sa se ses si son sont sur ta te tes toi ton tu un une vos votre
        vous y à étaient était être
    """,
    "spanish": """
        a al algo como con cual cuando cuál cuáles cuándo cuánto cuántos cómo de del desde donde dónde e el
        ella ellas ellos en entre era es esa ese eso esta estas este esto estos está están fue fueron ha han
        hay la las le les lo los me mi mis muy más nos o para pero por porque puede pueden que quien quién
        qué se ser si sobre son su sus sí también te tiene tienen tu tus un una unas uno unos y ya yo él
    """,
    "portuguese": """
        ao aos as com como da das de dela dele depois do dos e ela elas ele eles em entre era essa esse esta
        este está eu foi foram há isso isto já lhe mais mas me meu minha muito na nas no nos num numa o os
        ou para pela pelas pelo pelos pode podem por porque quais qual quando que quem se ser seu seus sua
        suas são também te tem têm um uma umas uns você vocês à às é
    """,
    "italian": """
        ai al alla alle allo anche c che chi ci come con cosa cui da dal dalla dalle dei del della delle
        dello di dove e ed era essere gli ha hanno ho i il in io l la le lei lo loro lui ma mi mio nei nel
        nella nelle noi o per perché più può qual quale quali quando quanto quello questa queste questi
        questo qui se sei si sia sono su sua sue sul sulla suo suoi tra tu un una uno voi è
    """,
    "dutch": """
        aan al als bij dan dat de deze die dit door dus een en er ge haar had heb hebben heeft hem het hij
        hoe hun ik in is je kan kunnen maar me meer met mij mijn moet moeten naar nog nu of om omdat onder
        ons onze ook op over te tot uit uw van veel voor waar waarom waren wat we welk welke werd wie wij
        worden wordt ze zich zij zijn zo zou
    """,
    "swedish": """
        alla att av blir de dem den denna deras dess det detta dig din du där efter eller en ett från för ha
        hade han hans har hon hur här i in inom inte jag kan kunna man med men mig min mot ni nu när och om
        oss på samt ska skulle som så till under upp ut vad var varför vem vi vid vilka vilken vilket är
        över
    """,
    "polish": """
        a aby ale bez byli być był była było ci co czy dla do gdy gdzie go i ich ile im jak jaka jaki jakie
        jako jest jeśli już kiedy kto która które który lub ma mi może my na nad nie niej nim o od oraz po
        pod przez przy się są ta tak także tam te tego tej ten to tu ty w we więc z za ze że
    """,
    "turkish": """
        acaba ama ancak bana bazı ben beni benim bir biz bu bunu bunun da daha de değil diye en gibi hangi
        hem her ile ise için kadar ki kim mi mu mü mı nasıl ne neden nerede o olan olarak oldu olduğu onu
        onun sen ve veya ya çok şey şu
    """,
    "russian": """
        а без бы был была были было быть в вам вас во вот все всех вы где да для до его ее если есть еще же
        за и из или им их к как какая какие какой когда кто ли между меня мне может мой мы на над нас наш не
        него нее но ну о об он она они оно от по под после почему при с сам свои себя со так также там то
        того тоже только ты у уже чего чем что чтобы эта эти это этого этой этот я
    """,
    "arabic": """
        أن أو أي إذا إلى إن اذا ال التي الذي الذين اللذين بعد به بها بين تلك تم ثم حتى حيث خلال ذلك على عليه
        عليها عن عند غير في فيه فيها قبل قد كان كانت كل كم كما كيف لا لم لماذا لن له لها ما ماذا متى مع من
        منه منها هذا هذه هل هم هناك هو هي و وقد وكان ولا وهو وهي يكون
    """,
}
# Words of other languages that English texts hold for another reason ("comment on", "the art of").
ALSO_ENGLISH = """
    all art come comment den des die dies do due elle es hat hier man men more non or par per plus pod pour son war
"""
