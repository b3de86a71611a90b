import { array, type InferType, number, object, string } from 'yup'
import { lineOfText, recordId } from './fields'
import { ID_MAX } from './limits'
import { memorialCardSchema } from './memorial'
import { decisionSchema, MEMORY_STATUSES } from './memory'

/** In the order of display. */
export const RELATION_KINDS = ['parent', 'spouse', 'sibling', 'child'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

const RELATION_STATUSES = MEMORY_STATUSES
export type RelationStatus = (typeof RELATION_STATUSES)[number]

const INVERSE_KINDS: Record<RelationKind, RelationKind> = {
  parent: 'child',
  child: 'parent',
  spouse: 'spouse',
  sibling: 'sibling',
}

export const RELATION_LABELS = { kind: 'Кто это', own: 'Чья страница', link: 'Ссылка на страницу' } as const

/** The choices in a form. */
export const RELATION_KIND_TEXTS: Record<RelationKind, string> = {
  parent: 'Родитель',
  spouse: 'Супруг или супруга',
  sibling: 'Брат или сестра',
  child: 'Ребёнок',
}

const LINK_MAX_LENGTH = 500
const KIND_MISSING = 'Пожалуйста, выберите, кем был этот человек'
const PAGE_MISSING = 'Пожалуйста, выберите страницу или вставьте ссылку на неё'

const kindField = () => string().oneOf(RELATION_KINDS, KIND_MISSING).required(KIND_MISSING)

/** POST /memorial/{id}/relations: `kind` is the relation of the other page to this one. */
export const relationDraftSchema = object({
  memorial_id: recordId().required(PAGE_MISSING),
  kind: kindField(),
})
export type RelationDraft = InferType<typeof relationDraftSchema>

/** The form: one of the user's own pages by its id, or a link to another. */
export const relationFormSchema = object({
  kind: kindField(),
  own: string().default(''),
  link: lineOfText(RELATION_LABELS.link, LINK_MAX_LENGTH)
    .default('')
    .test('a-page', PAGE_MISSING, (link, { parent }: { parent: { own?: string } }) => {
      return !!parent.own || memorialIdIn(link) !== undefined
    }),
})
export type RelationForm = InferType<typeof relationFormSchema>

/** A relative on the page that names them. */
export const relationSchema = object({
  id: number().integer().required(),
  kind: string().oneOf(RELATION_KINDS).required(),
  memorial: memorialCardSchema.required(),
})
export type Relation = InferType<typeof relationSchema>

export const relationsSchema = object({ result: array(relationSchema).required() })
export type Relations = InferType<typeof relationsSchema>

/**
 * A pending request, for the keepers of `page_id`: `memorial` asks to be named there as `kind`. For a closed page the
 * card has no portrait. `created_at` is an instant.
 */
export const pendingRelationSchema = relationSchema.shape({
  page_id: number().integer().required(),
  page_name: string().required(),
  created_at: string().required(),
})
export type PendingRelation = InferType<typeof pendingRelationSchema>

/** Oldest first. */
export const pendingRelationsSchema = object({ result: array(pendingRelationSchema).required() })
export type PendingRelations = InferType<typeof pendingRelationsSchema>

/** POST /relations/{id}/decide. */
export const relationDecisionSchema = decisionSchema.pick(['decision'])

export const relationDecidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(RELATION_STATUSES).required(),
})
export type RelationDecided = InferType<typeof relationDecidedSchema>

/** The id of the page in a link; a number alone works too. */
export function memorialIdIn(link: string): number | undefined {
  const [, inPath, alone] = /\/memorials\/(\d{1,10})(?:[/?#]|$)|^(\d{1,10})$/.exec(link.trim()) ?? []
  const id = Number(inPath ?? alone)
  return id >= 1 && id <= ID_MAX ? id : undefined
}

/** The same relation seen from the other page. */
export function inverseOf(kind: RelationKind): RelationKind {
  return INVERSE_KINDS[kind]
}
