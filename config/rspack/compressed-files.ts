import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Compilation, type Compiler, sources } from '@rspack/core'

const FORMATS = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** A compressed file is only worth having if it is noticeably smaller. */
const WORTH_RATIO = 0.95

/** Emits brotli and gzip files next to the matching assets, so that the server compresses none of them on request. */
export class CompressedFilesPlugin {
  constructor(private readonly matches: (file: string) => boolean) {}

  apply(compiler: Compiler): void {
    const name = CompressedFilesPlugin.name
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        const files = compilation.getAssets().filter((asset) => this.matches(asset.name))
        await Promise.all(files.map((asset) => addCompressed(compilation, asset.name, asset.source.buffer())))
      })
    })
  }
}

async function addCompressed(compilation: Compilation, name: string, bytes: Buffer): Promise<void> {
  for (const [ending, compress] of Object.entries(FORMATS)) {
    const compressed = await compress(bytes)
    if (compressed.length <= bytes.length * WORTH_RATIO) {
      compilation.emitAsset(name + ending, new sources.RawSource(compressed))
    }
  }
}
