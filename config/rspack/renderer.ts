import type { Configuration } from '@rspack/core'
import { buildFolder, type Mode } from '../folders'
import { LINES_OF_SOURCES, NODE, sharedConfiguration, typescriptRule } from './shared'

/**
 * The browser's pages, bundled for the server, which renders them to HTML. Packages are included: React and Material UI are
 * much faster in their production builds.
 */
export function rendererConfiguration(mode: Mode): Configuration {
  return {
    ...sharedConfiguration('renderer', mode),
    ...(mode === 'production' && { devtool: LINES_OF_SOURCES }),
    target: 'node20',
    entry: { renderer: './src/client/ssr/render.tsx' },
    output: {
      path: buildFolder('renderer', mode),
      filename: '[name].js',
      library: { type: 'commonjs2' },
      clean: true,
    },
    module: {
      rules: [
        typescriptRule(NODE),
        // The browser bundles contain style sheets and files.
        { test: /\.(css|woff2|png|svg)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    optimization: { minimize: false },
    performance: { hints: false },
  }
}
