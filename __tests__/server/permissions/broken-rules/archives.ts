import { ARCHIVE_KINDS, type ArchiveKind, archivePaths } from '@contract/archive'
import type { BrokenRule } from './broken-rule'
import { trashRulesOf } from './trash'
import { asItsOwner } from './ways'

const UPLOADS = 'modules/archives/routes.ts'
const USES = { PATCH: 'takes parts', HEAD: 'tells how far it is', DELETE: 'is cancelled' }
const inParts = (what: string) => ({
  file: 'permissions/lists-and-uploads.test',
  tests: `a file that comes in parts ${what}`,
})

/** Order and trash of archives, and files in parts. The routes of the three archives are one code: each breaks for itself. */
export const ARCHIVE_RULES: BrokenRule[] = [...ARCHIVE_KINDS.flatMap(rulesOf), ...uploadRules()]

function rulesOf(kind: ArchiveKind): BrokenRule[] {
  const paths = archivePaths(kind)
  const here = (broken: string, whole: string) => `(kind === '${kind}' ? ${broken} : ${whole})`
  return [
    {
      call: `POST ${paths.reorder}`,
      broken: 'every verified account puts the items in another order',
      edits: [
        {
          file: 'modules/archives/routes.ts',
          after: 'Put the items in another order',
          find: 'await access.toEdit(request.requireVerified(), memorialId)',
          put: here(`await ${asItsOwner('memorialId')}`, 'await access.toEdit(request.requireVerified(), memorialId)'),
        },
      ],
    },
    ...trashRulesOf(paths, 'items'),
  ]
}

function uploadRules(): BrokenRule[] {
  const asked = 'request.requireVerified(), request.params.upload'
  return [
    {
      call: 'POST /uploads',
      broken: 'every verified account sends files to the page',
      edits: [
        {
          file: UPLOADS,
          after: 'validate(newUploadSchema',
          find: 'access.toEdit(account, memorialId)',
          put: asItsOwner('memorialId'),
        },
      ],
      seenBy: inParts('is begun'),
    },
    ofAnybody('PATCH', { find: 'uploads.find(account, ', put: 'uploads.find({ ...account, isItsSender: true }, ' }),
    ...(['HEAD', 'DELETE'] as const).map((method) =>
      ofAnybody(method, {
        find: asked,
        put: `{ ...request.requireVerified(), isItsSender: request.method === '${method}' }, request.params.upload`,
      }),
    ),
  ]
}

function ofAnybody(method: keyof typeof USES, change: { find: string; put: string }): BrokenRule {
  const checked = 'if (upload?.user_id !== account.id)'
  return {
    call: `${method} /uploads/{upload}`,
    broken: 'the upload of somebody else is as good as an own one',
    edits: [
      {
        file: 'media/uploads/uploads.ts',
        find: checked,
        put: 'if (!upload || (upload.user_id !== account.id && !account.isItsSender))',
      },
      { file: UPLOADS, ...change },
    ],
    seenBy: inParts(USES[method]),
  }
}
