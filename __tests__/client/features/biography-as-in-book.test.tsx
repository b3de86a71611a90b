import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Biography } from '@client/features/memorial/MemorialContent'
import { aFile, edit, memorialOfArchives } from '@support/archive-uploader'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openSection } from '@support/section'
import { refuse, requestsTo, serve, serveMemorial } from '@support/server'

const UPDATE = 'memorial/update/7/'
const TYPED = 'Он говорил: "Держись" - и держался.'
const SET = 'Он говорил: «Держись» — и держался.'

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

function acceptBiography(biography: string | null): void {
  const changed = aMemorial({ id: 7, user_id: 1, biography })
  serve('patch', UPDATE, changed)
  serveMemorial(changed)
}

/** The biographies that were sent, and those that they were to replace. */
async function sent(): Promise<[unknown, unknown][]> {
  const forms = await Promise.all(requestsTo('patch', UPDATE).map((request) => request.clone().formData()))
  return forms.map((form) => {
    const { biography } = JSON.parse(form.get('expected') as string) as { biography: unknown }
    return [form.get('biography'), biography]
  })
}

async function saveTyped(typed: string) {
  acceptBiography(null)
  openSection(7, (memorial) => <Biography memorial={memorial} isEditing />, { as: aUser({ id: 1 }) })
  fireEvent.click(await screen.findByText('Написать биографию'))
  fireEvent.change(await screen.findByLabelText('Биография', { selector: 'textarea' }), { target: { value: typed } })
  acceptBiography(SET)
  press('Сохранить')
  await screen.findByText('Мы поставили кавычки и тире, как в книге.')
}

it('is set as in a book, and put back as it was typed at a press, for good', async () => {
  await saveTyped(TYPED)
  acceptBiography(TYPED)
  press('Вернуть как было')
  expect(await screen.findByText('Вернули, как было')).toBeVisible()
  expect(await sent()).toEqual([
    [SET, null],
    [TYPED, SET],
  ])

  fireEvent.click(await screen.findByText('Изменить биографию'))
  await screen.findByLabelText('Биография', { selector: 'textarea' })
  press('Сохранить')
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(3))
  expect((await sent()).at(-1)).toEqual([TYPED, TYPED])
})

it('is not put back over what another keeper wrote since', async () => {
  await saveTyped(`${TYPED} Всегда.`)
  refuse('patch', UPDATE, 409)
  press('Вернуть как было')
  expect(await screen.findByText('Вернуть не получилось: текст с тех пор изменили.')).toBeVisible()
})

it('a caption gets the signs of a book on the way to the next one, and its writer takes them back', async () => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
  keepEverythingInView()
  serveMemorial(memorialOfArchives)
  const { archive, choose, user } = await edit('Фотографии')
  await choose(aFile('IMG_1.jpg', 'image/jpeg'), aFile('IMG_2.jpg', 'image/jpeg'))
  const [first, second] = await archive.findAllByLabelText('Описание')
  await user.type(first as HTMLElement, 'Теплоход "Волга"...')
  await waitFor(async () => {
    await user.click(first as HTMLElement)
    await user.click(second as HTMLElement)
    expect(first).toHaveValue('Теплоход «Волга»…')
  })

  await user.click(archive.getByRole('button', { name: 'Вернуть как было' }))
  expect(first).toHaveValue('Теплоход "Волга"...')
  await user.click(first as HTMLElement)
  await user.click(second as HTMLElement)
  expect(first).toHaveValue('Теплоход "Волга"...')
  expect(second).toHaveValue('')
})

it('an only caption is sent as in a book by the press that sends its file', async () => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
  keepEverythingInView()
  serveMemorial(memorialOfArchives)
  serve('post', 'photo_archive/create', anArchiveItem(), 201)
  const { archive, choose, send, user } = await edit('Фотографии')
  await choose(aFile('IMG_1.jpg', 'image/jpeg'))
  await user.type(await archive.findByLabelText('Описание'), 'Теплоход "Волга"...')
  await archive.findByText('Кавычки и тире поставим, как в книге.')
  await send()

  await waitFor(() => expect(requestsTo('post', 'photo_archive/create')).toHaveLength(1))
  const form = await requestsTo('post', 'photo_archive/create')[0]?.formData()
  expect(form?.get('description')).toBe('Теплоход «Волга»…')
})
