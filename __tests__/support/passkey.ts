import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyOptions, PasskeyResponse } from '@contract/factors'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40
const AAGUID = Buffer.alloc(16)

/** What the tests change in an honest response. */
interface Lies {
  origin?: string
  challenge?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

/** A passkey that responds like a browser with its authenticator, for a site at `origin`. */
export function createPasskey(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const authenticatorData = (
    flags: number,
    { rpId, isVerified = true, counter: claimed }: Lies,
    more = Buffer.alloc(0),
  ) =>
    Buffer.concat([
      createHash('sha256')
        .update(rpId ?? new URL(origin).hostname)
        .digest(),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      uint32(claimed ?? ++counter),
      more,
    ])

  const clientData = (type: string, options: PasskeyOptions, lies: Lies) => {
    const challenge = lies.challenge ?? String(options.options.challenge)
    return Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }))
  }

  const answer = (response: Record<string, string>): PasskeyResponse & { clientExtensionResults: object } => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),

    /** The result of navigator.credentials.create. */
    make(options: PasskeyOptions, lies: Lies = {}) {
      const credential = Buffer.concat([AAGUID, uint16(id.length), id, coseKey(publicKey.export({ format: 'jwk' }))])
      const authData = authenticatorData(WITH_CREDENTIAL, lies, credential)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      })
    },

    /** The result of navigator.credentials.get. */
    show(options: PasskeyOptions, lies: Lies = {}) {
      const data = authenticatorData(0, lies)
      const client = clientData('webauthn.get', options, lies)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const [KEY_TYPE, EC2, ALGORITHM, ES256, CURVE, P256, X, Y] = [1, 2, 3, -7, -1, 1, -2, -3] as const
  return cbor(
    new Map<number, unknown>([
      [KEY_TYPE, EC2],
      [ALGORITHM, ES256],
      [CURVE, P256],
      [X, Buffer.from(x, 'base64url')],
      [Y, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** The subset of CBOR (RFC 8949) that an authenticator's responses need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (!(value instanceof Map)) throw new Error('Not known to this CBOR')
  const pairs = [...(value as Map<unknown, unknown>)].flatMap((pair) => pair.map(cbor))
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(type: number, length: number): Buffer {
  const major = type << 5
  if (length < 24) return Buffer.from([major | length])
  return length < 256 ? Buffer.from([major | 24, length]) : Buffer.concat([Buffer.from([major | 25]), uint16(length)])
}

function uint16(number: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(number)
  return bytes
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
