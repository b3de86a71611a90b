import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig, withCredentials } from '@server/config'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pomnim-credentials-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

it('takes secrets from the folder of a secrets manager, and nothing else that lies there', () => {
  put('pomnim.SMTP_URL', 'smtps://pomnim:secret@mail.example\n')
  put('pomnim.SECRET_KEY', 'k'.repeat(32))
  put('SITE_NAME', 'Not ours')
  expect(readConfig(withCredentials({ CREDENTIALS_DIRECTORY: folder, SMTP_URL: '' }))).toMatchObject({
    smtpUrl: 'smtps://pomnim:secret@mail.example',
    secretKey: 'k'.repeat(32),
    site: { siteName: 'Помним' },
  })
})

it('leaves the settings alone where there is no such folder, or nothing in it', () => {
  const env = { SITE_NAME: 'Память' }
  expect(withCredentials(env)).toBe(env)
  expect(withCredentials({ ...env, CREDENTIALS_DIRECTORY: folder })).toEqual({ ...env, CREDENTIALS_DIRECTORY: folder })
})

it('refuses a credential that is no setting, and one that is set too', () => {
  put('pomnim.SMTP_URI', 'smtp://mail.example')
  expect(() => withCredentials({ CREDENTIALS_DIRECTORY: folder })).toThrow('pomnim.SMTP_URI is no setting')
  rmSync(path.join(folder, 'pomnim.SMTP_URI'))
  put('pomnim.SMTP_URL', 'smtp://mail.example')
  const env = { CREDENTIALS_DIRECTORY: folder, SMTP_URL: 'smtp://other.example' }
  expect(() => withCredentials(env)).toThrow('SMTP_URL is both a setting and a credential')
})
