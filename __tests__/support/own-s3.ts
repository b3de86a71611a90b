import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { freePort } from './server-process'

const BUCKET = 'media'
const KEY = 'S3RVER'

/** An object store for one test file, with a bucket in it. */
export async function startOwnS3() {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-s3-'))
  const port = await freePort()
  const s3 = new S3rver({
    port,
    address: 'localhost',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  await s3.run()
  return {
    url: `http://localhost:${port}`,
    /** The settings of a server that reaches it at this URL. */
    settings: (endpoint: string) => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    }),
    async stop() {
      await s3.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
