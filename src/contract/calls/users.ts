import type { CallChapter } from './call-chapter'

export const users: CallChapter = {
  title: 'Users',
  calls: {
    'GET /users/me': {
      who: 'account',
    },
    'PATCH /users/me': {
      who: 'account',
      about: [
        'How the account is called where a family reads who changed its page: `display_name`, up to 100 letters, spaces, hyphens, apostrophes and full stops, each of which stands before a space, the end, or a letter with a full stop of its own («А.С. Иванов»). `null` and an empty one remove it.',
      ],
      takes: 'userChangeSchema',
    },
    'POST /users/me/change-password': {
      who: 'account',
      about: [
        'Ends the other sessions of the account, [what any of its sessions made](#tokens) and the address of its calendar; the session that asks goes on. The holder is written to.',
      ],
      takes: 'passwordChangeSchema',
      refuses: [
        '`400` `Неверный текущий пароль`',
        '`422` `Этот пароль слишком известен. Придумайте, пожалуйста, другой`',
        '`422` `Этот пароль похож на ваш e-mail. Придумайте, пожалуйста, другой`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
        '`429` `Пароль меняли слишком часто. Попробуйте, пожалуйста, позже.`',
      ],
    },
    'POST /users/me/change-email': {
      who: 'account',
      about: [
        'Sends a letter with a link to `/confirm-email?token=`, good for 24 hours, to the new address, in place of an earlier one, and word to the present address. The answer does not show whether another account has the new one: its holder gets another letter. An account that was never confirmed may correct a mistyped address so. A new password makes the link worthless, and so does the end of [the session that asked](#tokens) in the list.',
      ],
      takes: 'emailChangeSchema',
      refuses: [
        '`400` `Неверный текущий пароль`',
        '`422` `Это и есть ваш нынешний адрес.`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
        '`429` `Слишком много запросов. Попробуйте позже.` after 3 in an hour to a mailbox, 5 of an account, 20 from a network',
      ],
    },
    'POST /users/confirm-email': {
      who: 'anyone',
      about: [
        'The account has the new address from then on, confirmed; its sessions go on, and the former address is written to. Confirmed again it changes nothing. Who becomes a moderator by the address gets a letter to set a password first.',
      ],
      takes: 'letterTokenSchema',
      refuses: [
        '`400` `Ссылка устарела или больше не действует. Запросите новое письмо в личном кабинете.`',
        '`400` `За это время с этим адресом появилась другая учётная запись. Выберите, пожалуйста, другой адрес.`',
      ],
    },
    'POST /users/me/delete': {
      who: 'account',
      about: [
        "Sessions end. Sign-in and recovery answer as for no one's address, registration as for a taken one. Only their other keepers and moderators read its pages; each page is offered by letter to the heir, if one is named, and to its keepers: the first to accept ([POST /keepers/accept](#post-keepersaccept)) owns it, and it opens again. The holder gets a letter with a link to `/return?token=`. At `destroyed_at`, 14 days later, all that is left is destroyed, with a line in the register of deletions.",
      ],
      takes: 'accountDeletionSchema',
      refuses: [
        '`400` `Неверный текущий пароль`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
        '`429` `Учётную запись удаляли уже несколько раз за день. Попробуйте, пожалуйста, завтра.`',
      ],
    },
    'POST /users/return': {
      who: 'anyone',
      about: [
        'Everything is as it was, but pages that others have accepted: of those the holder is a keeper. What the operator closed stays closed. Used again it changes nothing.',
      ],
      takes: 'letterTokenSchema',
      refuses: [
        '`400` `Ссылка больше не действует. Если срок возвращения ещё не прошёл, напишите нам с того адреса, на который пришло письмо.`',
      ],
    },
    'POST /users/me/set-pin': {
      who: 'account',
      about: ['Sets the first PIN.'],
      takes: 'pinSchema',
      refuses: [
        '`409` `PIN-код уже установлен`',
        '`422` `Такой PIN-код легко угадать.`: the 500 commonest, years 1900–2030, and days of them as ДДММ, ДДММГГ, ДДММГГГГ; longer ones that are common passwords. A new PIN by the two calls below is refused so too',
      ],
    },
    'POST /users/me/change-pin': {
      who: 'account',
      takes: 'pinChangeSchema',
      refuses: [
        '`400` `Неверный текущий PIN-код`, also where there is none yet',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
      ],
    },
    'POST /users/me/reset-pin-with-password': {
      who: 'account',
      about: ['Sets a PIN, whether there was one or not.'],
      takes: 'pinResetSchema',
      refuses: ['`400` `Неверный текущий пароль`', '`429` `Слишком много неудачных попыток. Попробуйте позже.`'],
    },
    'GET /users/me/sessions': {
      who: 'account',
      about: ['The session that asks comes first, then those used last. Addresses are shortened.'],
    },
    'DELETE /users/me/sessions': {
      who: 'account',
      about: [
        'Ends all sessions but the one that asks, and [what any of them made](#tokens): accepted keepers and the calendar stay.',
      ],
    },
    'DELETE /users/me/sessions/{id}': {
      who: 'account',
      about: ['Ends that session and [what it made](#tokens), but the calendar.'],
      refuses: ['`404` when the account has no such session'],
    },
    'GET /users/me/factors': {
      who: 'account',
      about: [
        'What the account signs in with in addition to its password: passkeys, and programs for one-time codes. A program is in it once its first code was right. `recovery_codes_left` is 0 without factors.',
      ],
    },
    'POST /users/me/factors/code': {
      who: 'account',
      about: [
        'A new secret for a program: base32, and as the address that its QR code holds (RFC 6238 with SHA-1, six digits, 30 seconds). It counts for nothing before its first code; of several that were begun the last one waits. Needs a fresh session.',
      ],
      takes: 'factorNameSchema',
      refuses: ['`409` when the account has 20 factors'],
    },
    'POST /users/me/factors/code/{id}/confirm': {
      who: 'account',
      about: [
        'The first code of the program. The first factor of an account brings ten recovery codes, which are shown this once; another one brings `[]`. The holder is written to. Needs a fresh session.',
      ],
      takes: 'codeSchema',
      refuses: [
        '`400` with the code `FACTOR_BAD_CODE` and `Код не подошёл. Проверьте его и попробуйте ещё раз.`',
        '`404` when none of this account waits for its first code',
        '`429` `Слишком много запросов. Попробуйте позже.`',
      ],
    },
    'POST /users/me/factors/passkey/begin': {
      who: 'account',
      about: [
        'What `navigator.credentials.create` takes, as JSON (`options`), and the name of its challenge, which counts once within 5 minutes. Needs a fresh session.',
      ],
      refuses: [
        '`409` `Ключи доступа работают только на сайте с именем, а этот открыт по IP-адресу. Можно подключить одноразовые коды.`',
      ],
    },
    'POST /users/me/factors/passkey/finish': {
      who: 'account',
      about: ['Adds the passkey that the browser has made. The holder is written to. Needs a fresh session.'],
      takes: 'newPasskeySchema',
      refuses: [
        '`400` with the code `FACTOR_BAD_CODE` for what proves nothing',
        '`409` `Этот ключ доступа уже подключён.`, and when the account has 20 factors',
        '`429` `Слишком много запросов. Попробуйте позже.`',
      ],
    },
    'DELETE /users/me/factors/{id}': {
      who: 'account',
      about: ['The last one takes the recovery codes along. The holder is written to. Needs a fresh session.'],
      refuses: ['`404` when the account has no such factor', '`429` `Слишком много запросов. Попробуйте позже.`'],
    },
    'POST /users/me/factors/recovery-codes': {
      who: 'account',
      about: [
        'Ten new ones, which are shown this once; the former ones end. The holder is written to. Needs a fresh session.',
      ],
      refuses: [
        '`409` `Сначала подключите ключ доступа или одноразовые коды.`',
        '`429` `Слишком много запросов. Попробуйте позже.`',
      ],
    },
    'GET /users/me/consents': {
      who: 'account',
      about: [
        'What the holder of the account agreed to, the last first: at the registration, with words of memory, with voices (in the edition of `/voice-consent`), with answers to questions and their voices, with proposals, with requests to be let in and with reports that leave an e-mail. What came from an address counts once the account has confirmed it. Words that were decided on more than 30 days ago hold no e-mail any more.',
        '`agreement` and `policy` are the user agreement and the policy on personal data that were accepted by the registration or by leaving the words: `{ edition, is_current }`, where `edition` is a day, or what the text of an installation of its own says in place of one. Both are null for requests and reports, and where they were not recorded.',
      ],
    },
    'DELETE /users/me/consents/words/{id}': {
      who: 'verified account',
      about: [
        'What rests on the consent goes for good: the words with their photo and their voice. The consent that came with the registration ends with the account ([POST /users/me/delete](#post-usersmedelete)).',
      ],
      refuses: ["`404` when no such words came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/voice/{id}': {
      who: 'verified account',
      about: [
        'The voice and its text go for good; `{id}` is that of the words. What was written next to it stays; words that were nothing but the voice go too.',
      ],
      refuses: ["`404` when no such voice came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/story/{id}': {
      who: 'verified account',
      about: [
        'An answer to a question that went to an address of the account is destroyed, with its photos and its voice, as by `DELETE /stories/own`.',
      ],
      refuses: ["`404` when no such story came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/story_voice/{id}': {
      who: 'verified account',
      about: [
        'The voice of a story and its text go for good; `{id}` is that of the story. What was written next to it stays, with its photos; a story that was nothing but the voice goes too.',
      ],
      refuses: ["`404` when no such voice came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/proposal/{id}': {
      who: 'verified account',
      about: ['The proposal goes with its photo. What was accepted of it stays on the page.'],
      refuses: ["`404` when no such proposal came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/request/{id}': {
      who: 'verified account',
      about: ['The request to be let in goes, and the link that it gave opens nothing any more.'],
      refuses: ["`404` when no such request came from the account's address with a consent"],
    },
    'DELETE /users/me/consents/report/{id}': {
      who: 'verified account',
      about: ['The report stays, without the e-mail.'],
      refuses: ["`404` when no such report came from the account's address with a consent"],
    },
    'GET /users/me/calendar': {
      who: 'verified account',
      about: [
        "The secret address of a calendar with the days of all pages that the account owns or keeps, closed ones too. Calendar programs read it without a token. The first call makes it, later ones show the same. A random key of it is stored; the rest is that key's signature, so that it cannot be made from the database alone. It ends with `DELETE`, and like the account's tokens with a change of the password and with a reset: then the next call makes another. A new PIN does not end it, since a PIN opens pages to visitors and the address is its owner's own.",
      ],
      refuses: [
        "`403` `Откройте этот адрес в самом браузере.` to what a browser sends for another site or as anything but a script's request",
      ],
    },
    'DELETE /users/me/calendar': {
      who: 'verified account',
      about: ['Ends that address; the next GET makes another. An account without one gets the same answer.'],
    },
    'POST /users/me/export': {
      who: 'verified account',
      about: [
        'As [`POST /memorial/{id}/export`](#post-memorialidexport), for all pages that the account owns or keeps: a folder for each, index.html that lists them, and `family.ged` with their people, and what those are to each other, in GEDCOM 7.0. `relations` of each `data.json` says the same by the ids of the pages. `account.json` ([exportedAccountSchema](export.ts)) describes the account itself: its e-mail, its name, when it was made, and what its holder agreed to, as `GET /users/me/consents` does. It is not in a `data.json`, since each of those is a page, and pages are given on; an import passes it over. The holder is written to, with «это не я», once an hour at most. Needs a fresh session.',
      ],
      refuses: ['`429` `Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.`'],
    },
    'GET /users/me/heir': {
      who: 'account',
      about: [
        'To whom the pages are offered when the account ends. `null` while no one is named. `effective_at` is from when they count; `null` for none, and for who was named before this was noted.',
      ],
    },
    'PUT /users/me/heir': {
      who: 'account',
      about: [
        'The heir is not written to; the owner is, with «это не я». The heir counts 72 hours later, and until then the one before counts. `null` takes the heir back. An account that no one signs in to for three years gets a letter about it; 30 days later each of its pages is offered to the heir, until its holder signs in again. It loses nothing by the offer alone. Needs a fresh session.',
      ],
      takes: 'heirChoiceSchema',
      refuses: [
        '`422` `Это ваш собственный адрес.`',
        '`429` `Наследника меняли слишком часто. Попробуйте, пожалуйста, позже.` after 10 in an hour',
      ],
    },
  },
}
