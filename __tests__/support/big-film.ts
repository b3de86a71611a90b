import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { sampleFile } from './archives'

const CHUNK_BYTES = 1024 ** 2
const BOX_HEADER_BYTES = 8
const BOUNDARY = 'film-boundary'

/** What came back of one upload. */
export interface Uploaded {
  status: number
  body: string
  seconds: number
}

/** Sends a film of exactly so many bytes to an archive, as a browser would: a small one, filled up with an MP4 box that means nothing. */
export async function uploadFilm(
  url: string,
  { bytes, memorialId, token }: { bytes: number; memorialId: number; token: string },
): Promise<Uploaded> {
  const head = Buffer.from(
    part('name="memorial_id"') + `${memorialId}\r\n` + part('name="file"; filename="film.mp4"', 'video/mp4'),
  )
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const film = await sampleFile('film.mp4')

  const started = performance.now()
  const upload = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + bytes + tail.length,
    },
  })
  const answer = once(upload, 'response')
  // A server that dies fails whatever waits for it, of which only one can be waited for here.
  answer.catch(() => undefined)
  upload.on('error', () => undefined)
  upload.write(head)
  upload.write(film)
  upload.write(emptyBoxHeader(bytes - film.length))
  const filling = Buffer.alloc(CHUNK_BYTES, 7)
  for (let left = bytes - film.length - BOX_HEADER_BYTES; left > 0; left -= CHUNK_BYTES) {
    if (!upload.write(left < CHUNK_BYTES ? filling.subarray(0, left) : filling)) await once(upload, 'drain')
  }
  upload.end(tail)
  const [response] = (await answer) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk as string
  return { status: response.statusCode ?? 0, body, seconds: (performance.now() - started) / 1000 }
}

function part(disposition: string, type?: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`
}

/** The header of an MP4 box of so many bytes that players skip. */
function emptyBoxHeader(bytes: number): Buffer {
  const header = Buffer.alloc(BOX_HEADER_BYTES)
  header.writeUInt32BE(bytes, 0)
  header.write('free', 4)
  return header
}
