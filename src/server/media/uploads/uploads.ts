import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { ArchiveKind } from '@contract/archive'
import { UPLOAD_ID } from '@contract/upload'
import type { Account } from '../../access/account'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { invalidField, notFound, tooMany, unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { FileSink } from '../../lib/file-sink'
import { randomToken } from '../../lib/token'
import type { FileStore } from '../../storage/file-store'
import { throwAsStoreFailure } from '../../storage/store-away'
import type { MediaLibrary } from '../media-library'
import { ReceivedFile, temporaryFile } from '../received-form'
import { senderOf } from '../sender'
import { createTemporaryRoom } from '../temporary-room'
import { createUploadRates } from '../upload-rates'
import { PartStore } from './part-store'
import { findUpload, insertUpload, listUnderWay, lockSender, type UploadRow } from './repository'
import { createTus } from './tus'
import { UploadLocks } from './upload-locks'

const ID_BYTES = 16
/** Per account. A browser sends two at once; the others were interrupted. */
export const UNDER_WAY_MAX = 8
const HOUR_SECONDS = 3600
/** As many as may be processed in that time. */
const BEGUN_MAX = 600
/** The chunks of as many films as one account may reasonably send. */
const PARTS_MAX = 6000
const TOO_MANY_BEGUN = 'За последний час начато слишком много загрузок. Пожалуйста, попробуйте позже.'
const TOO_MANY_PARTS = 'За последний час загружено слишком много. Пожалуйста, попробуйте позже.'
const TOO_MANY_AT_ONCE = 'Слишком много файлов загружается одновременно. Пожалуйста, дождитесь, пока загрузятся другие.'
const NOT_WHOLE = 'Файл загружен не целиком.'

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

  const bytesOf = async function* ({ id, part_names: names }: UploadRow): AsyncGenerator<Buffer> {
    for (const name of names) {
      const part = await store.open(`${id}/${name}`)
      if (!part) throw new Error(`A part of the upload ${id} is not in the store`)
      yield* (await part.read()) as AsyncIterable<Buffer>
    }
  }

  /** The removal of its chunks is due at once. */
  const end = (id: string): Promise<void> => library.change(undefined, (_tx, media) => media.releaseUploads({ id }))

  return {
    end,

    /** The disk space of files being received, also of those in one request. */
    room,

    /** The rate limits for processed files, in one request or resumable. */
    countUpload: createUploadRates(limitAttempts),

    answerTus: createTus({ store: new PartStore({ db, store, temporaryFolder, end }), locks }),

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
        if (!(await lockSender(tx, account.id))) throw unauthorized()
        const underWay = await listUnderWay(tx, account.id)
        const [oldest] = underWay
        if (underWay.length >= UNDER_WAY_MAX) {
          if (!oldest?.is_idle) throw tooMany(TOO_MANY_AT_ONCE, HOUR_SECONDS)
          await media.releaseUploads({ id: oldest.id })
        }
        await insertUpload(tx, { id, userId: account.id, memorialId: memorial.id, kind, size })
      })
      return id
    },

    countPart: (account: Account): Promise<unknown> => received.count(`account ${account.id}`),

    /** 404 when it has ended or belongs to another account. */
    async find(account: Account, id: string): Promise<UploadRow> {
      // PostgreSQL rejects a zero byte, and a URL may contain one.
      const upload = UPLOAD_ID.test(id) ? await findUpload(db, id) : undefined
      if (upload?.user_id !== account.id) throw notFound()
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
