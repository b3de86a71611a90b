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
        'The words of a keeper of the page are approved at once. All others wait: those of an account with its own e-mail, those of a guest (with or without a PIN token) with `author_email`, which a guest must give. Each keeper is told of waiting words as often as they chose (`PUT /users/me/words-letters`), by at most a letter an hour. A multipart form may hold one picture in `file`; `memorials_id` had best come before it. Its address is signed, good for at most an hour, until the words are approved. It is destroyed with them.',
        'A voice may come in `voice`, or in parts: then `voice_upload` is the id of an upload of `POST /voices` ([Large files in parts](#large-files-in-parts)). It needs `voice_consent`, the edition of `/voice-consent` that the speaker has agreed to, an account too; `description` may be empty then. It is as closed as a photo is, counts as one toward the limit of a guest, and toward the storage of the page once the words are approved, however full that is.',
        '`voice` of the answer is `null` or `{ file_path, duration, is_playable, is_being_prepared, text }`. Of a voice that not every browser plays (WebM, Ogg) the server makes a copy, M4A with AAC, where it has ffmpeg: until then `is_being_prepared` is true and `duration` is `null`.',
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
        '`422` `У этих слов нет записи голоса.`',
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
        'Approves or rejects words that wait. With `keepers_decide` of the page, moderators may do this and see the words only while a report of the page waits or the page is taken down; so it is with all calls on words. A letter tells their author, at the stored e-mail, and quotes the words where someone has shown to read that e-mail ([Letters](#letters)); `author_email` of the body is ignored. Rejected words are never shown and are destroyed after 30 days.',
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
        'From now on words from the address of their author to this page are answered as ever, and shown to no one.',
      ],
      refuses: ['`409` `Адреса автора у этих слов нет: его оставил хранитель страницы, или он уже удалён.`'],
    },
    'GET /memorial/{id}/blocked-authors': {
      who: 'keeper',
      about: ['The authors whose further words to the page no one sees, the newest first.'],
    },
    'DELETE /blocked-authors/{id}': {
      who: 'keeper',
      about: ['Takes words of an author again.'],
    },
    'GET /users/me/words-letters': {
      who: 'account',
      about: [
        'How often letters tell the account of words that wait for its decision: `hourly`, `daily` or `never`; `never`, too, where the link of such a letter ended them, until the account chooses again.',
      ],
    },
    'PUT /users/me/words-letters': {
      who: 'account',
      takes: 'wordsLettersSchema',
    },
  },
}
