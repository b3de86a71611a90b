import { createHash } from 'node:crypto'
import type { MemorialCard } from '@contract/memorial'

/** The fields of a memorial that its link preview is drawn from, in addition to the portrait. */
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

type DrawnFacts = Pick<MemorialCard, (typeof DRAWN_FIELDS)[number] | 'photo_path'>

/** The link preview of all other pages. */
export const SITE_LINK_PICTURE_PATH = '/preview.jpg'
/** As a Fastify route. */
export const LINK_PICTURE_ROUTE = '/memorials/:id(^\\d+$)/preview.jpg'

/** Raise it when the drawing changes, so that cached pictures are drawn again. */
const DESIGN = 1
const VERSION_CHARACTERS = 16

/**
 * The root-relative URL of a memorial's link preview. It changes with the picture, because messengers cache pictures by
 * URL. The server answers it whatever version it names.
 */
export function linkPicturePath(memorial: DrawnFacts & { id: number }, siteName: string): string {
  return `/memorials/${memorial.id}/preview.jpg?v=${linkPictureVersion(memorial, siteName)}`
}

/** Differs when the picture would differ. `photo_path` is that of a public page, without a signature. */
export function linkPictureVersion(facts: DrawnFacts, siteName: string): string {
  const drawn = [DESIGN, siteName, ...DRAWN_FIELDS.map((field) => facts[field]), facts.photo_path]
  return createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, VERSION_CHARACTERS)
}
