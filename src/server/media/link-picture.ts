import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { randomToken } from '../lib/token'
import { escapeXml } from '../lib/escape'

/** The content of the preview that messengers and social networks show for a link. */
export interface LinkPicture {
  /** Drawn large, one per line: a last name and first names, or the name of the site. */
  titleLines: string[]
  /** Below the title: the years of a life, or what the site is. */
  subtitle: string
  /** The name of the site, at the bottom. Empty where the title already says it. */
  siteName: string
}

/** In pixels: what Telegram, VK and the others show without cropping. */
export const LINK_PICTURE_SIZE = { width: 1200, height: 630 }

/** The file name in the picture's URL. */
export const LINK_PICTURE_FILE = 'link.jpg'

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

/** Sizes of the headers of both formats, and of a table's directory entry, in bytes. */
const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const FONT_HEAD = 12
const FONT_ENTRY = 16

/**
 * The TrueType or OpenType font in a WOFF file (https://www.w3.org/TR/WOFF): the same tables, each compressed
 * separately. Only for fonts of our own packages: nothing is validated.
 */
function fontOfWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_none, index) => {
    const entry = woff.subarray(WOFF_HEAD + index * WOFF_ENTRY)
    const [start, bytes, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const content = woff.subarray(start, start + bytes)
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.readUInt32BE(16),
      content: bytes < size ? inflateSync(content) : content,
    }
  })

  const head = headOf(woff.subarray(4, 8), tables.length)
  const chunks = [head]
  let start = head.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = FONT_HEAD + index * FONT_ENTRY
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(start, entry + 8)
    head.writeUInt32BE(content.length, entry + 12)
    // Each table starts at a multiple of four.
    const gap = Buffer.alloc(-content.length & 3)
    chunks.push(content, gap)
    start += content.length + gap.length
  }
  return Buffer.concat(chunks)
}

/** The header of a font, with space for its table directory. Its numbers are for a binary search in that directory. */
function headOf(flavour: Buffer, tables: number): Buffer {
  const head = Buffer.alloc(FONT_HEAD + tables * FONT_ENTRY)
  const steps = Math.floor(Math.log2(tables))
  const searched = 2 ** steps * FONT_ENTRY
  flavour.copy(head)
  head.writeUInt16BE(tables, 4)
  head.writeUInt16BE(searched, 6)
  head.writeUInt16BE(steps, 8)
  head.writeUInt16BE(tables * FONT_ENTRY - searched, 10)
  return head
}

/** The light palette of the pages. */
export const COLOURS = {
  ground: '#faf7f2',
  paper: '#fffdf9',
  green: '#23403f',
  clay: '#8a5a3c',
  grey: '#5a605e',
  line: '#e3dacb',
} as const
