import { lockMemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { listOverwrittenTexts, markOverwritingNotified, type OverwrittenText } from './repository'

/** Letters to keepers whose texts others have replaced soon after: one for each page, at each run of the job. */
export function createOverwritingNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  async function notify(tx: Db, texts: [OverwrittenText, ...OverwrittenText[]]): Promise<void> {
    const [{ memorial_id: memorialId, email }] = texts
    const page = await lockMemorialRow(tx, memorialId)
    if (!page) return
    await enqueueLetter(tx, email, letters.textReplaced(page), { memorialId })
    await markOverwritingNotified(
      tx,
      texts.map(({ id }) => id),
    )
  }

  return {
    /** Sends every letter that is due. */
    async sendAllDue(): Promise<void> {
      const groups = new Map<string, [OverwrittenText, ...OverwrittenText[]]>()
      for (const text of await listOverwrittenTexts(db)) {
        const key = `${text.user_id} ${text.memorial_id}`
        const group = groups.get(key)
        if (group) group.push(text)
        else groups.set(key, [text])
      }
      await forEachOf([...groups.values()], (texts) => db.transaction().execute((tx) => notify(tx, texts)))
      if (groups.size > 0) postman.wake()
    },
  }
}
