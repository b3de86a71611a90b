import { photosIn } from '@contract/archive-kinds'
import { MEMORIES_PAGE_SIZE, PAGE_SIZE } from '@contract/limits'
import { EDITION_PARAMETER, legalFile, type LegalName } from '@contract/legal'
import { ADVANCED } from '@contract/memorial-terms'
import { memoryPagesIn, paths } from '@contract/paths'
import { archiveApi } from '@client/api/archive-api'
import { burialApi } from '@client/api/burial-api'
import { catalogueApi, legalApi } from '@client/api/catalogue-api'
import { errorStatus } from '@client/api/errors'
import { candidatesAmong, memorialApi } from '@client/api/memorial-api'
import { memoryApi, pageOfMemories } from '@client/api/memory-api'
import { readListParameters, writeListParameters } from '@contract/list-parameters'
import { listQuery } from '@client/features/memorials/list-query'
import type { AppStore } from '@client/store/create-app-store'

/** What the HTTP response says about a prepared page. */
export type Prepared =
  /** Shown in full, with this status. `wordsOf`: memorials whose memories a page of another route shows. */
  | { kind: 'shown'; status: 200 | 404; wordsOf?: number[] }
  /** The URL redirects to another page. */
  | { kind: 'moved'; to: string }
  /** Not public: the HTML must not reveal whose it is. */
  | { kind: 'closed' }
  /** Its data could not be loaded. */
  | { kind: 'failed' }

type Prepare = (store: AppStore, url: URL) => Promise<Prepared>

const OF_MEMORIAL = /^\/memorials\/([1-9]\d*)$/
const FORBIDDEN_STATUS = 403
const NOT_FOUND_STATUS = 404

const SHOWN = { kind: 'shown', status: 200 } as const
const FAILED = { kind: 'failed' } as const

const PREPARED_PAGES: Record<string, Prepare> = {
  [paths.landing]: prepareLanding,
  [paths.memorials]: prepareList('getPublicMemorials'),
  [paths.heroes]: prepareList('getHeroes'),
  [paths.tariffs]: async ({ dispatch }) => shownIf([await dispatch(catalogueApi.endpoints.getTariffs.initiate())]),
  [paths.cooperation]: async ({ dispatch }) =>
    shownIf([await dispatch(catalogueApi.endpoints.getOrganizations.initiate())]),
  [paths.howItWorks]: () => Promise.resolve(SHOWN),
  [paths.privacyPolicy]: prepareLegal('privacy-policy'),
  [paths.confidentialityPolicy]: prepareLegal('confidentiality-policy'),
  [paths.userAgreement]: prepareLegal('user-agreement'),
  [paths.consent]: prepareLegal('consent'),
  [paths.voiceConsent]: prepareLegal('voice-consent'),
}

/** A path of each route that can be prepared. */
export const PREPARED_PATHS = [...Object.keys(PREPARED_PAGES), paths.memorial(1)]

/**
 * Requests all data of the public page at a URL, so that it can be rendered at once. Undefined when there is no public page
 * at this path: it belongs to an account, or does not exist.
 */
export async function preparePage(store: AppStore, url: URL): Promise<Prepared | undefined> {
  const path = withoutTrailingSlash(url.pathname)
  const memorialId = memorialIdOf(path)
  if (memorialId !== undefined) return prepareMemorial(store, memorialId, url.searchParams)
  return PREPARED_PAGES[path]?.(store, url)
}

/** The id in the path of a memorial's page. */
export function memorialIdOf(path: string): number | undefined {
  const id = OF_MEMORIAL.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

async function prepareLanding({ dispatch }: AppStore): Promise<Prepared> {
  const [memorials, promotions] = await Promise.all([
    dispatch(memorialApi.endpoints.getRandomMemorials.initiate()),
    dispatch(catalogueApi.endpoints.getPromotions.initiate()),
  ])
  const responses = []
  const wordsOf: number[] = []
  for (const candidate of candidatesAmong(memorials.data ?? [])) {
    const words = await dispatch(memoryApi.endpoints.getMemories.initiate(pageOfMemories(candidate.id)))
    responses.push(words)
    wordsOf.push(candidate.id)
    // The page itself also stops at the first one with memories.
    if (!words.data || words.data.result.length > 0) break
  }
  const prepared = shownIf([memorials, promotions, ...responses])
  return prepared.kind === 'shown' ? { ...prepared, wordsOf } : prepared
}

async function prepareMemorial({ dispatch }: AppStore, memorialId: number, asked: URLSearchParams): Promise<Prepared> {
  const { data: memorial, error } = await dispatch(
    memorialApi.endpoints.getMemorial.initiate(memorialId, { forceRefetch: true }),
  )
  if (!memorial) {
    if (errorStatus(error) === NOT_FOUND_STATUS) return { kind: 'shown', status: 404 }
    return errorStatus(error) === FORBIDDEN_STATUS ? { kind: 'closed' } : FAILED
  }
  const askForMemories = (index: number) =>
    dispatch(memoryApi.endpoints.getMemories.initiate(pageOfMemories(memorialId, index)))
  const [burial, stories, words, ...archives] = await Promise.all([
    dispatch(burialApi.endpoints.getBurial.initiate(memorialId)),
    dispatch(memoryApi.endpoints.getStories.initiate(memorialId)),
    askForMemories(0),
    ...(memorial.profile_rate === ADVANCED
      ? [
          dispatch(archiveApi.endpoints.getFirstPhotos.initiate({ memorialId, limit: photosIn(asked) })),
          dispatch(archiveApi.endpoints.getArchive.initiate({ kind: 'audio', memorialId })),
          dispatch(archiveApi.endpoints.getArchive.initiate({ kind: 'video', memorialId })),
        ]
      : []),
  ])
  const existing = Math.ceil((words.data?.total ?? 0) / MEMORIES_PAGE_SIZE)
  const further = Array.from(
    { length: Math.max(0, Math.min(memoryPagesIn(asked), existing) - 1) },
    (_, index) => index + 1,
  )
  return shownIf([burial, stories, words, ...archives, ...(await Promise.all(further.map(askForMemories)))])
}

function prepareList(endpoint: 'getPublicMemorials' | 'getHeroes'): Prepare {
  return async ({ dispatch }, url) => {
    const state = readListParameters(url.searchParams)
    const result = await dispatch(memorialApi.endpoints[endpoint].initiate(listQuery(state)))
    const pageCount = Math.ceil((result.data?.total ?? 0) / PAGE_SIZE)
    // The URL dates from a time with more pages.
    if (pageCount > 0 && state.page > pageCount) {
      return { kind: 'moved', to: `${url.pathname}?${writeListParameters({ ...state, page: pageCount }).toString()}` }
    }
    return shownIf([result])
  }
}

function prepareLegal(name: LegalName): Prepare {
  return async ({ dispatch }, url) => {
    const file = legalFile(name, url.searchParams.get(EDITION_PARAMETER))
    const result = await dispatch(legalApi.endpoints.getLegalDocument.initiate(file))
    if (errorStatus(result.error) === NOT_FOUND_STATUS) return { kind: 'shown', status: 404 }
    return shownIf([result])
  }
}

function shownIf(responses: { isSuccess: boolean }[]): Prepared {
  return responses.every(({ isSuccess }) => isSuccess) ? SHOWN : FAILED
}
