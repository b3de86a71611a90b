import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Burial } from '@contract/burial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { type Method, requestsTo, serveBurial, serveMemorial } from '@support/server'

/** The owner has opened the page of memorial 7 and gone over to changing it. */
export async function editBurial(burial: Burial | null) {
  serveMemorial(aMemorial({ id: 7 }))
  if (burial) serveBurial(burial)
  const page = openAt('/memorials/7', { as: aUser() })
  fireEvent.click(await screen.findByRole('button', { name: 'Редактировать' }))
  await screen.findByLabelText('Адрес захоронения')
  return page
}

export const address = () => screen.getByLabelText('Адрес захоронения')
export const coordinates = () => screen.getByLabelText('Координаты')

export function write(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } })
}

export function save(): void {
  fireEvent.click(screen.getByText('Сохранить', { selector: 'button' }))
}

export async function lastBody(method: Method, path: string): Promise<Record<string, FormDataEntryValue>> {
  await waitFor(() => expect(requestsTo(method, path)).not.toHaveLength(0))
  return Object.fromEntries((await requestsTo(method, path).at(-1)?.formData()) ?? [])
}
