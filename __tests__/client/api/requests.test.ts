import { api } from '@client/api/api'
import { authApi } from '@client/api/auth-api'
import { burialApi } from '@client/api/burial-api'
import { memorialApi } from '@client/api/memorial-api'
import { memorialChangeApi } from '@client/api/memorial-change-api'
import { memoryApi } from '@client/api/memory-api'
import { serializeParams } from '@client/api/base-query'
import { aBurial, aMemorial, aMemorialCard, aMemorialPage, aMemoryPage } from '@support/factories'
import { disconnect, refuse, requestsTo, serve, serveBurial, serveNoBurial } from '@support/server'
import { aStore } from '@support/store'

const DRAFT = {
  lastname: 'Соколова',
  name: 'Анна',
  surname: '',
  maiden_name: '',
  birth_date: '1931-05-09',
  birth_precision: 'day' as const,
  death_date: '2014-11-02',
  death_precision: 'day' as const,
  biography: '',
  public_status: true,
  swo_status: false,
  indexable: true,
  rate_check: false,
  file: null,
}

describe('a query string', () => {
  it('repeats array values and leaves out empty ones', () => {
    expect(serializeParams({ id: [1, 2], name: '', surname: undefined, offset: 0, lastname: 'Ёлкина' })).toBe(
      'id=1&id=2&offset=0&lastname=%D0%81%D0%BB%D0%BA%D0%B8%D0%BD%D0%B0',
    )
  })
})

describe('a public list', () => {
  it('is asked for with its page, order and filters', async () => {
    serve('get', 'memorial/public_memorials', aMemorialPage([]))

    await aStore().dispatch(
      memorialApi.endpoints.getPublicMemorials.initiate({ offset: 12, limit: 12, sort_by: 'birth_date', name: '' }),
    )

    expect(new URL(onlyRequest('get', 'memorial/public_memorials').url).search).toBe(
      '?offset=12&limit=12&sort_by=birth_date',
    )
  })

  it('that fails is not asked for again', async () => {
    refuse('get', 'memorial/public_memorials', 500)

    await aStore().dispatch(memorialApi.endpoints.getPublicMemorials.initiate({}))

    expect(requestsTo('get', 'memorial/public_memorials')).toHaveLength(1)
  })
})

describe('lists that are kept for a visit', () => {
  const { getPublicMemorials, getRandomMemorials } = memorialApi.endpoints
  const { updateMemorial } = memorialChangeApi.endpoints

  async function aStoreWithLists() {
    serve('get', 'memorial/public_memorials', aMemorialPage([aMemorialCard({ id: 7 })]))
    serve('patch', 'memorial/update/7/', aMemorial({ id: 7 }))
    const store = aStore({ token: 'account' })
    await store.dispatch(getPublicMemorials.initiate({}))
    await store.dispatch(getRandomMemorials.initiate())
    return store
  }

  it('stay when a biography changes, which they do not show', async () => {
    const store = await aStoreWithLists()

    await store.dispatch(updateMemorial.initiate({ id: 7, biography: 'Любила море.' }))
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()))

    expect(requestsTo('get', 'memorial/public_memorials')).toHaveLength(2)
  })

  it.each([
    ['a name', { name: 'Анна' }],
    ['a photo', { photo: new File(['x'], 'a.jpg') }],
  ])('are asked for again when %s changes', async (_what, change) => {
    const store = await aStoreWithLists()

    await store.dispatch(updateMemorial.initiate({ id: 7, ...change }))
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()))

    expect(requestsTo('get', 'memorial/public_memorials')).toHaveLength(4)
  })
})

describe('a memorial', () => {
  it.each([
    ['a server that breaks', () => refuse('get', 'memorial/7', 500)],
    ['a connection that breaks', () => disconnect('get', 'memorial/7')],
  ])('is asked for twice more after %s', async (_what, arrange) => {
    arrange()

    const { isError } = await aStore().dispatch(memorialApi.endpoints.getMemorial.initiate(7))

    expect(isError).toBe(true)
    expect(requestsTo('get', 'memorial/7')).toHaveLength(3)
  })

  it.each([403, 404, 422, 429])('is not asked for again after a %i', async (status) => {
    refuse('get', 'memorial/7', status)

    await aStore().dispatch(memorialApi.endpoints.getMemorial.initiate(7))

    expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
  })

  it('appears when the second attempt succeeds', async () => {
    refuse('get', 'memorial/7', 503)
    const asked = aStore().dispatch(memorialApi.endpoints.getMemorial.initiate(7))
    await new Promise((resolve) => setTimeout(resolve, 100))
    serve('get', 'memorial/7', aMemorial({ id: 7 }))

    expect((await asked).data).toMatchObject({ id: 7 })
  })
})

