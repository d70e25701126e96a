"""What the product promises: a name for each promise, which its tests carry as a mark, and one sentence."""

PROMISES = {
    "every-request-has-one-outcome": (
        "With refusals, outages, lost answers, broken sockets and kills, each request ends exactly once."
    ),
    "the-bot-speaks-the-language-of-a-channel-or-person": (
        "Every fixed sentence and label is there in English and German, by channel, by person, else by default."
    ),
    "errors-and-remarks-of-the-library-are-german-too": (
        "Whatever the library says in Slack, about a question or about itself, is said in the reader's language."
    ),
    "a-channel-behaves-as-its-settings-say": (
        "A channel has collections, instructions, follow-ups and escalation of its own; others behave as everywhere."
    ),
    "messages-that-wait-in-a-thread-are-answered-together": (
        "What people write in a thread while an answer is on its way gets one answer, of what all of them may see."
    ),
    "people-who-talk-to-each-other-are-left-alone": (
        "In a thread of its own the bot leaves alone what names other people and not it, and thanks."
    ),
    "a-deleted-question-is-not-answered": "A message that is deleted before its answer gets none.",
    "a-muted-thread-is-quiet-until-unmuted": (
        "Mute quiets a thread for all bots and over restarts; a mention is answered once, unmute ends it."
    ),
    "a-thread-keeps-the-settings-it-began-with": "A changed setting changes no thread that is on its way.",
    "channels-answer-by-themselves-where-settings-say-so": (
        "Where settings say so, questions or all new messages are answered unasked, and replies of others never."
    ),
    "private-answers-reach-the-asker-alone": (
        "In a channel with private answers nobody else sees one, nor its history."
    ),
    "only-askers-are-answered-and-others-are-told-kindly": (
        "Where only some may ask, others get one sentence that they alone see, and only if they spoke to the bot."
    ),
    "i-need-a-person-calls-those-in-the-settings-once": (
        "A button calls the people of the settings into the thread, once, and one of them marks it as resolved."
    ),
    "limits-say-so-kindly-and-never-meet-normal-use": (
        "Who asks too much is told how long to wait; a hundred people at once are all answered."
    ),
    "a-slow-model-blocks-no-search": "Searches and buttons find a free hand while questions wait for a slow model.",
    "a-used-up-budget-quotes-the-notes-and-says-so": (
        "A day's budget of tokens or dollars outlives restarts; used up, no call is made and notes are quoted."
    ),
    "no-reply-shows-what-its-readers-may-not-see": (
        "Three collections, four people, every surface: nothing sent shows what its readers may not see."
    ),
    "figures-of-all-that-goes-on": (
        "/metrics tells questions by surface and outcome, times by stage, the queue, ages, tokens and cost."
    ),
    "log-lines-name-their-request": "Every line about a request has its id, as text or as JSON, and stays one line.",
    "deployment-files-name-what-exists": (
        "Image, compose file, unit and dashboard name settings, figures and files that exist."
    ),
    "a-needed-reinstall-is-said": "Scopes that the installed app lacks are said at the start, each with its fix.",
    "proxies-and-private-certificates-work": (
        "Web API, Socket Mode and models go through HTTPS_PROXY and trust the authority that SSL_CERT_FILE names."
    ),
    "one-answer-whatever-breaks-and-whenever": (
        "Redeliveries, loops, odd events, refreshed sockets, failures and refused blocks change nothing: one answer."
    ),
    "a-revoked-token-ends-the-bot-with-a-reason": (
        "Once Slack does not know the token any more, the bot ends and says so; what was asked is answered later."
    ),
    "outages-of-slack-lose-and-double-nothing": (
        "While Slack takes no calls, answers wait; after that each arrives once."
    ),
    "a-locked-or-full-disk-loses-nothing": (
        "Where nothing can be written down, people and the log are told; later each question is answered."
    ),
    "settings-are-found-in-order": (
        "The first of four places wins; where none holds settings, all are named, and `footnote init`."
    ),
    "a-flag-beats-environment-dotenv-file-and-defaults": (
        "Flag, environment, .env, file and defaults hold in this order, key by key."
    ),
    "every-bad-setting-is-one-clear-line": (
        "A bad setting is one line with file, key, what was found and what is allowed; all are told at once."
    ),
    "every-bad-variable-is-one-clear-line": (
        "A bad or misspelt variable is one line too, with what may have been meant."
    ),
    "relative-paths-count-from-the-settings-file": (
        "A relative path counts from the settings file, wherever it was set."
    ),
    "a-schedule-is-standard-cron": (
        "A schedule is standard cron: names, Sunday as 0 or 7, steps; nonsense is refused."
    ),
    "secrets-come-only-from-environment-or-dotenv": (
        "A secret in the settings file is refused, with the place where it belongs."
    ),
    "a-secret-never-shows": "No error, repr or log holds a secret.",
    "model-keys-in-dotenv-reach-the-model-library": (
        "Keys of models in .env reach LiteLLM without overriding the environment."
    ),
    "init-writes-settings-that-work-at-once": (
        "The settings that `init` writes load as they are and equal the defaults."
    ),
    "init-overwrites-nothing": "`init` leaves existing files as they are.",
    "every-sentence-survives-in-order": "Every sentence of every note is in a chunk, in order.",
    "unrelated-paragraphs-are-cut-apart": "Semantic cutting separates unrelated paragraphs.",
    "chunks-carry-their-heading-path": "Each chunk carries its heading path, and a heading stands once.",
    "code-never-starts-a-section": "A heading in code, a list, a quotation or a comment starts no section.",
    "overlap-inside-a-section": "The chunks of a long section share 10 to 20 percent, in whole sentences.",
    "no-chunk-exceeds-the-maximum": "No chunk exceeds the maximum, context included.",
    "oversize-text-is-split-without-loss": (
        "Giant lines and paragraphs are split without losing or reordering a word."
    ),
    "code-and-tables-are-never-torn-inside-a-line": "Code is cut between lines only.",
    "a-table-over-several-chunks-repeats-its-header": "Every further chunk of a table carries its header row.",
    "identifiers-survive-cleaning": "Identifiers and globs survive the removal of markup.",
    "notes-need-no-front-matter": "A note without front matter is read.",
    "front-matter-feeds-titles-tags-and-dates": "Title, tags, author, status and dates come from front matter.",
    "last-changed-from-front-matter-git-or-file": "The last change comes from front matter, else git, else the file.",
    "broken-front-matter-is-a-warning": "Broken front matter is a warning, and the note is read.",
    "each-kind-of-file-has-its-reader": "Markdown, MDX and plain text are each read with their line ranges.",
    "any-encoding-is-read": "Marked, wide and older encodings are read.",
    "no-text-is-skipped-with-its-reason": "Empty and binary files are skipped with a reason, never indexed as empty.",
    "links-that-leave-the-folder-are-refused": "A link that leaves the folder is refused and listed.",
    "link-loops-end": "Loops of links end and are listed.",
    "a-second-run-reads-and-embeds-nothing": "A second run over unchanged notes reads and embeds nothing.",
    "a-replacement-with-an-older-time-is-noticed": "A file replaced by one with an older time is indexed again.",
    "a-removed-note-disappears": "A removed file disappears from every index.",
    "an-empty-folder-deletes-nothing-unasked": "A folder without notes deletes nothing without the flag.",
    "a-moved-note-costs-no-embedding": "A moved note keeps its vectors.",
    "a-shortened-note-loses-its-old-tail": "The old tail of a shortened note is found no longer.",
    "the-summary-counts-every-note-once": "Read, unchanged, skipped and errors add up to matched.",
    "one-bad-note-stops-nothing": "A bad note is reported, the others are indexed, and the scan time stays.",
    "a-failed-note-waits-for-new-bytes": "A failed note is tried again only when its bytes change.",
    "a-status-is-left-out-only-where-configured": (
        "A draft is a note like others, unless its status is left out by setting."
    ),
    "another-way-of-cutting-reads-notes-again": (
        "Notes that were cut or analysed another way are read again by a plain run."
    ),
    "equal-chunk-ids-are-refused-before-writing": "Two chunks at one position are refused and nothing is written.",
    "a-kill-leaves-each-note-whole": "A kill leaves the old or the new version of a note.",
    "kills-change-nothing-in-the-end": "After kills, a plain run gives the undisturbed index.",
    "processes-change-no-index": "Notes read in several processes give the index that one thread gives.",
    "reading-processes-end-with-their-parent": "A killed run leaves no process behind.",
    "a-batch-that-loses-texts-is-rejected": "Too few vectors for a batch store nothing.",
    "status-tells-how-old-the-vectors-are": (
        "Status tells when the last vector was added, and how many indexed notes have changed since."
    ),
    "a-hit-can-be-explained": "A button tells what one note found says about the words that were searched.",
    "attached-files-are-named-as-not-read": "A question that comes with files is told that they were not looked at.",
    "a-search-is-kept-until-the-notes-or-the-viewer-change": (
        "An equal search is answered from memory, for the same viewer and index alone, and never with a part missing."
    ),
    "a-digest-slot-is-a-local-date-and-time": (
        "A digest comes once for each local date and time of its schedule, however the clocks are changed."
    ),
    "a-digest-tells-new-open-and-resolved": (
        "A digest tells new pairs from open ones and from those that are resolved."
    ),
    "a-dismissed-pair-returns-when-its-notes-change": (
        "A dismissed pair stays away, also after a restart, until one of its notes says something else."
    ),
    "a-missed-digest-is-posted-late-once-or-left-out": (
        "A digest whose time passed while no bot ran is posted late once and says so, or left out by setting."
    ),
    "a-digest-slot-is-posted-once": "With several bots, kills and changed clocks each slot is posted exactly once.",
    "unanswered-questions-are-told-without-names": (
        "Questions that the notes did not answer are grouped by meaning and counted, and name nobody."
    ),
    "a-pair-can-be-compared-where-it-may-be-seen": (
        "Both notes of a pair are shown to who may see both, and to no one else."
    ),
    "exact-copies-are-one-card": (
        "Notes that are the same to the byte are one hit, which names where else they stand."
    ),
    "a-collection-may-ask-for-a-least-score": "Notes that score below their collection's least score are not found.",
    "another-model-takes-over-while-the-old-one-serves": (
        "Another embedding model's vectors are gathered while the old ones serve, and take over in one step."
    ),
    "another-embedding-model-is-refused": "Vectors of another model are refused, with the way out.",
    "media-is-listed-as-skipped-not-indexed-empty": "A picture that matches is listed, never indexed as empty.",
    "stored-vectors-have-unit-length": "Stored vectors have length 1 within 1e-5.",
    "a-broken-vector-names-its-chunk": "A zero or non-finite vector names its note and lines.",
    "vectors-of-another-size-are-refused": "A wrong dimension is refused with both numbers.",
    "a-quoted-phrase-needs-adjacent-words": "A quoted phrase needs its words side by side.",
    "filters-come-before-the-ranking": "The filtered top ten equals brute force.",
    "a-path-filter-ends-at-a-folder-border": "A path filter never matches part of a name.",
    "a-broken-filter-fails-before-the-search": "A broken filter fails and never widens the search.",
    "permission-is-checked-before-the-search": "Nothing outside the permitted collections is ever given.",
    "connections-are-reused-and-failed-ones-dropped": "A thousand queries open at most the pool's connections.",
    "vectors-in-memory-answer-as-the-file-does": (
        "Up to `exact_vectors`, vectors in memory give sqlite-vec's exact result, order and ties included."
    ),
    "vectors-in-memory-follow-every-change": "A search in memory sees what any process wrote before it began.",
    "a-process-that-ends-soon-loads-no-vectors": "The first searches of a process read vectors from the file alone.",
    "vectors-in-memory-keep-to-their-budget": "Vectors that do not fit the budget are kept as bits or not at all.",
    "a-full-disk-costs-speed-alone": "Where vectors find no place beside the index, the file itself is searched.",
    "a-changed-note-is-never-read-from-memory": (
        "A chunk read before shows its note as it is now, whoever changed it."
    ),
    "searching-while-indexing-never-fails": "Searches while notes are written never fail.",
    "only-one-process-indexes-at-a-time": "A second indexing process is told to wait.",
    "keywords-come-before-vectors": "All notes are searchable by words before the first vector.",
    "embedding-goes-on-where-it-stopped": "A broken-off run is finished without embedding a text twice.",
    "a-changed-note-comes-before-the-rest": "A changed note is searchable before its collection is looked at.",
    "a-change-within-one-tick-is-seen": "A file that changes again within the clock's tick is read again.",
    "changed-files-are-picked-up-while-serving": "Changed files are indexed while the bot runs.",
    "an-unreachable-model-leaves-the-keywords": (
        "An unreachable embedding model leaves all keywords and one sentence."
    ),
    "a-refused-chunk-stops-nothing": "A refused text is the error of its note alone.",
    "databases-are-readable-by-their-owner-alone": "Database files are made for their owner alone.",
    "a-missing-sqlite-driver-says-what-to-install": "Without an able SQLite driver it says what to install.",
    "a-locked-index-says-so": "A locked index is told after a bounded wait.",
    "a-full-disk-says-so-and-keeps-the-index": "A full disk is told and the index stays.",
    "an-index-of-a-newer-version-is-refused": "An index of a newer version is refused.",
    "embedding-works-without-key-or-network": (
        "The embedded model finds the note that answers a question, without key or network."
    ),
    "vectors-have-unit-length": "Every vector has length 1.",
    "zero-vectors-are-refused": "A zero vector is refused and its text named.",
    "equal-texts-give-equal-vectors": "A vector never depends on the batch.",
    "the-embedded-model-tells-nobody": "Loading the embedded model sends nothing and leaves nothing to be sent.",
    "embedding-requests-are-batched": "A thousand texts need ceil(1000 / batch) requests.",
    "incomplete-embeddings-are-refused": "Dropped, repeated or misnumbered vectors are refused.",
    "dimensions-must-agree": "Another dimension fails with both numbers.",
    "embedding-retries-after-rate-limits": "A 429 is waited out; a permanent error stops at once.",
    "equal-questions-are-embedded-once": "Equal questions, at once or repeated, make one call.",
    "a-multilingual-model-works-without-key-or-network": (
        "Another embedded model finds the note that answers a question in another language, without key or network."
    ),
    "a-model-that-cannot-run-here-says-what-to-do": (
        "Where the multilingual model cannot run or is not installed, one sentence says so, and the fix."
    ),
    "no-note-can-crash-the-multilingual-engine": "No character of a note or question brings the engine down.",
    "missing-model-files-say-where-to-put-them": "Missing model files name all places and the checksum.",
    "model-calls-name-their-task": "Every model call carries its task in a header.",
    "model-reasoning-stays-hidden": "Hidden reasoning never reaches the reply.",
    "model-calls-retry-after-overload": "429 and 5xx are retried before the first word.",
    "broken-streams-keep-their-text": "A cut stream keeps what had arrived.",
    "model-calls-have-a-deadline": "A stalled stream ends at the deadline.",
    "model-errors-hold-no-secret": "Prompt, key and the server's words show in no error or log.",
    "cancelled-model-calls-close-their-connection": "Cancelling a caller closes the connection.",
    "litellm-is-imported-late": "Importing the rooms imports no LiteLLM.",
    "litellm-starts-without-the-network": "Warming LiteLLM contacts nobody.",
    "planted-litellm-start-files-are-found": "A planted `litellm*.pth` is found.",
    "the-place-in-the-evidence-owns-the-marker": (
        "The number a model reads is the number that cites, with the revision that was read."
    ),
    "unresolved-markers-never-leave-the-stream": (
        "Only the marker of a known excerpt leaves, however the text was split."
    ),
    "a-link-that-no-note-holds-cannot-be-followed": "A model's links stay only where the evidence holds them.",
    "evidence-is-escaped-data": "No note, turn or question can close or open a block.",
    "whole-excerpts-within-the-budget": "No excerpt is cut, and the block keeps its measured budget.",
    "a-hit-brings-its-neighbours-within-the-budget": "Neighbours fill what the budget leaves.",
    "what-the-notes-do-not-hold-is-refused": "What the notes do not hold is refused, with the nearest notes.",
    "without-a-model-the-notes-answer-in-their-own-words": (
        "Without a chat model the best passages answer, quoted verbatim."
    ),
    "a-model-answers-from-the-evidence-with-markers": "One streamed call answers, with sources in order of use.",
    "a-failed-model-leaves-the-notes-own-words": (
        "A failed, empty or unsourced reply becomes a quoted answer that says so."
    ),
    "a-partial-answer-keeps-its-sources": "A reply that breaks off keeps its text and sources.",
    "a-cancelled-answer-publishes-nothing": "Cancelling closes the stream and publishes nothing more.",
    "no-text-can-ping": "No text from a note, a model or a person can ping or hide a link.",
    "markdown-becomes-slack-mrkdwn": "Every kind of Markdown has its form in Slack.",
    "notification-says-the-answer": "The notification is the answer's first line without markup.",
    "answer-ends-with-sources": "An answer ends with numbered sources: title, heading, link, age.",
    "refusal-offers-the-nearest-notes": "A refusal shows the nearest notes.",
    "long-answers-split-without-breaking": "Long answers are split without breaking code, tables or sentences.",
    "two-tables-make-two-messages": "No message holds two tables.",
    "slack-limits-hold": "The longest inputs stay within Slack's limits, and answers lose nothing.",
    "search-shows-cards": "Cards show collection, linked title, preview and age.",
    "every-failure-has-a-next-step": "Every failure and empty state names a next step.",
    "refused-blocks-lose-no-answer": "Where Slack refuses blocks, the whole answer goes out as text.",
    "links-unfurl-nothing": "Nothing that is posted unfurls links.",
    "private-replies-find-a-way": (
        "A private reply goes by its response address, then as a private message, then directly."
    ),
    "one-event-one-answer": "Each deed is answered once, whoever tells it and how often.",
    "acknowledged-requests-outlive-a-crash": "An acknowledged request gets its answer or one sentence after a crash.",
    "visible-answers-appear-once": "What others see is never posted twice.",
    "stopping-leaves-nobody-waiting": "SIGTERM ends every request in its answer or one sentence.",
    "a-restart-refuses-nothing": (
        "After SIGTERM what Slack sends is acknowledged and answered until a balancer has seen that the bot stops."
    ),
    "a-hundred-questions-at-once": "A hundred questions at once lose and double none.",
    "readiness-tells-the-truth": "`/readyz` says whether the bot can answer.",
    "replies-use-what-their-readers-may-see": "A reply uses only what its readers may see.",
    "sharing-checks-every-source-again": "Share checks each source again for its new place.",
    "nobody-is-pinged-by-text": "A ping in a question or a note stays text in Slack.",
    "failures-in-slack-are-one-sentence": "A failure is one sentence, never an exception's words.",
    "follow-ups-understood-from-their-thread": "A follow-up is understood from its thread.",
    "last-turns-are-kept": "The last turns are kept, in order.",
    "conversations-outlive-a-restart": "A restart loses no thread.",
    "search-cards-page-by-page": "Results come five a page.",
    "search-buttons-go-on-from-a-search": "Deeper, Ask this and Related go on from a search.",
    "one-verdict-for-each-answer-and-person": "There is one feedback row for each answer and person.",
    "private-answers-to-commands": "`/ask` repeats the question and answers privately.",
    "status-while-working": (
        "A status says what is being done, is sent again before it expires, and is gone in the end."
    ),
    "a-reaction-where-no-status-can-be": "Without a status a reaction shows, and is taken away at every end.",
    "who-waits-in-line-is-told": "Who waits for a free hand is told how many are first.",
    "answers-grow-while-they-are-written": "The answer of a model that streams grows in steps and ends whole.",
    "short-answers-are-posted-at-once": "A short answer, and one without a model, is posted at once.",
    "streamed-text-cannot-ping": "A text that is written in pieces is as inert as a posted one, wherever it is cut.",
    "a-stream-rolls-over-before-it-dies": (
        "A stream goes on in another message before it is too old or too long, with code and tables whole in both."
    ),
    "a-failing-stream-loses-and-doubles-nothing": (
        "Whatever fails at a stream's start, middle or end, the answer is there whole and once."
    ),
    "a-crash-in-a-stream-leaves-one-answer": "After a crash in a stream one whole answer stands in its place.",
    "stop-ends-an-answer": "Stop in the thread, or Slack's button, ends an answer with what is there.",
    "empty-commands-give-help": "Commands without text give help.",
    "home-tab-published-each-time": "Opening the Home tab publishes it each time.",
    "agent-pane-gets-prompts": "The agent pane gets prompts.",
    "welcome-in-a-new-channel": "The bot greets a channel once, with questions about what all in it may see.",
    "only-slack-is-listened-to": "Wrong signatures and old times are refused.",
    "metrics-without-words-or-names": "Metrics hold no text and no names.",
    "unreachable-slack-is-waited-for": "An unreachable Slack is said and waited for.",
    "what-keeps-it-from-starting-is-named": "What stops the start is one sentence with an exit code.",
    "state-is-readable-by-its-owner-alone": "The state file is its owner's alone.",
    "whole-path-in-slack": "Real notes in, footnoted answers out, in both modes.",
    "a-local-session-understands-follow-ups": "A follow-up in the terminal is understood from the conversation.",
    "ask-prints-one-cited-answer": "`ask --json` has the published shape and a marker for each source.",
    "quotations-are-the-notes-own-words": "Every quotation stands in its note at its lines.",
    "silent-notes-are-said": "A question that the notes do not answer is refused, with exit code 0.",
    "bad-questions-get-one-sentence": "A question that cannot be used is one sentence and exit code 2.",
    "strange-questions-are-answered-or-refused": "Emoji, control characters and other scripts never crash.",
    "index-prints-numbers-that-add-up": "`index --json` prints numbers that add up.",
    "a-missing-index-says-what-to-run": "Without an index every command names the next step.",
    "settings-errors-end-with-exit-code-2": "Settings errors are one line and exit code 2.",
    "search-prints-ranked-notes": "`search --json` has the published shape, best first.",
    "identifiers-are-found-whole-and-in-parts": "An identifier, code or URL is found whole and by its parts.",
    "unknown-collections-are-named": "An unknown collection is named, with those that exist.",
    "related-notes-leave-the-note-itself-out": "Related notes leave the note itself out.",
    "random-notes-are-distinct": "Random notes are all different.",
    "init-index-ask-work-one-after-the-other": "`init`, `index` and `ask` work one after the other.",
    "doctor-names-each-problem-and-its-fix": "`doctor` has a line for each thing and a fix for each problem.",
    "help-loads-no-model-and-no-slack": "`--help` loads no model, no database and no Slack.",
    "search-loads-no-chat-library": "A search imports no LiteLLM.",
    "case-accents-and-width-do-not-matter": "Other spellings of a word give the same terms.",
    "two-characters-are-found-inside-a-longer-run": "Two characters are found inside a run without spaces.",
    "a-rare-word-ranks-its-note-first": "A rare word ranks its note first.",
    "keyword-scores-are-those-of-rank-bm25": "Keyword scores equal rank-bm25 over the whole index.",
    "words-match-in-any-order": "Words match in any order.",
    "a-word-in-a-title-ranks-above-one-deep-in-a-body": (
        "All else equal, a word in a title ranks above one in a body."
    ),
    "words-and-meaning-both-find-notes": "A match of words and one of meaning are both in the top three.",
    "fusion-follows-its-formula": "Fused scores equal the formula to 1e-12.",
    "scores-never-cross-lists": "Scaling one list's scores changes nothing.",
    "an-identity-counts-once-a-list": "A repeated identity does not gain.",
    "ties-keep-the-order-of-first-sight": "Equal scores keep their first order.",
    "candidates-without-identity-stay-apart": "Hits without identity both survive.",
    "the-first-list-shows-a-merged-hit": "A merged hit is shown as its first list has it.",
    "a-note-is-one-hit-of-at-most-three-chunks": "A note is one hit of at most three chunks.",
    "ten-weak-chunks-never-beat-two-strong-ones": "Many weak chunks never beat two strong ones.",
    "at-most-four-sources-are-asked-at-once": "No more than four sources are asked at once.",
    "a-broken-meaning-search-falls-back-openly": (
        "Without vectors, keywords answer and say so; a strict search raises."
    ),
    "the-first-failure-cancels-its-siblings": (
        "The first failure cancels and awaits the others, and is the one raised."
    ),
    "filters-in-the-text-are-understood": "Every filter is taken out of the text.",
    "one-kind-twice-is-either-and-two-kinds-are-both": "Filters combine by kind, OR and parentheses.",
    "what-only-looks-like-a-filter-stays-text": "URLs, times, codes and paths are no filters.",
    "an-unknown-filter-is-searched-and-named": "An unknown filter is searched as words and said.",
    "a-bad-date-is-named-before-any-search": "A bad date stops the search and is named.",
    "filters-judge-notes-before-the-search": "Only matching notes are searched.",
    "nobody-finds-what-they-may-not-see": "Hidden notes are in no search, related or random notes.",
    "a-follow-up-is-understood-from-its-history": "A follow-up finds what it means.",
    "history-stays-out-of-the-question-text": "Carried words stand beside the question, never in it.",
    "a-question-that-stands-alone-carries-nothing": "A question that stands alone is the same in any thread.",
    "follow-up-cases-are-whole": "Every follow-up case has a history, a rewrite and passages that the corpus holds.",
    "a-note-named-in-the-question-comes-first": "A note whose whole title is in the question gains a little.",
    "a-log-of-changes-comes-after-what-explains": "A log of changes comes later, unless changes are asked for.",
    "a-preview-shows-the-whole-matching-paragraph": "The matching paragraph is shown whole, with omissions marked.",
    "a-broken-evaluation-set-is-named-by-file-and-line": "A broken evaluation set is named by file and line.",
    "rankings-are-scored-by-published-metrics": "nDCG, recall and precision have their published values.",
    "two-settings-are-compared-question-by-question": (
        "Two settings files are compared by wins, losses, ties and an interval, question by question."
    ),
    "a-comparison-says-how-much-the-results-change": "A comparison tells overlap, Jaccard and mean displacement.",
    "a-slow-search-fails-the-latency-limit": "A search above `--max-p95-ms` ends with one sentence and exit code 1.",
    "an-equal-evaluation-is-read-back": (
        "An equal evaluation is read back until code, settings or data change, or a new one is asked for."
    ),
    "a-quote-is-looked-up-in-its-note": "An evaluation looks each quote up at its lines in the note it cites.",
    "own-questions-measure-own-notes": "A file of questions measures hits, citations and refusals over one's notes.",
    "a-second-evaluation-embeds-nothing": "An equal second evaluation embeds nothing.",
    "traces-are-off-unless-asked-for": "Without the setting nothing is recorded; one setting turns it on.",
    "traces-have-a-file-of-their-own": "A trace database in the file of another database is refused.",
    "each-question-leaves-one-trace": "Each question and each search leaves one trace.",
    "a-failing-trace-database-breaks-no-answer": (
        "A trace database that cannot be written is one warning, and the answer goes out."
    ),
    "old-traces-vanish": "Traces older than the retention vanish at the start and while the bot runs.",
    "traces-keep-no-words-unless-asked-for": "By default no word of a question, an answer or a note is in a trace.",
    "secrets-are-masked-in-traces": "Tokens, keys and passwords are masked in every trace.",
    "a-trace-shows-what-a-question-ran": (
        "A trace shows stages, times, ranks, evidence, citations, tokens, cost and outcome."
    ),
    "feedback-is-joined-to-its-trace": "What people thought of an answer stands beside its trace.",
    "the-embedded-reranker-tells-an-answer-from-a-stranger": (
        "The embedded cross-encoder scores what answers above what does not, without key or network."
    ),
    "a-model-reranker-grades-every-passage-once-or-is-refused": (
        "A missing, repeated or unsound grade of a model refuses all of them, and the order stays."
    ),
    "reranking-keeps-what-a-candidate-is": "Reranking changes a candidate's place, never its identity or metadata.",
    "a-passage-cannot-grade-itself": "A passage that asks for a good grade reaches the model as data alone.",
    "the-same-question-over-the-same-texts-is-scored-once": (
        "Equal questions over equal texts are scored once; a changed text is scored anew."
    ),
    "no-place-or-too-many-are-refused": "Fewer than one place, or more than the maximum, are refused.",
    "copies-take-no-place-in-the-evidence": "A copy of a text takes no place and is scored no second time.",
    "reranking-nothing-calls-nobody": "Without candidates no reranker is called.",
    "a-reranker-that-is-late-or-fails-changes-nothing": (
        "After its time, or a failure, the order of the search answers, and the reason is noted."
    ),
    "a-rewrite-and-keywords-by-a-model": "A chat model gives a rewrite and keywords, each worded differently.",
    "both-prompts-run-at-the-same-time": "Rewrite and keywords are asked for at once.",
    "a-plan-is-read-strictly": "An unusable, refused or broken plan is none.",
    "hidden-reasoning-never-becomes-a-query": "No reasoning of a model is searched for.",
    "equal-wordings-make-no-new-list": "What differs in case, spaces or punctuation alone is not searched again.",
    "a-failed-plan-says-so-and-leaves-the-rest": (
        "Without a rewrite, keywords or both, the rest is searched and a sentence says what is missing."
    ),
    "questions-reach-a-planner-as-data": "Question and history reach the planning model as escaped data.",
    "keywords-in-the-languages-of-the-notes": "Keywords come in the languages of the notes too, where these are set.",
    "equal-questions-are-planned-once": "Equal questions are planned once; a plan that lacks something is not kept.",
    "evidence-for-every-part-of-a-question": "Each part of a question has its turn among the first candidates.",
    "a-plan-never-widens-a-search": "No word of a plan is a filter, and none leaves the viewer's scope.",
    "waiting-for-a-plan-holds-nobody-up": "Questions that wait for a chat model keep no other from being searched.",
    "a-deeper-search-shows-its-plan": "`--plus` and Search deeper show the rewrite and the keywords.",
    "a-plain-search-asks-no-chat-model": "A plain search asks no chat model.",
    "plans-can-be-switched-off-or-always-on": "`retrieval.plan` decides whether questions and searches are planned.",
    "every-failed-model-call-leaves-an-answer-that-says-so": (
        "Whichever task of a chat model fails, and however, there is an answer that says so."
    ),
    "a-model-looks-again-where-little-was-found": "What further steps find joins the evidence in turns.",
    "one-search-for-each-turn": "The search for a question is made once, however often a model looks again.",
    "tools-take-exactly-their-arguments": "An unknown, missing or wrongly typed argument is refused.",
    "looking-again-stays-in-scope": "No step finds what the viewer may not see or the filter leaves out.",
    "looking-again-keeps-its-budget": "Rounds, tokens and time of looking again are bounded.",
    "looking-again-is-not-steered-by-notes": "A note that gives orders stays data, and no other tool exists.",
    "each-step-of-looking-again-is-traced": "Each step of looking again is a stage of the trace.",
    "two-notes-that-repeat-each-other-are-found": (
        "Two notes whose passages repeat each other are found, in one collection or over two."
    ),
    "every-pair-above-the-threshold-is-found": "The audit compares all passages: no neighbour limit, no lost pair.",
    "skipping-products-changes-no-result": "What the audit skips could not have reached the threshold.",
    "a-passage-counts-once-in-a-pair": "A passage of one note stands for one passage of the other.",
    "both-notes-must-be-covered": "A quotation inside a long note is no duplicate of it.",
    "a-chain-makes-no-third-pair": "A like B and B like C make no pair of A and C.",
    "ids-and-order-never-change": "The same notes give the same ids in the same order.",
    "copies-are-found-by-their-words-too": "A copy is found by its words where vectors are missing or do not tell.",
    "kinds-tell-copies-from-versions-and-siblings": (
        "Copies, editions of one page and siblings of one pattern are told apart."
    ),
    "siblings-and-versions-fold-into-families": "Editions and siblings fold into families behind the copies.",
    "a-drifted-number-is-shown-on-both-sides": "A number that differs between two copies is shown on both sides.",
    "a-stale-index-is-told": "Missing, newer and unindexed files are counted, and make an empty result inconclusive.",
    "an-audit-changes-no-byte": "An audit leaves every file as it was and asks nobody.",
    "an-audit-names-the-row-that-is-broken": "A missing text, or a zero, missing or wrong vector, is named.",
    "evidence-shows-the-strongest-passages": "Evidence has the strongest passages, their cosines and positions.",
    "totals-say-what-was-left-out": "Totals say how many leads there are and how many are shown.",
    "each-option-of-the-audit-does-what-it-says": "Each option changes the report; a bad value is a usage error.",
    "the-duplicate-report-keeps-its-schema": "`duplicates --format json` keeps its published schema.",
    "the-duplicate-page-needs-nothing-beside-it": "The HTML report loads nothing and runs nothing.",
    "a-statement-is-held-against-its-source": (
        "Numbers, units, dates, names, identifiers and negations of a cited sentence are compared with its source."
    ),
    "a-statement-that-its-source-does-not-say-is-named": (
        "A statement that none of its sources says loses its markers and is called not backed; the text stays."
    ),
    "notes-that-contradict-each-other-are-both-named": (
        "Two notes that differ in a number, date or negation are both cited, the newer one first."
    ),
    "an-old-note-says-its-age": "A cited note that nobody changed for two years is named with its date.",
    "technical-terms-are-explained-from-the-notes": "The model may explain a term only as an excerpt does.",
    "no-note-gives-orders": "Fifty notes with hostile text change nothing, with and without a model.",
    "what-the-question-found-stays-in-front": (
        "The first of a list of the question itself is never below what only a plan found with equal evidence."
    ),
    "what-only-a-plan-found-is-marked-down": "What only other ways to ask have found loses .05, and shows it.",
    "alpha-mixes-keywords-and-vectors": "Alpha 0 is the order of the keywords, alpha 1 that of the vectors.",
    "lists-count-by-their-configured-weights": "Each list gives as much as its configured weight says.",
    "lists-are-as-deep-as-configured": "Lists are as deep as configured, and deep enough for the notes asked for.",
    "weak-keyword-hits-can-be-left-out": "Too small a share of the best keyword score is no match by words.",
    "a-mistyped-word-finds-what-was-meant": "An unknown word finds the nearest spelling; exact matches come first.",
    "names-raise-the-keywords": "Identifiers, codes, paths and addresses raise the keywords, and debug says so.",
    "vectors-count-less-in-languages-their-model-does-not-know": (
        "Vectors count a fifth in a language that their model does not know, a fiftieth in another script."
    ),
    "example-questions-come-from-the-notes": (
        "Example questions are made of the notes' own titles and headings, without a model, the same all day."
    ),
    "prompts-come-from-the-notes": "The agent pane's prompts ask about what the notes speak of.",
    "home-tab-within-slacks-limits": "However much there is to show, the Home tab fits into a view.",
    "home-shows-ones-own-questions-alone": "The Home tab shows a person's own last questions and nobody else's.",
    "admins-see-how-the-bot-fares": "Admins see health, counts and settings on their Home tab, and nobody else does.",
    "not-helpful-asks-why": "Not helpful is noted at once, and a modal asks why, which may stay empty.",
    "a-notes-owner-hears-why": (
        "Who owns a cited note, or changed it last, or a configured person hears once why an answer did not help, "
        "without the name of who says so, and only who may see all of its notes."
    ),
    "shortcuts-answer-the-person-alone": (
        "Find related notes and Answer this work on any message and answer the person alone."
    ),
    "a-thread-becomes-a-note": (
        "Save thread as a note shows a draft to edit and writes it once, by who may, to be found at once."
    ),
    "a-saved-note-stays-in-its-folder": "No typed file name leads out of the inbox collection or over another note.",
    "links-of-notes-show-what-everybody-there-may-see": (
        "A shared link of a note shows its title, passage and age, unless somebody in that channel may not see it."
    ),
    "people-can-delete-their-data": (
        "Delete my data and `footnote forget` leave nothing of a person in the state and trace databases."
    ),
    "old-conversations-vanish": "What people said vanishes from the state database after the configured days.",
    "logs-and-figures-without-words-or-names": "Logs and metrics hold no word and no name of anybody.",
    "notes-come-from-a-git-remote": (
        "A collection may be a branch and folder of a git remote, and its citations can link to the commit."
    ),
    "a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes": (
        "A running bot pulls its remotes every few minutes and answers from what was pushed."
    ),
    "a-broken-remote-keeps-the-last-good-notes": (
        "Whatever becomes of a remote or its clone, the last good notes stay, and status says the fix."
    ),
    "a-remote-takes-no-more-than-it-may": "A remote gets no more time and room on the disk than settings say.",
    "a-remote-can-start-nothing-and-point-nowhere": (
        "No hook, filter, submodule, link or address of a remote starts a program or shows another file."
    ),
    "a-token-of-a-remote-shows-nowhere": (
        "Token and key reach their own server alone and stand in no argument, file, error or log."
    ),
    "a-note-of-a-remote-has-its-own-author": "Each note of a remote has the author and date of its own last commit.",
    "doctor-names-what-the-slack-app-lacks": (
        "`footnote doctor` names each missing scope, event, command and shortcut with its fix."
    ),
    "the-index-may-stand-in-postgresql": (
        "An index in PostgreSQL keeps the contract of the one in a file, and every command says the same over it."
    ),
    "the-state-may-stand-in-postgresql": (
        "Claims, conversations and digests on a server keep what those in a file keep, for bots on several machines."
    ),
    "one-of-several-bots-indexes": (
        "Over one server one bot at a time indexes, and another goes on when it ends or dies."
    ),
    "bots-answer-a-thread-in-order": (
        "Over one server a follow-up waits for the answer that another bot is writing in the same thread."
    ),
    "stop-ends-an-answer-of-any-bot": (
        "Over one server stop, or the deletion of a question, ends the answer whichever bot heard of it."
    ),
    "a-server-that-cannot-hold-the-index-says-what-to-do": (
        "A server that is missing, too old, read-only, lost or closed to us is told in one sentence with the fix."
    ),
    "an-index-moves-between-databases-whole": (
        "`footnote migrate` carries notes and vectors between file and server, goes on after an end and compares."
    ),
    "a-state-moves-between-databases-whole": (
        "`footnote migrate --state` carries every row between file and server, both ways, and compares."
    ),
    "a-backup-restores-what-was-there": (
        "The commands of docs/operations.md back up and restore a file and a database while they are in use."
    ),
    "a-newcomer-needs-no-postgresql": "Without an address in the settings nothing of PostgreSQL is loaded.",
    "workspaces-share-nothing": (
        "Of several workspaces each is answered with its own token, and ids of one open nothing in another."
    ),
    "only-named-workspaces-install-it": (
        "Only workspaces that the settings name can install the bot, and only who began an installation can end it."
    ),
    "workspaces-come-and-go-by-themselves": (
        "Installations outlive a restart; a workspace that removes the bot is forgotten, and the others are served."
    ),
    "a-newcomer-needs-no-extra-for-one-workspace": "A bot of one workspace loads nothing of what several need.",
}
