import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../lib/token'
import { escapeXml } from '../lib/xml'
import { fontOfWoff } from './woff'

/** PT Serif, as on the pages. Golos Text is published only as WOFF2, which sharp's FreeType cannot read. */
const PACKAGE_FILES = path.resolve('node_modules/@fontsource/pt-serif/files')
const FONTS = ['cyrillic-400', 'cyrillic-700', 'cyrillic-ext-400', 'cyrillic-ext-700', 'latin-400', 'latin-700']
export const FONTS_SETTINGS_FILE = 'fonts.conf'
const TOKEN_BYTES = 9

/** The folder of the fonts for link previews. */
export function linkPictureFontsFolder(dataDir: string): string {
  return path.join(dataDir, 'fonts')
}

/**
 * Writes the fonts in the one format that sharp's Pango reads, with a configuration that finds them and no others: a
 * picture looks the same on every machine, even one without fonts.
 */
export async function writeLinkPictureFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const font of FONTS) {
    const woff = await readFile(path.join(PACKAGE_FILES, `pt-serif-${font}-normal.woff`))
    await writeWhole(path.join(folder, `pt-serif-${font}.ttf`), fontOfWoff(woff))
  }
  await writeWhole(path.join(folder, FONTS_SETTINGS_FILE), settingsOf(folder))
}

function settingsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escapeXml(path.resolve(folder))}</dir></fontconfig>
`
}

/** Atomic, because other processes may be reading or writing the same file. */
async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  const part = `${file}.${randomToken(TOKEN_BYTES)}`
  await writeFile(part, content)
  await rename(part, file)
}
