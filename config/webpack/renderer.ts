import type { Configuration } from 'webpack'
import { buildFolder, type Mode } from '../folders'
import { sharedConfiguration, typescriptRule } from './shared'

/**
 * The screens of the browser's program for the server, which renders them to HTML. Packages are built in: React and
 * Material UI are much quicker in their production form.
 */
export function rendererConfiguration(mode: Mode): Configuration {
  return {
    ...sharedConfiguration(mode),
    name: 'renderer',
    target: 'node20',
    entry: { renderer: './src/client/app/render.tsx' },
    output: {
      path: buildFolder('renderer', mode),
      filename: '[name].js',
      library: { type: 'commonjs2' },
      clean: true,
    },
    module: {
      rules: [
        typescriptRule(),
        // Style sheets and files reach the browser with its own program.
        { test: /\.(css|woff2|png|svg)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    optimization: { minimize: false },
    performance: { hints: false },
  }
}
