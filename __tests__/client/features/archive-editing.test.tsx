import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { ADVANCED } from '@contract/memorial'
import { Archives } from '@client/features/memorial/archives/Archives'
import { StorageUsage } from '@client/features/memorial/edit-mode'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openSection, openTools } from '@support/section'
import { keepEverythingInView } from '@support/intersection-observer'
import { refuse, requestsTo, serve, serveArchive, serveMemorial } from '@support/server'

const UPDATE = 'photo_archive/update/5'
const MB = 1024 ** 2
const memorial = aMemorial({
  id: 7,
  profile_rate: ADVANCED,
  media_storage_limit: 250 * MB,
  used_storage_bytes: 12 * MB,
})
const photo = anArchiveItem({ id: 5, memorial_id: 7, description: 'У реки' })

beforeEach(() => {
  keepEverythingInView()
  serveMemorial(memorial)
  serveArchive('photo', 7, [photo])
})

async function edit() {
  const opened = openSection(
    7,
    (current) => (
      <>
        <Archives memorial={current} isEditing isKeeper />
        <StorageUsage memorial={current} />
      </>
    ),
    { as: aUser() },
  )
  await openTools('фотографии')
  await screen.findByRole('button', { name: 'Действия: У реки' })
  return opened
}

async function pressTool(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Действия: У реки' }))
  await user.click(screen.getByRole('button', { name }))
}

describe('the description of an item', () => {
  it('is written in place and saved on its own', async () => {
    const { user } = await edit()
    serve('patch', 'photo_archive/update/5', { ...photo, description: 'У Волги' })
    serveArchive('photo', 7, [{ ...photo, description: 'У Волги' }])

    await pressTool(user, 'Изменить подпись: У реки')
    const field = screen.getAllByLabelText('Описание').find((input) => (input as HTMLInputElement).value === 'У реки')
    expect(field).toHaveFocus()
    await user.clear(field as HTMLElement)
    await user.type(field as HTMLElement, 'У Волги')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    expect(await screen.findByText('У Волги')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Действия: У Волги' })).toHaveFocus()
    const form = await requestsTo('patch', 'photo_archive/update/5')[0]?.formData()
    expect(form?.get('description')).toBe('У Волги')
  })

  it('comes with when it was and who is there, which are shown below it', async () => {
    const { user } = await edit()
    const told = { ...photo, date_text: 'лето 1956', people: 'Мария и Иван' }
    serve('patch', 'photo_archive/update/5', told)
    serveArchive('photo', 7, [told])

    await pressTool(user, 'Изменить подпись: У реки')
    expect(screen.getByLabelText('Когда')).toHaveAccessibleDescription('Например: лето 1956')
    await user.type(screen.getByLabelText('Когда'), 'лето 1956')
    await user.type(screen.getByLabelText('Кто на снимке'), 'Мария и Иван')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    expect(await screen.findByText('лето 1956 · Мария и Иван')).toBeVisible()
    const form = await requestsTo('patch', 'photo_archive/update/5')[0]?.formData()
    expect(form?.get('description')).toBe('У реки')
    expect(form?.get('date_text')).toBe('лето 1956')
    expect(form?.get('people')).toBe('Мария и Иван')
  })

  it('is cleared where it is left empty', async () => {
    const told = { ...photo, date_text: 'лето 1956' }
    serveArchive('photo', 7, [told])
    const { user } = await edit()
    serve('patch', 'photo_archive/update/5', photo)

    await pressTool(user, 'Изменить подпись: У реки')
    await user.clear(screen.getByLabelText('Когда'))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    await waitFor(() => expect(requestsTo('patch', 'photo_archive/update/5')).toHaveLength(1))
    const form = await requestsTo('patch', 'photo_archive/update/5')[0]?.formData()
    expect(form?.get('date_text')).toBe('')
  })

  it('stays as typed when the server refuses', async () => {
    const { user } = await edit()
    refuse('patch', 'photo_archive/update/5', 500)

    await pressTool(user, 'Изменить подпись: У реки')
    await user.keyboard(' весной')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    expect((await screen.findAllByText('Ошибка при обновлении данных.'))[0]).toBeVisible()
    expect(screen.getByDisplayValue('У реки весной')).toBeVisible()
  })

  it('that somebody else has changed meanwhile is shown to who saves second', async () => {
    const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
    const ofBrother = { ...photo, description: 'У Оки', people: 'Иван' }
    const { user } = await edit()
    refuse('patch', UPDATE, 409, REFUSAL)
    await pressTool(user, 'Изменить подпись: У реки')
    await user.keyboard(' весной')
    serveArchive('photo', 7, [ofBrother])
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    const theirs = within(await screen.findByRole('group', { name: 'Сейчас на странице: Описание' }))
    expect(await theirs.findByText('Оки')).toBeVisible()
    expect(screen.getByLabelText('Кто на снимке')).toHaveValue('Иван')
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(screen.getByDisplayValue('У реки весной')).toBeVisible()

    serve('patch', UPDATE, { ...ofBrother, description: 'У реки весной' })
    await user.click(screen.getAllByRole('radio', { name: 'Оставить мой' })[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Сохранить выбранное' }))
    await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(2))
    const expected = await Promise.all(
      requestsTo('patch', UPDATE).map(async (request) => (await request.formData()).get('expected') as string),
    )
    expect(expected.map((text) => JSON.parse(text) as unknown)).toEqual([
      { description: 'У реки', date_text: null, people: null },
      { description: 'У Оки', date_text: null, people: 'Иван' },
    ])
  })

  it('of what somebody else has deleted meanwhile stays, with a word of where it can be brought back', async () => {
    const { user } = await edit()
    refuse('patch', UPDATE, 404, 'Not found')
    await pressTool(user, 'Изменить подпись: У реки')
    await user.keyboard(' весной')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))

    expect((await screen.findAllByText(/^Пока вы писали, это удалили\. Если вернуть из «Корзины»/))[0]).toBeVisible()
    expect(screen.getByDisplayValue('У реки весной')).toBeVisible()
  })

  it('that is not saved is asked about before the page is left', async () => {
    const { user } = openAt('/memorials/7', { as: aUser() })
    await user.click(await screen.findByRole('button', { name: 'Редактировать' }))
    await openTools('фотографии')
    await screen.findByRole('button', { name: 'Действия: У реки' })
    await pressTool(user, 'Изменить подпись: У реки')
    await user.keyboard(' весной')

    await user.click(screen.getAllByRole('link', { name: 'Мемориалы' })[0] as HTMLElement)

    expect(await screen.findByText('Изменения ещё не сохранены и пропадут.')).toBeVisible()
  })
})

