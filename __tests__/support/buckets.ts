import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '@server/config'

/** The key, and the secret, that the tests' object store accepts. */
const S3_KEY = 'S3RVER'

/** Settings of a test that looks into the folder of its files, on services too. */
export const STORE_ON_DISK = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }

/** Settings for a server with a new bucket of its own, in the object store at this URL. */
export async function makeBucket(endpoint: string): Promise<Record<string, string>> {
  const bucket = `test-${randomUUID()}`
  const client = clientOf({ endpoint, accessKeyId: S3_KEY, secretAccessKey: S3_KEY })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: S3_KEY, S3_SECRET_ACCESS_KEY: S3_KEY }
}

/** The size of every object in a bucket, by its key. */
export async function filesInBucket({ bucket, ...settings }: S3Settings): Promise<Map<string, number>> {
  const client = clientOf(settings)
  const sizes = new Map<string, number>()
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key = '', Size = 0 } of Contents) sizes.set(Key, Size)
  }
  client.destroy()
  return sizes
}

function clientOf({ endpoint, ...credentials }: Omit<S3Settings, 'bucket'>): S3Client {
  return new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
}
