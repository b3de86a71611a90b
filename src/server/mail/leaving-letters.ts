import { acceptPath, type InvitationLink } from '@contract/keepers'
import { confirmEmailPath, returnPath } from '@contract/leaving'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { counted, OF_YEARS } from '@contract/plurals'
import { SLEEPING_YEARS } from '@contract/retention'
import { dayOfInstantInWords } from '@contract/shown-days'
import { layOut, type Letter, type LetterSite, notMeParagraphs } from './letter'

/** The letters about a new email address of an account, and about its deletion. */
export function leavingLetters(site: LetterSite) {
  const { siteName, supportEmail, publicUrl } = site

  return {
    /** To the new address of an account. `token` is valid for 24 hours. */
    newEmail(token: string): Letter {
      return layOut(
        'Подтвердите новый адрес электронной почты',
        [
          'Здравствуйте.',
          `Этот адрес указали для учётной записи на сайте «${siteName}» вместо прежнего. Чтобы подтвердить его, откройте ссылку:`,
          { label: 'Подтвердить адрес', url: publicUrl + confirmEmailPath(token) },
          'Ссылка действует 24 часа. Пока адрес не подтверждён, войти можно с прежним.',
          'Если вы этого не делали, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        null,
      )
    },

    /** To the holder of an account with the address that another account requested. */
    emailIsYours(): Letter {
      return layOut(
        'Ваш адрес указали для другой учётной записи',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» попросили сменить адрес одной из учётных записей на этот. Но с этим адресом у вас уже есть учётная запись, поэтому ничего не изменилось.`,
          'Если это были вы, войдите с этим адресом. Если забыли пароль, задайте новый:',
          { label: 'Восстановить пароль', url: publicUrl + paths.forgotPassword },
          'Если это были не вы, ничего делать не нужно: о вашей учётной записи никто ничего не узнал.',
        ],
        site,
        null,
      )
    },

    /** To the current address of an account that requested another. */
    emailChangeAsked({ notMe }: { notMe?: string } = {}): Letter {
      return layOut(
        'Попросили сменить адрес электронной почты',
        [
          'Здравствуйте.',
          ...(notMe !== undefined
            ? [
                `На сайте «${siteName}» попросили сменить адрес вашей учётной записи. Мы отправили письмо на новый адрес; пока его не подтвердят, всё остаётся по-прежнему.`,
                ...notMeParagraphs(site, notMe),
              ]
            : [
                `Этот адрес указали при регистрации на сайте «${siteName}», а теперь исправляют на другой. Если его указали по ошибке, ничего делать не нужно: просто удалите это письмо.`,
              ]),
        ],
        site,
        null,
      )
    },

    /** To the previous address of an account. */
    emailChanged(notMe: string): Letter {
      return layOut(
        'Адрес электронной почты изменён',
        [
          'Здравствуйте.',
          `У вашей учётной записи на сайте «${siteName}» теперь другой адрес электронной почты. Письма мы будем отправлять туда, и входить нужно с ним. Пароль остался прежним.`,
          ...notMeParagraphs(site, notMe),
        ],
        site,
        null,
      )
    },

    /** To the holder who deleted the account. `token` is valid until the account is destroyed. */
    accountDeleted(token: string, destroyedAt: Date, hasPages: boolean): Letter {
      return layOut(
        'Учётная запись удалена: вернуться можно 14 дней',
        [
          'Здравствуйте.',
          `Вы удалили свою учётную запись на сайте «${siteName}». ${hasPages ? 'Ваши страницы закрыты' : 'Войти в неё нельзя'}, но пока ничего не уничтожено. Если вы передумаете, вернитесь по этой ссылке, и всё станет как прежде:`,
          { label: 'Вернуться', url: publicUrl + returnPath(token) },
          `Ссылка действует 14 дней. ${dayOfInstantInWords(destroyedAt.toISOString())} учётная запись будет уничтожена со всем, что в ней было: вернуть ничего будет нельзя.`,
          ...(hasPages
            ? [
                'Страницы мы предложили их хранителям и тому, кого вы назвали наследником, если назвали. Каждая страница перейдёт к тому, кто примет её первым.',
              ]
            : []),
          `Если учётную запись удалили не вы, вернитесь по ссылке и смените пароль. Если нужна помощь, напишите нам: ${supportEmail}.`,
        ],
        site,
        'leaving',
      )
    },

    /** To the holder of a deleted account, a few days before it is destroyed. */
    accountEnds(token: string, destroyedAt: Date): Letter {
      return layOut(
        'Скоро вернуться будет нельзя',
        [
          'Здравствуйте.',
          `Недавно вы удалили свою учётную запись на сайте «${siteName}». ${dayOfInstantInWords(destroyedAt.toISOString())} она будет уничтожена со всем, что в ней осталось. До этого дня ещё можно вернуться:`,
          { label: 'Вернуться', url: publicUrl + returnPath(token) },
          'Если вы не передумали, ничего делать не нужно. Больше мы об этом не напишем.',
        ],
        site,
        'leaving',
      )
    },

    /** To the holder of an account without a sign-in for years, before its pages are offered to the heir. */
    accountSleeps(heir: string, offeredAt: Date): Letter {
      const away = `Вы не входили на сайт «${siteName}» больше ${counted(SLEEPING_YEARS, OF_YEARS)}.`
      const offered = `${dayOfInstantInWords(offeredAt.toISOString())} мы предложим ему их принять.`
      return layOut(
        'Вас давно не было: что будет с вашими страницами',
        [
          'Здравствуйте.',
          {
            toReached: `${away} Когда-то вы просили оставить ваши страницы памяти человеку с адресом ${heir}. ${offered}`,
            toStranger: `${away} Когда-то вы назвали того, кому оставить ваши страницы памяти. ${offered}`,
          },
          'Если с вами всё в порядке, просто войдите: тогда ничего не изменится.',
          { label: 'Войти', url: publicUrl + paths.login },
          `Назвать другого человека можно в личном кабинете. Если войти не получается, напишите нам: ${supportEmail}.`,
        ],
        site,
        'leaving',
      )
    },

    /** To the heir of an owner who has not signed in for years. The link is valid for 14 days. */
    pageOfSleeper(memorial: PersonName, link: InvitationLink): Letter {
      return layOut(
        'Вам оставляют страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» не входил больше ${counted(SLEEPING_YEARS, OF_YEARS)}. Он просил, чтобы тогда страницу предложили вам. Примите её: она станет вашей со всем, что на ней есть, а прежний владелец останется её хранителем.`,
          { label: 'Принять страницу', url: publicUrl + acceptPath(link, 'owner') },
          'Для этого понадобятся учётная запись с этим адресом и свободное место для мемориала. Предложение действует 14 дней; если его не принять, страница останется как есть.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },

    accountReturned(): Letter {
      return layOut(
        'Вы вернулись',
        [
          'Здравствуйте.',
          `Ваша учётная запись на сайте «${siteName}» снова действует, и страницы открыты тем же людям, что и раньше. Войдите с прежним паролем.`,
          { label: 'Войти', url: publicUrl + paths.login },
          'Страницы, которые за это время принял другой человек, остались у него; вы их хранитель.',
        ],
        site,
        'leaving',
      )
    },

    /** To the heir of pages whose owner deletes the account. The link is valid for 14 days. */
    pageLeft(memorial: PersonName, link: InvitationLink, { isForSeveral }: { isForSeveral: boolean }): Letter {
      return layOut(
        'Вам оставляют страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» удалил свою учётную запись. Примите страницу, чтобы сохранить её: она станет вашей со всем, что на ней есть.`,
          ...(isForSeveral
            ? [
                'Её предложили не только вам: мы написали тем, кто её хранит, и тому, кого владелец назвал, если он кого-то назвал. Она перейдёт к тому, кто примет её первым.',
              ]
            : []),
          { label: 'Принять страницу', url: publicUrl + acceptPath(link, 'owner') },
          'Для этого понадобятся учётная запись с этим адресом и свободное место для мемориала. Предложение действует 14 дней; если никто его не примет и владелец не вернётся, страница будет уничтожена.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },
  }
}