describe('a new memorial', () => {
  it('travels as a form, flags as words, without the photo nobody chose', async () => {
    serve('post', 'memorial/create', aMemorial(), 201)

    await aStore({ token: 'account' }).dispatch(memorialChangeApi.endpoints.createMemorial.initiate(DRAFT))

    const { file: _absent, ...texts } = DRAFT
    expect(Object.fromEntries(await onlyRequest('post', 'memorial/create').formData())).toEqual({
      ...texts,
      public_status: 'true',
      swo_status: 'false',
      indexable: 'true',
      rate_check: 'false',
    })
  })

  it('takes its photo along', async () => {
    serve('post', 'memorial/create', aMemorial(), 201)
    const file = new File(['portrait'], 'portrait.jpg', { type: 'image/jpeg' })

    await aStore({ token: 'account' }).dispatch(memorialChangeApi.endpoints.createMemorial.initiate({ ...DRAFT, file }))

    const sent = (await onlyRequest('post', 'memorial/create').formData()).get('file') as File
    expect([sent.name, await sent.text()]).toEqual(['portrait.jpg', 'portrait'])
  })

  it('joins the owner’s list, which is asked for again', async () => {
    serve('get', 'memorial/my_memorials', { result: [] })
    serve('post', 'memorial/create', aMemorial(), 201)
    const store = aStore({ token: 'account' })
    await store.dispatch(memorialApi.endpoints.getMyMemorials.initiate())

    await store.dispatch(memorialChangeApi.endpoints.createMemorial.initiate(DRAFT))

    expect(requestsTo('get', 'memorial/my_memorials')).toHaveLength(2)
  })

  it('that is refused leaves the lists as they are', async () => {
    serve('get', 'memorial/my_memorials', { result: [] })
    refuse('post', 'memorial/create', 422)
    const store = aStore({ token: 'account' })
    await store.dispatch(memorialApi.endpoints.getMyMemorials.initiate())

    await store.dispatch(memorialChangeApi.endpoints.createMemorial.initiate(DRAFT))

    expect(requestsTo('get', 'memorial/my_memorials')).toHaveLength(1)
  })
})

describe('a burial place', () => {
  it('is told when there is one', async () => {
    serveBurial(aBurial({ memorial_id: 7 }))

    const { data } = await aStore().dispatch(burialApi.endpoints.getBurial.initiate(7))

    expect(data).toEqual(aBurial({ memorial_id: 7 }))
  })

  it('is null, and no failure, when there is none', async () => {
    serveNoBurial(7)

    const { data, isError } = await aStore().dispatch(burialApi.endpoints.getBurial.initiate(7))

    expect([data, isError]).toEqual([null, false])
  })

  it('that cannot be read is a failure', async () => {
    refuse('get', 'burial/7', 403)

    expect(await aStore().dispatch(burialApi.endpoints.getBurial.initiate(7))).toMatchObject({ isError: true })
  })
})

describe('words of memory', () => {
  it('are asked for by memorial and page', async () => {
    serve('get', 'memories/all', aMemoryPage([]))

    await aStore().dispatch(memoryApi.endpoints.getMemories.initiate({ memorialId: 7, offset: 20 }))

    expect(new URL(onlyRequest('get', 'memories/all').url).search).toBe('?memorial_id=7&offset=20')
  })
})

describe('login', () => {
  it('is form-encoded, and its token is the session’s', async () => {
    serve('post', 'auth/login', { access_token: 'new', token_type: 'bearer' })
    const store = aStore()

    await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@example.ru', password: 'Пароль+1&' }))

    const request = onlyRequest('post', 'auth/login')
    expect(request.headers.get('content-type')).toMatch('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(await request.text()))).toEqual({
      grant_type: 'password',
      username: 'a@example.ru',
      password: 'Пароль+1&',
      scope: '',
      client_id: '',
      client_secret: '',
    })
    expect(store.getState().session.accountToken).toBe('new')
  })

  it('that is refused signs nobody in', async () => {
    refuse('post', 'auth/login', 400, 'LOGIN_BAD_CREDENTIALS')
    const store = aStore()

    await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@example.ru', password: 'x' }))

    expect(store.getState().session.accountToken).toBeUndefined()
  })
})

function onlyRequest(method: 'get' | 'post', path: string): Request {
  const [request, ...others] = requestsTo(method, path)
  if (!request || others.length > 0) throw new Error(`${others.length + (request ? 1 : 0)} requests to ${path}`)
  return request
}
