import { createHash } from 'node:crypto'
import { Compilation, type Compiler, sources } from '@rspack/core'

interface OfflineFilesOptions {
  /** The file of the service worker among those of the build. */
  worker: string
  /** Which of the other files a reader without network needs. */
  needs: (file: string) => boolean
  /** The page with which the program begins: the file, and the address at which the server gives it. */
  page: { file: string; address: string }
}

/** What the service worker's source names the list by, as in all of Workbox. */
const PLACE = 'self.__WB_MANIFEST'
/** In a name that changes with the content. */
const CONTENT_HASH = /\.[\da-f]{10}\./

/**
 * Writes the list of files that are kept for reading without network into the service worker. Workbox's own plugin does it
 * too, and brings a second bundler with it.
 */
export class OfflineFilesPlugin {
  constructor(private readonly options: OfflineFilesOptions) {}

  apply(compiler: Compiler): void {
    const name = OfflineFilesPlugin.name
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // After names and contents are final, and before anything is compressed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tap({ name, stage }, () => this.writeList(compilation))
    })
  }

  private writeList(compilation: Compilation): void {
    const { worker, needs, page } = this.options
    const list = compilation
      .getAssets()
      .filter(({ name }) => name === page.file || needs(name))
      .map(({ name, source }) => ({
        url: name === page.file ? page.address : `/${name}`,
        revision: CONTENT_HASH.test(name)
          ? null
          : createHash('sha256').update(source.buffer()).digest('hex').slice(0, 16),
      }))
      .sort((a, b) => a.url.localeCompare(b.url))
    compilation.updateAsset(worker, (source) => {
      const script = String(source.source())
      if (!script.includes(PLACE)) throw new Error(`${worker} has no place for the list of files`)
      return new sources.RawSource(script.replace(PLACE, JSON.stringify(list)))
    })
  }
}
