import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ZipEntry } from '../../lib/zip-of'

const PACKAGE_FILES = path.resolve('node_modules/@fontsource/pt-serif/files')
/** The Unicode ranges of the font's subsets. */
const PARTS = {
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  'cyrillic-ext': 'U+0460-052F, U+1C80-1C8A, U+20B4, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F',
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212',
}
const FACES = [
  { name: '400-normal', css: 'font-weight: 400; font-style: normal' },
  { name: '400-italic', css: 'font-weight: 400; font-style: italic' },
  { name: '700-normal', css: 'font-weight: 700; font-style: normal' },
]
export const STYLE_SHEET = 'style.css'

/** The style sheet and fonts of exported pages. */
export async function* takeStyle(): AsyncGenerator<ZipEntry> {
  const faces: string[] = []
  for (const [part, letters] of Object.entries(PARTS)) {
    for (const { name, css } of FACES) {
      const file = `pt-serif-${part}-${name}.woff2`
      yield { path: `fonts/${file}`, content: await readFile(path.join(PACKAGE_FILES, file)) }
      faces.push(
        `@font-face { font-family: 'PT Serif'; ${css}; font-display: swap; src: url('fonts/${file}') format('woff2'); unicode-range: ${letters} }`,
      )
    }
  }
  yield { path: STYLE_SHEET, content: Buffer.from(`${faces.join('\n')}\n${STYLE}`) }
}

/** Colours and sizes match those of the site. */
const STYLE = `
:root { color-scheme: light dark; --ground: #faf7f2; --text: #2b2f2e; --quiet: #5a605e; --clay: #8a5a3c; --line: #e3dacb }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1815; --text: #e9e2d6; --quiet: #b9b2a6; --clay: #d9b394; --line: #413a32 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 17.5px/1.65 system-ui, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word }
main { display: flex; flex-direction: column; align-items: center; gap: 72px; padding: 48px 20px 80px; text-align: center }
main > * { width: 100%; max-width: 640px; margin: 0 }
main > .wide, main > header { max-width: 960px }
nav { text-align: start }
a { color: inherit; text-underline-offset: 0.2em }
a:focus-visible { outline: 3px solid var(--clay); outline-offset: 2px }
img, video { display: block; max-width: 100%; height: auto; margin-inline: auto }
video, .wide img { max-height: 90vh; width: auto }
audio { width: 100% }
.portrait { width: 420px }
h1 { margin: 24px 0 8px; font: 400 clamp(36px, 5vw, 56px)/1.2 'PT Serif', Georgia, serif; text-wrap: balance }
h1 span { display: block; font-size: 0.4em; letter-spacing: 0.18em; text-transform: uppercase }
h2 { margin: 0 0 24px; font: 400 24px/1.3 'PT Serif', Georgia, serif; color: var(--clay) }
header p, footer, footer p { margin: 0; color: var(--quiet) }
figure { margin: 0 0 40px }
figcaption { margin-top: 10px; font: italic 17px/1.5 'PT Serif', Georgia, serif; color: var(--quiet) }
.prose { font: 20px/1.6 'PT Serif', Georgia, serif; text-align: start }
.prose > * { margin: 0; white-space: pre-line }
.prose > * + * { margin-top: 0.8em }
.prose blockquote { padding-inline: 1.4em; color: var(--quiet) }
.letter > figcaption { font-style: normal; font-weight: 700; text-align: start; color: inherit }
.reply { margin: 20px 0 0 24px; padding-inline-start: 20px; border-inline-start: 2px solid var(--line); text-align: start }
.reply > p { margin: 0 0 6px; color: var(--quiet) }
.wide { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; align-items: start }
.wide > h2, .wide > figure:first-of-type { grid-column: 1 / -1 }
.pages { list-style: none; padding: 0; text-align: start }
.pages li { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 12px 0; border-bottom: 1px solid var(--line) }
.pages a { display: flex; gap: 16px; align-items: center; font: 20px/1.4 'PT Serif', Georgia, serif }
.pages img { width: 64px; height: 80px; object-fit: cover }
@media (max-width: 640px) {
  main { gap: 56px; padding-top: 0 }
  .prose { font-size: 19px; hyphens: auto }
  .portrait { width: 100vw; max-width: none; margin-inline: -20px }
  .wide { display: block }
}
@media print { body { background: none; color: #000 } figure { break-inside: avoid } nav { display: none } }
`
