const os = require('node:os')
const path = require('node:path')

const rootDir = path.resolve(__dirname, '../..')

// Packages that ship only ECMAScript modules, which jest's CommonJS cannot load unchanged.
const ESM_PACKAGES = [
  'rettime',
  '@open-draft/deferred-promise',
  'until-async',
  'react-leaflet',
  '@react-leaflet/core',
  'cookie',
  'content-disposition',
  'file-type',
  '@mapbox/vector-tile',
  '@mapbox/point-geometry',
  'pbf',
  'd3-geo',
  'd3-array',
  'internmap',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/inflate',
  '@borewit/text-codec',
  '@tus/server',
  '@tus/utils',
  'srvx',
  'qr',
  'yet-another-react-lightbox',
  'zip-stream',
  'compress-commons',
  'crc32-stream',
  'is-stream',
  'age-encryption',
  '@noble/ciphers',
  '@noble/curves',
  '@noble/hashes',
  '@noble/post-quantum',
  '@scure/base',
]

const shared = {
  rootDir,
  moduleNameMapper: {
    '^@(client|server|contract)/(.*)$': '<rootDir>/src/$1/$2',
    '^@support/(.*)$': '<rootDir>/__tests__/support/$1',
    '\\.(css|woff2)$': '<rootDir>/config/jest/empty-asset.js',
  },
  // npm run artefact
  modulePathIgnorePatterns: ['<rootDir>/dist/artefact'],
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES.join('|')})/)`],
  transform: { '\\.m?[jt]sx?$': '<rootDir>/config/jest/transformer.js' },
}

function nodeProject(name, extra = {}) {
  return {
    ...shared,
    displayName: name,
    testEnvironment: 'node',
    testMatch: [`<rootDir>/__tests__/${name}/**/*.test.ts`],
    ...extra,
  }
}

/** All test files of a worker share the modules they load: see shared-modules/runtime.js. */
const SHARED_MODULES = {
  runtime: '<rootDir>/config/jest/shared-modules/runtime.js',
  testEnvironment: '<rootDir>/config/jest/shared-modules/node-environment.js',
  testPathIgnorePatterns: ['\\.isolated\\.test\\.tsx?$'],
}

function clientProject(name, extra) {
  return {
    ...shared,
    displayName: name,
    // The browser build, as in the bundle: the package's other build is for Node.
    moduleNameMapper: { ...shared.moduleNameMapper, '^tus-js-client$': 'tus-js-client/lib.es5/browser/index.js' },
    setupFiles: ['<rootDir>/config/jest/browser-gaps.ts'],
    setupFilesAfterEnv: ['<rootDir>/config/jest/client-setup.ts'],
    ...extra,
  }
}

const WITH_BUILT_SERVER = {
  setupFiles: ['<rootDir>/config/jest/server-setup.ts'],
  globalSetup: '<rootDir>/config/jest/build-server.ts',
  globalTeardown: '<rootDir>/config/jest/remove-prepared-data.ts',
}

const DRIVING = {
  globalSetup: '<rootDir>/config/jest/prepare-journeys.ts',
  globalTeardown: '<rootDir>/config/jest/remove-prepared-data.ts',
}

module.exports = {
  rootDir,
  // A busy machine is slow at everything, and hanging waits end by limits of their own.
  testTimeout: 180_000,
  // By default jest leaves one core idle. Tests also wait for processes and clocks, so one worker more than cores is faster.
  maxWorkers: os.availableParallelism() + 1,
  // Each test file leaves some memory behind. A new worker loads all modules again, which takes longer than to collect the
  // garbage of this much.
  workerIdleMemoryLimit: '2GB',
  projects: [
    nodeProject('contract', SHARED_MODULES),
    nodeProject('server', { ...SHARED_MODULES, ...WITH_BUILT_SERVER }),
    nodeProject('processes', { ...SHARED_MODULES, ...WITH_BUILT_SERVER }),
    nodeProject('server-isolated', {
      ...WITH_BUILT_SERVER,
      testMatch: ['<rootDir>/__tests__/server/**/*.isolated.test.ts'],
    }),
    nodeProject('architecture', SHARED_MODULES),
    nodeProject('bench', { globalSetup: '<rootDir>/config/jest/build-all.ts' }),
    nodeProject('journeys', {
      ...SHARED_MODULES,
      ...DRIVING,
      setupFilesAfterEnv: ['<rootDir>/config/jest/journeys-setup.ts'],
    }),
    nodeProject('timed', { ...DRIVING, runner: '<rootDir>/config/jest/alone-runner.js' }),
    clientProject('client', {
      ...SHARED_MODULES,
      testMatch: ['<rootDir>/__tests__/client/**/*.test.{ts,tsx}'],
      testEnvironment: '<rootDir>/config/jest/shared-modules/browser-environment.js',
      runner: '<rootDir>/config/jest/client-runner.js',
    }),
    clientProject('client-isolated', {
      testMatch: ['<rootDir>/__tests__/client/**/*.isolated.test.{ts,tsx}'],
      testEnvironment: 'jest-fixed-jsdom',
      testEnvironmentOptions: { url: 'http://localhost/' },
    }),
  ],
}
