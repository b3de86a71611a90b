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

/** Only a name: the stores that operators run themselves have no regions. */
const REGION = 'us-east-1'
const DELETIONS_AT_ONCE = 8

/** Keeps files in an object store that speaks S3. Rejects when its bucket cannot be reached. */
export async function createS3Store(settings: S3Settings): Promise<FileStore> {
  const { bucket: Bucket, endpoint, ...credentials } = settings
  const client = new S3Client({ endpoint, credentials, region: REGION, forcePathStyle: true })
  const check = async () => {
    await client.send(new HeadBucketCommand({ Bucket }))
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
      const head = isKey(Key) && (await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ignoreMissing))
      if (!head) return undefined
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: rangeHeader(range) }))
          return Body as Readable
        },
      }
    },

    async removeFolder(folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` })
      for await (const { Contents = [] } of pages) {
        // Singly: not every store knows how to delete many by one request.
        const removals = Contents.map(({ Key }) =>
          throughGate(() => client.send(new DeleteObjectCommand({ Bucket, Key }))),
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

function ignoreMissing(error: unknown): undefined {
  if (error instanceof NotFound) return undefined
  throw error
}
