import { setImmediate as otherWork } from 'node:timers/promises'
import { burialInWords } from '@contract/burial'
import type { ExportedItem, ExportedPage, ExportedWords } from '@contract/export'
import { fullName } from '@contract/names'
import { blocksOf, type ProseBlock } from '@contract/prose'
import { dayOfInstantInWords, lifeInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { escapeHtml } from '../../lib/escape-html'

/** So many are rendered in a few milliseconds; then yield to other requests. */
const WORDS_WITHOUT_PAUSE = 20
const PAGES_WITHOUT_PAUSE = 200

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
  for (const [nth, words] of page.words.entries()) {
    if (nth % WORDS_WITHOUT_PAUSE === 0) await otherWork()
    letters.push(letter(words))
  }
  return documentOf({
    title: `${fullName(memorial)} — ${lifeInWords(memorial)}`,
    styleSheet,
    body: `<main>
${list ? `<nav><a href="${list}">Все страницы</a></nav>` : ''}
${head(page)}
${memorial.biography ? `<section aria-label="Биография">${prose(memorial.biography)}</section>` : ''}
${burial(page.burial)}
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
  for (const [nth, { folder, page }] of pages.entries()) {
    if (nth % PAGES_WITHOUT_PAUSE === 0) await otherWork()
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
  const { burial_coordinates: coordinates, photo: picture } = place
  return section('Место захоронения', [
    ...burialInWords(place).map((line) => `<p>${shown(line)}</p>`),
    ...(coordinates
      ? [`<p>Координаты: <a href="geo:${coordinates.replace(' ', '')}">${escapeHtml(coordinates)}</a></p>`]
      : []),
    ...(picture ? [`<figure><img src="${picture.file}" alt="Место захоронения"></figure>`] : []),
  ])
}

function letter({ author, text, reply, photo: picture, written_at }: ExportedWords): string {
  const answer = reply ? `<div class="reply"><p>Ответ близких</p>${prose(reply)}</div>` : ''
  const alt = escapeHtml(`Фотография к словам: ${author}`)
  const image = picture ? `<p><img src="${picture.file}" alt="${alt}" loading="lazy"></p>` : ''
  const day = `<time datetime="${written_at}">${shown(dayOfInstantInWords(written_at))}</time>`
  return `<figure class="letter">${prose(text)}${image}<figcaption>${shown(author)}, ${day}</figcaption>${answer}</figure>`
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
    default:
      return `<p>${shown(part.text)}</p>`
  }
}

/** User text, typeset and escaped. */
function shown(text: string): string {
  return escapeHtml(typeset(text))
}
