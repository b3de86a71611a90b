import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Burial } from '@contract/burial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { type Method, requestsTo, serveBurial, serveMemorial } from '@support/server'
import { scrollThroughPage } from '@support/intersection-observer'

/** The owner has opened the page of memorial 7 and the form of its grave. */
export async function editBurial(burial: Burial | null) {
  const page = await editMode(burial)
  await openForm()
  return page
}

/** The owner has opened the page of memorial 7 and gone over to changing it. */
export async function editMode(burial: Burial | null) {
  serveMemorial(aMemorial({ id: 7 }))
  if (burial) serveBurial(burial)
  const page = openAt('/memorials/7', { as: aUser() })
  fireEvent.click(await screen.findByText('Редактировать', { selector: 'button' }))
  await screen.findByText(/^(Изменить|Указать) место захоронения$/)
  return page
}

/** The form gives way to what it saved; the button opens it again. */
export async function openForm(): Promise<void> {
  fireEvent.click(await screen.findByText(/^(Изменить|Указать) место захоронения$/, { selector: 'button' }))
  await screen.findByLabelText('Адрес захоронения')
}

export const grave = () => screen.getByLabelText('Место захоронения', { selector: 'section' })

/** One has scrolled as far as the map. */
export async function comeToMap(): Promise<void> {
  await screen.findByText('Загрузка карты...')
  scrollThroughPage(grave())
}

export const address = () => screen.getByLabelText('Адрес захоронения')
export const coordinates = () => screen.getByLabelText('Координаты')

export function write(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } })
}

export function save(label = 'Сохранить'): void {
  fireEvent.click(within(grave()).getByText(label, { selector: 'button' }))
}

export async function lastBody(method: Method, path: string): Promise<Record<string, FormDataEntryValue>> {
  await waitFor(() => expect(requestsTo(method, path)).not.toHaveLength(0))
  return Object.fromEntries((await requestsTo(method, path).at(-1)?.formData()) ?? [])
}
