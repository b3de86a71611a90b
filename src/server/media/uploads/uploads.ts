import { type DataStore, type Lock, type Locker, type RequestRelease, Server } from '@tus/server'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReadableStream } from 'node:stream/web'
import type { ArchiveKind } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { PENDING_MEMORIES_MAX } from '@contract/limits'
import { TUS_VERSION, UPLOAD_ID, UPLOADS_PATH, VOICES_PATH } from '@contract/upload'
import type { Account } from '../../access/account'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import {
  ApiError,
  conflict,
  invalidField,
  notFound,
  tooLarge,
  tooMany,
  unauthorized,
  unreadableBody,
} from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { FileSink } from '../../lib/file-sink'
import { randomToken } from '../../lib/token'
import { type FileStore, throwAsStoreFailure } from '../../storage/file-store'
import type { MediaLibrary, MediaOfChange } from '../media-library'
import { FILE_TOO_LARGE, ReceivedFile, temporaryFile } from '../received-form'
import { networkOf } from '../../lib/visitor-network'
import { createUploadRates, senderOf } from '../sender'
import { createTemporaryRoom } from '../temporary-room'
import { OTHER_PLACE, PartStore } from './part-store'
import {
  countOpenVoices,
  findUpload,
  insertUpload,
  listIdleVoices,
  listUnderWay,
  lockSender,
  type UploadRow,
} from './repository'

const ID_BYTES = 16
/** Per account. A browser sends two at once; the others were interrupted. */
export const UNDER_WAY_MAX = 8
const HOUR_SECONDS = 3600
/** As many as may be processed in that time. */
const BEGUN_MAX = 600
/** The chunks of as many films as one account may reasonably send. */
const PARTS_MAX = 6000
/** Without an account, by network: as many voices as photographs in an hour, and not all day long. */
const VOICES_BEGUN_MAX = 20
const VOICES_BEGUN_DAY_MAX = 60
const VOICE_PARTS_MAX = 1000
/** All voices without an account that wait to be sent: a day's, since unused ones end then. */
export const OPEN_VOICES_MAX_BYTES = 2 * 1024 ** 3
const IDLE_VOICES_AT_ONCE = 50
const TOO_MANY_BEGUN = 'За последний час начато слишком много загрузок. Пожалуйста, попробуйте позже.'
const TOO_MANY_PARTS = 'За последний час загружено слишком много. Пожалуйста, попробуйте позже.'
const TOO_MANY_AT_ONCE = 'Слишком много файлов загружается одновременно. Пожалуйста, дождитесь, пока загрузятся другие.'
const NOT_WHOLE = 'Файл загружен не целиком.'

interface BegunVoice {
  account: Account | undefined
  ip: string
  memorialId: number
  lock: (tx: Db) => Promise<unknown>
  size: number
}

export type Uploads = ReturnType<typeof createUploads>

