import { createMailTransport } from '@server/mail/transport'
import { readConfig } from '@server/config'
import { type MailServer, startMailServer } from './mail-server'
import { aLetter, LINK } from './waiting-letter'

let mailServer: MailServer

beforeEach(async () => {
  mailServer = await startMailServer()
})
afterEach(() => mailServer.goAway())

const transport = () =>
  createMailTransport(
    readConfig({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Помним <post@pomnim.example>',
      PUBLIC_URL: 'https://pomnim.example',
    }),
  )

function unquoted(message = ''): string {
  const bytes = message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

it('hands a letter to the mail server of SMTP_URL', async () => {
  await transport().send(aLetter())

  expect(mailServer.received).toHaveLength(1)
  const [{ recipients, message } = { recipients: [], message: '' }] = mailServer.received
  expect(recipients).toEqual(['zoya@example.org'])
  expect(message).toMatch(/^From: =\?UTF-8\?.* <post@pomnim\.example>$/m)
  expect(unquoted(message)).toContain(LINK)
  expect(unquoted(message)).toContain('Чтобы подтвердить его')
})

it('gives a letter that is sent twice the same Message-ID, and each letter its own', async () => {
  for (const letter of [aLetter(), aLetter({ attempts: 2 }), aLetter({ id: 8 })]) await transport().send(letter)
  const ids = mailServer.received.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])
  expect(ids[0]).toBe('<1778320800123.7@pomnim.example>')
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it('tells when the mail server refuses, or is not there', async () => {
  mailServer.nextLetters = 'put off'
  await expect(transport().send(aLetter())).rejects.toThrow('451')
  await mailServer.goAway()
  await expect(transport().send(aLetter())).rejects.toThrow('ECONNREFUSED')
})
