import { openPath } from '@contract/access'
import { resetPasswordPath } from '@contract/auth'
import { fullName, type PersonName } from '@contract/names'
import { API_BASE_PATH, paths, PIN_ANCHOR } from '@contract/paths'
import { counted, YEARS } from '@contract/plurals'
import type { RememberedEvent } from '@contract/remembering'
import type { PublicSettings } from '@contract/settings'
import { dayOfYearInWords } from '@contract/shown-days'
import type { SecretKey } from '../lib/token'
import { layOut, type Letter, letterSite, type LetterSite, notMeParagraphs } from './letter'
import { factorLetters, undoLetters } from './security-letters'
import { keeperLetters, memoryLetters } from './page-letters'
import { questionLetters } from './question-letters'
import { leavingLetters } from './leaving-letters'

const PIN_CLEARED =
  'PIN-код, заданный до того, как вы подтвердили этот адрес, мы удалили: его мог задать не тот, кто читает эту почту. Новый можно задать в личном кабинете; пока его нет, закрытые страницы открываете только вы.'
const CALENDAR_ENDED =
  'Прежний адрес календаря памятных дней больше не действует. Новый можно получить в личном кабинете.'
const INVITATIONS_ENDED =
  'Приглашения хранить или принять страницу, на которые ещё не ответили, больше не действуют: их можно отправить заново. Кто уже хранит страницу вместе с вами, хранит её и дальше.'

export type Letters = ReturnType<typeof createLetters>

