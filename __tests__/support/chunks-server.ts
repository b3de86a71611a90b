import { http, HttpResponse } from 'msw'
import { API_BASE_PATH } from '@contract/paths'
import { UPLOADS_PATH } from '@contract/upload'
import { server } from './server'

const UPLOADS = `*${API_BASE_PATH}${UPLOADS_PATH}`
export const UPLOAD_ID = 'a-file-that-is-in-parts'

/** What happens to the next part: it breaks off after this many bytes, or is refused. */
type Mishap = { afterBytes: number } | { status: number; detail?: string }

/** Serves uploads in parts, as the server does. */
export function servePartsOfFiles() {
  const mishaps: Mishap[] = []
  const state = {
    announced: [] as Headers[],
    /** The received bytes of each part. */
    parts: [] as number[],
    received: 0,
    asked: 0,
    discarded: 0,
    authorizations: new Set<string | null>(),
  }
  let length = 0
  server.use(
    http.post(UPLOADS, ({ request }) => {
      state.announced.push(request.headers)
      length = Number(request.headers.get('upload-length'))
      state.received = 0
      const location = `${API_BASE_PATH}${UPLOADS_PATH}/${UPLOAD_ID}`
      return new HttpResponse(null, { status: 201, headers: { location, 'tus-resumable': '1.0.0' } })
    }),
    http.head(`${UPLOADS}/${UPLOAD_ID}`, () => {
      state.asked++
      return new HttpResponse(null, {
        headers: { 'upload-offset': String(state.received), 'upload-length': String(length) },
      })
    }),
    http.patch(`${UPLOADS}/${UPLOAD_ID}`, async ({ request }) => {
      state.authorizations.add(request.headers.get('authorization'))
      const from = Number(request.headers.get('upload-offset'))
      const mishap = mishaps.shift()
      if (mishap && 'status' in mishap) return HttpResponse.json({ detail: mishap.detail }, { status: mishap.status })
      if (from !== state.received) return HttpResponse.json({ detail: 'не оттуда' }, { status: 409 })
      const { byteLength } = await request.arrayBuffer()
      const taken = Math.min(byteLength, mishap?.afterBytes ?? byteLength)
      state.parts.push(taken)
      state.received += taken
      if (mishap) return HttpResponse.error()
      return new HttpResponse(null, { status: 204, headers: { 'upload-offset': String(state.received) } })
    }),
    http.delete(`${UPLOADS}/${UPLOAD_ID}`, ({ request }) => {
      if (request.headers.get('tus-resumable') !== '1.0.0') return new HttpResponse(null, { status: 412 })
      state.discarded++
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { state, next: (...coming: Mishap[]) => void mishaps.push(...coming) }
}
