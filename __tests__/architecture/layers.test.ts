import { lintText } from '@support/lint-text'

type Import = [importer: string, file: string, imported: string, specifier: string]

const FORBIDDEN: Import[] = [
  ['the contract', 'src/contract/paths.ts', 'the server', '@server/config'],
  ['the contract', 'src/contract/paths.ts', 'the client', '@client/lib/formats'],
  ['the server', 'src/server/config.ts', 'the client', '@client/lib/formats'],
  ['the client', 'src/client/api/api.ts', 'the server', '@server/config'],
  ['pages', 'src/server/pages/page.ts', 'a room of the client other than ssr', '@client/lib/formats'],
  ['settings', 'src/server/config.ts', 'lib', '@server/lib/token'],
  ['lib', 'src/server/lib/token.ts', 'settings', '@server/config'],
  ['lib', 'src/server/lib/token.ts', 'db', '@server/db/schema'],
  ['db', 'src/server/db/connect.ts', 'storage', '@server/storage/file-store'],
  ['storage', 'src/server/storage/open-store.ts', 'access', '@server/access/account'],
  ['access', 'src/server/access/memorial.ts', 'media', '@server/media/media-urls'],
  ['access', 'src/server/access/memorial.ts', 'modules', '@server/modules/memorials/repository'],
  ['media', 'src/server/media/routes.ts', 'mail', '@server/mail/queue'],
  ['media', 'src/server/media/routes.ts', 'plugins', '@server/plugins/contract'],
  ['mail', 'src/server/mail/queue.ts', 'media', '@server/media/media-urls'],
  ['mail', 'src/server/mail/queue.ts', 'modules', '@server/modules/memories/repository'],
  ['tiles', 'src/server/tiles/routes.ts', 'access', '@server/access/account'],
  ['modules', 'src/server/modules/memories/writing.ts', 'plugins', '@server/plugins/contract'],
  ['modules', 'src/server/modules/memories/writing.ts', 'app', '@server/app'],
  ['a module', 'src/server/modules/memories/writing.ts', 'another', '@server/modules/memorials/repository'],
  ['auth', 'src/server/modules/auth/sign-in.ts', 'users', '@server/modules/users/service'],
  ['users', 'src/server/modules/users/service.ts', 'auth', '@server/modules/auth/limits'],
  ['accounts', 'src/server/modules/accounts/user.ts', 'auth', '@server/modules/auth/limits'],
  ['the context', 'src/server/modules/context.ts', 'plugins', '@server/plugins/errors'],
  ['media', 'src/server/media/routes.ts', 'the context', '@server/modules/context'],
  ['a new module', 'src/server/modules/new/service.ts', 'another', '@server/modules/audit/repository'],
  ['a repository', 'src/server/modules/burial/repository.ts', 'HTTP errors', '@server/lib/api-error'],
  ['a repository', 'src/server/access/repository.ts', 'HTTP errors', '@server/lib/api-error'],
  ['plugins', 'src/server/plugins/errors.ts', 'modules', '@server/modules/audit/repository'],
  ['plugins', 'src/server/plugins/errors.ts', 'app', '@server/app'],
  ['jobs', 'src/server/jobs/jobs.ts', 'plugins', '@server/plugins/errors'],
  ['demo', 'src/server/demo/fill.ts', 'mail', '@server/mail/queue'],
  ['pages', 'src/server/pages/page.ts', 'modules', '@server/modules/memorials/repository'],
  ['a new folder', 'src/server/new/file.ts', 'lib', '@server/lib/token'],
  ['lib', 'src/client/lib/formats.ts', 'ui', '@client/ui/Photo'],
  ['ui', 'src/client/ui/Photo.tsx', 'api', '@client/api/api'],
  ['session', 'src/client/session/session-slice.ts', 'api', '@client/api/api'],
  ['api', 'src/client/api/api.ts', 'store', '@client/store/hooks'],
  ['store', 'src/client/store/hooks.ts', 'features', '@client/features/memorials/MemorialsPage'],
  ['features', 'src/client/features/memorials/MemorialsPage.tsx', 'app', '@client/app/App'],
  ['a feature', 'src/client/features/memorials/MemorialsPage.tsx', 'another', '@client/features/memorial/Prose'],
  ['the cabinet', 'src/client/features/cabinet/ProfilePage.tsx', 'moderation', '@client/features/moderation/texts'],
  ['store', 'src/client/store/create-app-store.ts', 'app', '@client/app/session-listeners'],
  ['api', 'src/client/api/memorial-change-api.ts', 'offline', '@client/offline/copies'],
  ['offline', 'src/client/offline/copies.ts', 'features', '@client/features/memorials/MemorialsPage'],
  ['app', 'src/client/app/App.tsx', 'ssr', '@client/ssr/render'],
  ['api', 'src/client/api/archive-api.ts', 'uploads', '@client/features/memorial/uploads/upload-slice'],
]

