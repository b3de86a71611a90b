import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Settings } from '../config'
import { createSemaphore } from '../lib/semaphore'
import { type ByteRange, type FileStore, isKey, throwAsStoreFailure } from './file-store'

/** The client requires one, but self-hosted stores have no regions. */
const REGION = 'us-east-1'
const DELETIONS_AT_ONCE = 8

const SECOND_MS = 1000

/** The caller waits for all attempts. */
const ATTEMPTS = 2

/**
 * Smaller files are sent in one request. This is the smallest part size that S3 accepts, and the one that `Upload`
 * uses.
 */
const PART_BYTES = 5 * 1024 ** 2

/** The slowest connection for which the timeout of a single-request upload allows. */
const SLOWEST_BYTES_PER_MS = 250

/** In milliseconds, for each attempt. */
interface StoreTimeouts {
  connectMs: number
  /** Until the response to a short request starts, or to a single-request upload once it is sent. */
  responseMs: number
  /** Until a part of a larger file is sent and acknowledged. */
  partMs: number
  /** Until an idle connection is closed: a middlebox may have dropped it without notice. */
  idleMs: number
  /**
   * Without a byte in either direction. A slow client causes such pauses too, since a file is read only as fast as the
   * client receives it. So this is longer than the server itself waits for a client that receives nothing
   * (plugins/slow-clients.ts).
   */
  silenceMs: number
}

const TIMEOUTS: StoreTimeouts = {
  connectMs: 3 * SECOND_MS,
  responseMs: 5 * SECOND_MS,
  partMs: 60 * SECOND_MS,
  // Longer than the client library takes to set the timeout of a request on a reused connection.
  idleMs: 4 * SECOND_MS,
  silenceMs: 300 * SECOND_MS,
}

/** Stores files in an S3-compatible object store. While it cannot be reached, everything rejects with `StoreAway`. */
export function createS3Store(settings: S3Settings, timeouts = TIMEOUTS): FileStore {
  const { bucket: Bucket, endpoint, ca, ...credentials } = settings
  const client = new S3Client({
    ...{ endpoint, credentials, region: REGION, forcePathStyle: true },
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.partMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.silenceMs,
      // Each reader of a file uses one connection for as long as it reads. The server's own connection limit bounds
      // their number.
      httpAgent: { maxSockets: Infinity, timeout: timeouts.idleMs },
      httpsAgent: { maxSockets: Infinity, timeout: timeouts.idleMs, ...(ca !== undefined && { ca }) },
    },
  })
  const short = { requestTimeout: timeouts.responseMs }
  const check = async () => {
    await client.send(new HeadBucketCommand({ Bucket }), short).catch(throwAsStoreFailure)
  }
  const pagesOf = (folder: string) => paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` }, short)
  const runLimited = createSemaphore(DELETIONS_AT_ONCE, Infinity)

  async function namesIn(folder: string): Promise<string[]> {
    const names: string[] = []
    for await (const { Contents = [] } of pagesOf(folder)) {
      names.push(...Contents.flatMap(({ Key }) => Key?.slice(folder.length + 1) ?? []))
    }
    return names.sort()
  }

  async function removeAll(folder: string): Promise<void> {
    for await (const { Contents = [] } of pagesOf(folder)) {
      // One by one: not every store supports bulk deletion.
      const removals = Contents.map(({ Key }) =>
        runLimited(() => client.send(new DeleteObjectCommand({ Bucket, Key }), short)),
      )
      await Promise.all(removals)
    }
  }

  /** A user waits for a portrait, so its timeout is shorter than that for a part of a film. */
  async function sendWhole(Key: string, localFile: string, ContentType: string): Promise<void> {
    const Body = await readFile(localFile)
    const requestTimeout = timeouts.responseMs + Body.length / SLOWEST_BYTES_PER_MS
    const put = new PutObjectCommand({ Bucket, Key, ContentType, Body })
    await client.send(put, { requestTimeout }).catch(throwAsStoreFailure)
  }

  async function sendInParts(Key: string, localFile: string, ContentType: string): Promise<void> {
    const Body = createReadStream(localFile)
    try {
      await new Upload({ client, params: { Bucket, Key, ContentType, Body } }).done().catch(throwAsStoreFailure)
    } finally {
      Body.destroy()
    }
  }

  return {
    async put(Key, localFile, ContentType) {
      const { size } = await stat(localFile)
      await (size < PART_BYTES ? sendWhole : sendInParts)(Key, localFile, ContentType)
      await rm(localFile, { force: true })
    },

    async open(Key) {
      const head =
        isKey(Key) &&
        (await client
          .send(new HeadObjectCommand({ Bucket, Key }), short)
          .catch(ignoreNotFound)
          .catch(throwAsStoreFailure))
      if (!head) return undefined
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const asked = new GetObjectCommand({ Bucket, Key, Range: rangeHeader(range) })
          const { Body } = await client.send(asked, short).catch(throwAsStoreFailure)
          return Body as Readable
        },
      }
    },

    list: (folder) => namesIn(folder).catch(throwAsStoreFailure),

    async isEmpty() {
      const { Contents = [] } = await client
        .send(new ListObjectsV2Command({ Bucket }), short)
        .catch(throwAsStoreFailure)
      return Contents.length === 0
    },

    async removeFolder(folder) {
      await removeAll(folder).catch(throwAsStoreFailure)
    },

    check,
  }
}

function rangeHeader(range: ByteRange | undefined): string | undefined {
  return range && `bytes=${range.start}-${range.end}`
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof NotFound) return undefined
  throw error
}
