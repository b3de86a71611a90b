import type { CallChapter } from './call-chapter'

export const promoCodesAndCatalogue: CallChapter = {
  title: 'Promo codes and catalogue',
  calls: {
    'POST /promo-codes/apply': {
      who: 'verified account',
      about: [
        'Gives the account what the tariff of the code holds, once per account and code: one place (`base`), one advanced memorial (`advanced`, `upgrade`), or gigabytes (`storage`, rounded up). Case does not matter.',
      ],
      takes: 'promoCodeEntrySchema',
      refuses: ['`400` `Промокод не найден или уже использован`', '`429` `Слишком много попыток. Попробуйте позже.`'],
    },
    'GET /promo/active': {
      who: 'anyone',
    },
    'GET /tariffs': {
      who: 'anyone',
    },
    'GET /organizations': {
      who: 'anyone',
    },
  },
}
