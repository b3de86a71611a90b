import { resetPasswordPath } from '@contract/auth'
import type { Decision, Memory } from '@contract/memory'
import { fullName, type PersonName } from '@contract/names'
import { API_BASE_PATH, screens } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { layOut } from './layout'
import type { Letter } from './letter'

const PIN_CLEARED =
  'PIN-код, заданный до того, как вы подтвердили этот адрес, мы удалили: его мог задать не тот, кто читает эту почту. Новый можно задать в личном кабинете; пока его нет, закрытые страницы открываете только вы.'
const CALENDAR_ENDED =
  'Прежний адрес календаря памятных дней больше не действует. Новый можно получить в личном кабинете.'
/** How many pages a letter about waiting memories names at most. */
const PAGES_NAMED = 5

type Words = Pick<Memory, 'description' | 'author'>

export type Letters = ReturnType<typeof createLetters>

/** The texts of all letters that this installation writes. */
export function createLetters(site: PublicSettings) {
  const { siteName, supportEmail, publicUrl } = site

  return {
    /** `token` opens the link for 24 hours. */
    verification(token: string): Letter {
      const address = `${publicUrl}${API_BASE_PATH}/auth/verify?token=${token}`
      return layOut(
        'Подтвердите адрес электронной почты',
        [
          'Здравствуйте.',
          `Этот адрес указали при регистрации на сайте «${siteName}». Чтобы подтвердить его, откройте ссылку:`,
          { label: 'Подтвердить адрес', address },
          'Ссылка действует 24 часа. Если она устарела, войдите на сайт и запросите новое письмо.',
          'Если вы не регистрировались, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
      )
    },

    /** `token` opens the link for an hour. */
    passwordReset(token: string): Letter {
      return layOut(
        'Восстановление пароля',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» попросили восстановить пароль вашей учётной записи. Чтобы задать новый, откройте ссылку:`,
          { label: 'Задать новый пароль', address: publicUrl + resetPasswordPath(token) },
          'Ссылка действует один час, воспользоваться ею можно один раз.',
          'Если вы об этом не просили, ничего делать не нужно: прежний пароль остаётся в силе.',
        ],
        site,
      )
    },

    /** Sent when a moderator's address has just been confirmed. `token` opens the link for an hour. */
    moderatorPassword(token: string): Letter {
      return layOut(
        'Адрес подтверждён: задайте пароль',
        [
          'Здравствуйте.',
          `Этот адрес подтверждён на сайте «${siteName}». Он принадлежит модератору, поэтому мы просим ещё об одном: задайте пароль по этой ссылке. Так мы будем уверены, что учётной записью пользуетесь вы, а не кто-то, кто указал ваш адрес.`,
          { label: 'Задать пароль', address: publicUrl + resetPasswordPath(token) },
          'После этого вы сможете решать, какие слова памяти увидят все. Прежний пароль перестанет действовать, и войти нужно будет заново.',
          'Ссылка действует один час. Если она устарела, на странице входа выберите «Забыли пароль?»: подойдёт и то письмо.',
          `Если вы не регистрировались, адрес указал кто-то другой. Решать за вас он не может. Чтобы он не мог и войти, задайте пароль по ссылке или напишите нам: ${supportEmail}.`,
        ],
        site,
      )
    },

    /** To the owner of closed pages. */
    pinGuessed(): Letter {
      return layOut(
        'Кто-то подбирает PIN-код к вашим страницам',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» много раз подряд ввели неверный PIN-код к страницам, которые вы закрыли. Мы остановили эти попытки: ближайший час PIN-код не подойдёт ни у кого, даже верный. По этим неверным кодам никто не вошёл.`,
          'Вам это не мешает: свои страницы вы открываете без PIN-кода, войдя в личный кабинет.',
          'Может быть, кто-то из близких просто забыл код. Если вы так не думаете, смените его и сообщите новый тем, кого ждёте на страницах. Чем длиннее код, тем труднее его подобрать: в нём может быть до десяти цифр.',
          { label: 'Сменить PIN-код в личном кабинете', address: publicUrl + screens.profile },
          'Если попытки повторятся, мы напишем не чаще раза в сутки.',
        ],
        site,
      )
    },

    passwordChanged({ isPinCleared = false, isCalendarEnded = false } = {}): Letter {
      return layOut(
        'Пароль изменён',
        [
          'Здравствуйте.',
          `Пароль вашей учётной записи на сайте «${siteName}» изменён. Если это сделали вы, всё в порядке.`,
          ...(isPinCleared ? [PIN_CLEARED] : []),
          ...(isCalendarEnded ? [CALENDAR_ENDED] : []),
          `Если это были не вы, задайте новый пароль и напишите нам: ${supportEmail}.`,
          { label: 'Восстановить пароль', address: publicUrl + screens.forgotPassword },
        ],
        site,
      )
    },

    /** To the owner of the memorials with these names. */
    memoriesWait(memorialNames: string[]): Letter {
      return layOut(
        'Новые слова памяти ждут вашего решения',
        [
          'Здравствуйте.',
          `${whereWordsWait(memorialNames)} Пока вы их не одобрите, никто их не увидит.`,
          { label: 'Прочитать в личном кабинете', address: publicUrl + screens.profile },
          'Спешить не нужно: слова подождут. Если придут и другие, мы напишем снова, но не чаще раза в час.',
        ],
        site,
      )
    },

    /** To the author of a memory. */
    memoryDecided(memorial: PersonName & { id: number }, decision: Decision, words: Words): Letter {
      return decision === 'approved' ? memoryApproved(memorial, words) : memoryRejected(memorial)
    },
  }

  /**
   * The only letter that quotes what a guest wrote: somebody has approved it. Others could be made to carry anything to
   * any address.
   */
  function memoryApproved(memorial: PersonName & { id: number }, { description, author }: Words): Letter {
    return layOut(
      'Ваши слова памяти опубликованы',
      [
        'Здравствуйте.',
        `Ваши слова на странице «${fullName(memorial)}» одобрены, теперь их видят все, кому открыта страница. Спасибо, что помните.`,
        { quotation: description, author },
        { label: 'Открыть страницу', address: publicUrl + screens.memorial(memorial.id) },
      ],
      site,
    )
  }

  function memoryRejected(memorial: PersonName): Letter {
    return layOut(
      'О ваших словах памяти',
      [
        'Здравствуйте.',
        `Вы оставили слова памяти на странице «${fullName(memorial)}». Близкие решили пока не публиковать их.`,
        'Так бывает по разным причинам, и это не значит, что ваши слова не важны. Спасибо, что помните.',
        `Если хочется спросить или уточнить, напишите нам: ${supportEmail}.`,
      ],
      site,
    )
  }
}

function whereWordsWait(memorialNames: string[]): string {
  const [first, ...others] = memorialNames.map((name) => `«${name}»`)
  if (others.length === 0) return `На странице ${first} оставили слова памяти.`
  const named = [first, ...others].slice(0, PAGES_NAMED)
  const more = others.length >= PAGES_NAMED ? ' и на других ваших страницах' : ''
  return `Слова памяти оставили на страницах ${named.join(', ')}${more}.`
}
