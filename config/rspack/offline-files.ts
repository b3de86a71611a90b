import { createHash } from 'node:crypto'
import { Compilation, type Compiler, sources } from '@rspack/core'

interface OfflineFilesOptions {
  /** The service worker's file in the build. */
  worker: string
  /** Which of the other files an offline reader needs. */
  needs: (file: string) => boolean
  /** The start page of the application: its file, and the URL at which the server serves it. */
  page: { file: string; address: string }
}

/** The placeholder for the list in the service worker's source, as in all of Workbox. */
const PLACE = 'self.__WB_MANIFEST'
/** The hash in a name that changes with the content. */
const CONTENT_HASH = /\.[\da-f]{10}\./

/**
 * Writes the list of precached files into the service worker. Workbox's own plugin does the same, but depends on a second
 * bundler.
 */
export class OfflineFilesPlugin {
  constructor(private readonly options: OfflineFilesOptions) {}

  apply(compiler: Compiler): void {
    const name = OfflineFilesPlugin.name
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // After names and contents are final, and before compression.
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
