import { resetPasswordPath } from '@contract/auth'
import { type FactorKind, factorRecoveryPath } from '@contract/factors'
import { pageReturnPath } from '@contract/leaving'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { CODES, counted } from '@contract/plurals'
import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import { layOut, type Letter, type LetterSite, notMeParagraphs, type Paragraph } from './letter'

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
      { label: 'Открыть личный кабинет', url: publicUrl + paths.settings },
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
          { label: 'Вернуть доступ', url: publicUrl + factorRecoveryPath(token) },
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

/**
 * The letters about account activity that the account cannot undo by itself, each with a link that undoes it for 72
 * hours.
 */
export function undoLetters(site: LetterSite) {
  const { siteName, publicUrl } = site
  const wayBack = (token: string) => ({ label: 'Вернуть страницу', url: publicUrl + pageReturnPath(token) })

  return {
    /** To the owner who destroyed a page. */
    pageDestroyed: (memorial: PersonName, token: string, notMe: string): Letter =>
      layOut(
        'Страница памяти удалена навсегда',
        [
          'Здравствуйте.',
          `Страницу «${fullName(memorial)}» на сайте «${siteName}» удалили из вашей учётной записи навсегда. Её уже никто не видит, но ещё трое суток её можно вернуть со всем, что на ней было:`,
          wayBack(token),
          'Потом она будет уничтожена вместе с файлами, и вернуть её не сможет никто, и мы тоже. Если вы удалили её сами и не передумали, ничего делать не нужно.',
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** To the keepers of such a page. */
    keeperPageDestroyed: (memorial: PersonName, token: string): Letter =>
      layOut(
        'Страница памяти удалена навсегда',
        [
          'Здравствуйте.',
          `Владелец удалил навсегда страницу «${fullName(memorial)}» на сайте «${siteName}», которую вы хранили вместе. Её уже никто не видит. Если это ошибка, ещё трое суток вы можете вернуть её на место со всем, что на ней было:`,
          wayBack(token),
          'Потом она будет уничтожена вместе с файлами, и вернуть её не сможет никто. Если вы можете, поговорите сначала с владельцем страницы.',
        ],
        site,
      ),

    /** Quotes no address: the recipient may never have confirmed their own. */
    heirNamed: (notMe: string, { isNone }: { isNone: boolean }): Letter =>
      layOut(
        'Изменилось, кому вы оставляете страницы',
        [
          'Здравствуйте.',
          isNone
            ? `В вашей учётной записи на сайте «${siteName}» больше не назван никто, кому вы оставляете страницы.`
            : `В вашей учётной записи на сайте «${siteName}» назвали человека, которому вы оставляете страницы. Кто это, видно в личном кабинете. Это начнёт действовать через трое суток.`,
          { label: 'Открыть личный кабинет', url: publicUrl + paths.settings },
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** To the owner who invited a keeper. */
    keeperAsked: (memorial: PersonName, notMe: string): Letter =>
      layOut(
        'Вы пригласили хранителя страницы',
        [
          'Здравствуйте.',
          `Из вашей учётной записи на сайте «${siteName}» пригласили человека вместе хранить страницу «${fullName(memorial)}». Кого, видно на самой странице. Если это сделали вы, всё в порядке.`,
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** To the owner who offered a page to another person. */
    handOverAsked: (memorial: PersonName, notMe: string): Letter =>
      layOut(
        'Вы предложили передать страницу памяти',
        [
          'Здравствуйте.',
          `Из вашей учётной записи на сайте «${siteName}» предложили другому человеку принять страницу «${fullName(memorial)}». Кому, видно на самой странице. Она станет его, когда он согласится; до этого предложение можно отозвать.`,
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** To the keepers of such a page. */
    keeperPageOffered: (memorial: PersonName & { id: number }): Letter =>
      layOut(
        'Страницу памяти предложили передать',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}», которую вы храните вместе, предложил передать её другому человеку. Вы остаётесь её хранителем. Если это вас удивляет, поговорите с владельцем: пока предложение не приняли, он может его отозвать.`,
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
      ),

    /** To the former owner, once the page has another. */
    pageHandedOver: (memorial: PersonName & { id: number }, newOwner: string, notMe: string): Letter =>
      layOut(
        'Страница передана',
        [
          'Здравствуйте.',
          {
            toReached: `Страница «${fullName(memorial)}» на сайте «${siteName}» теперь принадлежит ${newOwner}. Вы остались её хранителем и можете дополнять её, как прежде.`,
            toStranger: `У страницы «${fullName(memorial)}» на сайте «${siteName}» теперь другой владелец. Вы остались её хранителем и можете дополнять её, как прежде.`,
          },
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
          'Если её передали не вы, трое суток её можно забрать обратно.',
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** To the owner of a page that its former owner has reclaimed. */
    pageTakenBack: (memorial: PersonName): Letter =>
      layOut(
        'Прежний владелец забрал страницу',
        [
          'Здравствуйте.',
          `Страница «${fullName(memorial)}» на сайте «${siteName}» снова принадлежит прежнему владельцу: он сообщил нам, что передавал её не он. Если это ошибка, поговорите с ним: он может передать её ещё раз.`,
        ],
        site,
      ),

    pagesTaken: (notMe: string): Letter =>
      layOut(
        'Скачивают ваши страницы',
        [
          'Здравствуйте.',
          `Из вашей учётной записи на сайте «${siteName}» попросили архив страниц, чтобы его скачать. Если это сделали вы, всё в порядке. О следующих скачиваниях мы напишем не чаще раза в час.`,
          ...notMeParagraphs(site, notMe),
        ],
        site,
      ),

    /** About a sign-in from a device and a network that are new for the account. */
    signedInElsewhere: (notMe: string): Letter =>
      layOut(
        'Вход с нового устройства',
        [
          'Здравствуйте.',
          `В вашу учётную запись на сайте «${siteName}» только что вошли с устройства и из места, откуда вы раньше не входили. Если это были вы, всё в порядке: где открыта учётная запись, видно в личном кабинете.`,
          ...notMeParagraphs(site, notMe),
        ],
        site,
        null,
      ),

    /** To the person who pressed «это не я». `token` is valid for an hour. */
    actsUndone: (token: string): Letter =>
      layOut(
        'Мы всё вернули: задайте новый пароль',
        [
          'Здравствуйте.',
          `Вы сообщили, что в вашей учётной записи на сайте «${siteName}» действовали не вы. Мы вышли из неё на всех устройствах и отменили то, что сделали в ней за последние трое суток. Теперь задайте новый пароль: прежний могут знать.`,
          { label: 'Задать новый пароль', url: publicUrl + resetPasswordPath(token) },
          'Ссылка действует один час. Если она устарела, на странице входа выберите «Забыли пароль?».',
        ],
        site,
        null,
      ),
  }
}
