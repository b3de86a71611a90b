/** The terms of archives that need no validation code: lists and pages are shown without it. */

/** The three archives of an advanced memorial. */
export const ARCHIVE_KINDS = ['photo', 'audio', 'video'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]

/** The paths of an archive's calls, below the base path of the API. */
export function archivePaths(kind: ArchiveKind) {
  const base = `/${kind}_archive`
  return {
    list: `${base}/get_memorial_${kind}s`,
    create: `${base}/create`,
    update: `${base}/update`,
    delete: `${base}/delete`,
    reorder: `${base}/reorder`,
    trash: `${base}/trash`,
    restore: `${base}/restore`,
  }
}
