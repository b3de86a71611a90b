import fs from 'node:fs'
import path from 'node:path'
import { Compilation, type Compiler, experiments, sources } from '@rspack/core'
import { ROOT } from '../folders'

const TEMPLATE = path.join(ROOT, 'src/client/index.html')

/** Russian letters and digits of headings and buttons, which every page has: the style sheet requests them only at layout. */
const PRELOADED = /(?:golos-text|pt-serif-700)-(?:cyrillic|digits)\.(?:\w+\.)?woff2$/
const READING_LOOK = /reading-look\.(?:\w+\.)?css$/

/** Placeholder comments that the server replaces in each response. All others are removed. */
const PLACES_OF_SERVER = ['head', 'app', 'data']

/** Creates index.html from its template: with the files of an entry, and the style sheets inlined. */
export class IndexPagePlugin {
  constructor(private readonly options: { entry: string; minify: boolean }) {}

  apply(compiler: Compiler): void {
    const name = IndexPagePlugin.name
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        compilation.fileDependencies.add(TEMPLATE)
        compilation.emitAsset('index.html', new sources.RawSource(this.render(compilation)))
      })
    })
  }

  private render(compilation: Compilation): string {
    const { entry, minify } = this.options
    const files = compilation.entrypoints.get(entry)?.getFiles() ?? []
    const all = Object.keys(compilation.assets).sort()
    const tags = (matching: readonly string[], tag: (file: string) => string) => matching.map(tag).join('\n')

    const filled = fill(fs.readFileSync(TEMPLATE, 'utf8'), {
      '<!--fonts-->': tags(
        all.filter((file) => PRELOADED.test(file)),
        (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
      ),
      '<!--styles-->': tags(
        files.filter((file) => file.endsWith('.css')),
        (file) => `<style>${compilation.assets[file]?.source().toString() ?? ''}</style>`,
      ),
      '<!--scripts-->': tags(
        files.filter((file) => file.endsWith('.js')),
        (file) => `<script id="start" defer src="/${file}"></script>`,
      ),
      READING_LOOK_SHEET: `/${all.find((file) => READING_LOOK.test(file)) ?? ''}`,
    })
    return minify ? minifyPage(filled) : filled
  }
}

function fill(template: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((page, [place, value]) => {
    if (!page.includes(place)) throw new Error(`index.html has no ${place}`)
    return page.replace(place, () => value)
  }, template)
}

/** Removes the comments, indentation and line breaks of the template, whose elements are on lines of their own. */
function minifyPage(page: string): string {
  return page
    .replace(/<!--(.*?)-->/gs, (comment, text: string) => (PLACES_OF_SERVER.includes(text) ? comment : ''))
    .replace(/<script>(.*?)<\/script>/gs, (_script, code: string) => `<script>${minifyScript(code)}</script>`)
    .replace(/>\s*\n\s*</g, '><')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ \/>/g, '>')
    .trim()
}

function minifyScript(code: string): string {
  return experiments.swc.minifySync(code, { compress: true, mangle: true, module: false }).code.trim()
}
