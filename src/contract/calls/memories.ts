import type { CallChapter } from './call-chapter'

export const memories: CallChapter = {
  title: 'Memories',
  calls: {
    'GET /memories/all': {
      who: 'reader',
      about: ['The approved ones, newest first. `limit`: 1 to 100 (20).'],
      takes: 'memoryListQuerySchema',
    },
    'GET /memories/pending': {
      who: 'account',
      about: [
        'Those that wait for a decision of the account: for a moderator all, for everyone else those of the memorials that they keep, for an unverified account none. Oldest first, unless `sort_order` is `desc`. Up to 1000 unless `limit` (1 to 100) asks for a page. `q` is looked for in text and name; `suspicious` leaves those that hold links, addresses or phone numbers ([contacts.ts](contacts.ts)).',
      ],
      takes: 'pendingQuerySchema',
    },
    'POST /memories/create': {
      who: 'reader',
      about: [
        'The words of a keeper of the page are approved at once. All others wait: those of an account with its own e-mail, those of a guest (with or without a memorial token) with `author_email`, which a guest must give. Each keeper is notified of pending words as often as they chose (`PUT /users/me/words-letters`), by at most a letter an hour. A multipart form may hold one picture in `file`; `memorials_id` had best come before it. Its address is signed, good for at most an hour, until the words are approved. It is destroyed with them.',
        'A voice may come in `voice`, or in parts: then `voice_upload` is the id of an upload of `POST /voices` ([Large files in parts](#large-files-in-parts)). It needs `voice_consent`, the edition of `/voice-consent` that the speaker has agreed to, an account too; `description` may be empty then. It is as closed as a photo is, counts as one toward the limit of a guest, and toward the storage of the page once the words are approved, however full that is.',
        '`voice` of the answer is `null` or `{ file_path, duration, is_playable, is_being_prepared, text, peaks }`: `peaks` is its wave as it was sent in `voice_peaks`, 64 digits of 0 to f. Of a voice that not every browser plays (WebM, Ogg) the server makes a copy, M4A with AAC, where it has ffmpeg: until then `is_being_prepared` is true and `duration` is `null`.',
        '`idempotency_key` is a UUID: sent again with it, the words are left once, and the answer describes those.',
      ],
      takes: 'memoryDraftSchema',
      refuses: [
        '`403` for an unverified account',
        'the refusals of pictures',
        '`415` `Эта запись не открывается: файл повреждён, или это не звук.`: a voice is WebM, Ogg, M4A, MP3 or WAV by its content; `Это видео, а здесь нужен только голос.`',
        '`413` for a voice of more than 10 MB; `422` `Запись длиннее трёх минут.`, by its own length',
        '`422` `Чтобы сохранить запись голоса, нужно ваше согласие.` or `Текст согласия на запись голоса обновился. Пожалуйста, обновите страницу.`',
        '`404` for a `voice_upload` that has ended, is of another account or page; `409` `Эта запись уже отправлена вместе с другими словами.`',
        '`422` `Текст согласия обновился. Пожалуйста, обновите страницу.`',
        '`429` `Слишком много запросов. Пожалуйста, попробуйте позже.`',
        '`429` `У этой страницы уже много слов, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем рады вашим словам.` while 100 wait',
      ],
    },
    'PATCH /memories/update/{id}': {
      who: 'moderator',
      about: [
        'What is absent stays. The status stays too. `expected` is as at `PATCH /memorial/update/{id}`, of the three texts. `voice_text` is what is said in the voice, for those who do not hear; an empty one removes it.',
      ],
      takes: 'memoryChangeSchema',
      refuses: [
        '`403` `Текст записи добавляют те, кто хранит страницу.` for a moderator who is no keeper',
        '`422` `Записи голоса здесь нет.`',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
      ],
    },
    'DELETE /memories/delete/{id}': {
      who: 'moderator',
      about: [
        'With `keep=true` the words lie in the trash of their memorial for 30 days, where its keepers can bring them back. For a moderator who is no keeper of the memorial `keep` changes nothing: the words go at once.',
      ],
      takes: 'keepQuerySchema',
    },
    'GET /memories/trash/{id}': {
      who: 'keeper',
      about: ["The deleted words, the last deleted first; `{id}` is the memorial's."],
    },
    'POST /memories/restore/{id}': {
      who: 'keeper',
      about: ['`{id}` is that of the words. Their `status` is the one that they had.'],
    },
    'DELETE /memories/trash/{id}': {
      who: 'keeper',
      about: ['Destroys deleted words; `{id}` is theirs.'],
    },
    'POST /memories/moderate/{id}': {
      who: 'moderator',
      about: [
        'Approves or rejects words that wait. With `keepers_decide` of the page, moderators may do this and see the words only while a report of the page waits or the page is taken down; so it is with all calls on words. Their author gets a letter at the stored e-mail, which quotes the words where someone has shown to read that e-mail ([Letters](#letters)); `author_email` of the body is ignored. Rejected words are never shown and are destroyed after 30 days.',
      ],
      takes: 'decisionSchema',
      refuses: ['`409` `По этому воспоминанию решение уже принято.`'],
    },
    'POST /memories/moderate': {
      who: 'moderator',
      about: [
        'Decides on up to 100 words in one request, each `{ id, decision }` of `decisions`: all that waits when a moderator leaves the cabinet. Each decision stands alone, as if it had been sent by itself. The outcomes come in the order of the decisions: `decided`, `decided_before`, `not_found` or `forbidden`. An account that may decide on none of them is refused.',
      ],
      takes: 'decisionsSchema',
    },
    'POST /memories/{id}/reply': {
      who: 'keeper',
      about: [
        'Answers words, or takes the answer back by an empty text. Their author is written to once, when the words are published. `expected` is as at `PATCH /memorial/update/{id}`, of `reply`.',
      ],
      takes: 'replySchema',
      refuses: [
        '`409` `На эти слова нельзя ответить: их решили не публиковать.`',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
      ],
    },
    'POST /memories/{id}/block-author': {
      who: 'keeper',
      about: [
        'From now on what comes from the address of their author to this page, words, voices, proposals and stories, is answered as ever, and shown to no one; and the page asks them no questions. What of theirs still waits at the page leaves its queue; what was published stays.',
      ],
      refuses: ['`409` `Адреса автора у этих слов нет: его оставил хранитель страницы, или он уже удалён.`'],
    },
    'GET /memorial/{id}/blocked-authors': {
      who: 'keeper',
      about: [
        'Those whose further words, proposals and stories to the page no one sees, the newest first. Of who was asked by letter `author_email` is `null`, and `author` the name under which they answered; of the others `author` is `null`.',
      ],
    },
    'DELETE /blocked-authors/{id}': {
      who: 'keeper',
      about: [
        'What left the queue when they were blocked waits there again, and what they send in from then on waits as before; what they sent in between stays unseen. They may be asked.',
      ],
    },
    'GET /users/me/words-letters': {
      who: 'account',
      about: [
        'How often the account gets letters about words that wait for its decision: `hourly`, `daily` or `never`; `never`, too, where the link of such a letter ended them, until the account chooses again.',
      ],
    },
    'PUT /users/me/words-letters': {
      who: 'account',
      takes: 'wordsLettersSchema',
    },
  },
}

