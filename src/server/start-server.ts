import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createApp } from './app'
import type { Config } from './config'
import { openDatabase } from './db/open-database'
import { DEMO_MODERATOR_EMAIL, DEMO_OWNER_EMAIL, demoAccount, hasDemoAccounts } from './demo/accounts'
import { fillWithDemoContent } from './demo/fill'
import { keptSecretKey } from './lib/secret-key'
import { createPictures } from './media/pictures'
import { createDiskStore } from './storage/disk-store'

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
  options: { clientFolder: string; onFailure: (error: Error) => void },
): Promise<RunningServer> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(config, options.onFailure)
  const { db } = database
  try {
    const secretKey = config.secretKey ?? (await keptSecretKey(config.dataDir))
    const store = await createDiskStore(path.join(config.dataDir, 'media'))
    const temporaryFolder = path.join(config.dataDir, 'uploads')
    if (config.demoContent) {
      const pictures = createPictures(store, temporaryFolder)
      await fillWithDemoContent({ db, pictures, secretKey, temporaryFolder }, DEMO_PEOPLE)
    }

    const app = await createApp({ config, db, store, secretKey, clientFolder: options.clientFolder })
    await app.listen({ port: config.port, host: config.host })
    return {
      greeting: greet(config, secretKey, config.demoContent && (await hasDemoAccounts(db))),
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

function greet({ site }: Config, secretKey: string, withDemo: boolean): string {
  const lines = [`${site.siteName} is ready at ${site.publicUrl}`]
  if (withDemo) {
    const owner = demoAccount(DEMO_OWNER_EMAIL, secretKey)
    const moderator = demoAccount(DEMO_MODERATOR_EMAIL, secretKey)
    lines.push(
      `Demo owner:     ${owner.email}  ${owner.password}`,
      `Demo moderator: ${moderator.email}  ${moderator.password}`,
    )
  }
  return `${lines.join('\n')}\n`
}
