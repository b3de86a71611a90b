import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../folders'
import { fileOfTool } from '../tools/install-tool'

/** subset-font, which has no types: subsets a font to the glyphs of `text`. */
type Subset = (font: Buffer, text: string, options: { targetFormat: 'woff2' }) => Promise<Buffer>

/**
 * Builds the fonts of src/client/app/fonts. Each face has separate files for the letters of Russian and its neighbours
 * (with the spaces, so that lines break where they will once the rest has loaded), for digits with punctuation, for Latin
 * letters, for the letters of the other languages of Russia, and for the rouble sign. The packages' files hold many
 * alphabets, and a page would load 170 KB of them.
 */
const FACES = [
  { name: 'golos-text', files: '@fontsource-variable/golos-text/files/golos-text-*-wght-normal.woff2' },
  { name: 'pt-serif-400', files: '@fontsource/pt-serif/files/pt-serif-*-400-normal.woff2' },
  { name: 'pt-serif-400-italic', files: '@fontsource/pt-serif/files/pt-serif-*-400-italic.woff2' },
  { name: 'pt-serif-700', files: '@fontsource/pt-serif/files/pt-serif-*-700-normal.woff2' },
]

const range = (first: string, last: string) =>
  String.fromCharCode(
    ...Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) => first.charCodeAt(0) + index),
  )

/** The same as the unicode ranges in src/client/app/start.css. */
const PARTS = [
  { name: 'cyrillic', source: 'cyrillic', text: ` \u00a0${range('А', 'я')}ЁёІіЇїЄєЎўҐґ№\u0301` },
  { name: 'digits', source: 'latin', text: `${range('!', '@')}[]_{}«»·×°©–—‘’“”„…\u2011−` },
  { name: 'latin', source: 'latin', text: range('A', 'Z') + range('a', 'z') },
  { name: 'cyrillic-ext', source: 'cyrillic-ext', text: range('\u0460', '\u048f') + range('\u0492', '\u052f') },
  { name: 'rouble', source: 'latin-ext', text: '₽' },
]

async function subsetFonts(): Promise<void> {
  // oxlint-disable-next-line typescript/no-require-imports -- its place is known when it is installed
  const subset = require(fileOfTool('font-subsetter', 'subset-font')) as Subset
  for (const face of FACES) {
    for (const part of PARTS) {
      const source = await readFile(path.join(ROOT, 'node_modules', face.files.replace('*', part.source)))
      const font = await subset(source, part.text, { targetFormat: 'woff2' })
      await writeFile(path.join(ROOT, 'src/client/app/fonts', `${face.name}-${part.name}.woff2`), font)
    }
  }
}

void subsetFonts()
