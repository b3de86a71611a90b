import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query'
import { TAG_TYPES } from './tags'

/** The argument of a query that takes none: RTK Query lets only `void` be left out. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- an argument that is left out has this type
export type NoArgument = void

/** The one API. Each resource injects its endpoints from a file of its own. */
export const api = createApi({
  baseQuery,
  tagTypes: TAG_TYPES,
  // 'delayed' would hold back every refetch of the app while one long upload runs.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
})
