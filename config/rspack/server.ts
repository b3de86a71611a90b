import { BannerPlugin, type Configuration } from '@rspack/core'
import { buildFolder, type Mode } from '../folders'
import { LINES_OF_SOURCES, NODE, sharedConfiguration, typescriptRule } from './shared'

const OUR_MODULE = /^(\.|\/|@client\/|@server\/|@contract\/)/

/**
 * The bundles of the server, of the operator's command, and of the workers for the embedded database, media, pictures,
 * books, imports and pages. Packages stay in node_modules: some are native.
 */
export function serverConfiguration(mode: Mode): Configuration {
  return {
    ...sharedConfiguration('server', mode),
    ...(mode === 'production' && { devtool: LINES_OF_SOURCES }),
    target: 'node20',
    entry: {
      main: './src/server/main.ts',
      pomnim: './src/server/admin/pomnim.ts',
      'database-worker': './src/server/db/embedded/database-worker.ts',
      'import-worker': './src/server/modules/imports/reading/import-worker.ts',
      'media-worker': './src/server/media/worker/media-worker.ts',
      'picture-worker': './src/server/media/worker/picture-worker.ts',
      'render-worker': './src/server/pages/render-worker.ts',
      'book-worker': './src/server/media/worker/book-worker.ts',
    },
    output: { path: buildFolder('server', mode), filename: '[name].js', library: { type: 'commonjs2' }, clean: true },
    externals: [
      ({ request = '' }: { request?: string }, done) =>
        OUR_MODULE.test(request) ? done() : done(undefined, `commonjs ${request}`),
    ],
    module: { rules: [typescriptRule(NODE)] },
    node: { __dirname: false, __filename: false },
    // Started by name where the package is installed.
    plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, test: /^pomnim\.js$/ })],
    optimization: { minimize: false },
  }
}
