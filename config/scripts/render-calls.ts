import { type CallChapter, type CallText } from '../../src/contract/calls/call-chapter'

interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}
type Content = Record<string, { schema: Schema }>

/** What is read of a call in the OpenAPI document. */
export interface Operation {
  summary?: string
  description?: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Content }
  security?: object[]
  responses: Record<string, { content?: Content }>
}

const KINDS: Record<string, string> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}

/**
 * The calls as Markdown: who may ask and the texts are the contract's, what is taken and answered is the document's.
 * `fileOf` gives the file of a schema's name.
 */
export function renderCalls(
  chapters: CallChapter[],
  find: (call: string) => Operation,
  fileOf: (schema: string) => string,
): string {
  const section = ([name, text]: [string, CallText]): string => {
    const { who, about = [], takes, refuses = [] } = text
    const operation = find(name)
    const taken = takenBy(operation)
    const link = takes ? ` ([${takes}](${fileOf(takes)}))` : ''
    return [
      `### \`${name}\``,
      `${operation.summary}.`,
      ...about,
      [
        `- Who: ${who}`,
        ...(taken ? [`- Takes: ${taken}${link}`] : []),
        `- Answers: ${answersIn(operation)}`,
        ...(refuses.length === 1 ? [`- Refuses: ${refuses[0]}`] : []),
        ...(refuses.length > 1 ? ['- Refuses:', ...refuses.map((each) => `  - ${each}`)] : []),
      ].join('\n'),
    ].join('\n\n')
  }
  return chapters
    .flatMap(({ title, about = [], calls }) => [`## ${title}`, ...about, ...Object.entries(calls).map(section)])
    .join('\n\n')
}

/** 'multipart `name`, `file`; query `dry_run`' */
function takenBy(operation: Operation): string {
  const content = operation.requestBody?.content ?? {}
  const kinds = Object.keys(content).map((type) => KINDS[type] ?? type)
  const { body, query } = fieldsOf(operation)
  const parts = [
    ...(kinds.length > 0 ? [`${kinds.join(' or ')} ${inCode(body)}`] : []),
    ...(query.length > 0 ? [`query ${inCode(query)}`] : []),
  ]
  return parts.join('; ')
}

export function fieldsOf({ requestBody, parameters = [] }: Operation): { body: string[]; query: string[] } {
  const [body] = Object.values(requestBody?.content ?? {})
  return {
    body: Object.keys(body?.schema.properties ?? {}),
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  }
}

/** '`200` `{ result: Memory[], total }`', '`200` `image/png` or `application/pdf`' */
function answersIn({ responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content = {} }]) => {
      const kinds = Object.entries(content).map(
        ([type, { schema }]) => `\`${type === 'application/json' ? shapeInWords(schema) : type}\``,
      )
      return [`\`${status}\``, kinds.join(' or ')].filter(Boolean).join(' ')
    })
    .join('; ')
}

function shapeInWords({ $ref, type, items, properties = {} }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (type === 'array' && items) return `${shapeInWords(items)}[]`
  if (type !== 'object') return type ?? 'any'
  const fields = Object.entries(properties).map(([name, field]) =>
    field.type === 'array' ? `${name}: ${shapeInWords(field)}` : name,
  )
  return `{ ${fields.join(', ')} }`
}

function inCode(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