/** Resumable uploads. An upload belongs to its account; for others it does not exist. */
export function createUploads(parts: {
  db: Db
  store: FileStore
  library: MediaLibrary
  temporaryFolder: string
  limitAttempts: LimitAttempts
  /** Aborted on shutdown: incoming chunks stop where they are. */
  stopping: AbortSignal
}) {
  const { db, store, library, temporaryFolder, limitAttempts, stopping } = parts
  const room = createTemporaryRoom(temporaryFolder)
  const locks = new UploadLocks()
  stopping.addEventListener('abort', () => locks.askAllToLeave())
  const starts = limitAttempts({
    name: 'uploads-account',
    max: BEGUN_MAX,
    seconds: HOUR_SECONDS,
    refusal: TOO_MANY_BEGUN,
  })
  const received = limitAttempts({
    name: 'upload-parts-account',
    max: PARTS_MAX,
    seconds: HOUR_SECONDS,
    refusal: TOO_MANY_PARTS,
  })

  const voiceLimit = (name: string, max: number, seconds = HOUR_SECONDS) =>
    limitAttempts({ name, max, seconds, refusal: TOO_MANY_BEGUN })
  const voiceStarts = voiceLimit('voices-network', VOICES_BEGUN_MAX)
  const voiceStartsOfDay = voiceLimit('voices-network-day', VOICES_BEGUN_DAY_MAX, 24 * HOUR_SECONDS)
  const voiceParts = voiceLimit('voice-parts-network', VOICE_PARTS_MAX)
  const partStore = new PartStore({ db, store, temporaryFolder, end: (id) => end(id) })

  const bytesOf = async function* ({ id, part_names: names }: UploadRow): AsyncGenerator<Buffer> {
    for (const name of names) {
      const part = await store.open(`${id}/${name}`)
      if (!part) throw new Error(`A part of the upload ${id} is not in the store`)
      yield* (await part.read()) as AsyncIterable<Buffer>
    }
  }

  /** The removal of its chunks is due at once. */
  const end = (id: string): Promise<void> =>
    library.change(undefined, async (_tx, media) => void (await media.releaseUploads({ id })))

  /** PostgreSQL rejects a zero byte, and a URL may contain one. */
  const findById = async (id: string) => (UPLOAD_ID.test(id) ? findUpload(db, id) : undefined)

  /** Locks the account. 429 when it has too many under way, unless one was idle for an hour: that one ends. */
  async function lockAccount(tx: Db, media: MediaOfChange, account: Account): Promise<void> {
    if (!(await lockSender(tx, account.id))) throw unauthorized()
    const underWay = await listUnderWay(tx, account.id)
    const [oldest] = underWay
    if (underWay.length < UNDER_WAY_MAX) return
    if (!oldest?.is_idle) throw tooMany(TOO_MANY_AT_ONCE, HOUR_SECONDS)
    await media.releaseUploads({ id: oldest.id })
  }

  /** The same of voices without an account: of the locked page, and of all. */
  async function makeRoomForVoice(tx: Db, media: MediaOfChange, page: number, size: number): Promise<void> {
    const { ofPage, bytes } = await countOpenVoices(tx, page)
    const isPageFull = ofPage >= PENDING_MEMORIES_MAX
    if (!isPageFull && bytes + size <= OPEN_VOICES_MAX_BYTES) return
    const idle = await listIdleVoices(tx, isPageFull ? page : undefined, IDLE_VOICES_AT_ONCE)
    if (idle.length === 0) throw tooMany(TOO_MANY_AT_ONCE, HOUR_SECONDS)
    for (const id of idle) await media.releaseUploads({ id })
  }

  return {
    end,

    /** The disk space of files being received, also of those in one request. */
    room,

    /** The rate limits for processed files, in one request or resumable. */
    countUpload: createUploadRates(limitAttempts),

    handleTus: createTus({ store: partStore, locks, path: UPLOADS_PATH }),
    handleVoiceTus: createTus({ store: partStore, locks, path: VOICES_PATH }),

    /**
     * Returns the id of a new upload. When the account has too many, one that was idle for an hour is dropped. Throws
     * 401, 403 or 404 when the account or the memorial has changed since the check.
     */
    async begin(account: Account, memorial: Editable, { kind, size }: { kind: ArchiveKind; size: number }) {
      await starts.count(`account ${account.id}`)
      await room.check()
      const id = randomToken(ID_BYTES)
      await library.change(undefined, async (tx, media) => {
        // Lock the memorial first, as everywhere, to prevent deadlocks.
        await lockEditable(tx, memorial)
        await lockAccount(tx, media, account)
        await insertUpload(tx, { id, userId: account.id, memorialId: memorial.id, kind, size })
      })
      return id
    },

    /**
     * The same of a voice, also without an account: then its id is all that finds it again. `lock` locks the page that it is for,
     * and throws when it may not be sent there any more.
     */
    async beginVoice({ account, ip, memorialId, lock, size }: BegunVoice) {
      if (account) await starts.count(`account ${account.id}`)
      else for (const limit of [voiceStarts, voiceStartsOfDay]) await limit.count(networkOf(ip))
      await room.check()
      const id = randomToken(ID_BYTES)
      await library.change(undefined, async (tx, media) => {
        await lock(tx)
        if (account) await lockAccount(tx, media, account)
        else await makeRoomForVoice(tx, media, memorialId, size)
        await insertUpload(tx, { id, userId: account?.id ?? null, memorialId, kind: 'voice', size })
      })
      return id
    },

    countPart: (account: Account): Promise<unknown> => received.count(`account ${account.id}`),

    countVoicePart: ({ account, ip }: FastifyRequest): Promise<unknown> =>
      account ? received.count(`account ${account.id}`) : voiceParts.count(networkOf(ip)),

    /** 404 when it has ended, belongs to another account, or is a voice. */
    async find(account: Account, id: string): Promise<UploadRow> {
      const upload = await findById(id)
      if (upload?.user_id !== account.id) throw notFound()
      if (upload.kind === 'voice') throw notFound()
      return upload
    },

    /** A voice; 404 when it has ended or belongs to another account. */
    async findVoice(account: Account | undefined, id: string): Promise<UploadRow> {
      const upload = await findById(id)
      const isOfSender = upload?.user_id === null || upload?.user_id === account?.id
      if (!upload || upload.kind !== 'voice' || !isOfSender) throw notFound()
      return upload
    },

    /** Assembles the file. 422 while chunks are missing. */
    async assemble(request: FastifyRequest, upload: UploadRow): Promise<ReceivedFile> {
      const { size_bytes: size, received_bytes: receivedBytes } = upload
      if (receivedBytes < size) throw invalidField('upload', NOT_WHOLE)
      const target = temporaryFile(request, temporaryFolder)
      const sink = await FileSink.open(target, { maxBytes: size, tooLong: () => new Error('Parts have grown') })
      await pipeline(bytesOf(upload), sink).catch(throwAsStoreFailure)
      return new ReceivedFile(target, size, senderOf(request), upload.id)
    },
  }
}

