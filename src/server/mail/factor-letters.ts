import { type FactorKind, factorRecoveryPath } from '@contract/factors'
import { paths } from '@contract/paths'
import { CODES, counted } from '@contract/plurals'
import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import { layOut } from './layout'
import type { Letter, Paragraph } from './letter'
import type { LetterSite } from './letter-site'
import { notMeParagraphs } from './not-me'

const ADDED: Record<FactorKind, string> = { passkey: 'ключ доступа', code: 'одноразовые коды из приложения' }
const REMOVED: Record<FactorKind, string> = { passkey: 'ключ доступа', code: 'приложение с одноразовыми кодами' }

const RECOVERY_DAYS = FACTOR_RECOVERY_HOURS / 24

/** Letters about the second factor of an account. */
export function factorLetters(site: LetterSite) {
  const { siteName, supportEmail, publicUrl } = site
  const write = (notMe: string | undefined, subject: string, happened: string, ...more: string[]): Letter => {
    const paragraphs: Paragraph[] = [
      'Здравствуйте.',
      happened,
      ...more,
      ...(notMe === undefined
        ? [`Если это сделали не вы, смените пароль и напишите нам: ${supportEmail}.`]
        : ['Если это сделали вы, всё в порядке.', ...notMeParagraphs(site, notMe)]),
      { label: 'Открыть личный кабинет', address: publicUrl + paths.profile },
    ]
    return layOut(subject, paragraphs, site)
  }

  return {
    /** `notMe` here and below: the token of the link «это не я». */
    factorAdded(kind: FactorKind, notMe: string): Letter {
      return write(
        notMe,
        'Вход защищён ещё одним способом',
        `К вашей учётной записи на сайте «${siteName}» подключили ${ADDED[kind]}. Теперь одного пароля для входа мало.`,
      )
    },

    factorRemoved(kind: FactorKind, { isLast, notMe }: { isLast: boolean; notMe: string }): Letter {
      return write(
        notMe,
        'Способ входа удалён',
        `От вашей учётной записи на сайте «${siteName}» отключили ${REMOVED[kind]}.`,
        ...(isLast ? ['Это был последний дополнительный способ: теперь для входа достаточно пароля.'] : []),
      )
    },

    recoveryCodesMade(notMe: string): Letter {
      return write(
        notMe,
        'Новые коды восстановления',
        `Для вашей учётной записи на сайте «${siteName}» сделали новые коды восстановления. Прежние больше не действуют.`,
      )
    },

    /** Sent at once, so that the holder can cancel the recovery. */
    factorRecoveryAsked(notMe: string): Letter {
      return layOut(
        'Просят вернуть доступ к учётной записи',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» ввели верный пароль вашей учётной записи и сообщили, что второго способа входа больше нет: ни ключа доступа, ни телефона с кодами, ни кодов восстановления.`,
          `Если это вы, ничего делать не нужно. Через ${RECOVERY_DAYS} суток придёт ещё одно письмо, со ссылкой.`,
          'Если это не вы, кто-то знает ваш пароль.',
          ...notMeParagraphs(site, notMe),
        ],
        site,
        null,
      )
    },

    /** `token` is valid for 72 hours. */
    factorRecoveryLink(token: string): Letter {
      return layOut(
        'Ссылка, чтобы вернуть доступ',
        [
          'Здравствуйте.',
          `${RECOVERY_DAYS} суток назад на сайте «${siteName}» попросили вернуть доступ к вашей учётной записи без второго способа входа. По этой ссылке все дополнительные способы отключатся, и вы войдёте с одним паролем:`,
          { label: 'Вернуть доступ', address: publicUrl + factorRecoveryPath(token) },
          `Ссылка действует ${RECOVERY_DAYS} суток. Если вы об этом не просили, не открывайте её, смените пароль и напишите нам: ${supportEmail}.`,
        ],
        site,
        null,
      )
    },

    allFactorsRemoved(): Letter {
      return write(
        undefined,
        'Дополнительные способы входа отключены',
        `На сайте «${siteName}» все дополнительные способы входа в вашу учётную запись отключены, а все сеансы завершены. Теперь для входа достаточно пароля.`,
        'Подключить новый ключ доступа или одноразовые коды можно в личном кабинете.',
      )
    },

    recoveryCodeUsed(left: number): Letter {
      const letter = write(
        undefined,
        'Вход с кодом восстановления',
        `В вашу учётную запись на сайте «${siteName}» вошли с кодом восстановления. Каждый из них действует один раз.`,
        left > 0
          ? `Осталось ${counted(left, CODES)}. Новые можно сделать в личном кабинете.`
          : 'Больше кодов не осталось. Новые можно сделать в личном кабинете.',
      )
      return { ...letter, kind: null }
    },
  }
}
