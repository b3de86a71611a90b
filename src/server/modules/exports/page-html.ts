import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { burialInWords } from '@contract/burial'
import type { ExportedItem, ExportedPage, ExportedMemory, ExportedStory } from '@contract/export'
import { fullName } from '@contract/names'
import { blocksOf, type ProseBlock } from '@contract/prose'
import { dayOfInstantInWords, lifeInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { escapeHtml } from '../../lib/escape'
import { inBatches, type ZipEntry } from '../../lib/zip-of'

/** So many words are rendered in a few milliseconds. */
const WORDS_IN_BATCH = 20

/**
 * CSP of an exported page: it may load the pictures, recordings and styles next to it. A local file has no headers and no
 * origin: `file:` covers browsers in which 'self' matches no local file.
 */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' file:",
  "media-src 'self' file:",
  "style-src 'self' file:",
  "font-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** index.html of an exported page: opens from disk and looks like the page. `styleSheet` and `list` are URLs. */
export async function pageHtml(
  page: ExportedPage,
  { styleSheet, list }: { styleSheet: string; list?: string },
): Promise<string> {
  const { memorial } = page
  const letters: string[] = []
  for await (const words of inBatches(page.words, WORDS_IN_BATCH)) letters.push(letter(words))
  const stories: string[] = []
  for await (const each of inBatches(page.stories ?? [], WORDS_IN_BATCH)) stories.push(story(each))
  return documentOf({
    title: `${fullName(memorial)} — ${lifeInWords(memorial)}`,
    styleSheet,
    body: `<main>
${list ? `<nav><a href="${list}">Все страницы</a></nav>` : ''}
${head(page)}
${memorial.biography ? `<section aria-label="Биография">${prose(memorial.biography)}</section>` : ''}
${burial(page.burial)}
${section('Рассказы', stories)}
${section('Слова памяти', letters)}
${section('Фотографии', page.photos.map(photo), 'wide')}
${section('Аудио', page.audios.map(recording))}
${section('Видео', page.videos.map(film), 'wide')}
<footer>
<p>Страница сохранена ${shown(dayOfInstantInWords(page.taken_at))}. В интернете она по адресу <a href="${escapeHtml(page.address)}">${escapeHtml(page.address)}</a>.</p>
<p><a href="data.json">Всё, что на ней есть, для программ</a></p>
</footer>
</main>`,
  })
}

export interface ListedPage {
  folder: string
  page: Pick<ExportedPage, 'memorial' | 'portrait'>
}

/** index.html that lists several exported pages. */
export async function listHtml(pages: ListedPage[], { styleSheet }: { styleSheet: string }): Promise<string> {
  const items: string[] = []
  for await (const { folder, page } of inBatches(pages)) {
    const { memorial, portrait } = page
    const address = encodeURI(folder)
    const picture = portrait ? `<img src="${address}/${portrait.file}" alt="" loading="lazy">` : ''
    items.push(
      `<li><a href="${address}/index.html">${picture}<span>${shown(fullName(memorial))}</span></a> <span>${shown(lifeInWords(memorial))}</span></li>`,
    )
  }
  return documentOf({
    title: 'Страницы памяти',
    styleSheet,
    body: `<main>
<h1>Страницы памяти</h1>
${items.length > 0 ? `<ul class="pages">\n${items.join('\n')}\n</ul>` : '<p>Здесь пока нет страниц.</p>'}
</main>`,
  })
}

function documentOf({ title, styleSheet, body }: { title: string; styleSheet: string; body: string }): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${styleSheet}">
</head>
<body>
${body}
</body>
</html>
`
}

function head({ memorial, portrait }: ExportedPage): string {
  const given = [memorial.name, memorial.surname].filter(Boolean).join(' ')
  const name =
    memorial.lastname && given ? `<span>${shown(memorial.lastname)}</span> ${shown(given)}` : shown(fullName(memorial))
  return `<header>
${portrait ? `<img class="portrait" src="${portrait.file}" alt="Фото: ${escapeHtml(fullName(memorial))}">` : ''}
<h1>${name}</h1>
${memorial.maiden_name ? `<p>урождённая ${shown(memorial.maiden_name)}</p>` : ''}
<p>${shown(lifeInWords(memorial))}</p>
</header>`
}

function burial(place: ExportedPage['burial']): string {
  if (!place) return ''
  const { burial_coordinates: coordinates, photo: picture, road } = place
  return section('Место захоронения', [
    ...burialInWords(place).map((line) => `<p>${shown(line)}</p>`),
    ...(coordinates
      ? [`<p>Координаты: <a href="geo:${coordinates.replace(' ', '')}">${escapeHtml(coordinates)}</a></p>`]
      : []),
    ...(picture ? [`<figure><img src="${picture.file}" alt="Место захоронения"></figure>`] : []),
    ...(road ? [`<h3>Дорога к могиле</h3><ol>${road.map(roadStep).join('')}</ol>`] : []),
  ])
}

function roadStep({ file, line }: { file: string; line: string }, index: number): string {
  const alt = escapeHtml(line || `Дорога к могиле, шаг ${index + 1}`)
  return `<li><figure><img src="${file}" alt="${alt}" loading="lazy"><figcaption>${shown(line)}</figcaption></figure></li>`
}

function letter({ author, text, reply, photo: picture, voice, written_at }: ExportedMemory): string {
  const replyHtml = reply ? `<div class="reply"><p>Ответ близких</p>${prose(reply)}</div>` : ''
  const alt = escapeHtml(`Фотография к словам: ${author}`)
  const image = picture ? `<p><img src="${picture.file}" alt="${alt}" loading="lazy"></p>` : ''
  const day = `<time datetime="${written_at}">${shown(dayOfInstantInWords(written_at))}</time>`
  const heard = voice ? voiceOf(voice, author) : ''
  return `<figure class="letter">${heard}${prose(text)}${image}<figcaption>${shown(author)}, ${day}</figcaption>${replyHtml}</figure>`
}

function voiceOf({ file, copy, text }: NonNullable<ExportedMemory['voice']>, author: string): string {
  const label = escapeHtml(`Рассказ голосом: ${author}`)
  const player = `<p><audio controls preload="metadata" src="${copy?.file ?? file}" aria-label="${label}"></audio></p>`
  return text ? `${player}<details><summary>Текст записи</summary>${prose(text)}</details>` : player
}

function story({ question, author, relation, text, voice, photos }: ExportedStory): string {
  const images = photos.map(
    ({ file }, index) =>
      `<p><img src="${file}" alt="${escapeHtml(`Фотография ${index + 1} к рассказу: ${author}`)}" loading="lazy"></p>`,
  )
  const who = [author, relation].filter(Boolean).join(', ')
  return `<figure class="letter"><h3>${shown(question)}</h3>${voice ? voiceOf(voice, author) : ''}${prose(text)}${images.join('')}<figcaption>${shown(who)}</figcaption></figure>`
}

function photo(item: ExportedItem, index: number): string {
  const pixels = item.width && item.height ? ` width="${item.width}" height="${item.height}"` : ''
  const alt = escapeHtml(item.description ?? `Фотография ${index + 1}`)
  const picture = `<img src="${item.file}" alt="${alt}"${pixels} loading="lazy">`
  return `<figure><a href="${item.file}">${picture}</a>${caption(item)}</figure>`
}

function recording(item: ExportedItem, index: number): string {
  const label = escapeHtml(item.description ?? `Аудиозапись ${index + 1}`)
  return `<figure><audio controls preload="metadata" src="${item.file}" aria-label="${label}"></audio>${caption(item)}</figure>`
}

function film(item: ExportedItem, index: number): string {
  const label = escapeHtml(item.description ?? `Видеозапись ${index + 1}`)
  const poster = item.poster ? ` poster="${item.poster.file}"` : ''
  const original = item.copy ? `<p><a href="${item.file}">Исходный файл</a></p>` : ''
  const source = item.copy?.file ?? item.file
  return `<figure><video controls preload="metadata" src="${source}"${poster} aria-label="${label}"></video>${caption(item)}${original}</figure>`
}

function caption(item: ExportedItem): string {
  const lines = [item.description, whenAndWho(item)].filter(Boolean)
  return lines.length > 0 ? `<figcaption>${lines.map((line) => shown(line ?? '')).join('<br>')}</figcaption>` : ''
}

function section(title: string, parts: string[], className?: string): string {
  if (parts.length === 0) return ''
  return `<section${className ? ` class="${className}"` : ''}>
<h2>${title}</h2>
${parts.join('\n')}
</section>`
}

function prose(text: string): string {
  return `<div class="prose">${blocksOf(text).map(block).join('\n')}</div>`
}

function block(part: ProseBlock): string {
  switch (part.kind) {
    case 'list':
      return `<ul>${part.items.map((item) => `<li>${shown(item)}</li>`).join('')}</ul>`
    case 'numbered':
      return `<ol>${part.items.map(({ number, text }) => `<li value="${number}">${shown(text)}</li>`).join('')}</ol>`
    case 'quotation':
      return `<blockquote>${shown(part.text)}</blockquote>`
    case 'heading':
      return `<h3>${shown(part.text)}</h3>`
    default:
      return `<p>${shown(part.text)}</p>`
  }
}

/** User text, typeset and escaped. */
function shown(text: string): string {
  return escapeHtml(typeset(text))
}

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
export async function* exportStyle(): AsyncGenerator<ZipEntry> {
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
