import pg from 'pg'
import { addressesOf } from '../lib/database-url'
import { STANDBY, UnfitDatabaseError } from './errors'

/** pg-pool's message when no connection became free in time: not a host's fault. */
export const NONE_CAME_FREE = 'timeout exceeded when trying to connect'

/** The index of the host that worked last, for all pools and clients of one DATABASE_URL. */
const current = new Map<string, number>()

/** A dedicated connection to the first host that accepts writes, starting with the one that did so last. */
export async function connectClient(config: pg.ClientConfig & { connectionString: string }): Promise<pg.Client> {
  return firstWritable(config.connectionString, async (connectionString, isOneOfSeveral) => {
    const client = new pg.Client({ ...config, connectionString })
    // Without a listener, a broken connection would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (isOneOfSeveral) await refuseStandby(client)
      return client
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
  })
}

/** A pool whose new connections lead to the first host that accepts writes. */
export class HostsPool extends pg.Pool {
  readonly #databaseUrl: string

  constructor({ connectionString, ...config }: pg.PoolConfig & { connectionString: string }) {
    const addresses = addressesOf(connectionString)
    class ClientOfCurrentHost extends pg.Client {
      constructor(options: pg.ClientConfig) {
        super({ ...options, connectionString: addresses[current.get(connectionString) ?? 0] ?? connectionString })
      }
    }
    super({
      ...config,
      Client: ClientOfCurrentHost as unknown as new () => pg.ClientBase,
      verify(client, done) {
        refuseStandby(client).then(() => done(), done)
      },
    })
    this.#databaseUrl = connectionString
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (!callback) return firstWritable(this.#databaseUrl, () => super.connect())
    super.connect(callback)
  }
}

/** Tries each host once. The next call starts where this one ended. */
async function firstWritable<T>(
  databaseUrl: string,
  connect: (address: string, isOneOfSeveral: boolean) => Promise<T>,
): Promise<T> {
  const addresses = addressesOf(databaseUrl)
  for (let attempt = 1; ; attempt++) {
    const tried = current.get(databaseUrl) ?? 0
    try {
      return await connect(addresses[tried] ?? databaseUrl, addresses.length > 1)
    } catch (error) {
      if ((error as Error).message === NONE_CAME_FREE) throw error
      // Several callers may have failed at the same host: together they move on by one.
      if ((current.get(databaseUrl) ?? 0) === tried) current.set(databaseUrl, (tried + 1) % addresses.length)
      if (attempt >= addresses.length) throw error
    }
  }
}

/** @throws when this server is a replica, or configured as read-only */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new UnfitDatabaseError(STANDBY)
}
