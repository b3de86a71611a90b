import path from 'node:path'
import browserslist from 'browserslist'
import {
  type Configuration,
  CopyRspackPlugin,
  CssExtractRspackPlugin,
  LightningCssMinimizerRspackPlugin,
  type Plugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core'
import { buildFolder, type Mode, ROOT } from '../folders'
import { CompressedFilesPlugin } from './compressed-files'
import { IndexPagePlugin } from './index-page'
import { OfflineFilesPlugin } from './offline-files'
import { sharedConfiguration, typescriptRule } from './shared'

/** All text but the page, which the server fills in for each answer. */
const COMPRESSIBLE = /\.(js|css|svg|ico|webmanifest|json)$/

/** Those of `browserslist` in package.json. */
const BROWSERS = browserslist(undefined, { path: ROOT })

/** The browser's program: hashed files that a browser may keep for ever, with brotli and gzip beside each. */
export function clientConfiguration(mode: Mode): Configuration {
  const production = mode === 'production'
  const shared = sharedConfiguration('client', mode)
  return {
    ...shared,
    resolve: { ...shared.resolve, alias: { ...shared.resolve?.alias, ...NEVER_RUN } },
    target: 'browserslist',
    // Kept for whoever reads a report of an error; no file tells of them, and the server gives them to nobody.
    ...(production && { devtool: 'hidden-source-map' as const }),
    entry: {
      start: './src/client/start.ts',
      // Where one works, the program changes too often for one that keeps it.
      ...(production && { [WORKER]: './src/client/service-worker.ts' }),
    },
    output: {
      path: buildFolder('client', mode),
      publicPath: '/',
      // A worker is asked for at its own address, and may answer for what lies below it.
      filename: ({ chunk }) =>
        chunk?.name === WORKER ? '[name].js' : production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      sourceMapFilename: production ? 'source-maps/[file].map' : '[file].map[query]',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      clean: true,
    },
    module: {
      rules: [
        typescriptRule(BROWSERS, { refresh: !production }),
        // A style sheet is imported for its effect, whatever its package says of its modules.
        { test: /\.css$/, use: [CssExtractRspackPlugin.loader, 'css-loader'], sideEffects: true },
        { test: /\.(woff2|png|svg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new IndexPagePlugin({ entry: 'start', minify: production }),
      new CssExtractRspackPlugin({ filename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css' }),
      new CopyRspackPlugin({ patterns: [{ from: 'public', to: '.' }] }),
      ...(production ? [offlineFiles(), new CompressedFilesPlugin((file) => COMPRESSIBLE.test(file))] : []),
    ],
    optimization: {
      minimizer: [
        new SwcJsMinimizerRspackPlugin(),
        new LightningCssMinimizerRspackPlugin({
          // The page asks for `color-scheme: light dark`, and nowhere for a colour by it.
          minimizerOptions: { exclude: { lightDark: true } },
        }),
      ],
      // A phone far from a mast waits for each file, so a screen comes in a few larger ones.
      splitChunks: { chunks: 'async', maxAsyncRequests: 6, cacheGroups: LIBRARIES },
    },
    performance: production ? BUDGET : false,
  }
}

/** Modules that packages import for what nothing here does: ripples, which the theme switches off, and Emotion's `withTheme`. */
const NEVER_RUN = {
  [path.join(ROOT, 'node_modules/@mui/material/ButtonBase/TouchRipple.mjs')]: false as const,
  'hoist-non-react-statics': false as const,
}

const WORKER = 'service-worker'

/** What only an owner needs who sends a film, and larger than anything else. */
const FILM_PROGRAM = /^assets\/(?:prepare-film|mediabunny)\./

/** The program with its fonts and styles, and what the country's outline is drawn from: 1 MB in brotli. */
const NEEDED_OFFLINE = /^assets\/.*\.(?:js|css|woff2)$|^map\/.*\.json$|^default-photo\.svg$/

function offlineFiles(): Plugin {
  return new OfflineFilesPlugin({
    worker: `${WORKER}.js`,
    needs: (file) => NEEDED_OFFLINE.test(file) && !FILM_PROGRAM.test(file),
    // `screens.savedMemorials` in src/contract/paths.ts: empty, as the server gives all screens that it does not render.
    page: { file: 'index.html', address: '/saved' },
  })
}

const library = (name: string, packages: string, minChunks = 2) => ({
  name,
  test: new RegExp(`[\\\\/]node_modules[\\\\/](?:${packages})[\\\\/]`),
  priority: 10,
  minChunks,
})

/** What all screens are made with, and what few need, in files that change only with their packages. */
const LIBRARIES = {
  react: library('react', 'react|react-dom|scheduler'),
  state: library('state', '@reduxjs|immer|redux|react-redux|reselect|redux-persist'),
  mediabunny: library('mediabunny', 'mediabunny', 1),
}

/**
 * In bytes before compression; the build fails beyond. `maxEntrypointSize`: the script with which a page begins and the
 * styles beside it, which is all that a rendered page loads before it has been painted. It is 5 KB in brotli, where 110 KB
 * are the most that a page of a memorial may load. `maxAssetSize`: react-dom, the largest part of the program.
 */
const BUDGET = {
  hints: 'error' as const,
  maxEntrypointSize: 24 * 1024,
  maxAssetSize: 240 * 1024,
  // The service worker is loaded when the page stands.
  assetFilter: (file: string) => /\.(js|css)$/.test(file) && file !== `${WORKER}.js` && !FILM_PROGRAM.test(file),
}
