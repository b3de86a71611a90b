import type { LocalVerb } from '../verb'

const PATIENCE_MS = 5_000

export const healthcheck: LocalVerb = {
  words: 'healthcheck',
  summary: 'ask the server of these settings whether it is ready',
  needsNoData: true,
  async run({ host, port }) {
    // A server that listens on all interfaces also listens on this one.
    const address = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
      const said = (await response.json()) as { status: string; degraded?: string[] }
      const what = said.degraded ? `${said.status}: ${said.degraded.join(', ')}` : said.status
      return { data: said, lines: [what], isBad: !response.ok }
    } catch (error) {
      const { message, cause } = error as Error
      const reason = (cause as Error | undefined)?.message ?? message
      return { data: { status: 'away', reason }, lines: [`${url} does not answer: ${reason}`], isBad: true }
    }
  },
}
