import { recordInRegister } from '../../modules/audit/repository'
import { listUnsentLetters, retryLetters } from '../../modules/operator/repository'
import { type InstallationVerb, numberOption, wholeNumber } from '../verb'
import { table } from './table'

const LIMIT = 100

/** Commands for the queue of letters. */
export const letterVerbs: InstallationVerb[] = [
  {
    words: 'letters list',
    summary: 'letters that were not sent, the oldest first',
    options: [{ flags: '--limit <number>', means: `at most so many (${LIMIT})` }],
    async runOn({ db }, input) {
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
  },
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
