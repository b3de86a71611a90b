import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { fileOfTool } from '../../config/tools/install-tool'

const run = promisify(execFile)
const BROWSER = path.join(__dirname, 'browser-first.sh')
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const MAX_REPORT_BYTES = 64 * 1024 ** 2
const ATTEMPTS = 3

/** What Lighthouse says of a page on its phone: scores from 0 to 100, times in milliseconds. */
export interface PageReport {
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
}

interface Report {
  /** Where Lighthouse itself failed: NO_NAVSTART, a trace that went wrong. Then the figures say nothing of the page. */
  runtimeError?: { code: string; message: string }
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

/** One visit with an empty cache, by Lighthouse's default throttling. Tried again where Lighthouse itself fails. */
export async function visitWithLighthouse(url: string): Promise<PageReport> {
  for (let attempt = 1; ; attempt++) {
    try {
      return figuresOf(await runLighthouse(url))
    } catch (error) {
      if (!(error instanceof LighthouseFailure) || attempt === ATTEMPTS) throw error
      process.stdout.write(`${url}: ${error.message} (attempt ${attempt} of ${ATTEMPTS})\n`)
    }
  }
}

/** Lighthouse's own, not that of a page. */
class LighthouseFailure extends Error {}

/** @throws LighthouseFailure when its program ends with an error, or reports that its run went wrong */
async function runLighthouse(url: string): Promise<Report> {
  const args = [
    fileOfTool('lighthouse', 'lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--chrome-flags=${FLAGS}`,
  ]
  const env = { ...process.env, CHROME_PATH: BROWSER }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: MAX_REPORT_BYTES }).catch((error: unknown) => {
    throw new LighthouseFailure(String(error), { cause: error })
  })
  const report = JSON.parse(stdout) as Report
  const { runtimeError } = report
  if (runtimeError) throw new LighthouseFailure(`${runtimeError.code}: ${runtimeError.message}`)
  return report
}

function figuresOf({ categories, audits }: Report): PageReport {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

/** The median of each figure. */
export function medianReport(reports: PageReport[]): PageReport {
  const names = Object.keys(reports[0] ?? {}) as (keyof PageReport)[]
  const middle = (name: keyof PageReport) =>
    reports.map((report) => report[name]).sort((one, other) => one - other)[Math.floor(reports.length / 2)]
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as PageReport
}

export function inWords({ performance, accessibility, seo, fcp, lcp, tbt, cls, ...others }: PageReport): string {
  const scores = `performance ${performance}, accessibility ${accessibility}, best practices ${others['best-practices']}, SEO ${seo}`
  return `${scores}; FCP ${Math.round(fcp)} ms, LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}`
}
