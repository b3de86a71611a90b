import type { CallChapter } from './call-chapter'

export const relations: CallChapter = {
  title: 'Relations',
  about: [
    'Who was who to whom, as far as they have pages. `kind` is what the other page is to the one that is asked for: `parent`, `spouse`, `sibling` or `child`. Between two pages there is one relation at most, seen from both. Deleting a page deletes its relations.',
  ],
  calls: {
    'GET /memorial/{id}/relations': {
      who: 'reader',
      about: [
        'In the order of the kinds, and by birth within each. A closed page is left out for everyone but those who keep it.',
      ],
    },
    'POST /memorial/{id}/relations': {
      who: 'keeper',
      about: [
        '`201` when the account keeps both pages. Else `202`, and those who keep the other page are asked; they get a letter, at most one an hour for each page, requests to be let in among them. Of a page that the account cannot read the answer is `202` whether it is closed, related already or does not exist. What waits is destroyed after 90 days, a refusal 30 days after it.',
      ],
      takes: 'relationDraftSchema',
      refuses: [
        '`409` `Эти страницы уже связаны.`',
        '`409` `Вы уже просили об этом. Близкие с той страницы ещё не ответили.`',
        '`409` `Близкие с той страницы недавно отказались. Попросить снова можно через месяц.`',
        '`409` `Близкие с той страницы уже просят вас об этом. Ответить им можно в личном кабинете.`',
        '`422` `Страница не может быть родственной самой себе`',
        '`429` `Вы уже отправили много просьб. Попробуйте, пожалуйста, через час.`',
      ],
    },
    'GET /relations/pending': {
      who: 'account',
      about: [
        'Requests to the pages that the account keeps, the oldest first, a thousand at most. `memorial` asks to be named as `kind` on the page `page_id`. A closed page shows name and dates to those whom it asks, and no portrait. An unverified account gets an empty list.',
      ],
    },
    'POST /relations/{id}/decide': {
      who: 'keeper',
      about: ['For those who keep the page that was asked. `decision` is `approved` or `rejected`.'],
      takes: 'relationDecisionSchema',
      refuses: ['`404` when there is no such request', '`409` `По этой просьбе решение уже принято.`'],
    },
    'DELETE /relations/{id}': {
      who: 'keeper',
      about: ['For those who keep either page.'],
      refuses: ['`404` when there is no such relation'],
    },
  },
}
