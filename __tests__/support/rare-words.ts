import { archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { WrittenMemory } from '@contract/memory'
import { archiveForm, sampleFile } from './archives'
import { memorialForm } from './memorial-form'
import { smallPicture } from './photographs'

/** No one else writes these words. */
export const RARE = {
  email: 'redkoslov@example.org',
  newEmail: 'redkoslov-novyi@example.org',
  wantedEmail: 'redkoslov-zhelannyi@example.org',
  name: 'Редкослов',
}
/** What they write as a keeper of a page that stays. */
export const KEEPERS_WORDS = 'Слова хранителя, которые остаются.'
/** Found in everything that `writeEverywhere` writes. */
export const TRACES = ['redkoslov', RARE.name] as const
/** New accounts need this much for it. */
export const ROOM_FOR_RARE_WORDS = { NEW_ACCOUNT_MEMORIALS: '100', NEW_ACCOUNT_ADVANCED: '1' }

interface Sent {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
  token?: string
}

/** A server, in this process or in another. */
export interface World {
  /** The password of each account. */
  password: string
  send(request: Sent): Promise<{ statusCode: number; body: string }>
  /** A confirmed account, signed in: its token. */
  signUp(email: string): Promise<string>
  /** The token of the link in the newest letter to an e-mail. */
  tokenFor(email: string): Promise<string>
}

/**
 * A person who leaves their name and e-mails wherever they can: on pages of their own, as a keeper, handed over and
 * others', in the trash, as a guest, in what others have written down, before a change of the e-mail and after it. Returns
 * their token, and the id of a memory on another's page that was approved there.
 */
export async function writeEverywhere(world: World): Promise<{ token: string; approved: number }> {
  const { email, newEmail, wantedEmail, name } = RARE
  const done = async <T>(request: Sent): Promise<T> => {
    const { statusCode, body } = await world.send({ method: 'POST', ...request })
    if (statusCode >= 300) throw new Error(`${request.url} was answered ${statusCode}: ${body}`)
    return (body ? JSON.parse(body) : null) as T
  }
  const pageOf = (owner: string, fields: Record<string, string>) =>
    done<Memorial>({ url: '/memorial/create', payload: memorialForm(fields), token: owner })
  const leaveWords = (page: Memorial, text: string, from: { token?: string; email?: string }) => {
    const words = { memorials_id: page.id, author: name, description: `${name}: ${text}` }
    const payload = { ...words, ...(from.email && { author_email: from.email }) }
    return done<WrittenMemory>({ url: '/memories/create', payload, ...(from.token && { token: from.token }) })
  }
  const letIn = async (page: Memorial, owner: string, guest: { email: string; token: string }) => {
    await done({ url: `/memorial/${page.id}/keepers`, payload: { email: guest.email }, token: owner })
    await done({ url: '/keepers/accept', payload: { token: await world.tokenFor(guest.email) }, token: guest.token })
  }

  const neighbourEmail = 'sosedka@example.org'
  const neighbour = await world.signUp(neighbourEmail)
  const [open, closed, kept] = [
    await pageOf(neighbour, { public_status: 'true' }),
    await pageOf(neighbour, { public_status: 'false' }),
    await pageOf(neighbour, { public_status: 'true' }),
  ]
  const token = await world.signUp(email)

  const own = await pageOf(token, { lastname: name, biography: name, rate_check: 'true', public_status: 'true' })
  await done({ method: 'PATCH', url: '/users/me', payload: { display_name: name }, token })
  const rewrite = (page: Memorial, biography: string) => {
    const payload = new FormData()
    payload.append('biography', biography)
    return done({ method: 'PATCH', url: `/memorial/update/${page.id}`, payload, token })
  }
  await rewrite(own, `${name} был здесь.`)
  const described = { description: name, date_text: name, people: name }
  for (const sound of ['sound.mp3', 'sound.m4a']) {
    const payload = archiveForm(own.id, await sampleFile(sound), described)
    const item = await done<{ id: number }>({ url: archivePaths('audio').create, payload, token })
    if (sound === 'sound.m4a') {
      await done({ method: 'DELETE', url: `${archivePaths('audio').delete}/${item.id}?keep=true`, token })
    }
  }
  const burial = new FormData()
  for (const [field, value] of Object.entries({ memorial_id: String(own.id), burial_address: name })) {
    burial.append(field, value)
  }
  await done({ url: '/burial/create', payload: burial, token })
  await leaveWords(own, 'на своей странице', { token })
  const asked = { memorials_id: own.id, author: 'Сосед', description: 'Помним.', author_email: 'sosed@example.org' }
  const { id: answered } = await done<WrittenMemory>({ url: '/memories/create', payload: asked })
  await done({ url: `/memories/${answered}/reply`, payload: { text: name }, token })
  const trashed = await pageOf(token, { lastname: name })
  await done({ method: 'DELETE', url: `/memorial/delete/${trashed.id}/?keep=true`, token })

  const handedOver = await pageOf(token, { public_status: 'true' })
  await leaveWords(handedOver, 'на отданной странице', { token })
  const offer = { email: neighbourEmail, current_password: world.password }
  await done({ url: `/memorial/${handedOver.id}/hand-over`, payload: offer, token })
  const payload = { token: await world.tokenFor(neighbourEmail) }
  await done({ url: '/keepers/accept', payload, token: neighbour })

  await letIn(kept, neighbour, { email, token })
  await leaveWords(kept, 'как хранитель', { token })
  await rewrite(kept, KEEPERS_WORDS)
  const withPhoto = new FormData()
  const words = { memorials_id: String(kept.id), author: name, description: `${name}: с фотографией` }
  for (const [field, value] of Object.entries(words)) withPhoto.append(field, value)
  withPhoto.append('file', new Blob([(await smallPicture()) as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  await done({ url: '/memories/create', payload: withPhoto, token })

  const approved = await leaveWords(open, 'одобрено', { token })
  await done({ url: `/memories/moderate/${approved.id}`, payload: { decision: 'approved' }, token: neighbour })
  const unwanted = await leaveWords(open, 'в корзине', { token })
  await done({ method: 'DELETE', url: `/memories/delete/${unwanted.id}?keep=true`, token: neighbour })
  await leaveWords(open, 'ждёт', { token })

  async function comeAsGuest(as: string): Promise<void> {
    await leaveWords(open, `как гость ${as}`, { email: as })
    const access = { name, email: as, text: name }
    await done({ url: `/memorial/${closed.id}/access-requests`, payload: access })
    await done({ url: `/memorial/${open.id}/report`, payload: { reason: 'other', text: name, email: as } })
    const blocked = await leaveWords(handedOver, 'от кого больше не хотят слов', { email: as })
    await done({ url: `/memories/${blocked.id}/block-author`, token: neighbour })
  }
  await comeAsGuest(email.toUpperCase())
  await done({ method: 'PUT', url: '/users/me/heir', payload: { email }, token: neighbour })
  await done({ url: `/memorial/${open.id}/keepers`, payload: { email }, token: neighbour })

  const change = (to: string) => ({ email: to, current_password: world.password })
  await done({ url: '/users/me/change-email', payload: change(newEmail), token })
  await done({ url: '/users/confirm-email', payload: { token: await world.tokenFor(newEmail) } })
  await comeAsGuest(newEmail)
  await done({ url: '/users/me/change-email', payload: change(wantedEmail), token })

  return { token, approved: approved.id }
}

/** The tables that hold one of their e-mails once everything is written, and those that hold their name. */
export const TABLES_WITH_RARE_WORDS = {
  emails: [
    ...['access_requests', 'blocked_authors', 'email_tokens', 'former_emails', 'invitations', 'letters', 'memories'],
    ...['reports', 'users'],
  ],
  name: ['access_requests', 'archive_items', 'burials', 'memorials', 'memories', 'reports', 'users'],
}
