import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aMemorial, aUser } from '@support/factories'
import { scrollThroughPage } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { refuse, requestsTo, server, serveMemorial } from '@support/server'

const OWNER = aUser({ id: 1 })
const saved: { address: string; name: string }[] = []

beforeEach(() => {
  saved.length = 0
  URL.revokeObjectURL = () => undefined
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ address: this.href, name: this.download })
  })
})
afterEach(() => jest.restoreAllMocks())

async function openDialog(differences = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, lastname: 'Орлова', name: 'Анна', surname: null, ...differences }))
  server.use(http.get('*/api/v1/memorial/7/qrcode', () => HttpResponse.text('<svg/>')))
  const { user } = openAt('/memorials/7', { as: OWNER })
  await screen.findByRole('heading', { name: 'QR-код' })
  scrollThroughPage()
  await user.click(await screen.findByRole('button', { name: 'Табличка' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Табличка с QR-кодом' })) }
}

const asked = () =>
  requestsTo('get', 'memorial/7/qrcode').map(({ url }) => Object.fromEntries(new URL(url).searchParams))

it('shows the plate and saves it as it was chosen', async () => {
  const { user, dialog } = await openDialog()
  expect(await dialog.findByRole('img', { name: 'QR-код, под ним имя и годы' })).toBeVisible()

  await user.click(dialog.getByRole('checkbox', { name: 'Имя и годы под кодом' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Тон' }), 'light')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Файл' }), 'svg')
  await user.clear(dialog.getByRole('textbox', { name: 'Ширина кода, мм' }))
  await user.type(dialog.getByRole('textbox', { name: 'Ширина кода, мм' }), '120')
  await user.click(dialog.getByRole('button', { name: 'Скачать' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('QR-код — Орлова Анна, 120 мм.svg')
  expect(saved[0]?.address).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(asked().at(-1)).toEqual({ format: 'svg', size_mm: '120', plate: 'false', tone: 'light' })
})

it.each(['29', '301', ''])('asks for nothing that is %p mm wide', async (size) => {
  const { user, dialog } = await openDialog()
  await dialog.findByRole('img')
  const before = asked().length
  const field = dialog.getByRole('textbox', { name: 'Ширина кода, мм' })

  await user.clear(field)
  if (size) await user.type(field, size)
  await user.click(dialog.getByRole('button', { name: 'Скачать' }))

  expect(field).toBeInvalid()
  expect(dialog.getByText('Введите целое число от 30 до 300.')).toBeVisible()
  expect([saved, asked().length]).toEqual([[], before])
})

it('says from how far a code is read, and that a closed page asks for its PIN', async () => {
  const { user, dialog } = await openDialog({ public_status: false })
  expect(dialog.getByText(/с расстояния до 60\sсм/)).toBeVisible()
  expect(dialog.getByRole('alert')).toHaveTextContent('понадобится PIN-код')

  await user.clear(dialog.getByRole('textbox', { name: 'Ширина кода, мм' }))
  await user.type(dialog.getByRole('textbox', { name: 'Ширина кода, мм' }), '150')
  expect(dialog.getByText(/с расстояния до 1,5\sм/)).toBeVisible()
})

it('tells when the file could not be made', async () => {
  const { user, dialog } = await openDialog()
  await dialog.findByRole('img')
  refuse('get', 'memorial/7/qrcode', 503, 'Сейчас готовится слишком много табличек.')

  await user.click(dialog.getByRole('button', { name: 'Скачать' }))

  expect(await screen.findByText('Сейчас готовится слишком много табличек.')).toBeVisible()
})
