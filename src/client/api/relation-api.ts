import type { Decision } from '@contract/memory'
import type { PendingRelations, Relation, RelationDecided, RelationDraft, Relations } from '@contract/relations'
import { api, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { errorStatus } from './errors'

/** The relatives who have pages of their own. A change affects both pages, and the list of pending ones. */
export const relationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRelations: build.query<Relations, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/relations`, memorialId, ignoreUnauthorized: true }),
      providesTags: (_relations, _error, memorialId) => [listTag('Relation', memorialId)],
    }),

    /** The relation, or null when the keepers of the other page have to agree first. */
    addRelation: build.mutation<Relation | null, { memorialId: number; otherId: number; kind: RelationDraft['kind'] }>({
      query: ({ memorialId, otherId: memorial_id, kind }) => ({
        url: `memorial/${memorialId}/relations`,
        method: 'POST',
        body: { memorial_id, kind },
      }),
      invalidatesTags: (relation) => (relation ? ['Relation'] : []),
    }),

    getPendingRelations: build.query<PendingRelations, NoArgument>({
      query: () => ({ url: 'relations/pending' }),
      providesTags: [listTag('Relation')],
    }),

    decideOnRelation: build.mutation<RelationDecided, { id: number; decision: Decision }>({
      query: ({ id, decision }) => ({ url: `relations/${id}/decide`, method: 'POST', body: { decision } }),
      invalidatesTags: invalidateOnSuccess(['Relation'], isOld),
    }),

    endRelation: build.mutation<null, number>({
      query: (id) => ({ url: `relations/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(['Relation'], isOld),
    }),
  }),
})

/** Stale after a change, and after one that came too late. */
function isOld(error: unknown): boolean {
  return !error || [404, 409].includes(errorStatus(error) ?? 0)
}

export const {
  useGetRelationsQuery,
  useAddRelationMutation,
  useGetPendingRelationsQuery,
  useDecideOnRelationMutation,
  useEndRelationMutation,
} = relationApi
