import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The commands of a guide as they are to be typed: a list of lines for each of its blocks, in the order of the guide. */
export async function blocksOf(guide: 'README.md' | 'README.en.md'): Promise<string[][]> {
  const text = await readFile(path.resolve('config/deploy', guide), 'utf8')
  return [...text.matchAll(/^ *```sh\n([^`]*?)\n *```$/gm)].map(([, block = '']) =>
    block.split('\n').map((line) => line.trim()),
  )
}
