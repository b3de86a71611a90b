import { createHash } from 'node:crypto'
import type { MemorialCard } from '@contract/memorial'

/** What of a memorial its picture for links is drawn from, beside the portrait. */
export const DRAWN_FIELDS = [
  'lastname',
  'name',
  'surname',
  'maiden_name',
  'birth_date',
  'birth_precision',
  'death_date',
  'death_precision',
] as const satisfies (keyof MemorialCard)[]

export type DrawnFacts = Pick<MemorialCard, (typeof DRAWN_FIELDS)[number] | 'photo_path'>

/** The picture that links to all other pages show. */
export const SITE_LINK_PICTURE_PATH = '/preview.jpg'
/** As a route of Fastify. */
export const LINK_PICTURE_ROUTE = '/memorials/:id(^\\d+$)/preview.jpg'

/** Raised when the drawing changes, so that kept pictures are drawn anew. */
const DESIGN = 1
const VERSION_CHARACTERS = 16

/**
 * The root-relative address of the picture that links to a memorial show. It changes with the picture, because messengers
 * keep pictures by their addresses. The server answers it whatever version it names.
 */
export function linkPicturePath(memorial: DrawnFacts & { id: number }, siteName: string): string {
  return `/memorials/${memorial.id}/preview.jpg?v=${linkPictureVersion(memorial, siteName)}`
}

/** Differs when the picture would differ. `photo_path` is that of a public page, without a signature. */
export function linkPictureVersion(facts: DrawnFacts, siteName: string): string {
  const drawn = [DESIGN, siteName, ...DRAWN_FIELDS.map((field) => facts[field]), facts.photo_path]
  return createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, VERSION_CHARACTERS)
}
