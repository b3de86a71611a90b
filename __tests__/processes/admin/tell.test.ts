import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startMailServer } from '@support/mail-server'
import { pomnim } from '@support/operator'
import { letterThatSays } from '@support/outbox'

const SUPPORT_EMAIL = 'help@pomnim.test'
const WORDS = 'Резервная копия не сделана.'
/** Nothing answers there: a backup fails when the database does, too. */
const DATABASE_URL = 'postgres://127.0.0.1:1/none'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-tell-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('writes to the operator through the mail server, while the database is away', async () => {
  const mailServer = await startMailServer()
  const env = { DATA_DIR: dataDir, DATABASE_URL, SUPPORT_EMAIL, SMTP_URL: mailServer.url }
  try {
    expect(await pomnim(env, 'letters', 'tell', WORDS)).toMatchObject({
      code: 0,
      out: `The letter went to ${SUPPORT_EMAIL}.\n`,
    })
    expect(mailServer.received.map(({ recipients }) => recipients)).toEqual([[SUPPORT_EMAIL]])

    mailServer.refusal = () => '550 5.1.1 no such mailbox'
    const refused = await pomnim(env, 'letters', 'tell', WORDS)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.errors).toMatch(/^the recipient is refused: .*no such mailbox.*\n$/)

    await mailServer.goAway()
    expect((await pomnim(env, 'letters', 'tell', WORDS)).errors).toMatch(/^the mail server is away: .+\n$/)
  } finally {
    await mailServer.goAway()
  }
})

it('writes into the outbox where there is no mail server', async () => {
  expect(await pomnim({ DATA_DIR: dataDir, SUPPORT_EMAIL }, 'letters', 'tell', WORDS)).toMatchObject({ code: 0 })
  expect(await letterThatSays(dataDir, SUPPORT_EMAIL, WORDS)).toContain(`To: ${SUPPORT_EMAIL}`)
})
