import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Configuration, RuleSetRule } from 'webpack'
import { type Mode, type Program, ROOT } from '../folders'

/** Maps for the server's errors: they are read while it runs, so they hold no more than which line is of which source. */
export const LINES_OF_SOURCES = 'nosources-cheap-module-source-map'

/** What the browser's program and the server's have in common: how TypeScript is found and read. */
export function sharedConfiguration(name: Program, mode: Mode): Configuration {
  return {
    name,
    mode,
    ...(mode === 'production' && { cache: cacheOf(name) }),
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

/** What was read, bundled and minified is kept, so that a build after a change takes a part of the time. */
function cacheOf(name: Program): Configuration['cache'] {
  return {
    type: 'filesystem',
    cacheDirectory: path.join(ROOT, 'node_modules/.cache/webpack'),
    // Babel reads the sources in another way for tests.
    name: `${name}-${process.env.NODE_ENV ?? 'production'}`,
    version: hashOf([
      'babel.config.js',
      'package.json',
      'package-lock.json',
      ...readdirSync(__dirname).map(inThisFolder),
    ]),
    compression: 'gzip',
    maxAge: A_WEEK_MS,
  }
}

const A_WEEK_MS = 7 * 24 * 3_600_000

const inThisFolder = (file: string) => path.relative(ROOT, path.join(__dirname, file))

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex')
}

export function typescriptRule(plugins: string[] = []): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: { loader: 'babel-loader', options: { cacheDirectory: true, plugins } },
  }
}
