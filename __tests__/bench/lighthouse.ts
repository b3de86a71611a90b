import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CLI = 'node_modules/lighthouse/cli/index.js'
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const MAX_REPORT_BYTES = 64 * 1024 ** 2

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
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

/** One visit with an empty cache, by Lighthouse's default throttling. */
export async function visitWithLighthouse(url: string): Promise<PageReport> {
  const args = [CLI, url, '--quiet', '--output=json', `--chrome-flags=${FLAGS}`]
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: MAX_REPORT_BYTES })
  const { categories, audits } = JSON.parse(stdout) as Report
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
