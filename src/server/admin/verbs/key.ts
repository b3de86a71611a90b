import { keptSecretKey, rotateSecretKey } from '../../lib/secret-key'
import { randomToken } from '../../lib/token'
import type { LocalVerb } from '../verb'

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
    await keptSecretKey(dataDir)
    await rotateSecretKey(dataDir)
    return { data: { rotated: true }, lines: ['There is a new key. Start the server again.'] }
  },
}
