import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { counted, YEARS } from '@contract/plurals'
import type { RememberedEvent } from '@contract/remembering'
import { dayOfYearInWords } from '@contract/shown-days'
import { layOut } from './layout'
import type { Letter } from './letter'
import type { LetterSite } from './letter-site'

/** The letters about upcoming days, and about relatives. */
export function rememberingLetters(site: LetterSite) {
  const { siteName, publicUrl } = site

  return {
    /** To the keepers of a page. Names no other page: that is shown in the account, where it can be declined. */
    relationAsked(memorial: PersonName & { id: number }): Letter {
      return layOut(
        'Вас просят подтвердить родство',
        [
          'Здравствуйте.',
          `На сайте «${siteName}» есть страница человека, чьи близкие считают его роднёй того, о ком страница «${fullName(memorial)}». Они просят связать эти страницы. Кто это, видно в личном кабинете. Решаете вы и те, кто хранит страницу вместе с вами.`,
          { label: 'Открыть личный кабинет', address: publicUrl + paths.profile },
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
          { label: 'Открыть страницу', address: publicUrl + paths.memorial(memorial.id) },
          `Это письмо пришло, потому что вы просили сайт «${siteName}» напоминать о памятных днях этого человека. Если письма больше не нужны, войдите на сайт, откройте страницу и выключите «Напоминать о днях памяти» перед словами памяти.`,
        ],
        site,
        'reminders',
      )
    },
  }
}
