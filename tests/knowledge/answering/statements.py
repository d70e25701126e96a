"""Statements about notes, judged by hand: whether the evidence says what the statement says."""

from __future__ import annotations

from typing import NamedTuple


class Labelled(NamedTuple):
    """One statement, what kind of case it is, and whether the evidence backs it."""

    kind: str
    evidence: str
    statement: str
    backed: bool


LEAVE = """\
You get 28 paid vacation days per calendar year. Public holidays come on top, and so do 24 and 31 December.

Up to 5 unused days carry over into the next year. Use them by 31 March; after that they are gone. Jane writes to \
everyone who has more than five days left on 1 October."""
TRAVEL = """\
On a business trip we pay up to 35 € a day for meals. We do not pay for alcohol unless a customer is at the table.

For each kilometre with your own car you get €0.38. Trains are booked in second class; trips of more than 6 hours \
may be first class. Bookings above 1,200 € need a yes from Oskar Feld before you book."""
BUY = """\
| Amount | Who says yes |
|---|---|
| up to 250 € | nobody, just report it |
| 250 € to 2,000 € | Priya Nair, before you buy |
| over 2,000 € | Marek Dohl, before you order |"""
LEVELS = """\
| Level | Means | First answer | Updates |
|---|---|---|---|
| `SEV1` | people in danger, data lost | 10 minutes | every 30 minutes |
| `SEV2` | many deliveries late | 30 minutes | every hour |
| `SEV3` | annoying, with a way around | next working day | daily |"""
DEPLOY = """\
All services are deployed with one script, `deploy_service.py`. Deploys are allowed Monday to Thursday from 09:00 to \
17:00. No deploys during a SEV1, except for the fix itself.

The canary gets 10 % of the traffic for 20 minutes. A rollback takes about 90 seconds and needs nobody's permission. \
It does not undo migrations.

```bash
python deploy_service.py rollback --service hedgerow --to previous
```"""
BACKUP = """\
A full backup runs every night at 02:15 UTC and is kept for 35 days in the bucket `orchard-nightly`. The monthly one \
is kept for 13 months. Restore into a new cluster, never over the old one. We lose at most 5 minutes of data.

RabbitMQ was switched off on 2025-02-28. Ruth checks the restore on the first Wednesday of every month."""
SECURITY = """\
Passwords have at least 16 characters and come from the password manager, Strongroom. We never let passwords expire. \
Report a lost laptop within 1 hour by the security phone. Guests must not use the wired network. The VPN is required \
outside the office. Ines hands out hardware keys; Tomasz revokes them."""
GERMAN = """\
Für jeden gefahrenen Kilometer mit dem eigenen Auto gibt es 0,38 €. Parkgebühren kommen dazu, Bußgelder nicht. \
Das Büro ist montags bis freitags von 7:00 bis 20:00 Uhr geöffnet. Am Tag nach Himmelfahrt ist das Büro \
geschlossen."""
CHINESE = """\
送达时间比承诺时间晚 45 分钟以上，客户可以获得全额退款。晚 20 到 45 分钟，只退配送费。\
积雪超过 8 厘米时，所有机器人停止运行。"""
PARENTS = """\
Every parent gets 18 weeks of parental leave at full pay, whether the child was born to them or adopted. Tell your \
lead at least 7 weeks before it begins. It can be split into two parts within the first 14 months. Contractors are \
not covered."""
API = """\
120 requests a minute for one key; beyond that `429` with `ERR_1052` and `Retry-After`. Webhooks have no limit. Keys \
are made in Settings by an admin and expire after 12 months. Responses are at most 2 MB."""

