import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'

import { Biography } from '@client/features/memorial/MemorialContent'
import { MemorialHead } from '@client/features/memorial/MemorialHead'
import { aMemorial, aUser } from '@support/factories'
import { openSection } from '@support/section'
import { refuse, requestsTo, serveMemorial } from '@support/server'
import '@support/intersection-observer'

export const UPDATE = 'memorial/update/7/'
export const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
export const TIMEOUT_MS = 180_000

export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
export const show = (memorial: Partial<Memorial>) => serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))

export async function open(memorial: Partial<Memorial>, form: string) {
  show(memorial)
  openSection(
    7,
    (current) => (
      <>
        <MemorialHead memorial={current} isEditing />
        <Biography memorial={current} isEditing />
      </>
    ),
    { as: aUser({ id: 1 }) },
  )
  const opener = await screen.findByText(form)
  // A draft is brought back a moment after the form was opened.
  await act(async () => {
    fireEvent.click(opener)
    await Promise.resolve()
  })
}

/** Somebody else has changed the page; the server refuses what is sent, and answers with theirs from now on. */
export function changedBySomebody(memorial: Partial<Memorial>): void {
  show(memorial)
  refuse('patch', UPDATE, 409, REFUSAL)
}

export const theirs = async (part: string) =>
  within(await screen.findByRole('group', { name: `Сейчас на странице: ${part}` }))
export async function expectedIn(nth: number): Promise<unknown> {
  const expected = (await requestsTo('patch', UPDATE).at(nth)?.formData())?.get('expected')
  return typeof expected === 'string' ? (JSON.parse(expected) as unknown) : undefined
}
