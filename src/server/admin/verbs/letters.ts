import { hostname } from 'node:os'
import { layOut, LetterRefused, MailServerAway, written } from '../../mail/letter'
import { createMailTransport } from '../../mail/transport'
import { recordInRegister } from '../../modules/audit/repository'
import { listUnsentLetters, retryLetters } from '../../modules/operator/repository'
import {
  type Input,
  type InstallationVerb,
  type LocalVerb,
  numberOption,
  type Rows,
  table,
  VerbError,
  wholeNumber,
} from '../verb'

const LIMIT = 100

export const lettersList = {
  words: 'letters list',
  summary: 'letters that were not sent, the oldest first',
  options: [{ flags: '--limit <number>', means: `at most so many (${LIMIT})` }],
  async runOn({ db }: Rows, input: Input) {
    const letters = await listUnsentLetters(db, numberOption(input, 'limit') ?? LIMIT)
    return {
      data: letters,
      lines: table(
        ['id', 'to', 'subject', 'written', 'tried', 'state'],
        letters.map((letter) => [
          letter.id,
          letter.recipient,
          letter.subject,
          minute(letter.created_at),
          letter.attempts,
          letter.is_given_up ? 'given up' : `due ${minute(letter.due_at)}`,
        ]),
      ),
    }
  },
}

/** Commands for the queue of letters. */
export const letterVerbs: InstallationVerb[] = [
  lettersList,
  {
    words: 'letters retry',
    takes: '[id...]',
    summary: 'send them now, all that wait or these, also those given up',
    async runOn({ db, postman }, { args }) {
      const ids = args.map((id) => wholeNumber('the number of a letter', id))
      const retried = await db.transaction().execute(async (tx) => {
        const count = await retryLetters(tx, ids)
        if (count > 0) await recordInRegister(tx, 'letters_retried', {})
        return count
      })
      postman.wake()
      return { data: { retried }, lines: [`${retried} letters are due now.`] }
    },
  },
]

function minute(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}

/** Not an id of the queue: those start at one. */
const NOT_QUEUED = 0

/** Needs no database: it must work when the database is down. */
export const letterToOperator: LocalVerb = {
  words: 'letters tell',
  takes: '<text>',
  summary: 'write this to SUPPORT_EMAIL at once, past the queue: for programs that watch over the installation',
  async run(config, { args }) {
    const { site } = config
    const recipient = site.supportEmail
    const words = ['Здравствуйте.', args[0] ?? '', `Сообщение отправила машина ${hostname()}.`]
    const asked = layOut(
      'Сообщение для тех, кто обслуживает сайт',
      words,
      // Past the queue, so its recipient is not looked for.
      { ...site, secretKey: '', unsubscribeUrl: () => '', openedMark: () => '' },
      null,
    )
    const letter = written(asked, { recipient, isReached: true })
    const transport = createMailTransport(config)
    try {
      await transport.send({ ...letter, id: NOT_QUEUED, recipient, attempts: 0, writtenAt: new Date() })
    } catch (error) {
      if (error instanceof LetterRefused || error instanceof MailServerAway)
        throw new VerbError(`${error.message}: ${error.cause.message}`)
      throw error
    } finally {
      transport.close?.()
    }
    return { data: { recipient }, lines: [`The letter went to ${recipient}.`] }
  },
}
