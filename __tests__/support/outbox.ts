import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50

/** Waits for the newest letter to an e-mail, and returns its link: letters are sent after the response. */
export async function linkOfLastLetter(dataDir: string, recipient: string): Promise<string> {
  return newLinkOfLastLetter(dataDir, recipient, undefined)
}

/** As above, from a letter newer than the one with the known link. */
export async function newLinkOfLastLetter(
  dataDir: string,
  recipient: string,
  knownLink: string | undefined,
): Promise<string> {
  return waitFor(`No letter with a link came to ${recipient}`, async () => {
    const letter = (await lettersTo(dataDir, recipient)).at(-1)
    const link = letter && /https?:\/\/[^\s"<>]+/.exec(bodyOf(letter))?.[0]
    return link === knownLink ? undefined : link
  })
}

/** Waits for a letter to an e-mail that contains this text. */
export async function letterThatSays(dataDir: string, recipient: string, words: string): Promise<string> {
  return waitFor(`No letter that says «${words}» came to ${recipient}`, async () =>
    (await lettersTo(dataDir, recipient)).find((letter) => letter.includes(words)),
  )
}

/** Waits for such a letter, and returns what a mail program shows of it. */
export async function htmlOfLetter(dataDir: string, recipient: string, words: string): Promise<string> {
  const letter = await letterThatSays(dataDir, recipient, words)
  return letter.slice(letter.indexOf('<!doctype html>'), letter.indexOf('</html>'))
}

/** Polls until there is a result. */
async function waitFor<T>(failure: string, look: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (Date.now() < giveUpAt) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(failure)
}

/** The tokens of the links in the letters to an e-mail, oldest first. */
export async function tokensInLettersTo(dataDir: string, recipient: string): Promise<string[]> {
  const letters = (await lettersTo(dataDir, recipient)).filter((letter) => letter.includes(`\nTo: ${recipient}\r\n`))
  return letters.flatMap((letter) => /(?<!not-me|unsubscribe)\?token=([\w-]+)/.exec(bodyOf(letter))?.[1] ?? [])
}

/** Without the headers, which hold the unsubscribe link. */
function bodyOf(letter: string): string {
  return letter.slice(letter.search(/\r?\n\r?\n/))
}

/** The letters in the outbox, oldest first, as raw text. */
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
