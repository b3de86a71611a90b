import { createMailTransport } from '@server/mail/transport'
import { readConfig } from '@server/config'
import { LetterRefused } from '@server/mail/letter'
import { type MailServer, startMailServer } from '@support/mail-server'
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

it.each([
  ['a recipient that there is not', '550 5.1.1 no such user', true],
  ['a recipient for a while', '450 4.2.1 mailbox busy', false],
  ['a recipient because this server may not relay', '554 5.7.1 relay access denied', false],
  ['everything until one signs in', '530 authentication required', false],
])('tells whether it is for good when the mail server refuses %s', async (_what, answer, isForGood) => {
  mailServer.refusal = () => answer
  const failure = await transport()
    .send(aLetter())
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure instanceof LetterRefused).toBe(isForGood)
})

it('sends several letters over connections that it keeps', async () => {
  const sender = transport()
  for (let id = 1; id <= 12; id++) await sender.send(aLetter({ id }))
  expect(mailServer.received).toHaveLength(12)
  expect(mailServer.connections()).toBe(1)
  sender.close?.()
})

it('tells when the mail server refuses, or is not there', async () => {
  mailServer.nextLetters = 'put off'
  await expect(transport().send(aLetter())).rejects.toThrow('451')
  await mailServer.goAway()
  await expect(transport().send(aLetter())).rejects.toMatchObject({
    message: 'the mail server is away',
    cause: { code: 'ESOCKET', message: expect.stringContaining('ECONNREFUSED') as string },
  })
})
