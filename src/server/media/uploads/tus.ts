import { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DataStore, Server } from '@tus/server'
import { API_BASE_PATH } from '@contract/paths'
import { TUS_VERSION, UPLOADS_PATH } from '@contract/upload'
import { ApiError, conflict, notFound, tooLarge, unreadableBody } from '../../lib/api-error'
import { FILE_TOO_LARGE } from '../received-form'
import { OTHER_PLACE } from './part-store'
import type { UploadLocks } from './upload-locks'

/** A placeholder: only the path is read. */
const ORIGIN = 'http://server'
/** The request headers that the tus server gets. It would trust a proxy's headers too much. */
const ASKED = ['tus-resumable', 'upload-offset', 'upload-length', 'content-length']
/** The response headers that are passed on. The others are for other origins. */
const ANSWERED = ['tus-resumable', 'upload-offset', 'upload-length', 'location']
/** How long a chunk that must stop may still drain. */
const LEAVE_MS = 100

const OTHER_PROTOCOL = `Загрузка по частям идёт по протоколу tus ${TUS_VERSION}.`

/** Maps an error status of the tus server to our own error. */
const REFUSALS: Record<number, () => ApiError> = {
  404: notFound,
  409: () => conflict(OTHER_PLACE),
  412: () => new ApiError(412, OTHER_PROTOCOL, { 'tus-version': TUS_VERSION }),
  413: () => tooLarge(FILE_TOO_LARGE),
}

/** Answers a request of the tus protocol. `begin` creates an upload, and returns its id. */
export type AnswerTus = (
  request: FastifyRequest,
  reply: FastifyReply,
  begin?: () => Promise<string>,
) => Promise<unknown>

/** The tus server behind our own routes: they authorise the request before, and replace its error texts with ours. */
export function createTus({ store, locks }: { store: DataStore; locks: UploadLocks }): AnswerTus {
  const beginnings = new WeakMap<object, () => Promise<string>>()
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path: API_BASE_PATH + UPLOADS_PATH,
    datastore: store,
    locker: locks,
    lockDrainTimeout: LEAVE_MS,
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: async (asked) => (await beginnings.get(asked)?.()) ?? '',
    onResponseError(asked, error) {
      failures.set(asked, error)
      return undefined
    },
  })

  return async function answerTus(request, reply, begin) {
    const asked = askedBy(request)
    if (begin) beginnings.set(asked, begin)
    try {
      const answer = await server.handleWeb(asked)
      if (!answer.ok) throw refusalOf(answer.status, failures.get(asked))
      const headers = ANSWERED.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return await reply
        .code(answer.status)
        .headers({ 'cache-control': 'no-store', ...Object.fromEntries(headers) })
        .send()
    } finally {
      // A client that is still sending gets the response only if its data is read.
      request.raw.resume()
    }
  }
}

function askedBy({ method, url, headers, raw }: FastifyRequest): Request {
  const given = new Headers()
  const isPart = method === 'PATCH'
  for (const name of isPart ? [...ASKED, 'content-type'] : ASKED) {
    const value = headers[name]
    if (typeof value === 'string') given.set(name, value)
  }
  const body = ReadableStream.from(raw.iterator({ destroyOnReturn: false }))
  return new Request(new URL(url, ORIGIN), {
    method,
    headers: given,
    ...(isPart && { body: body as BodyInit, duplex: 'half' }),
  })
}

/** The tus server throws objects with a status; everything else comes from our own code. */
function refusalOf(status: number, failure: unknown): unknown {
  const isOurs = failure !== undefined && (failure as { status_code?: number }).status_code === undefined
  return isOurs ? failure : (REFUSALS[status] ?? unreadableBody)()
}
