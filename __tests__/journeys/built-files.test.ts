import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { stackInSources } from '@server/lib/stack-in-sources'
import { buildFolder, ROOT } from '../../config/folders'

const CLIENT = buildFolder('client')

it('builds the sources of every script for whoever reads a report of an error, and tells no browser of them', async () => {
  const scripts = (await readdir(path.join(CLIENT, 'assets'))).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) {
    expect(existsSync(path.join(CLIENT, 'source-maps/assets', `${script}.map`))).toBe(true)
    expect(await readFile(path.join(CLIENT, 'assets', script), 'utf8')).not.toContain('sourceMappingURL')
  }
  expect((await readdir(path.join(CLIENT, 'assets'))).filter((file) => file.includes('.map'))).toEqual([])
})

it('lets the server name the sources of an error', async () => {
  const folder = buildFolder('server')
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  const STATEMENT = 'const { clientFolder, rendererFolder, tracing } = options'
  const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n')
  const found: string[] = []
  for (const script of scripts) {
    const line = (await linesOf(path.join(folder, script))).findIndex((text) => text.includes(STATEMENT)) + 1
    if (line > 0) found.push(stackInSources(`    at ${path.join(folder, script)}:${line}:1`, path.dirname(folder)))
  }
  const source = 'src/server/start-server.ts'
  const line = (await linesOf(path.join(ROOT, source))).findIndex((text) => text.includes(STATEMENT)) + 1
  expect(found).toEqual([`    at ${source}:${line}`])
})
