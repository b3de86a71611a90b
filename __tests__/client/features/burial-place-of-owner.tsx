import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Burial } from '@contract/burial'
import { BurialPlace } from '@client/features/memorial/burial/BurialPlace'
import { aMemorial, aUser } from '@support/factories'
import { type Method, requestsTo, serveBurial, serveMemorial } from '@support/server'
import { scrollThroughPage } from '@support/intersection-observer'
import { openSection } from '@support/section'

/** The owner edits the grave of memorial 7, and has opened its form. */
export async function editBurial(burial: Burial | null) {
  const page = await editMode(burial)
  await openForm()
  return page
}

/** The owner edits memorial 7, of which only the grave is shown. */
export async function editMode(burial: Burial | null) {
  serveMemorial(aMemorial({ id: 7 }))
  if (burial) serveBurial(burial)
  const page = openSection(7, ({ id }) => <BurialPlace memorialId={id} isEditing />, { as: aUser() })
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
