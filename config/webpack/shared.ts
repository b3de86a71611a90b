import path from 'node:path'
import type { Configuration, RuleSetRule } from 'webpack'
import { type Mode, ROOT } from '../folders'

/** Maps for the server's errors: they are read while it runs, so they hold no more than which line is of which source. */
export const LINES_OF_SOURCES = 'nosources-cheap-module-source-map'

/** What the browser's program and the server's have in common: how TypeScript is found and read. */
export function sharedConfiguration(mode: Mode): Configuration {
  return {
    mode,
    context: ROOT,
    // No `eval` while one works either: the pages' security policy forbids it.
    devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: {
        '@client': path.join(ROOT, 'src/client'),
        '@server': path.join(ROOT, 'src/server'),
        '@contract': path.join(ROOT, 'src/contract'),
      },
    },
    stats: 'errors-warnings',
  }
}

export function typescriptRule(plugins: string[] = []): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: { loader: 'babel-loader', options: { cacheDirectory: true, plugins } },
  }
}
