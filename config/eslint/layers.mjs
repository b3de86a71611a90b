import boundaries from 'eslint-plugin-boundaries'

/**
 * The layers and which may import which: imports point one way only. `eslint` and the architecture test both read this
 * table.
 */
const CLIENT_ROOMS = ['lib', 'ui', 'session', 'api', 'store', 'offline', 'features', 'app', 'ssr']

/** What each layer of the client may import, besides itself and the contract. */
const CLIENT_IMPORTS = {
  lib: [],
  ui: ['lib'],
  session: ['lib', 'ui'],
  api: ['lib', 'ui', 'session'],
  store: ['lib', 'ui', 'session', 'api'],
  offline: ['lib', 'ui', 'session', 'api', 'store'],
  features: ['lib', 'ui', 'session', 'api', 'store', 'offline'],
  app: ['lib', 'ui', 'session', 'api', 'store', 'offline', 'features'],
  ssr: ['lib', 'ui', 'session', 'api', 'store', 'features', 'app'],
}

/**
 * What each layer of the server may import, besides itself and the contract: lib < db < storage < access < media, mail <
 * modules < plugins < app. `tiles` needs nothing but lib and db; `backup` and `admin` are the operator's command; only the
 * app imports `jobs`, `demo` and `pages`. `config` is the settings file: it is below all layers.
 */
const SERVER_IMPORTS = {
  lib: [],
  db: ['config', 'lib'],
  storage: ['config', 'lib'],
  tiles: ['config', 'lib', 'db'],
  access: ['lib', 'db'],
  media: ['lib', 'db', 'storage', 'access'],
  mail: ['config', 'lib', 'db', 'access'],
  modules: ['config', 'lib', 'db', 'storage', 'access', 'media', 'mail'],
  plugins: ['lib', 'db', 'storage', 'access'],
  jobs: ['config', 'lib', 'db', 'mail', 'media', 'modules'],
  backup: ['config', 'lib', 'db', 'storage', 'media'],
  admin: ['config', 'lib', 'db', 'storage', 'access', 'media', 'mail', 'modules', 'backup'],
  demo: ['config', 'lib', 'db', 'storage', 'access', 'media', 'modules'],
  pages: ['config', 'lib', 'db', 'access', 'plugins'],
}

/** Modules that may import others. All other modules, and new ones, import none. */
const MODULE_IMPORTS = {
  archives: ['history', 'trash'],
  auth: ['accounts', 'factors'],
  books: ['archives', 'burial', 'memories', 'questions'],
  burial: ['history'],
  calendars: ['accounts'],
  consents: ['accounts', 'audit'],
  factors: ['accounts'],
  exports: ['accounts', 'archives', 'burial', 'consents', 'history', 'memorials', 'memories', 'questions', 'relations'],
  users: ['accounts', 'factors'],
  imports: ['archives', 'burial', 'memorials', 'memories', 'questions', 'relations'],
  keepers: ['accounts', 'audit', 'memorials'],
  leaving: ['accounts', 'audit', 'keepers', 'memorials'],
  memorials: ['accounts', 'audit', 'history'],
  memories: ['accounts', 'archives', 'audit', 'history', 'trash'],
  operator: ['accounts', 'audit', 'exports', 'factors', 'leaving', 'memorials'],
  proposals: ['accounts', 'archives', 'memories', 'restoring'],
  'promo-codes': ['catalogue'],
  questions: ['accounts', 'audit', 'history', 'memories', 'trash'],
  relations: ['memorials'],
  restoring: ['archives', 'burial', 'history', 'memorials', 'memories', 'questions'],
  reports: ['audit', 'memorials'],
  undoing: ['accounts', 'audit', 'factors', 'keepers', 'memorials'],
}

/** What modules/context.ts may import, besides the settings. */
const CONTEXT_IMPORTS = ['modules', ...SERVER_IMPORTS.modules.filter((room) => room !== 'config')]

const SERVER_ROOMS = Object.keys(SERVER_IMPORTS)
const SERVER_FOLDERS = SERVER_ROOMS.filter((room) => room !== 'modules')
const serverTypes = (rooms) => rooms.map((room) => `server-${room}`)

/** Files with a category of their own, whatever folder they are in. */
const files = [
  { category: 'server-config', pattern: 'src/server/config.ts' },
  { category: 'server-database-url', pattern: 'src/server/lib/database-url.ts' },
  { category: 'server-http-errors', pattern: 'src/server/lib/api-error.ts' },
  { category: 'server-context', pattern: 'src/server/modules/context.ts' },
  { category: 'server-repository', pattern: ['src/server/**/repository.ts', 'src/server/**/*-repository.ts'] },
]

