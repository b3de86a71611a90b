import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A mail server in as few words of SMTP as a sender needs: it keeps what it is given. */
export interface MailServer {
  url: string
  /** What came in, each from MAIL FROM to the dot at its end. */
  received: { recipients: string[]; message: string }[]
  /** The answer to the next letters, in place of '250 taken'. */
  answer: string
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, mailServer)
  })
  const mailServer: MailServer = {
    url: '',
    received: [],
    answer: '250 taken',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mailServer.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return mailServer
}

function serve(socket: Socket, mailServer: MailServer): void {
  let recipients: string[] = []
  let message: string | undefined
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)

  function hear(line: string): void {
    if (message !== undefined) {
      if (line !== '.') {
        message += `${line}\n`
        return
      }
      if (mailServer.answer.startsWith('2')) mailServer.received.push({ recipients, message })
      ;[recipients, message] = [[], undefined]
      say(mailServer.answer)
      return
    }
    const recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1]
    if (recipient) recipients.push(recipient)
    if (/^DATA/i.test(line)) message = ''
    say(/^DATA/i.test(line) ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 good')
  }

  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
  say('220 mail.example')
}