/** The texts of all letters of this installation. */
export function createLetters(settings: PublicSettings, secretKey: SecretKey) {
  const site = letterSite(settings, secretKey)
  const { siteName, supportEmail, publicUrl } = site

  return {
    ...factorLetters(site),
    ...keeperLetters(site),
    ...leavingLetters(site),
    ...memoryLetters(site),
    ...questionLetters(site),
    ...rememberingLetters(site),
    ...undoLetters(site),

    /** `token` is valid for 24 hours. */
    verification(token: string): Letter {
      const url = `${publicUrl}${API_BASE_PATH}/auth/verify?token=${token}`
      return layOut(
        'Подтвердите адрес электронной почты',
        [
          'Здравствуйте.',
          `Этот адрес указали при регистрации на сайте «${siteName}». Чтобы подтвердить его, откройте ссылку:`,
          { label: 'Подтвердить адрес', url },
          'Ссылка действует 24 часа. Если она устарела, войдите на сайт и запросите новое письмо.',
          'Если вы не регистрировались, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        null,
      )
    },

    /** `token` is valid for an hour. */
    passwordReset(token: string): Letter {
      return layOut(
        'Восстановление пароля',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» попросили восстановить пароль вашей учётной записи. Чтобы задать новый, откройте ссылку:`,
          { label: 'Задать новый пароль', url: publicUrl + resetPasswordPath(token) },
          'Ссылка действует один час, воспользоваться ею можно один раз.',
          'Если вы об этом не просили, ничего делать не нужно: прежний пароль остаётся в силе.',
        ],
        site,
        null,
      )
    },

    /** Sent when a moderator's address has just been confirmed. `token` is valid for an hour. */
    moderatorPassword(token: string): Letter {
      return layOut(
        'Адрес подтверждён: задайте пароль',
        [
          'Здравствуйте.',
          `Этот адрес подтверждён на сайте «${siteName}». Он принадлежит модератору, поэтому мы просим ещё об одном: задайте пароль по этой ссылке. Так мы будем уверены, что учётной записью пользуетесь вы, а не кто-то, кто указал ваш адрес.`,
          { label: 'Задать пароль', url: publicUrl + resetPasswordPath(token) },
          'После этого вы сможете решать, какие слова памяти увидят все. Прежний пароль перестанет действовать, и войти нужно будет заново.',
          'Ссылка действует один час. Если она устарела, на странице входа выберите «Забыли пароль?»: подойдёт и то письмо.',
          `Если вы не регистрировались, адрес указал кто-то другой. Решать за вас он не может. Чтобы он не мог и войти, задайте пароль по ссылке или напишите нам: ${supportEmail}.`,
        ],
        site,
        null,
      )
    },

    /** To the owner of closed pages. */
    pinGuessed(): Letter {
      return layOut(
        'Кто-то подбирает PIN-код к вашей странице',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» много раз ввели неверный PIN-код к странице, которую вы закрыли. Мы остановили эти попытки: какое-то время PIN-код к ней не подойдёт, даже верный. По этим неверным кодам никто не вошёл.`,
          'Вам это не мешает: свои страницы вы открываете без PIN-кода, войдя в личный кабинет. А близкие могут тем временем попросить доступ на самой странице.',
          'Может быть, кто-то из близких просто забыл код. Если вы так не думаете, смените его и сообщите новый тем, кого ждёте на страницах. Шесть цифр подобрать гораздо труднее, чем четыре.',
          { label: 'Сменить PIN-код в личном кабинете', url: `${publicUrl}${paths.settings}#${PIN_ANCHOR}` },
          'Если попытки повторятся, мы напишем не чаще раза в сутки.',
        ],
        site,
        'safety',
      )
    },

    passwordChanged({
      isPinCleared = false,
      isCalendarEnded = false,
      isInvitationEnded = false,
      notMe,
    }: {
      isPinCleared?: boolean
      isCalendarEnded?: boolean
      isInvitationEnded?: boolean
      notMe?: string
    } = {}): Letter {
      return layOut(
        'Пароль изменён',
        [
          'Здравствуйте.',
          `Пароль вашей учётной записи на сайте «${siteName}» изменён. Если это сделали вы, всё в порядке.`,
          ...(isPinCleared ? [PIN_CLEARED] : []),
          ...(isCalendarEnded ? [CALENDAR_ENDED] : []),
          ...(isInvitationEnded ? [INVITATIONS_ENDED] : []),
          ...(notMe === undefined ? [] : notMeParagraphs(site, notMe)),
        ],
        site,
        null,
      )
    },

    /**
     * To the keepers of a closed page. Contains nothing that the requester has written, because no one has reviewed it
     * yet.
     */
    accessAsked(memorial: PersonName): Letter {
      return layOut(
        'Вас просят открыть страницу памяти',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» просят впустить на закрытую страницу «${fullName(memorial)}». Кто просит, видно в личном кабинете. Решаете вы и те, кто хранит страницу вместе с вами.`,
          { label: 'Решить в личном кабинете', url: publicUrl + paths.pendingWords },
          'Спешить не нужно: просьба подождёт. Если никого впускать не хочется, ничего делать не надо. О следующих просьбах к этой странице мы напишем не чаще раза в час.',
        ],
        site,
        'requests',
      )
    },

    /** To the requester. `key` opens the page until a keeper revokes it, 180 days at most. */
    letIn(memorial: PersonName & { id: number }, key: string): Letter {
      return layOut(
        'Вам открыли страницу памяти',
        [
          'Здравствуйте.',
          `Вы просили открыть вам страницу «${fullName(memorial)}» на сайте «${siteName}». Близкие открыли её для вас.`,
          { label: 'Открыть страницу', url: publicUrl + openPath(memorial.id, key) },
          'Это ваша личная ссылка: она действует 180 дней и открывает страницу на любом вашем устройстве. Пожалуйста, не передавайте её другим. Близкие могут закрыть доступ и раньше.',
          'Если вы об этом не просили, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'access',
      )
    },

    /** To the keepers of a page that the operator or a moderator took down. */
    pageClosed(memorial: PersonName & { id: number }, reason: string): Letter {
      return layOut(
        'Страница временно закрыта',
        [
          'Здравствуйте.',
          `Страницу «${fullName(memorial)}» на сайте «${siteName}» пришлось закрыть. Сейчас её видят только те, кто её хранит, и модераторы. Ничего не удалено.`,
          { toReached: 'Причина:', toStranger: `Почему, мы расскажем, если вы напишете нам: ${supportEmail}.` },
          { quotation: reason, author: siteName },
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
          `Если вы не согласны или всё исправили, напишите нам: ${supportEmail}.`,
        ],
        site,
        'pages',
      )
    },

    /** To the keepers of a page that is open again. */
    pageOpened(memorial: PersonName & { id: number }): Letter {
      return layOut(
        'Страница снова открыта',
        [
          'Здравствуйте.',
          `Страница «${fullName(memorial)}» на сайте «${siteName}» больше не закрыта нами. Её видят те, для кого вы её открыли.`,
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
        'pages',
      )
    },

    /** To the reporter of a page that moderators then closed. Does not name its person: the page may be private. */
    reportedPageClosed(memorialId: number): Letter {
      return layOut(
        'О странице, о которой вы сообщили',
        [
          'Здравствуйте.',
          `Вы сообщили нам о странице на сайте «${siteName}». Мы посмотрели её и закрыли: теперь её видят только те, кто её хранит, и модераторы. Спасибо, что написали.`,
          { label: 'О какой странице речь', url: publicUrl + paths.memorial(memorialId), showsReading: true },
          'Если её исправят, мы можем открыть её снова. Тогда мы постараемся вам об этом написать.',
        ],
        site,
        'reports',
      )
    },

    /** The same for a page that stays as it is. `answer` is the moderator's reply, and may be empty. */
    reportedPageStays(memorialId: number, response: string): Letter {
      return layOut(
        'О странице, о которой вы сообщили',
        [
          'Здравствуйте.',
          `Вы сообщили нам о странице на сайте «${siteName}». Мы внимательно посмотрели её и решили оставить как есть.`,
          ...(response ? [{ quotation: response, author: siteName }] : []),
          { label: 'О какой странице речь', url: publicUrl + paths.memorial(memorialId), showsReading: true },
          `Если что-то осталось неясным или вы хотите рассказать больше, напишите нам: ${supportEmail}.`,
        ],
        site,
        'reports',
      )
    },

    /** The same for one that was closed, and is open again. */
    reportedPageOpened(memorialId: number): Letter {
      return layOut(
        'Страница, о которой вы сообщили, снова открыта',
        [
          'Здравствуйте.',
          `Страница на сайте «${siteName}», о которой вы сообщили, больше не закрыта нами.`,
          { label: 'О какой странице речь', url: publicUrl + paths.memorial(memorialId), showsReading: true },
          `Если что-то на ней по-прежнему вас тревожит, напишите нам: ${supportEmail}.`,
        ],
        site,
        'reports',
      )
    },
  }
}

/** The letters about upcoming days, and about relatives. */
function rememberingLetters(site: LetterSite) {
  const { siteName, publicUrl } = site

  return {
    /** To the keepers of a page. Names no other page: that is shown in the account, where it can be declined. */
    relationAsked(memorial: PersonName & { id: number }): Letter {
      return layOut(
        'Вас просят подтвердить родство',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» есть страница человека, чьи близкие считают его роднёй того, о ком страница «${fullName(memorial)}». Они просят связать эти страницы. Кто это, видно в личном кабинете. Решаете вы и те, кто хранит страницу вместе с вами.`,
          { label: 'Открыть личный кабинет', url: publicUrl + paths.pendingWords },
          'Спешить не нужно: просьба подождёт. Если связывать страницы не хочется, просто откажитесь или ничего не делайте. О следующих просьбах к этой странице мы напишем не чаще раза в час.',
        ],
        site,
        'requests',
      )
    },

    /** To an account that subscribed to the days of a page. */
    dayComes(
      memorial: PersonName & { id: number },
      { event, day, daysBefore, years }: { event: RememberedEvent; day: string; daysBefore: number; years: number },
    ): Letter {
      const [title, since] = event === 'birth' ? ['день рождения', 'рождения'] : ['день памяти', 'смерти']
      const when = daysBefore === 1 ? 'Завтра' : 'Через неделю'
      return layOut(
        `${when} ${title}: ${fullName(memorial)}`,
        [
          'Здравствуйте.',
          `${when}, ${dayOfYearInWords(day)}, ${title} человека, которого вы помните: ${fullName(memorial)}. В этот день будет ${counted(years, YEARS)} со дня ${since}.`,
          'На странице можно зажечь свечу и оставить слова памяти.',
          { label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) },
          `Это письмо пришло, потому что вы просили сайт «${siteName}» напоминать о памятных днях этого человека. Если письма больше не нужны, войдите на сайт, откройте страницу и выключите «Напоминать о днях памяти» перед словами памяти.`,
        ],
        site,
        'reminders',
      )
    },
  }
}
