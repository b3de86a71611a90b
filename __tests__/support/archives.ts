import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ArchiveItem, type ArchiveKind, archivePaths, type NewArchiveItem } from '@contract/archive'
import { smallPicture } from './photographs'
import type { TestApp } from './server-app'
import { aStoredMemorial, anOwner } from './test-memorials'

/** One of the small recordings and pictures next to this file. */
export function sampleFile(name: string): Promise<Buffer> {
  return readFile(path.resolve('__tests__/support/files', name))
}

/** The form that adds a file: the memorial first, so that the server can check access before it reads the file. */
export function archiveForm(
  memorialId: number | string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  form.append('memorial_id', String(memorialId))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'file.bin')
  return form
}

/** An owner with an advanced memorial. */
export async function anAdvancedMemorial(server: TestApp, fields: Record<string, string> = {}) {
  const owner = await anOwner(server, { advanced: 1 })
  return { owner, memorial: await aStoredMemorial(server, owner.token, { ...fields, rate_check: 'true' }) }
}

const SAMPLES: Record<ArchiveKind, () => Promise<Buffer>> = {
  photo: () => smallPicture(),
  audio: () => sampleFile('sound.mp3'),
  video: () => sampleFile('film.mp4'),
}

/** Sends a file to an archive: by default a small sample of its kind. */
export async function addToArchive(
  server: TestApp,
  kind: ArchiveKind,
  { token, memorialId, bytes }: { token?: string; memorialId: number; bytes?: Uint8Array },
) {
  const payload = archiveForm(memorialId, bytes ?? (await SAMPLES[kind]()))
  return server.api({ method: 'POST', url: archivePaths(kind).create, ...(token && { token }), payload })
}

/** Adds a sample, and returns it as lists show it. */
export async function anArchiveItem(
  server: TestApp,
  kind: ArchiveKind,
  { token, memorialId }: { token: string; memorialId: number },
): Promise<ArchiveItem> {
  const {
    duplicate_of: _duplicate,
    pages: _pages,
    further_ids: _further,
    ...item
  } = (await addToArchive(server, kind, { token, memorialId })).json<NewArchiveItem>()
  return item
}
