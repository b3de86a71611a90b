import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Settings } from '../config'
import { createGate } from '../lib/gate'
import { type ByteRange, type FileStore, isKey } from './file-store'

/** The client requires one, but the stores that operators run themselves have no regions. */
const REGION = 'us-east-1'
const DELETIONS_AT_ONCE = 8

const SECOND_MS = 1000

/** In milliseconds, for each of the three attempts that a request has. */
export interface StoreTimeouts {
  connectMs: number
  /** Until the answer to a short request begins. */
  answerMs: number
  /** Until a part of a file (usually 5 MB) is sent and answered. */
  partMs: number
  /**
   * Without a byte in either direction. A slow reader causes such pauses too, since a file is read as fast as its reader
   * takes it. So this is longer than the server itself waits for a reader who takes nothing (plugins/slow-clients.ts).
   */
  silenceMs: number
}

const TIMEOUTS: StoreTimeouts = {
  connectMs: 5 * SECOND_MS,
  answerMs: 10 * SECOND_MS,
  partMs: 120 * SECOND_MS,
  silenceMs: 300 * SECOND_MS,
}

/** Keeps files in an object store that speaks S3. Rejects when its bucket cannot be reached. */
export async function createS3Store(settings: S3Settings, timeouts = TIMEOUTS): Promise<FileStore> {
  const { bucket: Bucket, endpoint, ...credentials } = settings
  const client = new S3Client({
    ...{ endpoint, credentials, region: REGION, forcePathStyle: true },
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.partMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.silenceMs,
      // Each reader of a file uses one as long as they read. The server's own connection limit bounds their number.
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
  })
  const short = { requestTimeout: timeouts.answerMs }
  const check = async () => {
    await client.send(new HeadBucketCommand({ Bucket }), short)
  }
  await check()
  const throughGate = createGate(DELETIONS_AT_ONCE, Infinity)

  return {
    async keep(Key, localFile, ContentType) {
      const Body = createReadStream(localFile)
      try {
        await new Upload({ client, params: { Bucket, Key, ContentType, Body } }).done()
      } finally {
        Body.destroy()
      }
      await rm(localFile, { force: true })
    },

    async open(Key) {
      const head =
        isKey(Key) && (await client.send(new HeadObjectCommand({ Bucket, Key }), short).catch(ignoreNotFound))
      if (!head) return undefined
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: rangeHeader(range) }), short)
          return Body as Readable
        },
      }
    },

    async removeFolder(folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` }, short)
      for await (const { Contents = [] } of pages) {
        // One by one: not every store supports the deletion of many by one request.
        const removals = Contents.map(({ Key }) =>
          throughGate(() => client.send(new DeleteObjectCommand({ Bucket, Key }), short)),
        )
        await Promise.all(removals)
      }
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