const elements = [
  { type: 'contract', pattern: 'src/contract' },
  { type: 'server-modules', pattern: 'src/server/modules/*', capture: ['module'] },
  ...SERVER_FOLDERS.map((room) => ({ type: `server-${room}`, pattern: `src/server/${room}` })),
  // A new folder may import nothing, and be imported by nothing, until the table lists it.
  { type: 'server-without-place', pattern: 'src/server/*' },
  // The composition root: app.ts, start-server.ts and main.ts.
  { type: 'server-app', pattern: 'src/server' },
  ...CLIENT_ROOMS.filter((room) => room !== 'features').map((room) => ({
    type: `client-${room}`,
    pattern: `src/client/${room}`,
  })),
  // One element per feature, so that an import of another feature is detected.
  { type: 'client-features', pattern: 'src/client/features/*', capture: ['feature'] },
  // The browser's entry: files of src/client outside all layers.
  { type: 'client-main', pattern: 'src/client' },
]

const allow = (from, to) => ({
  from: { element: { type: from } },
  allow: { to: { element: { types: { anyOf: to } } } },
})

const dependencyRule = [
  'error',
  {
    default: 'disallow',
    message:
      'Imports point one way only: {{from.element.type}} may not import {{to.element.type}} (see src/README.md).',
    policies: [
      allow('contract', ['contract']),
      ...SERVER_ROOMS.map((room) =>
        allow(`server-${room}`, [
          'contract',
          ...serverTypes(SERVER_IMPORTS[room].filter((other) => other !== 'config')),
          ...(room === 'modules' ? [] : [`server-${room}`]),
        ]),
      ),
      ...Object.entries(MODULE_IMPORTS).map(([module, others]) => ({
        from: { element: { type: 'server-modules', captured: { module } } },
        allow: { to: { element: { type: 'server-modules', captured: { module: others } } } },
      })),
      ...SERVER_ROOMS.filter((room) => SERVER_IMPORTS[room].includes('config')).map((room) => ({
        from: { element: { type: `server-${room}` } },
        allow: { to: { file: { categories: 'server-config' } } },
      })),
      allow('server-pages', ['client-ssr']),
      allow('server-app', ['contract', 'server-app', ...serverTypes(SERVER_ROOMS)]),
      // Every module registers itself with it; it creates what several of them share.
      {
        from: { element: { types: { anyOf: ['server-modules', 'server-app'] } } },
        allow: { to: { file: { categories: 'server-context' } } },
      },
      {
        from: { file: { categories: 'server-context' } },
        allow: { to: { element: { types: { anyOf: serverTypes(CONTEXT_IMPORTS) } } } },
      },
      {
        from: { file: { categories: 'server-context' } },
        allow: { to: { file: { categories: 'server-config' } } },
      },
      // Repositories hold SQL: services decide on the response.
      {
        from: { file: { categories: 'server-repository' } },
        disallow: { to: { file: { categories: 'server-http-errors' } } },
      },
      {
        from: { file: { categories: 'server-config' } },
        disallow: { to: { element: { types: { anyOf: ['server-app', ...serverTypes(SERVER_ROOMS)] } } } },
      },
      // The settings read it to check it, and so does the database layer, which tests load without the settings.
      {
        from: { file: { categories: 'server-config' } },
        allow: { to: { file: { categories: 'server-database-url' } } },
      },
      ...CLIENT_ROOMS.filter((room) => room !== 'features').map((room) =>
        allow(`client-${room}`, [
          'contract',
          `client-${room}`,
          ...CLIENT_IMPORTS[room].map((name) => `client-${name}`),
        ]),
      ),
      allow('client-features', ['contract', ...CLIENT_IMPORTS.features.map((name) => `client-${name}`)]),
      allow('client-main', ['contract', 'client-lib', 'client-store', 'client-app', 'client-ssr']),
    ],
  },
]

export const layers = {
  files: ['src/**/*.{ts,tsx}'],
  plugins: { boundaries },
  settings: {
    'boundaries/elements': elements,
    'boundaries/files': files,
    'boundaries/include': ['src/**/*'],
    'import/resolver': { typescript: { alwaysTryTypes: true } },
  },
  rules: { 'boundaries/dependencies': dependencyRule },
}
