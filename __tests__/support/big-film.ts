import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { sampleFile } from './archives'

const CHUNK_BYTES = 1024 ** 2
const BOX_HEADER_BYTES = 8

/** Writes a film of exactly so many bytes: a small one, filled up with an MP4 box that players skip. */
export async function writeFilm(file: string, bytes: number): Promise<void> {
  const film = await sampleFile('film.mp4')
  const handle = await open(file, 'w')
  try {
    await handle.write(film)
    await handle.write(emptyBoxHeader(bytes - film.length))
    const filling = Buffer.alloc(CHUNK_BYTES, 7)
    for (let left = bytes - film.length - BOX_HEADER_BYTES; left > 0; left -= CHUNK_BYTES) {
      await handle.write(filling.subarray(0, Math.min(left, CHUNK_BYTES)))
    }
  } finally {
    await handle.close()
  }
}

export interface FilmUpload {
  /** A local film. */
  file: string
  memorialId: number
  token: string
}

/** Sends a film to an archive as a page does: a form with the file in it, read as it is sent. */
export async function uploadFilm(url: string, { file, memorialId, token }: FilmUpload): Promise<Response> {
  const form = new FormData()
  form.append('memorial_id', String(memorialId))
  form.append('file', await openAsBlob(file, { type: 'video/mp4' }), 'film.mp4')
  return fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
}

/** The header of an MP4 box of so many bytes. */
function emptyBoxHeader(bytes: number): Buffer {
  const header = Buffer.alloc(BOX_HEADER_BYTES)
  header.writeUInt32BE(bytes, 0)
  header.write('free', 4)
  return header
}
