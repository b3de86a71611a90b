import { Buffer } from 'node:buffer'
import type { ArchiveKind } from '@contract/archive'
import { TUS_PART_TYPE, UPLOADS_PATH, VOICES_PATH } from '@contract/upload'
import type { TestApp } from './server-app'

const TUS = { 'tus-resumable': '1.0.0' }

/** The headers that announce an upload. */
export function announcement({ memorialId, kind, size }: { memorialId: number; kind: ArchiveKind; size: number }) {
  const inBase64 = (text: string | number) => Buffer.from(String(text)).toString('base64')
  const metadata = `memorial_id ${inBase64(memorialId)},kind ${inBase64(kind)}`
  return { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata }
}

/** The headers of a part. */
export function partFrom(offset: number) {
  return { ...TUS, 'upload-offset': String(offset), 'content-type': TUS_PART_TYPE }
}

/** The upload requests of a browser. */
export function uploader(server: Pick<TestApp, 'api'>, token?: string) {
  const sender = token === undefined ? {} : { token }
  return {
    begin: (file: { memorialId: number; kind: ArchiveKind; size: number }) =>
      server.api({ method: 'POST', url: UPLOADS_PATH, headers: announcement(file), ...sender }),
    async begun(file: { memorialId: number; kind: ArchiveKind; size: number }): Promise<string> {
      return idOf((await this.begin(file)).headers.location)
    },
    sendPart: (id: string, from: number, bytes: Uint8Array) =>
      server.api({
        method: 'PATCH',
        url: `${UPLOADS_PATH}/${id}`,
        headers: partFrom(from),
        payload: Buffer.from(bytes),
        ...sender,
      }),
    ask: (id: string) => server.api({ method: 'HEAD', url: `${UPLOADS_PATH}/${id}`, headers: TUS, ...sender }),
    cancel: (id: string) => server.api({ method: 'DELETE', url: `${UPLOADS_PATH}/${id}`, headers: TUS, ...sender }),
    use: (id: string, kind: ArchiveKind, memorialId: number, words: Record<string, string> = {}) =>
      server.api({
        method: 'POST',
        url: `/${kind}_archive/create`,
        payload: { memorial_id: memorialId, upload: id, ...words },
        ...sender,
      }),
  }
}

/** The id in the URL of a new upload. */
export function idOf(location: unknown): string {
  return String(location).split('/').at(-1) ?? ''
}

/** The same of a voice: `from` is the address of a guest. */
export function voiceUploader(server: Pick<TestApp, 'api'>, { token, from }: { token?: string; from?: string } = {}) {
  const sender = { ...(token !== undefined && { token }), ...(from !== undefined && { remoteAddress: from }) }
  const inBase64 = (text: number | string) => Buffer.from(String(text)).toString('base64')
  const at = (id: string) => `${VOICES_PATH}/${id}`
  return {
    /** For a page by its id, or for an answer by the token of its question. */
    begin(place: number | string, size: number) {
      const metadata = `${typeof place === 'string' ? 'token' : 'memorial_id'} ${inBase64(place)}`
      const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata }
      return server.api({ method: 'POST', url: VOICES_PATH, headers, ...sender })
    },
    sendPart: (id: string, from: number, bytes: Uint8Array) =>
      server.api({ method: 'PATCH', url: at(id), headers: partFrom(from), payload: Buffer.from(bytes), ...sender }),
    ask: (id: string) => server.api({ method: 'HEAD', url: at(id), headers: TUS, ...sender }),
    cancel: (id: string) => server.api({ method: 'DELETE', url: at(id), headers: TUS, ...sender }),
    /** Sends all of it in two parts; returns its id. */
    async sent(place: number | string, bytes: Uint8Array): Promise<string> {
      const id = idOf((await this.begin(place, bytes.length)).headers.location)
      const middle = Math.floor(bytes.length / 2)
      await this.sendPart(id, 0, bytes.subarray(0, middle))
      await this.sendPart(id, middle, bytes.subarray(middle))
      return id
    },
  }
}