STATEMENTS: tuple[Labelled, ...] = (
    Labelled("same words", LEAVE, "You get 28 paid vacation days per calendar year.", True),
    Labelled("paraphrase", LEAVE, "Employees have 28 days of paid vacation each year.", True),
    Labelled("paraphrase", LEAVE, "Unused days can be carried over, at most 5 of them, until 31 March.", True),
    Labelled("paraphrase", LEAVE, "Carried-over days are lost after March 31.", True),
    Labelled("paraphrase", LEAVE, "Public holidays are additional to the vacation days.", True),
    Labelled("number in words", LEAVE, "Twenty-eight days of vacation are paid every year.", True),
    Labelled("name", LEAVE, "Jane reminds people with more than five days left on 1 October.", True),
    Labelled("wrong number", LEAVE, "You get 25 paid vacation days per calendar year.", False),
    Labelled("wrong number", LEAVE, "You get 2.8 paid vacation days per calendar year.", False),
    Labelled("wrong number", LEAVE, "Up to 10 unused days carry over into the next year.", False),
    Labelled("wrong unit", LEAVE, "You get 28 paid vacation weeks per calendar year.", False),
    Labelled("wrong date", LEAVE, "Unused days must be used by 30 April.", False),
    Labelled("wrong date", LEAVE, "Jane writes to everyone with days left on 1 November.", False),
    Labelled("swapped name", LEAVE, "On 1 October everyone with days left gets a message from Marek.", False),
    Labelled("flipped negation", LEAVE, "Public holidays do not come on top.", False),
    Labelled("invented", LEAVE, "The cafeteria serves soup on rainy afternoons.", False),
    Labelled("same words", TRAVEL, "On a business trip we pay up to 35 € a day for meals.", True),
    Labelled("other notation", TRAVEL, "Meals on business trips are paid up to EUR 35 a day.", True),
    Labelled("other notation", TRAVEL, "Driving your own car is paid with 0,38 € for each kilometre.", True),
    Labelled("other notation", TRAVEL, "Bookings above 1200 euros need approval by Oskar Feld.", True),
    Labelled("paraphrase", TRAVEL, "Alcohol is only paid when a customer is at the table.", True),
    Labelled("other unit", TRAVEL, "First class is possible on train trips of more than 360 minutes.", True),
    Labelled("wrong unit", TRAVEL, "Meals on business trips are paid up to $35 a day.", False),
    Labelled("wrong unit", TRAVEL, "Trips of more than 6 days may be first class.", False),
    Labelled("wrong number", TRAVEL, "You get €0.83 for each kilometre with your own car.", False),
    Labelled("wrong number", TRAVEL, "Bookings above 12,000 € need a yes from Oskar Feld.", False),
    Labelled("swapped name", TRAVEL, "Bookings above 1,200 € need a yes from Priya Nair.", False),
    Labelled("flipped negation", TRAVEL, "Trains are not booked in second class.", False),
    Labelled("invented", TRAVEL, "Hotel rooms may have a balcony and a pool.", False),
    Labelled("table", BUY, "Purchases over 2,000 € need a yes from Marek Dohl.", True),
    Labelled("table", BUY, "For 250 € to 2000 € ask Priya Nair before you buy.", True),
    Labelled("table", BUY, "Nobody has to approve an amount up to 250 €.", True),
    Labelled("table, swapped", BUY, "An amount over 2,000 € needs a yes from Priya Nair.", False),
    Labelled("table, wrong number", BUY, "Marek Dohl says yes to everything over 5,000 €.", False),
    Labelled("table, stranger", BUY, "An amount over 2,000 € needs a yes from Ines Vogt.", False),
    Labelled("table", LEVELS, "A SEV2 gets its first answer within 30 minutes and updates every hour.", True),
    Labelled("table", LEVELS, "`SEV1` means that people are in danger or data is lost.", True),
    Labelled("table", LEVELS, "For SEV1 the first answer comes within 600 seconds.", True),
    Labelled("table, wrong number", LEVELS, "For SEV1 the first answer comes within 15 minutes.", False),
    Labelled("table, wrong row", LEVELS, "SEV4 means many deliveries late.", False),
    Labelled("table, wrong unit", LEVELS, "For SEV1 the first answer comes within 10 hours.", False),
    Labelled("same words", DEPLOY, "A rollback takes about 90 seconds and needs nobody's permission.", True),
    Labelled("paraphrase", DEPLOY, "Services are deployed with `deploy_service.py`.", True),
    Labelled("paraphrase", DEPLOY, "Rolling back takes 1.5 minutes.", True),
    Labelled("paraphrase", DEPLOY, "Migrations are not undone by a rollback.", True),
    Labelled("code", DEPLOY, "Run `python deploy_service.py rollback --service hedgerow --to previous`.", True),
    Labelled("code", DEPLOY, "Use the flag `--to` with the script `deploy_service.py`.", True),
    Labelled("time of day", DEPLOY, "You may deploy from 9:00 to 5 pm, Monday to Thursday.", True),
    Labelled("wrong time", DEPLOY, "Deploys are allowed Monday to Thursday from 09:00 to 18:00.", False),
    Labelled("wrong day", DEPLOY, "Deploys are allowed Monday to Saturday from 09:00 to 17:00.", False),
    Labelled("wrong identifier", DEPLOY, "Services are deployed with `ship_service.py`.", False),
    Labelled("wrong identifier", DEPLOY, "Roll back with `deploy_service.py rollback --force`.", False),
    Labelled("wrong number", DEPLOY, "The canary gets 20 % of the traffic for 20 minutes.", False),
    Labelled("wrong unit", DEPLOY, "A rollback takes about 90 minutes.", False),
    Labelled("flipped negation", DEPLOY, "A rollback does undo migrations.", False),
    Labelled("flipped negation", DEPLOY, "The canary does not get 10 % of the traffic.", False),
    Labelled("same words", BACKUP, "A full backup runs every night at 02:15 UTC.", True),
    Labelled("paraphrase", BACKUP, "Nightly backups are kept for 35 days, monthly ones for 13 months.", True),
    Labelled("paraphrase", BACKUP, "Never restore over the old cluster; use a new cluster.", True),
    Labelled("other notation", BACKUP, "RabbitMQ was switched off on 28 February 2025.", True),
    Labelled("other unit", BACKUP, "The full backup of each night is kept for five weeks.", True),
    Labelled("name", BACKUP, "The restore is checked by Ruth once a month.", True),
    Labelled("wrong date", BACKUP, "RabbitMQ was switched off on 28 March 2025.", False),
    Labelled("wrong date", BACKUP, "RabbitMQ was switched off in 2024.", False),
    Labelled("wrong number", BACKUP, "Backups are kept for 53 days in the bucket.", False),
    Labelled("wrong time", BACKUP, "A full backup runs every night at 03:15 UTC.", False),
    Labelled("swapped name", BACKUP, "The restore is checked on the first Wednesday by Felix.", False),
    Labelled("swapped name", BACKUP, "Kafka was switched off on 2025-02-28.", False),
    Labelled("wrong identifier", BACKUP, "Backups lie in the bucket `orchard-weekly`.", False),
    Labelled("flipped negation", BACKUP, "RabbitMQ was never switched off.", False),
    Labelled("same words", SECURITY, "Passwords have at least 16 characters.", True),
    Labelled("paraphrase", SECURITY, "A password needs 16 characters or more and comes from Strongroom.", True),
    Labelled("paraphrase", SECURITY, "Passwords do not expire.", True),
    Labelled("paraphrase", SECURITY, "Guests are forbidden to use the wired network.", True),
    Labelled("other unit", SECURITY, "A lost laptop has to be reported within 60 minutes.", True),
    Labelled("name", SECURITY, "Hardware keys come from Ines.", True),
    Labelled("wrong number", SECURITY, "Passwords have at least 12 characters.", False),
    Labelled("wrong unit", SECURITY, "Report a lost laptop within 1 day.", False),
    Labelled("swapped name", SECURITY, "Passwords come from the password manager Keyring.", False),
    Labelled("flipped negation", SECURITY, "Guests must use the wired network.", False),
    Labelled("flipped negation", SECURITY, "The VPN is not required outside the office.", False),
    Labelled("flipped negation", SECURITY, "We let passwords expire.", False),
    Labelled("other language", GERMAN, "You get 0.38 € for each kilometre that you drive with your own car.", True),
    Labelled("other language", GERMAN, "The office is open from 7:00 to 20:00 and this is so from Monday on.", True),
    Labelled("same language", GERMAN, "Mit dem eigenen Auto bekommt man 0,38 Euro für jeden Kilometer.", True),
    Labelled("same language", GERMAN, "Bußgelder werden nicht bezahlt, Parkgebühren kommen dazu.", True),
    Labelled("wrong number", GERMAN, "You get 0.48 € for each kilometre that you drive with your own car.", False),
    Labelled("wrong time", GERMAN, "Das Büro ist montags bis freitags von 8:00 bis 20:00 Uhr geöffnet.", False),
    Labelled("wrong unit", GERMAN, "Für jeden Kilometer mit dem eigenen Auto gibt es 0,38 $.", False),
    Labelled("flipped negation", GERMAN, "Das Büro ist am Tag nach Himmelfahrt nicht geschlossen.", False),
    Labelled("same language", CHINESE, "晚 45 分钟以上，客户可以获得全额退款。", True),
    Labelled("other language", CHINESE, "A customer gets all of the money back when it is 45 minutes late.", True),
    Labelled("wrong number", CHINESE, "晚 60 分钟以上，客户可以获得全额退款。", False),
    Labelled("wrong unit", CHINESE, "晚 45 天以上，客户可以获得全额退款。", False),
    Labelled("wrong number", CHINESE, "All robots stop when there are more than 12 cm of snow.", False),
    Labelled("same words", PARENTS, "Every parent gets 18 weeks of parental leave at full pay.", True),
    Labelled("paraphrase", PARENTS, "Mothers and fathers can take 18 weeks off with full pay.", True),
    Labelled("paraphrase", PARENTS, "Adopting a child gives the same parental leave.", True),
    Labelled("paraphrase", PARENTS, "Your lead has to know it 7 weeks ahead.", True),
    Labelled(
        "number in words", PARENTS, "Parental leave may be taken in 2 parts during the first fourteen months.", True
    ),
    Labelled("wrong number", PARENTS, "Every parent gets 16 weeks of parental leave.", False),
    Labelled("wrong unit", PARENTS, "Every parent gets 18 months of parental leave.", False),
    Labelled("flipped negation", PARENTS, "Contractors are covered.", False),
    Labelled("invented", PARENTS, "Grandparents receive a bonus and a bicycle.", False),
    Labelled("same words", API, "The limit is 120 requests a minute for one key.", True),
    Labelled("paraphrase", API, "Too many requests are answered with `429` and `ERR_1052`.", True),
    Labelled("other unit", API, "API keys expire after one year, which is 12 months.", True),
    Labelled("flipped negation", API, "Webhooks have a limit.", False),
    Labelled("wrong identifier", API, "Too many requests are answered with `429` and `ERR_1025`.", False),
    Labelled("wrong number", API, "The limit is 1,200 requests a minute for one key.", False),
    Labelled("wrong unit", API, "Responses are at most 2 GB.", False),
)
