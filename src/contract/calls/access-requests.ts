import type { CallChapter } from './call-chapter'

export const accessRequests: CallChapter = {
  title: 'Access requests',
  about: [
    'How people come to a closed page without its PIN: they ask, a keeper decides, and a letter brings a personal link to `/memorials/{id}/open?key=`. The link is good for 180 days and on any device, until a keeper ends it. Requests stay with a page that is handed over.',
  ],
  calls: {
    'POST /memorial/{id}/access-requests': {
      who: 'visitor',
      about: [
        'The answer is the same for every id, and so is the work before it: it shows nothing of the page. Keepers of a closed page are written to, at most once an hour. `text` may be absent. `consent_version` is recorded with the request.',
      ],
      takes: 'accessRequestDraftSchema',
      refuses: [
        '`422` `Текст согласия обновился. Пожалуйста, обновите страницу.` for an unknown edition',
        '`429` `Вы уже отправили несколько просьб. Попробуйте, пожалуйста, через час.`',
      ],
    },
    'GET /memorial/{id}/access-requests': {
      who: 'keeper',
      about: [
        'Those that wait first, the oldest before the others, 50 at most (`more_waiting` means that there are others); then who was let in, and who was refused. A thousand at most. What waits is destroyed after 90 days, the others 180 days after the decision.',
      ],
    },
    'GET /access-requests/pending': {
      who: 'account',
      about: [
        'Those that wait at the pages that the account keeps, the oldest first, a thousand at most. An unverified account gets an empty list.',
      ],
    },
    'POST /access-requests/{id}/decide': {
      who: 'keeper',
      about: [
        '`decision` is `approved` or `rejected`. Who is let in gets a letter with the link; of a refusal no one is notified.',
      ],
      takes: 'accessDecisionSchema',
      refuses: [
        '`404` when there is no such request',
        '`409` `По этой просьбе решение уже принято.`',
        '`409` `Страница сейчас закрыта для всех, кроме тех, кто её хранит, и ссылка её не откроет. Впустить можно будет, когда страницу откроют снова.`',
      ],
    },
    'DELETE /access-requests/{id}': {
      who: 'keeper',
      about: [
        'The request is gone. If it was approved, its link and all tokens that it gave open nothing from then on.',
      ],
      refuses: ['`404` when there is no such request'],
    },
    'POST /memorial/{id}/open': {
      who: 'visitor',
      about: ['Gives a memorial token for the key of a personal link, as often as it is asked.'],
      takes: 'accessKeySchema',
      refuses: [
        '`404`',
        '`400` `Страница открыта для всех, ссылка из письма не нужна.`',
        '`403` `Эта ссылка больше не открывает страницу. Чтобы попасть на неё, можно отправить новую просьбу.`',
        '`403` `Страница сейчас закрыта, и ссылка из письма её не открывает.` (it was taken down)',
      ],
    },
  },
}
