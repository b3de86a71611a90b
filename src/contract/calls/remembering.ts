import type { CallChapter } from './call-chapter'

export const remembering: CallChapter = {
  title: 'Remembering',
  calls: {
    'POST /memorial/{id}/candle': {
      who: 'reader',
      about: [
        "Lights a candle. One a day counts from an address, by Moscow's clock; a second one is answered like the first and changes nothing. The answer counts it at once; others count it within a second, when the candles of that second are written together. A lone candle is written before its answer. A process that is killed loses those of its last second; one that stops writes them. The address is stored as a hash with a secret key, and for that day only. Takes a form-encoded body too, as a page without its program sends it: that is answered with `303` to the page.",
      ],
      refuses: [
        '`429` `Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.`',
        '`503` `Сейчас свечи зажигают слишком многие. Попробуйте, пожалуйста, через несколько секунд.`',
      ],
    },
    'GET /memorial/{id}/candles': {
      who: 'reader',
      about: ['How many were lit, to the second: the browser asks when the page stands.'],
    },
    'GET /memorial/{id}/reminder': {
      who: 'verified account',
      about: [
        'Also `403` for an account that may not read the page by itself: a PIN and a personal link do not count here.',
      ],
      refuses: ['`403` `Страница закрыта. Введите PIN-код.`', '`404` when there is no such page'],
    },
    'PUT /memorial/{id}/reminder': {
      who: 'verified account',
      about: [
        'While it is on, a letter comes a week and a day before the birthday and the day of death, as far as they are known to the day: once for each, from eight in the morning in Moscow. Who was born on 29 February is remembered on the last day of the month. While the page is closed to the account no letter comes. Where the link of such a letter ended these letters `is_on` is false everywhere, until the account switches one on.',
      ],
      takes: 'reminderSchema',
      refuses: ['`403` `Страница закрыта. Введите PIN-код.`', '`404` when there is no such page'],
    },
  },
}
