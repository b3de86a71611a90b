import { pageReturnPath } from '@contract/leaving'
import { fullName, type PersonName } from '@contract/names'
import { layOut } from './layout'
import type { Letter } from './letter'
import type { LetterSite } from './letter-site'

/** The letters about what an account did and cannot undo by itself, each with a link that undoes it for 72 hours. */
export function undoLetters(site: LetterSite) {
  const { siteName, supportEmail, publicUrl } = site
  const wayBack = (token: string) => ({ label: 'Вернуть страницу', address: publicUrl + pageReturnPath(token) })

  return {
    /** To the owner who destroyed a page. */
    pageDestroyed(memorial: PersonName, token: string): Letter {
      return layOut(
        'Страница памяти удалена навсегда',
        [
          'Здравствуйте.',
          `Страницу «${fullName(memorial)}» на сайте «${siteName}» удалили из вашей учётной записи навсегда. Её уже никто не видит, но ещё трое суток её можно вернуть со всем, что на ней было:`,
          wayBack(token),
          'Потом она будет уничтожена вместе с файлами, и вернуть её не сможет никто, и мы тоже. Если вы удалили её сами и не передумали, ничего делать не нужно.',
          `Если нужна помощь, напишите нам: ${supportEmail}.`,
        ],
        site,
      )
    },

    /** To those who keep such a page with its owner. */
    keptPageDestroyed(memorial: PersonName, token: string): Letter {
      return layOut(
        'Страница памяти удалена навсегда',
        [
          'Здравствуйте.',
          `Владелец удалил навсегда страницу «${fullName(memorial)}» на сайте «${siteName}», которую вы хранили вместе. Её уже никто не видит. Если это ошибка, ещё трое суток вы можете вернуть её на место со всем, что на ней было:`,
          wayBack(token),
          'Потом она будет уничтожена вместе с файлами, и вернуть её не сможет никто. Если вы можете, поговорите сначала с владельцем страницы.',
        ],
        site,
      )
    },
  }
}