/** A placeholder: only the path is read. */
const ORIGIN = 'http://server'
/** The request headers that the tus server gets. It would trust a proxy's headers too much. */
const ASKED = ['tus-resumable', 'upload-offset', 'upload-length', 'content-length']
/** The response headers that are passed on. The others are for other origins. */
const RESPONSE_HEADERS = ['tus-resumable', 'upload-offset', 'upload-length', 'location']
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
export type HandleTus = (
  request: FastifyRequest,
  reply: FastifyReply,
  begin?: () => Promise<string>,
) => Promise<unknown>

/** The tus server behind our own routes: they authorise the request before, and replace its error texts with ours. */
function createTus({ store, locks, path }: { store: DataStore; locks: UploadLocks; path: string }): HandleTus {
  const beginnings = new WeakMap<object, () => Promise<string>>()
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path: API_BASE_PATH + path,
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

  return async function handleTus(request, reply, begin) {
    const asked = askedBy(request)
    if (begin) beginnings.set(asked, begin)
    try {
      const response = await server.handleWeb(asked)
      if (!response.ok) throw refusalOf(response.status, failures.get(asked))
      const headers = RESPONSE_HEADERS.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return await reply
        .code(response.status)
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

interface Holder {
  askToLeave: RequestRelease
  left: Promise<void>
}

/**
 * One request at a time for each upload in this process. A new request asks the current one to stop where it is: after
 * a network failure that is a connection that receives nothing more. Between processes the offset of the chunk decides
 * (`addPart`).
 */
class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>()
  #isStopping = false

  newLock(id: string): Lock {
    let leave: () => void = () => undefined
    return {
      lock: async (_signal, askToLeave) => {
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.askToLeave()
          await holder.left
        }
        const left = new Promise<void>((resolve) => (leave = resolve))
        this.#holders.set(id, { askToLeave, left })
        if (this.#isStopping) void askToLeave()
      },
      unlock: async () => {
        this.#holders.delete(id)
        leave()
      },
    }
  }

  /** Stops incoming chunks where they are, and those that start from now on; what arrived is stored. */
  askAllToLeave(): void {
    this.#isStopping = true
    for (const { askToLeave } of this.#holders.values()) void askToLeave()
  }
}
