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

/** A mail server that stores its letters. It can be stopped and started again at the same address. */
export interface MailServer {
  url: string
  /** The accepted letters, as raw text. */
  received: { recipients: string[]; message: string }[]
  /** What happens to the next letters: accepted, postponed with 451, or cut off in the middle. */
  nextLetters: 'taken' | 'put off' | 'lost'
  /** The reply that rejects each recipient, with its code first; undefined to accept them. */
  refusal: ((recipient: string) => string) | undefined
  /** The number of connections so far. */
  connections(): number
  /** Refuses new connections, and closes open ones. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

type Answer = (refusal?: Error | null) => void

/** With `onAuth` it requires authentication. */
export async function startMailServer({ onAuth }: Pick<SMTPServerOptions, 'onAuth'> = {}): Promise<MailServer> {
  let connections = 0
  const options = { onConnect, onData, onRcptTo, ...(onAuth && { onAuth }) }
  let listener = await listen(0, options)
  const { port } = listener.address

  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    nextLetters: 'taken',
    refusal: undefined,
    connections: () => connections,
    goAway: () => listener.stop(),
    async comeBack() {
      await listener.stop()
      listener = await listen(port, options)
    },
  }
  return mailServer

  function onConnect(_session: SMTPServerSession, answer: Answer): void {
    connections++
    answer()
  }

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
  // Without a listener, the error of a client that disconnects would end the test.
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
