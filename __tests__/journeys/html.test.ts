import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { paths } from '@contract/paths'
import { sharedDemoServer } from '@support/demo-data'
import { fileOfTool } from '../../config/tools/install-tool'

const PUBLIC_SCREENS = [
  paths.landing,
  paths.memorials,
  `${paths.memorials}?lastname=нетникого`,
  paths.heroes,
  paths.memorial(1),
  paths.tariffs,
  paths.cooperation,
  paths.howItWorks,
  paths.privacyPolicy,
  paths.confidentialityPolicy,
  paths.userAgreement,
  paths.consent,
  paths.login,
  '/no-such-page',
  paths.memorial(987_654_321),
]

const server = sharedDemoServer()
let htmlFolder: string

beforeAll(async () => {
  htmlFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-html-'))
})
afterAll(() => rm(htmlFolder, { recursive: true, force: true }))

interface Message {
  type: string
  url: string
  message: string
  extract?: string
}

/** What the Nu HTML checker finds wrong in the HTML of these addresses. */
async function errorsIn(addresses: string[]): Promise<string[]> {
  const files = await Promise.all(
    addresses.map(async (address, index) => {
      const file = path.join(htmlFolder, `${index}.html`)
      await writeFile(file, await (await fetch(server.url + address)).text())
      return file
    }),
  )
  const args = [
    '-jar',
    fileOfTool('html-checker', 'vnu-jar/build/dist/vnu.jar'),
    '--format',
    'json',
    '--errors-only',
    '--exit-zero-always',
    ...files,
  ]
  const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 16 * 1024 ** 2 })
  const { messages } = JSON.parse(stderr) as { messages: Message[] }
  return messages
    .filter(({ type }) => type !== 'info')
    .map(({ url, message, extract }) => `${addresses[parseInt(path.basename(url))]}: ${message} ${extract ?? ''}`)
}

const hasJava = () => {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const itWithJava = process.env.JAVA_REQUIRED === 'true' || hasJava() ? it : it.skip

itWithJava('every public screen is correct HTML, by the Nu HTML checker', async () => {
  expect(await errorsIn(PUBLIC_SCREENS)).toEqual([])
})
