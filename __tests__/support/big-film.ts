import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { sampleFile } from './archives'
import { announceTrack, uint32 } from './boxes'

const CHUNK_BYTES = 1024 ** 2
const BOX_HEADER_BYTES = 8

/** Writes a film of exactly this many bytes: a small one, padded with another picture. */
export async function writeFilm(file: string, bytes: number): Promise<void> {
  const film = await sampleFile('film.mp4')
  const announced = (sampleBytes: number) => announceTrack(film, { id: 9, handler: 'vide', sampleBytes })
  const pictureBytes = bytes - announced(0).length - BOX_HEADER_BYTES
  const handle = await open(file, 'w')
  try {
    await handle.write(announced(pictureBytes))
    await handle.write(Buffer.concat([uint32(pictureBytes + BOX_HEADER_BYTES), Buffer.from('mdat')]))
    const filling = Buffer.alloc(CHUNK_BYTES, 7)
    for (let left = pictureBytes; left > 0; left -= CHUNK_BYTES) {
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

/** Uploads a film to an archive as a page does: a form with the file in it, read as it is sent. */
export async function uploadFilm(url: string, { file, memorialId, token }: FilmUpload): Promise<Response> {
  const form = new FormData()
  form.append('memorial_id', String(memorialId))
  form.append('file', await openAsBlob(file, { type: 'video/mp4' }), 'film.mp4')
  return fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
}
