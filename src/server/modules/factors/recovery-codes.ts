import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@contract/factors'
import { hashPassword } from '../../lib/password'

/** Without characters that look alike in print. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUP_LENGTH = 4
/** The first group is the lookup key. The other two are a secret of 39 bits, hashed like a password. */
const GROUPS = 3

export interface StoredCode {
  label: string
  code_hash: string
}

/** Ten codes: in plain text, which the holder sees once, and as they are stored. */
export async function newRecoveryCodes(): Promise<{ shown: string[]; stored: StoredCode[] }> {
  const shown = new Map<string, string>()
  while (shown.size < RECOVERY_CODES) {
    const groups = Array.from({ length: GROUPS }, newGroup)
    shown.set(groups[0] ?? '', groups.join('-'))
  }
  const stored = await Promise.all(
    [...shown].map(async ([label, code]) => ({ label, code_hash: await hashPassword(readRecoveryCode(code).secret) })),
  )
  return { shown: [...shown.values()], stored }
}

/** Parses a typed code; case, spaces and hyphens do not matter. */
export function readRecoveryCode(typed: string): { label: string; secret: string } {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return { label: code.slice(0, GROUP_LENGTH), secret: code.slice(GROUP_LENGTH) }
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
