import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import { freePort } from './server-process'

const BUCKET = 'media'
const KEY = 'S3RVER'

type Content = Readable | Buffer

/** The part of s3rver's file store that its types leave out. */
interface S3Files {
  putObject(object: { bucket: string; key: string; metadata: unknown; content: Content }): Promise<Written>
  putPart(bucket: string, uploadId: string, part: number, content: Content): Promise<Written>
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>
  getResourcePath(bucket: string, key: string | undefined, resource: string): string
}

interface Written {
  size: number
  md5: string
}

async function write(file: string, content: Content): Promise<Written> {
  const hash = createHash('md5')
  let size = 0
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await mkdir(path.dirname(file), { recursive: true })
  await pipeline(Readable.from(content), measured, createWriteStream(file))
  return { size, md5: hash.digest('hex') }
}

/**
 * An S3 server over a folder. s3rver itself confirms an upload before its last bytes are written, so a reader who
 * comes at once may find a shorter file. A real store never does that, and neither does this one.
 */
export function createS3Server(directory: string, port: number, buckets: readonly string[] = []) {
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }))
  const s3 = new S3rver({ port, address: 'localhost', silent: true, directory, configureBuckets })
  const { store } = s3 as unknown as { store: S3Files }

  store.putObject = async ({ bucket, key, metadata, content }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content)
    await store.putMetadata(bucket, key, metadata, written.md5)
    return written
  }
  store.putPart = async (bucket, uploadId, part, content) => {
    const file = path.join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(part))
    const written = await write(file, content)
    await writeFile(`${file}.md5`, written.md5)
    return written
  }
  return s3
}

/** An object store for one test file, with a bucket in it. */
export async function startOwnS3() {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-s3-'))
  const port = await freePort()
  const s3 = createS3Server(folder, port, [BUCKET])
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
