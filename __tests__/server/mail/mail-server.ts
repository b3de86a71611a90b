import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A mail server that keeps what it is given, and can be away for a while: its address stays the same. */
export interface MailServer {
  url: string
  /** What it took, as it came over the wire. */
  received: { recipients: string[]; message: string }[]
  /** What becomes of the next letters: taken, put off with a 451, or lost as the server dies with one half read. */
  nextLetters: 'taken' | 'put off' | 'lost'
  /** From now on connections are refused, and those that are open break off. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

type Answer = (refusal: Error | null) => void

export async function startMailServer(): Promise<MailServer> {
  let listener = await listen(0, { onData })
  const { port } = listener.address

  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    nextLetters: 'taken',
    goAway: () => listener.stop(),
    async comeBack() {
      await listener.stop()
      listener = await listen(port, { onData })
    },
  }
  return mailServer

  function onData(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, answer: Answer): void {
    if (mailServer.nextLetters === 'lost') {
      stream.once('data', () => void mailServer.goAway())
      return
    }
    const recipients = envelope.rcptTo.map(({ address }) => address)
    text(stream).then((message) => {
      if (mailServer.nextLetters === 'taken') mailServer.received.push({ recipients, message })
      answer(mailServer.nextLetters === 'taken' ? null : tryAgainLater())
    }, answer)
  }
}

function tryAgainLater(): Error {
  return Object.assign(new Error('try again later'), { responseCode: 451 })
}

async function listen(port: number, { onData }: Pick<SMTPServerOptions, 'onData'>) {
  const smtp = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, onData })
  const sockets = new Set<Socket>()
  smtp.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(smtp.listen(port, '127.0.0.1'), 'listening')
  // A client that breaks off is no failure of the server; unheard, its error would end the test.
  smtp.on('error', () => undefined)

  return {
    address: smtp.server.address() as AddressInfo,
    async stop() {
      const closed = new Promise<void>((resolve) => smtp.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
