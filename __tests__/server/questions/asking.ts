import type { StoryReceipt, AskedQuestions, OpenedQuestion, Question, Story } from '@contract/questions'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

export const QUESTION = 'Что он любил петь?'
const DAY_MS = 24 * 3600 * 1000
let people = 0

/** An address that no one was asked at. */
export const someone = (name = 'Зоя') => ({ email: `znakomaya-${++people}@example.org`, name })
type Someone = ReturnType<typeof someone>

/** The letters to an address, oldest first. */
export function lettersTo(server: TestApp, recipient: string) {
  return server.db.selectFrom('letters').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
}

/** The server of a file, and the page of a test with its owner. */
export interface Scene {
  server: TestApp
  owner: Awaited<ReturnType<typeof anOwner>>
  memorialId: number
  page: ReturnType<typeof questionsOf>
}

/** Hands each test of the file a page of a new owner: a closed one with a portrait, or an open one with room for an archive. */
export function beforeEachOnPage(kind: 'closed' | 'open', begin: (scene: Scene) => void): void {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const isOpen = kind === 'open'
    const owner = await anOwner(server, { advanced: Number(isOpen) })
    const fields = { public_status: String(isOpen) }
    const { id } = await aStoredMemorial(server, owner.token, fields, { withPhoto: !isOpen })
    begin({ server, owner, memorialId: id, page: questionsOf(server, id, owner.token) })
  })
}

/** What a page, those who keep it and those whom it asks do with questions. */
export function questionsOf(server: TestApp, memorialId: number, keeper: string) {
  const post = (url: string, payload: object, token?: string) =>
    server.api({ method: 'POST', url, payload, ...(token && { token }) })

  const ask = (
    to: unknown = [someone()],
    { text = QUESTION, token = keeper }: { text?: unknown; token?: string } = {},
  ) => post(`/memorial/${memorialId}/questions`, { text, to }, token)

  /** The token of the last letter to an address. */
  const tokenTo = async ({ email }: Someone): Promise<string> => {
    const [letter] = (await lettersTo(server, email)).slice(-1)
    return /\/answer\?token=([\w-]+)/.exec(letter?.body_text ?? '')?.[1] ?? ''
  }

  /** Asks somebody, and opens the letter. */
  async function asked(who = someone()) {
    const { result } = (await ask([who])).json<AskedQuestions>()
    return { id: result[0]?.id ?? 0, token: await tokenTo(who), who }
  }

  const open = (token: string) => post('/questions/open', { token })
  const opened = async (token: string) => (await open(token)).json<OpenedQuestion>()

  async function answer(token: string, fields: Record<string, string> = {}, photos = 0, voice?: Uint8Array) {
    const form = new FormData()
    const told = { token, text: 'Он пел «Рябину».', author: 'Зоя', relation: 'соседка', ...fields }
    for (const [name, value] of Object.entries(told)) form.append(name, value)
    for (let nth = 0; nth < photos; nth++) {
      form.append('photo', new Blob([(await smallPicture()) as Uint8Array<ArrayBuffer>]), `${nth}.jpg`)
    }
    if (voice) form.append('voice', new Blob([voice as Uint8Array<ArrayBuffer>]), 'voice')
    return server.api({ method: 'POST', url: '/questions/answer', payload: form, remoteAddress: anAddress() })
  }

  /** A story that waits for a decision. */
  async function told(fields: Record<string, string> = {}, photos = 0, by = someone()) {
    const { token, ...question } = await asked(by)
    return { ...question, token, story: (await answer(token, fields, photos)).json<StoryReceipt>() }
  }

  const decide = (id: number, decision = 'approved', token = keeper) =>
    post(`/stories/${id}/moderate`, { decision }, token)

  async function shown(token?: string): Promise<Story[]> {
    const answer = await server.api({ url: `/memorial/${memorialId}/stories`, ...(token && { token }) })
    return answer.json<{ result: Story[] }>().result
  }

  const list = async (token = keeper) =>
    (await server.api({ url: `/memorial/${memorialId}/questions`, token })).json<{ result: Question[] }>().result

  /** Time passes for all questions of the page. */
  async function pass(days: number): Promise<void> {
    const rows = await server.db.selectFrom('questions').selectAll().where('memorial_id', '=', memorialId).execute()
    const earlier = (date: Date) => new Date(date.getTime() - days * DAY_MS)
    for (const { id, sent_at, later_at, declined_at, ended_at } of rows) {
      await server.db
        .updateTable('questions')
        .set({
          sent_at: earlier(sent_at),
          later_at: later_at && earlier(later_at),
          declined_at: declined_at && earlier(declined_at),
          ended_at: ended_at && earlier(ended_at),
        })
        .where('id', '=', id)
        .execute()
    }
  }

  return { post, ask, asked, open, opened, answer, told, decide, shown, list, pass, tokenTo }
}

function anAddress(): string {
  people++
  return `10.9.${people >> 8}.${people & 255}`
}
