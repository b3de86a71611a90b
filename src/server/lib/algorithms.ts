/**
 * Every algorithm that protects something; the code that uses one asks here. Of a list the first makes what is new, and all
 * read: to replace one, put another before it, and take it out when nothing that it made is left (config/security/model.md,
 * “Keys”). Names are those of OpenSSL.
 */
export const ALGORITHMS = {
  /** Of HMAC: signatures of tokens and URLs, pseudonyms. */
  macs: ['sha256'],
  /** Authenticated ciphers of `seal`. */
  ciphers: ['aes-256-gcm'],
  /** Of HKDF, which derives the keys of `seal`. */
  derivation: 'sha256',
  /** Of random tokens as they are stored. A change ends sessions and links. */
  tokenHash: 'sha256',
  /** OWASP's minimum for argon2id: 19 MiB, two passes. Hashes name it, and a sign-in replaces one that was made otherwise. */
  passwords: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
}