describe('deleting an item', () => {
  it('asks, says what goes, and frees its storage', async () => {
    const { user } = await edit()
    serve('delete', 'photo_archive/delete/5', null, 204)

    await pressTool(user, 'Удалить: У реки')
    const dialog = await screen.findByRole('alertdialog', { name: 'Удалить фотографию?' })
    expect(within(dialog).getByRole('button', { name: 'Удалить' })).toHaveClass('MuiButton-colorError')
    expect(dialog).toHaveTextContent('У реки. Её не увидит больше никто, а 30 дней она пролежит в «Корзине»')
    expect(requestsTo('delete', 'photo_archive/delete/5')).toHaveLength(0)
    serveArchive('photo', 7, [])
    serve('get', 'memorial/7', { ...memorial, used_storage_bytes: 2 * MB })
    await user.click(within(dialog).getByRole('button', { name: 'Удалить' }))

    await waitFor(() => expect(screen.queryByRole('button', { name: 'У реки' })).not.toBeInTheDocument())
    expect(await screen.findByText('Хранилище: 2 МБ из 250 МБ')).toBeVisible()
    expect(document.body).not.toHaveFocus()
  })

  it('takes away what another tab has deleted', async () => {
    const { user } = await edit()
    refuse('delete', 'photo_archive/delete/5', 404)
    serveArchive('photo', 7, [])

    await pressTool(user, 'Удалить: У реки')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Удалить' }))

    await waitFor(() => expect(screen.queryByRole('button', { name: 'У реки' })).not.toBeInTheDocument())
    expect(screen.queryByText('Ошибка при удалении.')).not.toBeInTheDocument()
  })

  it('that fails says so, and the item stays', async () => {
    const { user } = await edit()
    refuse('delete', 'photo_archive/delete/5', 500)

    await pressTool(user, 'Удалить: У реки')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Удалить' }))

    expect(await screen.findByText('Ошибка при удалении.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'У реки' })).toBeVisible()
  })
})

it('offers no tools to a visitor', async () => {
  openAt('/memorials/7')
  await screen.findByRole('button', { name: 'У реки' })
  expect(screen.queryByRole('button', { name: 'Добавить на страницу' })).not.toBeInTheDocument()
  expect(screen.queryByText(/Хранилище/)).not.toBeInTheDocument()
})

describe('a photo that lies on its side', () => {
  it('is turned by a press, and shown as it stands then', async () => {
    const { user } = await edit()
    const turned = { ...photo, file_path: '/media/turned/picture.webp' }
    serve('patch', 'photo_archive/update/5', turned)
    serveArchive('photo', 7, [turned])

    await pressTool(user, 'Повернуть: У реки')

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'У реки' }).querySelector('img:last-of-type')).toHaveAttribute(
        'src',
        '/media/turned/picture.webp',
      ),
    )
    const form = await requestsTo('patch', 'photo_archive/update/5')[0]?.formData()
    expect(form?.get('rotate')).toBe('90')
    expect(screen.getByRole('button', { name: 'Повернуть: У реки' })).toHaveFocus()
  })

  it('stays as it is where that fails, and says so', async () => {
    const { user } = await edit()
    refuse('patch', 'photo_archive/update/5', 500)

    await pressTool(user, 'Повернуть: У реки')

    expect(await screen.findByText('Ошибка при обновлении данных.')).toBeVisible()
  })
})