const LINK_ENDED =
  '`404` for a link that opens nothing (any more): taken back by a keeper, unknown, 180 days after its last letter, of an account that is gone or blocked, or while the page is in the trash or taken down; all alike'

export const questions: CallChapter = {
  title: 'Questions and stories',
  about: [
    "Keepers ask those who may know, by letter: a question, a name, a link to `/answer?token=`. The answer needs no account. It waits as words of memory do; approved it is a story on the page. A question goes to an address that may be a stranger's: the letter holds nothing free but the question and the name, names the page and who asks by their `display_name` («Владелец», «Хранитель» without one), and can be ended with `List-Unsubscribe`. The page writes to a person once a week at most.",
  ],
  calls: {
    'POST /memorial/{id}/questions': {
      who: 'keeper',
      about: [
        'To up to 20 addresses, each with the name by which the letter greets: letters, spaces and hyphens. All of them are written to, or no one. `text` has up to 300 letters and no links, addresses or phone numbers.',
      ],
      takes: 'questionDraftSchema',
      refuses: [
        '`409` `ASKED_RECENTLY` where a letter of this page went to one of them within 7 days, or one of them wants no questions of it or is blocked: the answer does not say which of them, or why',
        '`409` `Страница сейчас закрыта для всех, кроме тех, кто её хранит. Спросить можно будет, когда её откроют снова.`',
        '`422` `Один и тот же адрес указан дважды.`',
        '`422` `В вопросе не должно быть ссылок, адресов и телефонов.`',
        '`429` `За сутки можно отправить не больше 40 писем с вопросами. Попробуйте, пожалуйста, завтра.`',
      ],
    },
    'GET /memorial/{id}/questions': {
      who: 'keeper',
      about: ['The last asked first, without those taken back. Addresses are not returned.'],
    },
    'DELETE /questions/{id}': {
      who: 'keeper',
      about: ['Takes a question back: its link opens nothing any more. An answer that was given stays.'],
    },
    'POST /questions/open': {
      who: 'anyone',
      about: [
        'The question of a link, and its answer so far: `answer` is `null` before, and once the keepers have deleted it. The portrait of a closed page is shown too, at a signed address.',
      ],
      takes: 'questionLinkSchema',
      refuses: [LINK_ENDED],
    },
    'POST /questions/answer': {
      who: 'anyone',
      about: [
        'As JSON, or a form with up to 5 pictures in its field `photo`; `token` had best come before them. While it waits another answer replaces it whole, with its photos and its voice; `own_token`, with which its author reads it and takes it back, stays the same. Keepers are notified as of words of memory. Who is blocked at the page gets the same response, and their answer is shown to no one. `consent_version` is recorded as there.',
        'A voice comes as at `POST /memories/create`, in `voice` or as `voice_upload`, with `voice_consent`; `text` may be empty then. Sent again with the same `voice_upload`, the answer keeps its voice.',
      ],
      takes: 'storyDraftSchema',
      refuses: [
        LINK_ENDED,
        'the refusals of pictures',
        'the refusals of voices, as at `POST /memories/create`',
        '`409` `Ваш рассказ уже прочитали, и изменить его здесь больше нельзя. Спасибо вам.` once it was decided on, or deleted by the keepers',
        '`422` `Текст согласия обновился. Пожалуйста, обновите страницу.`',
        '`429` `Слишком много запросов. Пожалуйста, попробуйте позже.`',
      ],
    },
    'POST /questions/later': {
      who: 'anyone',
      about: [
        'The letter comes again a week later, twice at most. It counts once for each letter; after the third one it is as `POST /questions/decline`.',
      ],
      takes: 'questionLinkSchema',
      refuses: [LINK_ENDED],
    },
    'POST /questions/decline': {
      who: 'anyone',
      about: ['The page asks this person no more. The link still opens, and takes an answer.'],
      takes: 'questionLinkSchema',
      refuses: [LINK_ENDED],
    },
    'POST /stories/own': {
      who: 'anyone',
      about: ['A story as its author sent it. `404` once it was deleted, by whomever.'],
      takes: 'ownStoryLinkSchema',
    },
    'DELETE /stories/own': {
      who: 'anyone',
      about: ['The author takes it back for good, with its photos and its voice. Repeated it changes nothing.'],
      takes: 'ownStoryLinkSchema',
    },
    'GET /memorial/{id}/stories': {
      who: 'reader',
      about: [
        'The approved ones in the order of the keepers, new ones last: 1000 at most, and as many as have 300 000 letters. An export holds all.',
      ],
    },
    'POST /memorial/{id}/stories/order': {
      who: 'keeper',
      takes: 'storyOrderSchema',
      refuses: [
        '`422` `Рассказы изменились, пока вы их расставляли. Обновите страницу и попробуйте ещё раз.` unless the ids are those of all stories that the page shows',
      ],
    },
    'GET /memorial/{id}/stories/pending': {
      who: 'keeper',
      about: ['As `GET /stories/pending`, of one page.'],
      takes: 'pendingQuerySchema',
    },
    'GET /stories/pending': {
      who: 'account',
      about: [
        'Those that wait for a decision of the account, as `GET /memories/pending`. `to_name` is the name by which the author was asked; their address is returned to no one. `q` is looked for in the text, the name and the relation.',
      ],
      takes: 'pendingQuerySchema',
    },
    'POST /stories/{id}/moderate': {
      who: 'moderator',
      about: [
        'Approves or rejects a story that waits. Its voice counts toward the storage of the page once it is approved, however full that is. Its author gets a letter with a link that takes the story back. Rejected ones are destroyed after 30 days, those without a decision after 180.',
      ],
      takes: 'decisionSchema',
      refuses: [
        '`409` `По этому рассказу решение уже принято.`',
        '`400` `На странице уже столько рассказов, сколько на ней помещается. Этот подождёт: уберите или сократите какой-нибудь из прежних.`',
      ],
    },
    'POST /stories/{id}/block-author': {
      who: 'keeper',
      about: [
        'As `POST /memories/{id}/block-author`, of the author of the story. Their address is returned to no one.',
      ],
      refuses: ['`409` `Адрес этого человека у нас уже удалён, поэтому узнать его снова мы не сможем.`'],
    },
    'PATCH /stories/{id}': {
      who: 'moderator',
      about: [
        'What is absent stays. `expected` is as at `PATCH /memorial/update/{id}`, of the three texts. `voice_text` is what is said in the voice, for those who do not hear; an empty one removes it.',
      ],
      takes: 'storyChangeSchema',
      refuses: [
        '`403` `Текст записи добавляют те, кто хранит страницу.` for moderators',
        '`422` `Записи голоса здесь нет.`; `Пожалуйста, расскажите хотя бы в двух словах.` for an empty text without a voice',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
      ],
    },
    'DELETE /stories/{id}': {
      who: 'moderator',
      about: ['With `keep=true` as at `DELETE /memories/delete/{id}`.'],
      takes: 'keepQuerySchema',
    },
    'GET /stories/trash/{id}': {
      who: 'keeper',
      about: ["The deleted stories, the last deleted first; `{id}` is the memorial's."],
    },
    'POST /stories/restore/{id}': {
      who: 'keeper',
      about: ['`{id}` is that of the story. It has the status that it had, and comes last.'],
    },
    'DELETE /stories/trash/{id}': {
      who: 'keeper',
      about: ['Destroys a deleted story; `{id}` is its own.'],
    },
  },
}
