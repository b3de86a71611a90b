import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 50

/** The link in the newest letter to an address, waited for: letters leave after the answer. */
export async function linkOfLastLetter(dataDir: string, recipient: string): Promise<string> {
  return newLinkOfLastLetter(dataDir, recipient, undefined)
}

/** As above, from a letter newer than the one with the known link. */
export async function newLinkOfLastLetter(
  dataDir: string,
  recipient: string,
  knownLink: string | undefined,
): Promise<string> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (Date.now() < giveUpAt) {
    const letter = (await lettersTo(dataDir, recipient)).at(-1)
    const link = letter && /https?:\/\/[^\s"<>]+/.exec(letter)?.[0]
    if (link && link !== knownLink) return link
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`No letter with a link came to ${recipient}`)
}

/** Those of the links in the letters to an address, the oldest first. */
export async function tokensInLettersTo(dataDir: string, recipient: string): Promise<string[]> {
  const letters = (await lettersTo(dataDir, recipient)).filter((letter) => letter.includes(`\nTo: ${recipient}\r\n`))
  return letters.flatMap((letter) => /\?token=([\w-]+)/.exec(letter)?.[1] ?? [])
}

/** The letters in the outbox, oldest first, as their files say them. */
async function lettersTo(dataDir: string, recipient: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const letters = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  return letters.filter((letter) => letter.includes(recipient))
}
