import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CONSENT_VERSION } from '@contract/consent'
import type { Memorial, MemorialPage, MyMemorials } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import { API_BASE_PATH } from '@contract/paths'
import { demoAccount } from '@support/demo-accounts'
import { connectCodes, openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import type { Found, Viewer } from './scene'
import { makeAlbum } from './scenes-of-album'

const LONG_NAME = { lastname: 'Константинопольская-Преображенская', name: 'Александра-Елизавета' }
const LONG_WORDS =
  'Бабушка каждое лето ждала нас в Заонежье. Пекла калитки, водила за морошкой и знала каждую тропу на двадцать вёрст вокруг.'

const INEXACT_LIFE = {
  lastname: 'Приблизительная',
  birth_date: '1890-01-01',
  birth_precision: 'about',
  death_date: '1942-02-01',
  death_precision: 'month',
}
/** The demo's pictures are made at the first start. */
const DEMO_PATIENCE_MS = 300_000
/** All its places are taken, and it is invited to keep a page. */
const FULL = 'full@example.org'
/** Of an account that nobody has given more. */
const PLACES = 5

/** A running server with the demo's pages, and with something in every part of them that people wait for or decide on. */
export interface SceneInstallation {
  server: ServerProcess
  found: Found
  tokens: Partial<Record<Viewer, string>>
  stop(): Promise<void>
}

export async function makeSceneInstallation(): Promise<SceneInstallation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-scenes-'))
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO_CONTENT: 'on' }, DEMO_PATIENCE_MS)
  const [owner, moderator] = await Promise.all([signInAsDemo(server, 'owner'), signInAsDemo(server, 'moderator')])
  await connectCodes(moderator)
  const newcomer = await openAccount(server, dataDir, 'newcomer@example.org')
  const full = await openAccount(server, dataDir, FULL)

  const [all, own] = await Promise.all([allPages(server), ownPages(owner)])
  const found: Found = {
    advancedId: idOf(all.find(({ profile_rate }) => profile_rate === ADVANCED)),
    portraitlessId: idOf(await owner.createMemorial(LONG_NAME)),
    closedId: idOf(own.find(({ public_status }) => !public_status)),
    ownId: idOf(own.find(({ profile_rate }) => profile_rate === ADVANCED) ?? own[0]),
    inexactId: idOf(await owner.createMemorial(INEXACT_LIFE)),
    albumId: await makeAlbum(full),
    pinlessId: await fillPlaces(full),
  }
  await fill({ server, owner, found })
  return {
    server,
    found,
    tokens: { owner: owner.token, moderator: moderator.token, newcomer: newcomer.token, full: full.token },
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Words, reports, requests, invitations and something in the trash, by people with the longest names. */
async function fill({ server, owner, found }: { server: ServerProcess; owner: RemoteAccount; found: Found }) {
  const { ownId, closedId, advancedId, portraitlessId } = found
  const asOwner: Send = (path, init) => owner.fetch(path, init)
  const asGuest: Send = (path, init) => fetch(server.url + API_BASE_PATH + path, init)
  const consented = { consent_version: CONSENT_VERSION }
  for (const memorialId of [ownId, advancedId]) {
    for (const author of ['Вера', 'Константин Преображенский-Заонежский, внук по матери']) {
      await post(asGuest, '/memories/create', {
        memorials_id: memorialId,
        description: LONG_WORDS,
        author,
        author_email: 'vera@example.org',
        ...consented,
      })
    }
  }
  await post(asGuest, `/memorial/${advancedId}/report`, {
    reason: 'private',
    text: 'На странице указан наш домашний адрес.',
    email: 'oleg@example.org',
    ...consented,
  })
  await post(asGuest, `/memorial/${closedId}/access-requests`, {
    name: 'Двоюродная сестра Вероника',
    email: 'veronika@example.org',
    text: LONG_WORDS,
    ...consented,
  })
  await post(asOwner, '/users/me/set-pin', { pin_code: '4815' })
  await post(asOwner, `/memorial/${ownId}/keepers`, {
    email: 'a-very-long-address-of-a-brother@family.example.org',
  })
  await post(asOwner, `/memorial/${portraitlessId}/keepers`, { email: FULL })
  const { id } = await owner.createMemorial({ lastname: 'Удалённый' })
  await owner.fetch(`/memorial/delete/${id}/?keep=true`, { method: 'DELETE' })
}

/** Closed pages at all other places of an account; the last one's id. */
async function fillPlaces(account: RemoteAccount): Promise<number> {
  let id = 0
  for (let place = 2; place <= PLACES; place++) {
    id = idOf(await account.createMemorial({ lastname: 'Закрытая', public_status: 'false' }))
  }
  return id
}

type Send = (path: string, init: RequestInit) => Promise<Response>

async function post(send: Send, url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await send(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
}

async function allPages({ url }: ServerProcess): Promise<Memorial[]> {
  const list = await fetch(`${url}${API_BASE_PATH}/memorial/public_memorials?limit=50`)
  const { result } = (await list.json()) as MemorialPage
  return Promise.all(
    result.map(async ({ id }) => (await (await fetch(`${url}${API_BASE_PATH}/memorial/${id}`)).json()) as Memorial),
  )
}

async function ownPages(owner: RemoteAccount): Promise<Memorial[]> {
  return ((await (await owner.fetch('/memorial/my_memorials')).json()) as MyMemorials).result
}

function idOf(memorial: { id: number } | undefined): number {
  if (!memorial) throw new Error('The demo has no such memorial')
  return memorial.id
}

function signInAsDemo(server: ServerProcess, who: 'owner' | 'moderator'): Promise<RemoteAccount> {
  const { email, password } = demoAccount(server, who)
  return signIn(server, email, password)
}
