import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'

/** A position in a script, as a stack frame names it. */
const PLACE = /(?<=\(|^ {4}at (?:async )?)(\/[^():\n]+):(\d+):\d+/gm
/** Before the path of a source in webpack's maps: its scheme and the name of the package. */
const WEBPACK_PREFIX = /^webpack:\/\/[^/]*\/(?:\.\/)?/

const maps = new Map<string, SourceMap | undefined>()

/**
 * Maps the frames of a stack in built scripts to their sources: `src/server/main.ts:10` for `…/dist/server/main.js:900:7`.
 * Node's own `--enable-source-maps` does the same, but reads the maps of all packages at start and holds them in memory: 54
 * MB, and a tenth of the start time. Here a map is read with the first error.
 * @param builtFolder the folder of built scripts; by default, that of the current build
 */
export function stackInSources(stack: string, builtFolder = path.dirname(__dirname)): string {
  return stack.replace(PLACE, (place, script: string, line: string) =>
    script.startsWith(builtFolder + path.sep) ? (sourceOf(script, Number(line)) ?? place) : place,
  )
}

function sourceOf(script: string, line: number): string | undefined {
  // The maps of the build know lines only, so any column will do.
  const entry = mapOf(script)?.findEntry(line - 1, 0)
  if (!entry || !('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined
  return `${entry.originalSource.replace(WEBPACK_PREFIX, '')}:${entry.originalLine + 1}`
}

function mapOf(script: string): SourceMap | undefined {
  if (!maps.has(script)) maps.set(script, readMap(script))
  return maps.get(script)
}

/** Undefined when there is no readable map: a stack without sources is better than none. */
function readMap(script: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')) as SourceMap['payload'])
  } catch {
    return undefined
  }
}
