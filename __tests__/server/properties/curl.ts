import type { LightMyRequestResponse } from 'fastify'
import type { SentRequest } from './requests'

const SHOWN = 1500

/** A request as one could send it again by hand, and what came of it. */
export function transcript({ actor, method, url, headers, payload }: SentRequest, answer: LightMyRequestResponse) {
  const lines = [
    `curl -X ${method} ${quoted(`http://localhost${url}`)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(payload ? [`  --data-binary ${quoted(payload.toString('latin1'))}`] : []),
  ]
  return [
    `asked by: ${actor}`,
    lines.join(' \\\n'),
    `answer: ${answer.statusCode} ${String(answer.headers['content-type'])} ${shortened(answer.payload)}`,
  ].join('\n')
}

/** As the shell's $'…', where \xNN stands for a byte. */
function quoted(text: string): string {
  const escaped = shortened(text).replace(
    /[^ -&(-[\]-~]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped}'`
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} in all)` : text
}
