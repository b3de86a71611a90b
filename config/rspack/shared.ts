import path from 'node:path'
import type { Configuration, RuleSetRule, SwcLoaderOptions } from '@rspack/core'
import { type Mode, type Program, ROOT } from '../folders'

/** Source maps for server errors: they are read at runtime, so they hold only which line belongs to which source. */
export const LINES_OF_SOURCES = 'nosources-cheap-module-source-map'

/** What all bundles share: how TypeScript is resolved and compiled. */
export function sharedConfiguration(name: Program, mode: Mode): Configuration {
  return {
    name,
    mode,
    context: ROOT,
    // No `eval` in development either: the Content-Security-Policy forbids it.
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

/** Compiles TypeScript for `targets`: those of `browserslist`, or a version of Node. */
export function typescriptRule(targets: string | string[], { refresh = false } = {}): RuleSetRule {
  const options: SwcLoaderOptions = {
    env: { targets },
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', refresh }, verbatimModuleSyntax: true },
    },
  }
  return { test: /\.tsx?$/, exclude: /node_modules/, loader: 'builtin:swc-loader', options }
}

export const NODE = 'node 20.19'
