import { CALL_CHAPTERS, CALL_TEXTS, callNames } from '@contract/calls/all-calls'
import { escapeHtml } from '../lib/escape'

/** What the page shows of a JSON Schema. */
interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

interface Operation {
  summary?: string
  description?: string
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

export interface ApiDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export const API_PAGE_STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 60rem; margin: 0 auto; padding: 1rem }
code { font: 0.9em ui-monospace, monospace; background: #f2f1ee; padding: 0 0.2em; overflow-wrap: anywhere }
h2 { border-bottom: 1px solid #bbb; margin-top: 3rem } h3 { margin-top: 2.5rem } h3 code { background: none }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.6rem 0.2rem 0 }
td { border-top: 1px solid #ddd } nav ul { columns: 22rem; padding-left: 1rem } a { color: #1b5e3f }
`

/** The OpenAPI document as one page of HTML without scripts: the calls in the order of the contract, then the shapes. */
export function renderApiPage({ info, paths, components }: ApiDocument, documentUrl: string): string {
  const find = (call: string): Operation | undefined => {
    const [method = '', url = ''] = call.split(' ')
    return paths[url]?.[method.toLowerCase()]
  }
  const chapters = CALL_CHAPTERS.map(({ title, about = [], calls }) => {
    const names = Object.keys(calls).flatMap(callNames)
    return { title, about, calls: names.flatMap((name) => [[name, find(name)] as const]) }
  })
  const title = escapeHtml(`${info.title}: HTTP API ${info.version}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${API_PAGE_STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>The same as <a href="${documentUrl}">OpenAPI 3.1</a>. Texts of refusals are in Russian, as people read them.</p>
<nav>${chapters.map(({ title, calls }) => `<h2>${escapeHtml(title)}</h2>${listOf(calls.map(([name]) => linkTo(name)))}`).join('')}
<h2>Shapes</h2>${listOf(Object.keys(components.schemas).map(linkToShape))}</nav>
<main>
${chapters.map(({ title, about, calls }) => `<h2>${escapeHtml(title)}</h2>${prose(about)}${calls.map(callSection).join('\n')}`).join('\n')}
<h2>Shapes</h2>
${Object.entries(components.schemas).map(shapeSection).join('\n')}
</main>
</body>
</html>
`
}

function callSection([name, operation]: readonly [string, Operation | undefined]): string {
  if (!operation) return ''
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation
  const asked = parameters.map(({ in: place, name: field, required, schema }) =>
    fieldRow(field, schema ?? {}, required ?? false, place),
  )
  const bodies = Object.entries(requestBody?.content ?? {})
  const fields = bodies.slice(0, 1).flatMap(([, { schema }]) => rowsOf(schema))
  const results = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status === 'default'
      ? []
      : [`<li><code>${status}</code> ${Object.entries(content).map(contentText).join(' or ')}</li>`],
  )
  return [
    `<section id="${anchorOf(name)}">`,
    `<h3><code>${escapeHtml(name)}</code></h3>`,
    `<p><strong>${escapeHtml(summary)}</strong></p>`,
    prose([`Who: ${CALL_TEXTS.get(name)?.who}.`, ...description.split('\n\n')]),
    asked.length > 0 ? tableOf(asked) : '',
    bodies.length > 0 ? `<p>Body: ${bodies.map(([type]) => code(type)).join(' or ')}</p>${tableOf(fields)}` : '',
    `<p>Answers:</p><ul>${results.join('')}</ul>`,
    '</section>',
  ].join('\n')
}

function shapeSection([name, schema]: [string, Schema]): string {
  return `<section id="shape-${name}"><h3><code>${name}</code></h3>${tableOf(rowsOf(schema))}</section>`
}

function rowsOf({ properties = {}, required = [] }: Schema = {}): string[] {
  return Object.entries(properties).map(([name, field]) => fieldRow(name, field, required.includes(name)))
}

function fieldRow(name: string, schema: Schema, isRequired: boolean, place = ''): string {
  const notes = [place, isRequired ? 'required' : '', limitsOf(schema), schema.description ?? ''].filter(Boolean)
  return `<tr><td>${code(name)}</td><td>${typeText(schema)}</td><td>${escapeHtml(notes.join('; '))}</td></tr>`
}

function tableOf(rows: string[]): string {
  if (rows.length === 0) return ''
  return `<table><thead><tr><th>field</th><th>type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function contentText([type, { schema = {} }]: [string, { schema?: Schema }]): string {
  return type === 'application/json' ? typeText(schema) : code(type)
}

function typeText({ $ref, type, format, items, oneOf, enum: values, properties }: Schema): string {
  if ($ref) return linkToShape($ref.split('/').at(-1) ?? '')
  if (oneOf) return oneOf.map(typeText).join(' or ')
  if (values)
    return values
      .filter((value) => value !== undefined)
      .map((value) => code(typeof value === 'string' ? value : JSON.stringify(value)))
      .join(' or ')
  if (items) return `list of ${typeText(items)}`
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, field]) => `${code(name)}: ${typeText(field)}`)
      .join(', ')} }`
  return escapeHtml([[type ?? []].flat().join(' or ') || 'any', format].filter(Boolean).join(', '))
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): string {
  const span = (least?: number, most?: number) => [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined || most === Number.MAX_SAFE_INTEGER ? [] : [`at most ${most}`]),
  ]
  const length = span(minLength, maxLength).join(', ')
  return [...(length ? [`${length} characters`] : []), ...span(minimum, maximum)].join(', ')
}

/** What the contract's texts use of Markdown: paragraphs, lists, code and links. Links stay where they lead within the page or away. */
function prose(paragraphs: string[]): string {
  return paragraphs
    .filter(Boolean)
    .map((text) => {
      if (!text.startsWith('- ')) return `<p>${inline(text)}</p>`
      return listOf(text.slice(2).split('\n- ').map(inline))
    })
    .join('\n')
}

const LINK = /\[([^[\]]{1,100})\]\(([^()\s]{1,200})\)/g
const LEADS_SOMEWHERE = /^(?:https:|#(?:get|put|post|patch|delete)-)/

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(LINK, (_link, label: string, target: string) =>
      LEADS_SOMEWHERE.test(target) ? `<a href="${target}">${label}</a>` : label,
    )
}

function listOf(items: string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

/** As GitHub makes the anchors of the README. */
function anchorOf(call: string): string {
  return call
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

function linkTo(call: string): string {
  return `<a href="#${anchorOf(call)}">${code(call)}</a>`
}

function linkToShape(name: string): string {
  return `<a href="#shape-${name}">${code(name)}</a>`
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}
