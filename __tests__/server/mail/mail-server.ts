import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'

/** A mail server that keeps what it is given, and can be away for a while: its address stays the same. */
export interface MailServer {
  url: string
  /** What it took, as it came over the wire. */
  received: { recipients: string[]; message: string }[]
  /** What becomes of the next letters: taken, put off with a 451, or lost as the server dies with one half read. */
  nextLetters: 'taken' | 'put off' | 'lost'
  /** How it refuses each recipient, if it does; the first number is the code. */
  refusal: ((recipient: string) => string) | undefined
  /** From now on connections are refused, and those that are open break off. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

type Answer = (refusal?: Error | null) => void

/** With `onAuth` it asks who wants to send. */
export async function startMailServer({ onAuth }: Pick<SMTPServerOptions, 'onAuth'> = {}): Promise<MailServer> {
  const options = { onData, onRcptTo, ...(onAuth && { onAuth }) }
  let listener = await listen(0, options)
  const { port } = listener.address

  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    nextLetters: 'taken',
    refusal: undefined,
    goAway: () => listener.stop(),
    async comeBack() {
      await listener.stop()
      listener = await listen(port, options)
    },
  }
  return mailServer

  function onRcptTo({ address }: SMTPServerAddress, _session: SMTPServerSession, answer: Answer): void {
    const refusal = mailServer.refusal?.(address)
    answer(
      refusal === undefined ? null : Object.assign(new Error(refusal.slice(4)), { responseCode: parseInt(refusal) }),
    )
  }

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

async function listen(port: number, options: SMTPServerOptions) {
  const smtp = new SMTPServer({
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...options,
  })
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
