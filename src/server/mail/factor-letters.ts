import { screens } from '@contract/paths'
import type { FactorKind } from '@contract/factors'
import { CODES, counted } from '@contract/plurals'
import type { PublicSettings } from '@contract/settings'
import { layOut, type Paragraph } from './layout'
import type { Letter } from './letter'

const ADDED: Record<FactorKind, string> = { passkey: 'ключ доступа', code: 'одноразовые коды из приложения' }
const REMOVED: Record<FactorKind, string> = { passkey: 'ключ доступа', code: 'приложение с одноразовыми кодами' }

/** Letters about the second factor of an account. */
export function factorLetters(site: PublicSettings) {
  const { siteName, supportEmail, publicUrl } = site
  const write = (subject: string, happened: string, ...more: string[]): Letter => {
    const paragraphs: Paragraph[] = [
      'Здравствуйте.',
      happened,
      ...more,
      `Если это сделали вы, всё в порядке. Если нет, смените пароль, завершите остальные сеансы и напишите нам: ${supportEmail}.`,
      { label: 'Открыть личный кабинет', address: publicUrl + screens.profile },
    ]
    return layOut(subject, paragraphs, site)
  }

  return {
    factorAdded(kind: FactorKind): Letter {
      return write(
        'Вход защищён ещё одним способом',
        `К вашей учётной записи на сайте «${siteName}» подключили ${ADDED[kind]}. Теперь одного пароля для входа мало.`,
      )
    },

    factorRemoved(kind: FactorKind, { isLast }: { isLast: boolean }): Letter {
      return write(
        'Способ входа удалён',
        `От вашей учётной записи на сайте «${siteName}» отключили ${REMOVED[kind]}.`,
        ...(isLast ? ['Это был последний дополнительный способ: теперь для входа достаточно пароля.'] : []),
      )
    },

    recoveryCodesMade(): Letter {
      return write(
        'Новые коды восстановления',
        `Для вашей учётной записи на сайте «${siteName}» сделали новые коды восстановления. Прежние больше не действуют.`,
      )
    },

    recoveryCodeUsed(left: number): Letter {
      return write(
        'Вход с кодом восстановления',
        `В вашу учётную запись на сайте «${siteName}» вошли с кодом восстановления. Каждый из них действует один раз.`,
        left > 0
          ? `Осталось ${counted(left, CODES)}. Новые можно сделать в личном кабинете.`
          : 'Больше кодов не осталось. Новые можно сделать в личном кабинете.',
      )
    },
  }
}
