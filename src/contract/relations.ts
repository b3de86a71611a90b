import { array, type InferType, number, object, string } from 'yup'
import { recordId } from './fields'
import { memorialCardSchema } from './memorial'
import { decisionSchema, MEMORY_STATUSES } from './memory'

/** In the order in which a page names its relatives. */
export const RELATION_KINDS = ['parent', 'spouse', 'sibling', 'child'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

export const RELATION_STATUSES = MEMORY_STATUSES
export type RelationStatus = (typeof RELATION_STATUSES)[number]

const INVERSE_KINDS: Record<RelationKind, RelationKind> = {
  parent: 'child',
  child: 'parent',
  spouse: 'spouse',
  sibling: 'sibling',
}

export const RELATION_LABELS = { memorial_id: 'Страница', kind: 'Кто это' } as const

const KIND_MISSING = 'Пожалуйста, выберите, кем был этот человек'
const PAGE_MISSING = 'Пожалуйста, выберите страницу или вставьте ссылку на неё'

const kindField = () => string().oneOf(RELATION_KINDS, KIND_MISSING).required(KIND_MISSING)

/** POST /memorial/{id}/relations: `kind` is what the other page is to this one. */
export const relationDraftSchema = object({
  memorial_id: recordId().required(PAGE_MISSING),
  kind: kindField(),
})
export type RelationDraft = InferType<typeof relationDraftSchema>

/** What a relative is to the page that names them. */
export const relationSchema = object({
  id: number().integer().required(),
  kind: string().oneOf(RELATION_KINDS).required(),
  memorial: memorialCardSchema.required(),
})
export type Relation = InferType<typeof relationSchema>

export const relationsSchema = object({ result: array(relationSchema).required() })
export type Relations = InferType<typeof relationsSchema>

/**
 * A request that waits, for the keepers of `page_id`: `memorial` asks to be named there as `kind`. Of a closed page the card
 * has no portrait. `created_at` is an instant.
 */
export const pendingRelationSchema = relationSchema.shape({
  page_id: number().integer().required(),
  page_name: string().required(),
  created_at: string().required(),
})
export type PendingRelation = InferType<typeof pendingRelationSchema>

/** The oldest first. */
export const pendingRelationsSchema = object({ result: array(pendingRelationSchema).required() })
export type PendingRelations = InferType<typeof pendingRelationsSchema>

/** POST /relations/{id}/decide. */
export const relationDecisionSchema = decisionSchema.pick(['decision'])

export const relationDecidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(RELATION_STATUSES).required(),
})
export type RelationDecided = InferType<typeof relationDecidedSchema>

/** The same relation seen from the other page. */
export function inverseOf(kind: RelationKind): RelationKind {
  return INVERSE_KINDS[kind]
}
