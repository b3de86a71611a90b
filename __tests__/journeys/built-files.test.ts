import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildFolder } from '../../config/folders'

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
