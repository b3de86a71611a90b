import boundaries from 'eslint-plugin-boundaries'

/**
 * The rooms of the house and which may import which: imports point one way only.
 * `eslint` and the architecture test both read this table.
 */
const CLIENT_ROOMS = ['lib', 'ui', 'session', 'api', 'store', 'features', 'app']

/** What each room of the client may import, besides itself and the contract. */
const CLIENT_IMPORTS = {
  lib: [],
  ui: ['lib'],
  session: ['lib', 'ui'],
  api: ['lib', 'ui', 'session'],
  store: ['lib', 'ui', 'session', 'api'],
  features: ['lib', 'ui', 'session', 'api', 'store'],
  app: ['lib', 'ui', 'session', 'api', 'store', 'features'],
}

const elements = [
  { type: 'contract', pattern: 'src/contract' },
  { type: 'server-pages', pattern: 'src/server/pages' },
  { type: 'server', pattern: 'src/server' },
  ...CLIENT_ROOMS.filter((room) => room !== 'features').map((room) => ({
    type: `client-${room}`,
    pattern: `src/client/${room}`,
  })),
  // One element per feature, so that a feature that imports another is seen.
  { type: 'client-features', pattern: 'src/client/features/*', capture: ['feature'] },
  // The browser's entry: what of src/client is in no room.
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
      'Imports point one way only: {{from.element.type}} may not import {{to.element.type}} (see CONTRIBUTING.md).',
    policies: [
      allow('contract', ['contract']),
      allow('server', ['contract', 'server', 'server-pages']),
      allow('server-pages', ['contract', 'server', 'server-pages', 'client-app']),
      ...CLIENT_ROOMS.filter((room) => room !== 'features').map((room) =>
        allow(`client-${room}`, [
          'contract',
          `client-${room}`,
          ...CLIENT_IMPORTS[room].map((name) => `client-${name}`),
        ]),
      ),
      allow('client-features', ['contract', ...CLIENT_IMPORTS.features.map((name) => `client-${name}`)]),
      allow('client-main', ['contract', 'client-lib', 'client-store', 'client-app']),
    ],
  },
]

export const layers = {
  files: ['src/**/*.{ts,tsx}'],
  plugins: { boundaries },
  settings: {
    'boundaries/elements': elements,
    'boundaries/include': ['src/**/*'],
    'import/resolver': { typescript: { alwaysTryTypes: true } },
  },
  rules: { 'boundaries/dependencies': dependencyRule },
}
