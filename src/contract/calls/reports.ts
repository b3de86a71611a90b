import type { CallChapter } from './call-chapter'

export const reports: CallChapter = {
  title: 'Reports',
  about: [
    'Anyone may report to the moderators that something is wrong with a page. They leave it as it is, or close it: then only those who keep it and moderators read it, whatever its owner sets, and PINs and personal links open nothing, until a moderator opens it again. For those who keep the page the reason is in `closed_reason`, and `closed_by` says who closed it: `moderators` for a report, the `operator`, or its `owner` by deleting their account.',
  ],
  calls: {
    'POST /memorial/{id}/report': {
      who: 'visitor',
      about: [
        'The answer is the same for every id, and so is the work before it: it shows nothing of the page. `reason` is `not_mine`, `insult`, `private`, `wrong` or `other`. `text` may be absent, unless the reason is `other`. With an `email` the one who reports is told of the decision; `consent_version` is recorded with it.',
      ],
      takes: 'reportDraftSchema',
      refuses: [
        '`422` `Текст согласия обновился. Пожалуйста, обновите страницу.` for an unknown edition',
        '`429` `Вы уже отправили нам несколько сообщений. Попробуйте, пожалуйста, через час.`',
      ],
    },
    'GET /reports/pending': {
      who: 'only moderators',
      about: [
        'Those that wait for a decision, the oldest first, a thousand at most. What waits is destroyed after 180 days, what was decided 30 days after the decision; while its page is closed for it, only its words and e-mail are.',
      ],
    },
    'GET /reports/closed': {
      who: 'only moderators',
      about: [
        'Those for which pages are closed now, what was closed last first, a thousand at most. `closed_reason` is what those who keep the page read. `text` is empty and `email` null once they are destroyed. What the operator closed is not among them.',
      ],
    },
    'POST /reports/{id}/decide': {
      who: 'only moderators',
      about: [
        "`decision` is `dismiss` or `close`. `text` is the reason that those who keep a closed page read, and must not be empty then; with `dismiss` it is an answer to the person who reported the page, and may be empty: it is sent where someone has shown to read that e-mail ([Letters](#letters)). A page that the operator closed stays the operator's. `status` is `dismissed` or `closed`.",
      ],
      takes: 'reportDecisionSchema',
      refuses: ['`404` when there is no such report', '`409` `По этому сообщению решение уже принято.`'],
    },
    'POST /reports/{id}/reopen': {
      who: 'only moderators',
      about: [
        'The page is again as its owner wishes. Those who keep it are written to, and the person who reported it. `status` is `reopened`.',
      ],
      refuses: [
        '`404` when there is no such report',
        '`409` `Страница уже открыта, или её закрыли не по этому сообщению.`',
      ],
    },
  },
}
