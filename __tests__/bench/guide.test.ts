import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BareDebian, describeOnBareDebian, makeBareDebian } from '@support/bare-debian/root'
import { blocksOf } from '@support/guide'
import { drawnPhotograph } from '@support/photographs'
import { ROOT } from '../../config/folders'

const HOUR_MS = 3_600_000
const START_PATIENCE_MS = 300_000
/** What the guide promises for the program without data. */
const EMPTY_MAX_MB = 300
const ARCHIVE = 'pomnim.tar.gz'
const OPERATOR = 'you@example.org'
const FAMILY = 'person@example.org'

interface Look {
  stranger: number
  own: number
  lastname: string
  sha256: string
}

/**
 * Does what the guide says on a Debian that has nothing else, line by line, in its order. Between the lines stands what people
 * do: they fill in the settings, register, make a page, lose the disk.
 */
describeOnBareDebian(() => {
  let debian: BareDebian
  let page: { id: number } | undefined
  let before: Look

  beforeAll(async () => {
    debian = await makeBareDebian()
  }, HOUR_MS)
  afterAll(() => debian.remove())

  it(
    'has a guide that leads from an empty machine to a site that was lost and came back',
    async () => {
      for (const lines of await blocksOf('README.md')) {
        await followBlock(lines)
        // Whoever upgrades once more finds there what the first time left.
        if (isUpgrade(lines)) await followBlock(lines)
      }
      // Of the release before, and of no other below it.
      expect(await debian.run('ls -d /opt/pomnim.old/dist /opt/pomnim.old/pomnim || true')).toBe(
        '/opt/pomnim.old/dist\n',
      )
      await debian.run(`pomnim account erase ${FAMILY} --yes`)
      expect(await debian.run('pomnim account list')).not.toContain(FAMILY)
    },
    HOUR_MS,
  )

  async function followBlock(lines: string[]): Promise<void> {
    await doBefore(lines[0] ?? '', lines.length)
    for (const line of lines) {
      process.stdout.write(`$ ${line}\n`)
      process.stdout.write(await follow(line))
    }
    await doAfter(lines.at(-1) ?? '')
  }

  const isUpgrade = (lines: string[]) => lines.includes('mv /opt/pomnim /opt/pomnim.old')

  /** Lines of the machine that builds are done here, all others in the root. */
  async function follow(line: string): Promise<string> {
    if (line.startsWith('npm ci')) return onThisMachine('npm run artefact')
    if (line.startsWith(`tar -czf ${ARCHIVE}`)) {
      return onThisMachine(line.replace(ARCHIVE, path.join(debian.folder, 'root', ARCHIVE)))
    }
    const said = await debian.run(line.replace(/^(pomnim memorial \w+) 12\b/, `$1 ${String(page?.id)}`), {
      withNetwork: line.startsWith('apt-get'),
    })
    // A booted machine starts it once it is installed.
    if (line.endsWith('postgresql'))
      await debian.run('pg_ctlcluster "$(ls /etc/postgresql)" main start >/dev/null 2>&1')
    return said
  }

  /** What somebody does before the block that begins with this line, and what befalls them. */
  async function doBefore(first: string, lines: number): Promise<void> {
    if (first === 'systemctl stop pomnim' && lines === 1) return loseDisk()
    if (first === 'pomnim check' && page === undefined) return fillInSettings()
    if (first === 'pomnim healthcheck') return untilReady()
    if (first === 'nginx -t') return getCertificate()
    if (first.startsWith('pomnim account moderator')) expect(await family('join', OPERATOR)).toMatchObject(JOINED)
    if (first.startsWith('pomnim account list')) return makePage()
    if (first.startsWith('pomnim import')) return layOutTable()
    if (first === 'pomnim check') await addSetting('DATABASE_URL=postgres://pomnim:password@localhost/pomnim')
  }

  async function doAfter(last: string): Promise<void> {
    if (last.startsWith('pomnim account block')) await debian.run(`pomnim account unblock ${FAMILY}`)
    if (last.startsWith('pomnim memorial')) return takeDown()
    if (last.startsWith('pomnim key rotate')) return nightlyBackups()
    if (last === 'systemctl start pomnim') {
      await untilReady()
      expect(await family('look', FAMILY, String(page?.id))).toEqual(before)
    }
  }

  const JOINED = { registered: 201, signedIn: true }

  async function fillInSettings(): Promise<void> {
    await expect(debian.run('pomnim check')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^bad {6}legal pages: .*OPERATOR_INN/m),
    })
    await replaceSetting('OPERATOR_INN=', 'OPERATOR_INN=1234567890')
    await replaceSetting('OPERATOR_OGRN=', 'OPERATOR_OGRN=1234567890123')
    await addSetting('DATABSE_URL=postgres://localhost/pomnim')
    await expect(debian.run('pomnim check')).rejects.toMatchObject({
      stdout: expect.stringContaining('is DATABASE_URL meant?'),
    })
    await replaceSetting('DATABSE_URL=postgres://localhost/pomnim', '')
  }

  async function untilReady(): Promise<void> {
    const giveUpAt = Date.now() + START_PATIENCE_MS
    for (;;) {
      const said = await debian.run('pomnim healthcheck || true')
      if (said === 'ready\n') return
      if (Date.now() > giveUpAt) throw new Error(`${said}${await debian.run('tail /var/log/pomnim.log')}`)
      await pause(1000)
    }
  }

  async function getCertificate(): Promise<void> {
    const sizes = await debian.run('du -sm /opt/pomnim /var/lib/pomnim | cut -f 1')
    const megabytes = sizes.trim().split('\n').map(Number)
    process.stdout.write(`the program and an empty installation take ${megabytes.join(' and ')} MB\n`)
    expect(megabytes.reduce((sum, more) => sum + more, 0)).toBeLessThan(EMPTY_MAX_MB)
    await debian.run('apt-get install --no-install-recommends openssl', { withNetwork: true })
    await debian.run('mkdir /etc/ssl/pomnim')
    await debian.run(
      'openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=pomnim.example -addext subjectAltName=DNS:pomnim.example ' +
        '-days 1 -keyout /etc/ssl/pomnim/privkey.pem -out /etc/ssl/pomnim/fullchain.pem 2>/dev/null',
    )
  }

  async function makePage(): Promise<void> {
    expect(await family('join', FAMILY)).toMatchObject(JOINED)
    await writeFile(path.join(debian.folder, 'root/photo.jpg'), await drawnPhotograph(1200, 1500, 0.3))
    page = await family('create', FAMILY, 'photo.jpg')
    before = await family('look', FAMILY, String(page?.id))
    expect(before).toMatchObject({ stranger: 200, own: 200, lastname: 'Ёлкин', sha256: expect.any(String) })
  }

  async function takeDown(): Promise<void> {
    expect(await family('look', FAMILY, String(page?.id))).toEqual(before)
    await debian.run(`pomnim memorial hide ${String(page?.id)} --reason "По решению суда"`)
    expect(await family('look', FAMILY, String(page?.id))).toMatchObject({ stranger: 403, own: 200 })
    await debian.run(`pomnim memorial open ${String(page?.id)}`)
  }

  async function layOutTable(): Promise<void> {
    const folder = '/var/backups/pomnim'
    expect(await family('join', 'fund@example.org')).toMatchObject(JOINED)
    await writeFile(path.join(debian.folder, folder, 'people.csv'), 'Фамилия;Имя\nЁлкина;Анна\n')
    // A ZIP without a file.
    const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
    await writeFile(path.join(debian.folder, folder, 'photos.zip'), emptyZip)
    await debian.run(`chown pomnim ${folder}/people.csv ${folder}/photos.zip`)
  }

  /** The first is whole, the second leaves out what the first has. The key that was replaced signs from a new start on. */
  async function nightlyBackups(): Promise<void> {
    await debian.run('systemctl stop pomnim && systemctl start pomnim')
    await untilReady()
    const asService = 'cd / && runuser -u pomnim -- /usr/local/bin/pomnim-nightly-backup'
    process.stdout.write(await debian.run(asService))
    process.stdout.write(await debian.run(asService))
  }

  async function loseDisk(): Promise<void> {
    await debian.run('kill -9 "$(cat /run/pomnim.pid)" && rm -rf /var/lib/pomnim')
  }

  async function family<T>(...words: string[]): Promise<T> {
    const said = await debian.run(
      `NODE_EXTRA_CA_CERTS=/etc/ssl/pomnim/fullchain.pem node family.mjs ${words.join(' ')}`,
    )
    return JSON.parse(said) as T
  }

  function settingsFile(): string {
    return path.join(debian.folder, 'etc/pomnim.env')
  }

  async function addSetting(line: string): Promise<void> {
    await writeFile(settingsFile(), `${await readFile(settingsFile(), 'utf8')}${line}\n`)
  }

  async function replaceSetting(line: string, by: string): Promise<void> {
    const text = await readFile(settingsFile(), 'utf8')
    expect(text).toContain(`\n${line}\n`)
    await writeFile(settingsFile(), text.replace(`\n${line}\n`, `\n${by}\n`))
  }

  function onThisMachine(line: string): string {
    return execFileSync('sh', ['-euc', line], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  }
})
