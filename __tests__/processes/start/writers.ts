import { type ArchiveItem, type ArchiveKind, archivePaths, type NewArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { Decision, WrittenMemory } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { archiveForm, sampleFile } from '@support/archives'
import { uploadFilm } from '@support/big-film'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { register, type RemoteAccount } from '@support/remote-account'
import type { ServerProcess } from '@support/server-process'

export const AUTHOR_EMAIL = 'author@example.org'

/** What the server has acknowledged, and must therefore have, or must not have any more, after any death. */
export class Acknowledged {
  readonly emails: string[] = []
  readonly memorials = new Map<number, Memorial>()
  readonly goneMemorials: number[] = []
  readonly items = new Map<number, ArchiveItem & { kind: ArchiveKind }>()
  readonly goneItems: { id: number; kind: ArchiveKind }[] = []
  readonly decisions = new Map<number, Decision>()
}

/** A life of the server, and who writes to it. */
export interface Life {
  server: ServerProcess
  owner: RemoteAccount
  /** An advanced memorial that outlives all deaths. */
  memorialId: number
  /** A local film of some size. */
  film: string
  /** Tells this life's names from those of others. */
  number: number
  done: Acknowledged
}

export type Writer = (life: Life, turn: number) => Promise<void>

/** Each does one thing, which a death may interrupt anywhere; what comes back before is acknowledged. */
export const WRITERS: Writer[] = [registerSomebody, createMemorial, addAndDelete, addFilmAndDelete, deleteAll, moderate]

async function registerSomebody({ server, number, done }: Life, turn: number): Promise<void> {
  const email = `guest-${number}-${turn}@example.org`
  if ((await register(server, email, addressOf(number, turn))) === 201) done.emails.push(email)
}

async function createMemorial({ owner, done }: Life): Promise<void> {
  const memorial = await newMemorial(owner)
  done.memorials.set(memorial.id, memorial)
}

async function addAndDelete({ owner, memorialId, done }: Life, turn: number): Promise<void> {
  await addItem(owner, memorialId, 'photo', done)
  const film = await addItem(owner, memorialId, 'video', done)
  if (turn % 2 === 0) await deleteItem(owner, film, 'video', done)
}

/** Long enough to die in the middle of. */
async function addFilmAndDelete({ server, owner, memorialId, film: file, done }: Life): Promise<void> {
  const url = `${server.url}${API_BASE_PATH}${archivePaths('video').create}`
  const response = await uploadFilm(url, { file, memorialId, token: owner.token })
  await deleteItem(owner, (await response.json()) as ArchiveItem, 'video', done)
}

async function deleteAll({ owner, done }: Life): Promise<void> {
  const { id } = await newMemorial(owner, { rate_check: 'true' })
  await addItem(owner, id, 'audio')
  await owner.deleteMemorial(id)
  done.goneMemorials.push(id)
}

async function moderate({ server, owner, memorialId, number, done }: Life, turn: number): Promise<void> {
  const body = {
    memorials_id: memorialId,
    description: 'Помню его уроки.',
    author: 'Анна',
    author_email: AUTHOR_EMAIL,
  }
  const written = await fetch(`${server.url}${API_BASE_PATH}/memories/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(number, turn) },
    body: JSON.stringify(body),
  })
  const { id } = (await written.json()) as WrittenMemory
  const decision: Decision = turn % 2 === 0 ? 'approved' : 'rejected'
  const decided = await owner.fetch(`/memories/moderate/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  })
  if (decided.status === 200) done.decisions.set(id, decision)
}

/** Everybody has one of their own, or the server would ask for patience. */
function addressOf(life: number, turn: number): string {
  return `10.${life}.${turn >> 8}.${turn & 255}`
}

async function newMemorial(owner: RemoteAccount, fields: Record<string, string> = {}): Promise<Memorial> {
  const body = memorialForm(fields, { bytes: await smallPicture() })
  const response = await owner.fetch('/memorial/create', { method: 'POST', body })
  return (await response.json()) as Memorial
}

const SAMPLES: Record<ArchiveKind, () => Promise<Buffer>> = {
  photo: () => smallPicture(),
  audio: () => sampleFile('sound.mp3'),
  video: () => sampleFile('film.mp4'),
}

async function addItem(
  owner: RemoteAccount,
  memorialId: number,
  kind: ArchiveKind,
  done?: Acknowledged,
): Promise<ArchiveItem> {
  const body = archiveForm(memorialId, await SAMPLES[kind]())
  const response = await owner.fetch(archivePaths(kind).create, { method: 'POST', body })
  const { duplicate_of: _d, pages: _p, further_ids: _f, ...item } = (await response.json()) as NewArchiveItem
  if (response.status === 201) done?.items.set(item.id, { ...item, kind })
  return item
}

/** From here on nothing is sure of the item until the server says that it is gone. */
async function deleteItem(owner: RemoteAccount, { id }: ArchiveItem, kind: ArchiveKind, done: Acknowledged) {
  done.items.delete(id)
  const response = await owner.fetch(`${archivePaths(kind).delete}/${id}`, { method: 'DELETE' })
  if (response.status === 204) done.goneItems.push({ id, kind })
}
