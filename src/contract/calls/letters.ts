import type { CallChapter } from './call-chapter'

export const letters: CallChapter = {
  title: 'Letters',
  about: [
    'To an address that has never opened a link of ours (confirmation, recovery, another e-mail, return, invitation, personal link, the page in a letter about own words or a report) letters quote no one and hold no address that someone else wrote. Nothing in a quotation is a link for mail programs. Letters that their readers have not asked for (all but confirmation, recovery, change of e-mail or password) have `List-Unsubscribe` and `List-Unsubscribe-Post` with a link to `/unsubscribe?token=`, and the same link at their end. Of one page 30 such letters leave in an hour, of one account 60, of the site `LETTERS_PER_HOUR`; the others wait. Reminders count for the site alone.',
  ],
  calls: {
    'POST /letters/subscription': {
      who: 'anyone',
      about: [
        "Whether letters of the kind of a letter's link go to its mailbox. `kind` is one of [LETTER_KINDS](letters.ts).",
      ],
      takes: 'letterLinkSchema',
      refuses: ['`400` `Эта ссылка не подходит. Откройте её из письма ещё раз.`'],
    },
    'POST /letters/opened': {
      who: 'anyone',
      about: [
        "Someone has opened the link of a letter to a stranger about their own words or their report (`#letter=` behind the page's address): from now on letters there may quote others.",
      ],
      takes: 'letterLinkSchema',
      refuses: ['`400` `Эта ссылка не подходит. Откройте её из письма ещё раз.`'],
    },
    'PUT /letters/subscription': {
      who: 'anyone',
      about: ['Ends letters of that kind for the mailbox, or sends them again. Chosen again it changes nothing.'],
      takes: 'letterChoiceSchema',
      refuses: ['`400` `Эта ссылка не подходит. Откройте её из письма ещё раз.`'],
    },
  },
}
