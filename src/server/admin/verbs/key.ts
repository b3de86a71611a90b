import { loadOrCreateSecretKey, readSecretKey, rotateSecretKey } from '../../lib/secret-key'
import { randomToken } from '../../lib/token'
import { type LocalVerb, VerbError } from '../verb'

export const keyRotate: LocalVerb = {
  words: 'key rotate',
  summary: 'sign with a new key from the next start on; what the last one signed stays good',
  question: () => 'Make a new key? What was signed by the key before the last one ends.',
  async run({ dataDir, secretKey }) {
    if (secretKey !== undefined) {
      const next = randomToken()
      return {
        data: { SECRET_KEY: next, SECRET_KEY_PREVIOUS: secretKey },
        lines: [
          'The key is a setting: put these in its place for every process, then start them again.',
          `SECRET_KEY=${next}`,
          `SECRET_KEY_PREVIOUS=${secretKey}`,
        ],
      }
    }
    if ((await readSecretKey(dataDir)) === undefined) {
      throw new VerbError('there is no key yet: the first start makes one. In place of a lost one: key new')
    }
    await rotateSecretKey(dataDir)
    return { data: { rotated: true }, lines: ['There is a new key. Start the server again.'] }
  },
}

export const keyNew: LocalVerb = {
  words: 'key new',
  summary: 'make a key in place of one that is lost',
  question: () => 'Make a new key? All that the lost one signed ends.',
  async run({ dataDir, secretKey }) {
    if (secretKey !== undefined) throw new VerbError('the key is a setting: SECRET_KEY')
    if ((await readSecretKey(dataDir)) !== undefined) throw new VerbError('there is a key. For another one: key rotate')
    await loadOrCreateSecretKey(dataDir)
    return { data: { made: true }, lines: ['There is a new key. Start the server.'] }
  },
}
