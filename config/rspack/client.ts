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

/** All text except the page, which the server fills in for each response. */
const COMPRESSIBLE = /\.(js|css|svg|ico|webmanifest|json)$/

/** The targets of `browserslist` in package.json. */
const BROWSERS = browserslist(undefined, { path: ROOT })

/** The browser bundles: hashed files that a browser may cache for ever, with brotli and gzip files next to each. */
export function clientConfiguration(mode: Mode): Configuration {
  const production = mode === 'production'
  const shared = sharedConfiguration('client', mode)
  return {
    ...shared,
    resolve: {
      ...shared.resolve,
      alias: { ...shared.resolve?.alias, ...NEVER_RUN, ...(production && WITHOUT_WARNINGS) },
    },
    target: 'browserslist',
    // Source maps are for reading error reports; no file refers to them, and the server serves them to no one.
    ...(production && { devtool: 'hidden-source-map' as const }),
    entry: {
      start: './src/client/start.ts',
      // In development the bundles change too often for a worker that caches them.
      ...(production && { [WORKER]: './src/client/offline/service-worker.ts' }),
    },
    output: {
      path: buildFolder('client', mode),
      publicPath: '/',
      // A worker has a fixed URL, and may control what is below it.
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
        // A style sheet is imported for its effect, whatever its package says about side effects.
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
          // The page sets `color-scheme: light dark`, but no colour uses `light-dark()`.
          minimizerOptions: { exclude: { lightDark: true } },
        }),
      ],
      // On a slow connection each file costs a wait, and large files compress better: a page comes in a few chunks.
      splitChunks: {
        chunks: ({ name }) => ![START, WORKER, APP].includes(name ?? ''),
        minSize: 60_000,
        maxAsyncRequests: 4,
        cacheGroups: LIBRARIES,
      },
    },
    performance: production ? BUDGET : false,
  }
}

/**
 * Modules that packages import but this site never runs: ripples, which the theme disables, the spinner of a button with
 * `loading`, which no button here has, and Emotion's `withTheme`.
 */
const NEVER_RUN = {
  [path.join(ROOT, 'node_modules/@mui/material/ButtonBase/TouchRipple.mjs')]: false as const,
  [path.join(ROOT, 'node_modules/@mui/material/CircularProgress/CircularProgress.mjs')]: false as const,
  'hoist-non-react-statics': false as const,
}

const ROUTER = path.join(ROOT, 'node_modules/react-router/dist/production')

/** The package names only its development build, which warns of mistakes in the code. */
const WITHOUT_WARNINGS = {
  'react-router$': path.join(ROUTER, 'index.mjs'),
  'react-router/dom$': path.join(ROUTER, 'dom-export.mjs'),
}

const WORKER = 'service-worker'

/** Needed only by an owner who uploads a film, and larger than anything else. */
const FILM_PROGRAM = /^assets\/(?:prepare-film|mediabunny)\./

/** The bundles with fonts and styles, and the data of the country outline: 1.1 MB in brotli. */
const NEEDED_OFFLINE = /^assets\/.*\.(?:js|css|woff2)$|^map\/.*\.json$|^default-photo\.svg$/

function offlineFiles(): Plugin {
  return new OfflineFilesPlugin({
    worker: `${WORKER}.js`,
    needs: (file) => NEEDED_OFFLINE.test(file) && !FILM_PROGRAM.test(file),
    // `paths.savedMemorials` in src/contract/paths.ts: empty, like all pages that the server does not render.
    page: { file: 'index.html', address: '/saved' },
  })
}

/** What every page needs: see `loadApp` in src/client/start.ts. */
const APP = 'app'

const START = 'start'

/** Packages in chunks that change only with the packages: those of every page, and the largest one that few pages need. */
const LIBRARIES = {
  libraries: {
    name: 'libraries',
    test: /[\\/]node_modules[\\/]/,
    chunks: ({ name }: { name?: string }) => name === APP,
    enforce: true,
  },
  mediabunny: { name: 'mediabunny', test: /[\\/]node_modules[\\/]mediabunny[\\/]/, priority: 10 },
}

/**
 * In bytes before compression; the build fails beyond. `maxEntrypointSize`: the first script of a page and its styles,
 * which is all that a rendered page loads before its first paint. It is 5 KB in brotli, where a memorial page may load 110
 * KB at most. `maxAssetSize`: the libraries, the largest chunk.
 */
const BUDGET = {
  hints: 'error' as const,
  maxEntrypointSize: 24 * 1024,
  maxAssetSize: 600 * 1024,
  // The service worker is loaded after the page.
  assetFilter: (file: string) => /\.(js|css)$/.test(file) && file !== `${WORKER}.js` && !FILM_PROGRAM.test(file),
}
