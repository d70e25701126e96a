"""Words for units, numbers and months, in the languages that notes are mostly written in."""

from __future__ import annotations

from decimal import Decimal

UNITS: dict[str, tuple[str, Decimal]] = {  # word to dimension and factor
    word: (dimension, Decimal(factor))
    for dimension, factor, words in (
        ("time", "1", "second seconds sec secs s sekunde sekunden seconde secondes segundo segundos 秒"),
        ("time", "0.001", "ms millisecond milliseconds millisekunden 毫秒"),
        ("time", "60", "minute minutes min mins minuten minuto minutos 分钟"),
        ("time", "3600", "hour hours h hr hrs std stunde stunden heure heures hora horas 小时"),
        ("time", "86400", "day days d tag tage tagen jour jours día días dia dias 天 日"),
        ("time", "604800", "week weeks woche wochen semaine semaines semana semanas 周"),
        ("months", "1", "month months monat monate monaten mois mes meses 个月"),
        ("months", "12", "year years jahr jahre jahren ans année années año años 年"),
        ("share", "1", "% percent prozent pourcent"),
        ("euro", "1", "€ eur euro euros"),
        ("dollar", "1", "$ usd dollar dollars"),
        ("pound", "1", "£ gbp"),
        ("length", "1", "m meter meters metre metres"),
        ("length", "1000", "km kilometer kilometers kilometre kilometres kilometern 公里"),
        ("length", "0.01", "cm centimeter centimeters zentimeter 厘米"),
        ("mass", "1", "kg kilogram kilograms kilo kilos 公斤"),
        ("bytes", "1", "kb"),
        ("bytes", "1000", "mb"),
        ("bytes", "1000000", "gb"),
        ("bytes", "1000000000", "tb"),
    )
    for word in words.split()
}
NUMBER_WORDS: dict[str, int] = {
    word: value
    for value, words in {
        1: "one ein eine einen einem einer une una",
        2: "two zwei deux",
        3: "three drei trois tres",
        4: "four vier quatre cuatro",
        5: "five fünf cinq cinco",
        6: "six sechs seis",
        7: "seven sieben sept siete",
        8: "eight acht huit ocho",
        9: "nine neun neuf nueve",
        10: "ten zehn dix diez",
        11: "eleven elf onze",
        12: "twelve zwölf douze doce",
        15: "fifteen fünfzehn quinze quince",
        20: "twenty zwanzig vingt veinte",
        30: "thirty dreißig trente treinta",
        40: "forty vierzig",
        50: "fifty fünfzig",
        60: "sixty sechzig",
        90: "ninety neunzig",
        100: "hundred hundert",
    }.items()
    for word in words.split()
}
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier enero",
            "feb february februar février febrero",
            "mar march märz mars marzo",
            "apr april avril abril",
            "may mai mayo",
            "jun june juni juin junio",
            "jul july juli juillet julio",
            "aug august août agosto",
            "sep sept september septembre septiembre",
            "oct october oktober octobre octubre",
            "nov november novembre noviembre",
            "dec december dezember décembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "monday mondays montag montags lundi lunes 星期一 周一",
            "tuesday tuesdays dienstag dienstags mardi martes 星期二 周二",
            "wednesday wednesdays mittwoch mittwochs mercredi miércoles 星期三 周三",
            "thursday thursdays donnerstag donnerstags jeudi jueves 星期四 周四",
            "friday fridays freitag freitags vendredi viernes 星期五 周五",
            "saturday saturdays samstag samstags sonnabend samedi sábado 星期六 周六",
            "sunday sundays sonntag sonntags dimanche domingo 星期日 星期天 周日",
        ),
        start=1,
    )
    for name in names.split()
}
