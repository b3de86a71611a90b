import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from './median'
import { rateMeter, ROUND_SECONDS, ROUNDS, WARM_UP_SECONDS } from './rate-meter'

/** How many times as fast as a bare Fastify that sends the bytes of the first answer. */
export interface Comparison {
  ratio: number
  rates: { ours: number[]; bare: number[] }
}

/** Asks both by turns, so that whatever else the machine does is shared. The ratio is the median of five rounds. */
export async function compareWithBare(url: string, paths: string[]): Promise<Comparison> {
  const bare = await startBare(Buffer.from(await (await fetch(`${url}${paths[0] ?? ''}`)).arrayBuffer()))
  const rateOfBare = rateMeter(bare.url, ['/'])
  const rateOfOurs = rateMeter(url, paths)
  try {
    await rateOfBare(WARM_UP_SECONDS / 2)
    await rateOfOurs(WARM_UP_SECONDS)
    const rates: Comparison['rates'] = { ours: [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(Math.round(await rateOfBare(ROUND_SECONDS)))
      rates.ours.push(Math.round(await rateOfOurs(ROUND_SECONDS)))
    }
    return { ratio: median(rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0))), rates }
  } finally {
    await bare.stop()
  }
}

async function startBare(body: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bare-'))
  const file = path.join(folder, 'body')
  await writeFile(file, body)
  const server = spawn(process.execPath, [path.resolve('__tests__/bench/bare-answer-server.cjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
