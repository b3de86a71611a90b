import type { CallChapter } from './call-chapter'

export const keepers: CallChapter = {
  title: 'Keepers',
  about: [
    "Keepers look after a page together with its owner, who invites them. A keeper may do to the page, its burial, archives and words what its owner may, and reads it while it is closed; credits, deleting, handing over and inviting are the owner's. `role` of a `Memorial` tells the one who asks what they are to it.",
  ],
  calls: {
    'GET /memorial/{id}/keepers': {
      who: 'keeper',
      about: [
        'The owner first. `display_name` is the name that each has chosen, or `null`. E-mails, and the invitations that no one has answered, are shown to the owner alone.',
      ],
    },
    'GET /memorial/{id}/history': {
      who: 'keeper',
      about: [
        'What was changed on the page in the last year, newest first: a revision for each changed text or fact, `before` and `after` as the API gives them. `what` is the field: `biography`, `lastname`, `birth_date` (a date and its precision are one change: `{ date, precision }`), `burial.cemetery`, `burial.road.{id}.line`, `photo.{id}.description`, `audio.{id}.people`, `memory.{id}.description`, `memory.{id}.reply`. Making something is no revision; portraits, files and flags leave none. Deleting a burial place is one of each of its texts; the revisions of an archive item or of words of memory are deleted with those.',
        'Saves of the same text by the same account within ten minutes of the last one are one revision, unless someone else saved it in between, or the text is as it was before. `who` is the `display_name` of those who keep the page now, else «Владелец» or «Хранитель»; «Бывший хранитель» is whoever keeps it no more, whatever their name, and «Модератор» one who mended words of memory. Of a proposal that was accepted `who` is its `author` and `accepted_by` the keeper, else `null`. `restored_from` is the revision whose `before` was restored.',
        '`limit`: 1 to 100 (50). A page of the list ends before, once its values have 2 MB; `total` counts all revisions.',
      ],
      takes: 'historyQuerySchema',
    },
    'POST /memorial/{id}/history/{revision}/restore': {
      who: 'keeper',
      about: [
        'Puts back what stood `before`, as a revision of its own, and answers as the call that changes the field: the `Memorial`, `Burial`, `ArchiveItem` or `WrittenMemory`. A burial place that was deleted is made again. The rules of today hold.',
      ],
      refuses: [
        '`404` when the page has no such revision, or its item or words are deleted',
        '`409` `Сейчас здесь и так написано то же самое.`',
        '`422` as the call that changes the field',
      ],
    },
    'POST /memorial/{id}/history/restore-day': {
      who: 'keeper',
      about: [
        'Puts back what stood before the first change of that day of each field. A day begins and ends by the clock of `time_zone`, a name of IANA (`Europe/Moscow` where it is absent). `restored` is the number of fields, without those that stand so already; `refused` the `what` of those that the rules of today refuse, or whose item is deleted: they stay.',
      ],
      takes: 'restoredDaySchema',
      refuses: ['`422` `Укажите день в виде ГГГГ-ММ-ДД`', '`422` `Неизвестный часовой пояс`'],
    },
    'POST /memorial/{id}/proposals': {
      who: 'reader',
      about: [
        'What a reader knows better. `field` is a `what` of the [history](#get-memorialidhistory) that readers see: names, dates, the biography, `burial.…`, the texts of archive items, `memory.{id}.description` of published words. `value` is what shall stand there, as the call that changes the field takes it, `precision` that of a date; or `note` says what they know. `author` is how they sign, `author_email` of guests where an answer goes; an account has its own. `consent_version` is as with words of memory, and so are the limits, which count both together; 100 proposals wait at a page. The keepers are written to once an hour at most. `own_token` is told this once.',
      ],
      takes: 'proposalDraftSchema',
      refuses: [
        '`403` for an account whose e-mail is not verified',
        '`409` `Вы храните эту страницу: измените её сами, это сразу увидят все.`',
        '`415` for a file that is no picture',
        '`422` `Напишите, как правильно, или расскажите, что вы знаете.` about `value`, also where it says what stands there; `Это на странице уточнить нельзя.` about `field`',
        '`429` `Слишком много запросов. Пожалуйста, попробуйте позже.`',
        '`429` `У этой страницы уже много уточнений, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем вам рады.`',
      ],
    },
    'GET /memorial/{id}/proposals': {
      who: 'keeper',
      about: [
        'Those that wait, the oldest first. `current` is what stands there now, `null` also where that is gone; both values are as in the history. `limit`: 1 to 100 (50). A page of the list ends before, once its texts have 500 000 letters; `total` counts all.',
      ],
      takes: 'historyQuerySchema',
    },
    'GET /proposals/pending': {
      who: 'account',
      about: [
        'The same for all pages that the account owns or keeps. None while the address is not confirmed. The filters are those of [`GET /memories/pending`](#get-memoriespending); `q` is looked for in the value, the note and the name. `limit`: 1 to 100 (50).',
      ],
      takes: 'pendingQuerySchema',
    },
    'POST /proposals/{id}/decide': {
      who: 'keeper',
      about: [
        'An accepted `value` is saved by the rules of today, and answered as the call that changes the field; the revision has the `author` as `who` and the keeper as `accepted_by`. The photograph goes to the archive, if the page has one with room. Without a value, and for `rejected`: 204. `expected` is `current` as it was read; without it nothing is compared. `note` is read by the author at their link, and goes by letter to who gave an address that has ever opened a link of ours. What was decided is destroyed after 30 days, what waits after 180.',
      ],
      takes: 'proposalDecisionSchema',
      refuses: [
        '`404` when there is none, or what it is about is deleted',
        '`409` `По этому уточнению решение уже принято.`',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`, and it waits on',
        '`422` as the call that changes the field',
      ],
    },
    'POST /proposals/{id}/block-author': {
      who: 'keeper',
      about: ['As `POST /memories/{id}/block-author`, of who proposed it.'],
      refuses: ['`409` `Адрес этого человека у нас уже удалён, поэтому узнать его снова мы не сможем.`'],
    },
    'POST /proposals/own': {
      who: 'anyone',
      about: [
        'What became of a proposal, for who has its `own_token`. Of a page that is closed by now it tells the name alone. `photo` is the address of the photograph until there is a decision. `reply` is the `note` that came with the decision.',
      ],
      takes: 'ownProposalSchema',
      refuses: ['`404` once it is taken back or destroyed'],
    },
    'DELETE /proposals/own': {
      who: 'anyone',
      about: [
        'Takes it back for good, with its photograph. Repeated it changes nothing; what was accepted stays on the page.',
      ],
      takes: 'ownProposalSchema',
    },
    'POST /memorial/{id}/keepers': {
      who: 'owner',
      about: [
        'A letter with a link to `/keepers/accept?token=`, good for 14 days, in place of an earlier one to the same address. It names the page, and of its owner nothing. The answer is the same whether the address has an account or not. The owner is written to, with «это не я». Until it is accepted it ends with [the session that sent it](#tokens). Needs a fresh session.',
      ],
      takes: 'invitedSchema',
      refuses: [
        '`403` with 50 keepers and invitations',
        '`409` `Этот человек уже хранит страницу вместе с вами.`',
        '`422` `Это ваш собственный адрес.`',
        '`429` `Сегодня отправлено уже много приглашений. Попробуйте, пожалуйста, завтра.`',
      ],
    },
    'DELETE /memorial/{id}/keepers/{user_id}': {
      who: 'keeper',
      about: ['The owner lets anyone go; a keeper leaves by their own id. What they do at that moment is refused.'],
      refuses: [
        '`400` `Владелец не может перестать хранить страницу. Её можно передать другому человеку.`',
        '`403` `Убрать другого хранителя может только владелец страницы.`',
        '`404` when this account does not keep the page',
      ],
    },
    'DELETE /memorial/{id}/invitations/{invitation_id}': {
      who: 'owner',
      refuses: ['`404` when the page has no such invitation, or it was accepted'],
    },
    'POST /memorial/{id}/hand-over': {
      who: 'owner',
      about: [
        'The same letter; the one who accepts it owns the page with its storage from then on, and the former owner stays its keeper. Of several offers the first acceptance ends the others. The owner is written to, with «это не я», when the page is offered and when it is accepted, and those who keep it when it is offered. For 72 hours from then on «это не я» takes the page back. Needs a fresh session.',
      ],
      takes: 'handOverSchema',
      refuses: [
        '`400` `Неверный текущий пароль`',
        '`422` `Это ваш собственный адрес.`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
        '`429` `Сегодня отправлено уже много приглашений. Попробуйте, пожалуйста, завтра.`',
      ],
    },
    'POST /keepers/accept': {
      who: 'verified account',
      about: [
        'Accepted again by the same account it changes nothing. The one who invited is written to. An invitation is for the account with its address, and for the one that had it, confirmed, and has another now.',
      ],
      takes: 'acceptanceSchema',
      refuses: [
        '`400` `Приглашение отозвано или устарело. Попросите прислать новое.`',
        '`403` `Это приглашение отправлено на другой адрес. Войдите с тем адресом, на который пришло письмо.`',
        '`403` `Чтобы принять страницу, нужно свободное место для мемориала, а сейчас его нет.`',
      ],
    },
    'GET /keepers/invitations': {
      who: 'account',
      about: [
        'Those that the account may answer: sent to its address, or to one that it had, confirmed. None that has expired, was withdrawn or accepted, or would change nothing, none of a deleted page, and none at all while the address is not confirmed. `invited_by` is the e-mail of the owner who asks; `null` where the owner is gone and leaves the page.',
      ],
    },
    'POST /keepers/invitations/{id}/accept': {
      who: 'verified account',
      about: ['The same as [POST /keepers/accept](#post-keepersaccept), without the link.'],
      refuses: [
        "`400` `Приглашение отозвано или устарело. Попросите прислать новое.` when its page is gone or another's by now",
        '`403` `Чтобы принять страницу, нужно свободное место для мемориала, а сейчас его нет.`',
        '`404` when it is not one of the account',
      ],
    },
    'DELETE /keepers/invitations/{id}': {
      who: 'verified account',
      about: ['Declines it. Its link opens nothing from then on; no one is written to.'],
      refuses: ['`404` when it is not one of the account, or was accepted'],
    },
  },
}
