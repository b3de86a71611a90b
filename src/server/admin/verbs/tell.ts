import { hostname } from 'node:os'
import { layOut, written } from '../../mail/layout'
import { LetterRefused, MailServerAway } from '../../mail/letter'
import { createMailTransport } from '../../mail/transport'
import { type LocalVerb, VerbError } from '../verb'

/** Not an id of the queue: those start at one. */
const NOT_QUEUED = 0

/** Needs no database: it must work when the database is down. */
export const tell: LocalVerb = {
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
      { ...site, unsubscribeUrl: () => '', openedMark: () => '' },
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
