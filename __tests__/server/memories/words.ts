import { VOICE_CONSENT_VERSION } from '@contract/consent'
import type { Decision, MemoryPage, PendingMemories, WrittenMemory } from '@contract/memory'
import type { TestApp } from '@support/server-app'
import { lettersTo } from '../auth/person'

export const GUEST_EMAIL = 'olga@example.org'
const PIN = '0451'
let writers = 0
let authors = 0

/** The body of a guest's memory, with these fields replaced. */
export function words(memorialId: number, fields: object = {}): object {
  return {
    memorials_id: memorialId,
    description: 'Помню его уроки.',
    author: 'Ольга',
    author_email: GUEST_EMAIL,
    ...fields,
  }
}

/** Sends a memory by a new author, unless one is given, from a new address unless `from` is given. */
export function leaveWords(
  server: TestApp,
  memorialId: number,
  { token, from = anAddress(), ...fields }: { token?: string; from?: string } & Record<string, unknown> = {},
) {
  const payload = words(memorialId, { author_email: `guest-${++authors}@example.org`, ...fields })
  return server.api({
    method: 'POST',
    url: '/memories/create',
    payload,
    remoteAddress: from,
    ...(token && { token }),
  })
}

/** A guest's memory that waits for a decision. */
export async function waitingWords(server: TestApp, memorialId: number, fields: object = {}): Promise<WrittenMemory> {
  return (await leaveWords(server, memorialId, { ...fields })).json<WrittenMemory>()
}

export function decide(server: TestApp, id: number, decision: Decision, token: string, fields: object = {}) {
  return server.api({ method: 'POST', url: `/memories/moderate/${id}`, token, payload: { decision, ...fields } })
}

/** The memories that visitors of a page see. */
export async function shown(server: TestApp, memorialId: number, query: Record<string, string> = {}) {
  const response = await server.api({ url: '/memories/all', query: { memorial_id: String(memorialId), ...query } })
  return { response, ...response.json<MemoryPage>() }
}

export async function waiting(server: TestApp, token: string, query: Record<string, string> = {}) {
  return (await server.api({ url: '/memories/pending', token, query })).json<PendingMemories>()
}

/** The letters to a recipient that are about memories. */
export async function lettersAboutWords(server: TestApp, recipient: string) {
  return (await lettersTo(server, recipient)).filter(({ subject }) => /слова/i.test(subject))
}

/** Sets an owner's PIN, and returns a visitor's memorial token for one of their pages. */
export async function aVisitorWithPin(server: TestApp, owner: string, memorialId: number): Promise<string> {
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner, payload: { pin_code: PIN } })
  const opened = await server.api({
    method: 'POST',
    url: `/memorial/${memorialId}/verify-pin`,
    payload: { pin_code: PIN },
    remoteAddress: anAddress(),
  })
  return opened.json<{ access_token: string }>().access_token
}

/** A WAV file with a quiet tone. */
export function aWav(seconds = 2): Buffer {
  const rate = 8000
  const samples = Buffer.alloc(Math.round(rate * seconds), 0).map(
    (_zero, at) => 128 + Math.round(40 * Math.sin(at / 6)),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** Sends a memory with a voice, and no text unless one is given; `files` is what else is sent, by field. */
export function sendVoice(
  server: TestApp,
  memorialId: number,
  {
    token,
    from = anAddress(),
    voice,
    files = {},
    ...fields
  }: { token?: string; from?: string; voice?: Uint8Array; files?: Record<string, Uint8Array> } & Record<
    string,
    unknown
  > = {},
) {
  const form = new FormData()
  const texts = words(memorialId, {
    description: '',
    author_email: `guest-${++authors}@example.org`,
    voice_consent: VOICE_CONSENT_VERSION,
    ...fields,
  })
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.append(name, String(value))
  for (const [name, bytes] of Object.entries({ ...(voice && { voice }), ...files })) {
    form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'recording')
  }
  return server.api({
    method: 'POST',
    url: '/memories/create',
    payload: form,
    remoteAddress: from,
    ...(token && { token }),
  })
}

export function anAddress(): string {
  writers++
  return `10.${Math.floor(writers / 65_536)}.${Math.floor(writers / 256) % 256}.${writers % 256}`
}
