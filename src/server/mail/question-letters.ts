import { NAMES_WITHOUT_NAME } from '@contract/history'
import type { Decision } from '@contract/memory'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { ownStoryPath, questionPath } from '@contract/questions'
import { layOut, type Letter, type LetterSite, withoutLinks } from './letter'
import { DECIDED_BY_FAMILY, DECIDED_BY_MODERATOR, type DecidedPage, listedPages, shortened } from './page-letters'

/** The letters with questions, and about what was told in answer. */
export function questionLetters(site: LetterSite) {
  const { siteName, supportEmail, publicUrl } = site

  return {
    /**
     * To someone who may know, at an address that may be a stranger's: nothing in it is free but their name and the question.
     * The link takes an answer without an account.
     */
    questionAsked(
      memorial: PersonName,
      asked: { text: string; toName: string; askedBy: string; token: string },
    ): Letter {
      const { text, toName, askedBy, token } = asked
      const name = withoutLinks(fullName(memorial))
      const letter = layOut(
        `Вопрос о человеке, которого вы помните: ${name}`,
        [
          `Здравствуйте, ${toName}.`,
          `${withoutLinks(askerInWords(askedBy))} собирает на сайте «${siteName}» воспоминания и спрашивает вас. Речь о человеке: ${name}.`,
          `«${withoutLinks(text)}»`,
          { label: 'Рассказать', url: publicUrl + questionPath(token) },
          'Регистрироваться не нужно. Если сейчас не до того или отвечать не хочется, об этом можно сказать там же.',
        ],
        site,
        'questions',
      )
      return { ...letter, isLarge: true }
    },

    /** To a keeper of the pages, each named as often as a story waits there. */
    storiesWait(pages: PersonName[]): Letter {
      const names = [...new Set(pages.map(fullName))]
      return layOut(
        'На ваш вопрос ответили',
        [
          'Здравствуйте.',
          `На вопрос о том, кого вы помните, пришёл ответ. ${listedPages('Рассказ ждёт вашего решения', names)}`,
          { label: 'Прочитать в личном кабинете', url: publicUrl + paths.pendingWords },
          'Пока рассказ не одобрен, его видите только вы и те, кто хранит страницу вместе с вами. Спешить не нужно.',
        ],
        site,
        'waiting_words',
      )
    },

    /** To the author of a story. `ownToken` takes it back. */
    storyDecided(
      memorial: DecidedPage & { public_status: boolean },
      decision: Decision,
      { text, author, ownToken }: { text: string; author: string; ownToken: string | undefined },
    ): Letter {
      const page = `«${fullName(memorial)}»`
      const [outcome, reason] = memorial.role ? DECIDED_BY_FAMILY : DECIDED_BY_MODERATOR
      const revocation = ownToken
        ? [
            'Если вы передумали, рассказ можно удалить в любое время:',
            { label: 'Удалить мой рассказ', url: publicUrl + ownStoryPath(ownToken) },
          ]
        : []
      if (decision === 'rejected') {
        const outcomeInWords = `Вы ответили на вопрос для страницы ${page}. ${outcome}`
        const ask = `Если хочется спросить или уточнить, напишите нам: ${supportEmail}.`
        return layOut(
          'О вашем рассказе',
          ['Здравствуйте.', outcomeInWords, reason, ...revocation, ask],
          site,
          'own_words',
        )
      }
      return layOut(
        'Ваш рассказ опубликован',
        [
          'Здравствуйте.',
          `Ваш рассказ теперь на странице ${page}, его видят все, кому она открыта. Спасибо, что помните.`,
          { quotation: shortened(text), author },
          ...(memorial.public_status
            ? [{ label: 'Открыть страницу', url: publicUrl + paths.memorial(memorial.id) }]
            : []),
          ...revocation,
        ],
        site,
        'own_words',
      )
    },
  }
}

/** Who asks in a sentence: their name, or what they are to the page. */
function askerInWords(askedBy: string): string {
  const { owner, keeper } = NAMES_WITHOUT_NAME
  return [owner, keeper].some((name) => name === askedBy) ? `${askedBy} страницы памяти` : askedBy
}
