import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RoadChange } from '@contract/burial'
import { BurialPlace } from '@client/features/memorial/burial/BurialPlace'
import { aBurial, aMemorial } from '@support/factories'
import { openSection, openTools } from '@support/section'
import { disconnect, refuse, requestsTo, serve, serveBurial, serveMemorial } from '@support/server'
import { editMode } from './burial-place-of-owner'

const UPDATE = 'burial/update/5'
const step = (id: string, line: string) => ({
  id,
  line,
  photo_path: `/media/${id}/picture.jpg`,
  photo_width: 800,
  photo_height: 600,
})
const PLACE = aBurial({ id: 5, memorial_id: 7, road: [step('a', 'От ворот налево'), step('b', 'У голубой ограды')] })

async function lastRoad(): Promise<RoadChange> {
  const form = await requestsTo('patch', UPDATE).at(-1)?.formData()
  return JSON.parse(form?.get('road') as string) as RoadChange
}

it('is read as numbered steps', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serveBurial(PLACE)
  openSection(7, ({ id }) => <BurialPlace memorialId={id} isEditing={false} />)
  const list = (await screen.findByText('От ворот налево')).closest('ol') as HTMLElement
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent.replaceAll('\u00a0', ' ')),
  ).toEqual(['От ворот налево', 'У голубой ограды'])
  expect(within(list).getByRole('img', { name: 'Дорога, шаг 1' })).toBeVisible()
})

it('is not there where nobody has shown it, nor in copies of earlier versions', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serveBurial(aBurial({ memorial_id: 7 }))
  openSection(7, ({ id }) => <BurialPlace memorialId={id} isEditing={false} />)
  await screen.findByText(/^Координаты/)
  expect(screen.queryByText('Дорога к могиле')).toBeNull()
})

it('gets its lines, its order and its photos from keepers, each saved at once', async () => {
  await editMode(PLACE)
  await openTools('дорогу к могиле')
  serve('patch', UPDATE, PLACE)
  const line = await screen.findByLabelText('Подпись к шагу 2')
  fireEvent.change(line, { target: { value: ' У синей ограды ' } })
  fireEvent.blur(line)
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(1))
  expect(await lastRoad()).toEqual({
    before: ['a', 'b'],
    steps: [
      { id: 'a', line: 'От ворот налево' },
      { id: 'b', line: 'У синей ограды' },
    ],
  })

  fireEvent.click(screen.getByRole('button', { name: 'Переставить шаг 2 раньше' }))
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(2))
  expect((await lastRoad()).steps.map(({ id }) => id)).toEqual(['b', 'a'])

  const file = new File(['x'], 'ворота.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText(/Добавить фотографию дороги/), { target: { files: [file] } })
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(3))
  expect((await lastRoad()).steps.at(-1)).toEqual({ id: null, line: '' })
})

it('keeps a line that is still being saved when a step is moved', async () => {
  await editMode(PLACE)
  await openTools('дорогу к могиле')
  serve('patch', UPDATE, PLACE)
  const line = await screen.findByLabelText('Подпись к шагу 2')
  fireEvent.change(line, { target: { value: 'У синей ограды' } })
  fireEvent.blur(line)
  fireEvent.click(screen.getByRole('button', { name: 'Переставить шаг 2 раньше' }))
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(2))
  expect((await lastRoad()).steps[0]).toEqual({ id: 'b', line: 'У синей ограды' })
})

it('says why a photo could not be added', async () => {
  await editMode(PLACE)
  await openTools('дорогу к могиле')
  refuse('patch', UPDATE, 409, 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.')
  const file = new File(['x'], 'ворота.jpg', { type: 'image/jpeg' })
  fireEvent.change(await screen.findByLabelText(/Добавить фотографию дороги/), { target: { files: [file] } })
  expect(await screen.findByText(/это же изменил ещё кто-то/)).toBeVisible()
})

const steps = async () => (await lastRoad()).steps.map(({ id, line }) => [id, line])

it('gives a deleted photo back with its line and in its place, at a press', async () => {
  await editMode(PLACE)
  await openTools('дорогу к могиле')
  serve('get', '/media/a/picture.jpg', 'the photo')
  serve('patch', UPDATE, PLACE)
  serveBurial({ ...PLACE, road: [step('b', 'У голубой ограды')] })
  fireEvent.click(await screen.findByRole('button', { name: 'Удалить шаг 1' }))
  const putBack = await screen.findByRole('button', { name: 'Вернуть фотографию' })
  expect(putBack).toHaveFocus()
  expect(await steps()).toEqual([['b', 'У голубой ограды']])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Удалить шаг 2' })).toBeNull())

  fireEvent.click(putBack)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Вернуть фотографию' })).toBeNull())
  expect(await steps()).toEqual([
    [null, 'От ворот налево'],
    ['b', 'У голубой ограды'],
  ])
})

it('deletes no photo that could not be given back for want of a connection', async () => {
  await editMode(PLACE)
  await openTools('дорогу к могиле')
  disconnect('get', '/media/a/picture.jpg')
  fireEvent.click(await screen.findByRole('button', { name: 'Удалить шаг 1' }))
  expect(await screen.findByText(/^Ответа не было: связи нет/)).toBeVisible()
  expect(requestsTo('patch', UPDATE)).toHaveLength(0)
})
