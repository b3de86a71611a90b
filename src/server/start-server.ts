import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createApp } from './app'
import { type Config, ConfigError, type S3Settings } from './config'
import { openDatabase } from './db/open-database'
import { DEMO_MODERATOR_EMAIL, DEMO_OWNER_EMAIL, demoAccount, hasDemoAccounts } from './demo/accounts'
import { fillWithDemoContent } from './demo/fill'
import { keptSecretKey } from './lib/secret-key'
import { createPictures } from './media/pictures'
import { createDiskStore } from './storage/disk-store'
import type { FileStore } from './storage/file-store'

const DEMO_PEOPLE = path.resolve('config/demo/people')

export interface RunningServer {
  /** What the operator reads once the server listens. */
  greeting: string
  /** Lets running requests end, then closes everything behind them. */
  stop(): Promise<void>
}

/** Opens what the server stands on, from the ground up, and listens. What was opened is closed again when a later step fails. */
export async function startServer(
  config: Config,
  options: { clientFolder: string | undefined; onFailure: (error: Error) => void },
): Promise<RunningServer> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(config, options.onFailure)
  const { db } = database
  try {
    const secretKey = config.secretKey ?? (await keptSecretKey(config.dataDir))
    const store = config.s3 ? await openS3(config.s3) : await createDiskStore(path.join(config.dataDir, 'media'))
    const temporaryFolder = path.join(config.dataDir, 'uploads')
    if (config.demoContent) {
      const pictures = createPictures(store, temporaryFolder)
      await fillWithDemoContent({ db, pictures, secretKey, temporaryFolder }, DEMO_PEOPLE)
    }

    const { clientFolder } = options
    const app = await createApp({ config, db, store, secretKey, ...(clientFolder && { clientFolder }) })
    await app.listen({ port: config.port, host: config.host })
    return {
      greeting: [
        `${config.site.siteName} is ready at ${config.site.publicUrl}`,
        ...(clientFolder ? [] : ['The application is not built (npm run build): only the API is served.']),
        ...(config.demoContent && (await hasDemoAccounts(db)) ? demoAccounts(secretKey) : []),
        '',
      ].join('\n'),
      async stop() {
        await app.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openS3(settings: S3Settings): Promise<FileStore> {
  // Loaded late: most installations have no object store, and its client takes a while to load.
  const { createS3Store } = await import('./storage/s3-store')
  try {
    return await createS3Store(settings)
  } catch (error) {
    throw new ConfigError(`S3_BUCKET ${settings.bucket} at ${settings.endpoint} cannot be reached: ${String(error)}`)
  }
}

function demoAccounts(secretKey: string): string[] {
  const owner = demoAccount(DEMO_OWNER_EMAIL, secretKey)
  const moderator = demoAccount(DEMO_MODERATOR_EMAIL, secretKey)
  return [
    `Demo owner:     ${owner.email}  ${owner.password}`,
    `Demo moderator: ${moderator.email}  ${moderator.password}`,
  ]
}