const ALLOWED: Import[] = [
  ['the server', 'src/server/config.ts', 'the contract', '@contract/paths'],
  ['db', 'src/server/db/connect.ts', 'settings', '@server/config'],
  ['storage', 'src/server/storage/open-store.ts', 'lib', '@server/lib/semaphore'],
  ['access', 'src/server/access/memorial.ts', 'db', '@server/db/schema'],
  ['media', 'src/server/media/routes.ts', 'storage', '@server/storage/file-store'],
  ['mail', 'src/server/mail/queue.ts', 'db', '@server/db/schema'],
  ['tiles', 'src/server/tiles/routes.ts', 'lib', '@server/lib/routes'],
  ['tiles', 'src/server/tiles/tile-repository.ts', 'db', '@server/db/schema'],
  ['a module', 'src/server/modules/memories/writing.ts', 'itself', './repository'],
  ['modules', 'src/server/modules/memories/writing.ts', 'access', '@server/access/memorial'],
  ['modules', 'src/server/modules/memories/writing.ts', 'mail', '@server/mail/queue'],
  ['auth', 'src/server/modules/auth/sign-in.ts', 'accounts', '@server/modules/accounts/user-repository'],
  ['memories', 'src/server/modules/memories/service.ts', 'audit', '@server/modules/audit/repository'],
  ['a service', 'src/server/modules/burial/service.ts', 'HTTP errors', '@server/lib/api-error'],
  ['a repository', 'src/server/modules/burial/repository.ts', 'the rest of lib', '@server/lib/token'],
  ['a module', 'src/server/modules/memories/index.ts', 'the context', '@server/modules/context'],
  ['the context', 'src/server/modules/context.ts', 'a module', '@server/modules/remembering/candle-service'],
  ['the context', 'src/server/modules/context.ts', 'settings', '@server/config'],
  ['the app', 'src/server/features.ts', 'the context', '@server/modules/context'],
  ['plugins', 'src/server/plugins/openapi.ts', 'access', '@server/access/account'],
  ['jobs', 'src/server/jobs/jobs.ts', 'modules', '@server/modules/audit/repository'],
  ['demo', 'src/server/demo/fill.ts', 'modules', '@server/modules/memorials/repository'],
  ['the app', 'src/server/app.ts', 'plugins', '@server/plugins/errors'],
  ['the app', 'src/server/app.ts', 'modules', '@server/modules/memories/service'],
  ['the app', 'src/server/start-server.ts', 'jobs', '@server/jobs/jobs'],
  ['the client', 'src/client/api/api.ts', 'the contract', '@contract/paths'],
  ['pages', 'src/server/pages/page.ts', 'ssr', '@client/ssr/render'],
  ['features', 'src/client/features/memorials/MemorialsPage.tsx', 'ui', '@client/ui/Photo'],
  ['features', 'src/client/features/memorials/MemorialsPage.tsx', 'offline', '@client/offline/copies'],
  ['app', 'src/client/app/App.tsx', 'features', '@client/features/memorials/MemorialsPage'],
]

let complaints: string[][]

beforeAll(() => {
  const cases = [...FORBIDDEN, ...ALLOWED].map(([, file, , imported]) => ({
    file,
    source: `import * as it from '${imported}'\nexport const use = it\n`,
  }))
  complaints = lintText(cases).map((of) => of.map(({ message }) => message))
})

it.each(FORBIDDEN.map((forbidden, index) => [...forbidden, index] as const))(
  'does not let %s (%s) import %s (%s)',
  (_importer, _file, _imported, _specifier, index) => {
    expect(complaints[index]).toEqual([expect.stringContaining('Imports point one way only')])
  },
)

it.each(ALLOWED.map((allowed, index) => [...allowed, FORBIDDEN.length + index] as const))(
  'lets %s (%s) import %s (%s)',
  (_importer, _file, _imported, _specifier, index) => {
    expect(complaints[index]).toEqual([])
  },
)
