import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRenderer } from '@client/ssr/render'
import { startTestApp } from '@support/server-app'

it('renders the edition of a legal page that its address names', async () => {
  const clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  const parts = '<html><head><!--head--></head><body><div id="root"><!--app--></div><!--data--></body></html>'
  await writeFile(path.join(clientFolder, 'index.html'), parts)
  const server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example' }, { clientFolder, createRenderer })
  const get = (url: string) => server.app.inject(url)

  expect((await get('/consent')).body).toContain('Редакция от 26 ноября 2026 года')
  const { body } = await get('/consent?edition=2025-06-18')
  expect(body).toContain('Редакция от 18 июня 2025 года')
  expect(body).toContain('rel="canonical" href="https://pomnim.example/consent"')
  expect((await get('/consent?edition=1999-01-01')).statusCode).toBe(404)
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})
