import { sql } from 'kysely'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createKeeperNotices } from '@server/modules/memories/writing'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo } from '../auth/person'
import { leaveWords } from '../memories/words'
import { onEachEngine } from './race'

const LASTNAMES = ['Зимина', 'Зотова', 'Яшина']
const PROCESSES = 3

onEachEngine({
  'tells an owner of words that come to several pages at once by one letter, and of all of them within an hour more':
    words,
})

async function words(server: TestApp) {
  const { db, postman, config } = server
  const owner = await anOwner(server)
  const pages: number[] = []
  for (const lastname of LASTNAMES) pages.push((await aStoredMemorial(server, owner.token, { lastname })).id)
  const letters = async () =>
    (await lettersTo(server, owner.user.email)).filter(({ subject }) => subject.includes('слова'))
  const anHourPasses = async () => {
    await sql`update users set told_of_words_at = told_of_words_at - interval '61 minutes'`.execute(db)
    await sql`update memories set created_at = created_at - interval '61 minutes'`.execute(db)
  }
  const processes = Array.from({ length: PROCESSES }, () =>
    createKeeperNotices({ db, postman, letters: createLetters(config.site, TEST_KEY) }),
  )

  return async () => {
    await db.deleteFrom('memories').execute()
    await db.deleteFrom('letters').execute()
    await db.updateTable('users').set({ told_of_words_at: null }).execute()

    await Promise.all(pages.map((page) => leaveWords(server, page)))
    expect(await letters()).toHaveLength(1)
    await anHourPasses()
    await Promise.all(processes.map((process) => process.sendAllDue()))

    const named = (await letters()).flatMap(({ text }) => LASTNAMES.filter((lastname) => text.includes(lastname)))
    expect(named.sort()).toEqual(LASTNAMES)
    expect((await letters()).length).toBeLessThanOrEqual(2)
  }
}
