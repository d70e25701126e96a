"""Words that people say about anything: no stop words of notes, but they do not tell what a thread is about."""

from __future__ import annotations

_WORDS = """
    able again all allowed already also always another any anybody anyone anything article ask asked asks back best
    better come comes common describe different else ever everybody everyone everything example exactly explain find
    fine first found gave get gets getting give given gives go goes going gone good got great happen happened happens
    happy hello help hi important information interesting keep kind know known last let like likely list long look
    looking lot made make makes many maybe mean means mention mentioned more most much name need needed needs never
    new next ok okay one only other others people person please possible put puts question really right said same
    say says see seen sentence show some somebody someone something sorry sort still sure take taken takes tell thank
    thanks thing things think time today told too took tried try two type typical use used uses using want wanted
    wants way ways well went work worked works would write yes yesterday yet

    andere anderen anderer anders bekomme bekommen bitte brauche brauchen danke darf dürfen eigentlich erzähl finde
    finden frage fragen ganz geben geht genau gehen hallo immer leute machen macht mehr mögen möchte möchten nehmen
    nein sagen sagt schon tun weiß welcher wichtig wieder wirklich wissen wollen

    aller autre autres besoin bonjour chose dire faire merci oui pouvez quelque savoir veux voudrais vouloir

    buenos cosa cosas decir favor gracias hacer hola necesito otra otras otro otros podría quiero saber

    什么 怎么 怎样 多少 多久 可以 需要 请问 为什 有没 没有 是不 不是 能不
    我们 你们 谢谢 哪里 哪个 几个 知道 时候 告诉 如何
"""

SMALL_TALK = frozenset(_WORDS.split())
