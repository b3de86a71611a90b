import { screen, waitFor, within } from '@testing-library/react'
import { ADVANCED, type Memorial } from '@contract/memorial'
import type { User } from '@contract/user'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMe, serveMemorial } from '@support/server'

const MB = 1024 ** 2
const basic = aMemorial({ id: 7 })
const advanced = aMemorial({
  id: 7,
  profile_rate: ADVANCED,
  media_storage_limit: 250 * MB,
  used_storage_bytes: 12 * MB,
})

function open(memorial: Memorial, owner: User) {
  serveMemorial(memorial)
  return openAt('/memorials/7', { as: owner })
}

describe('the storage of an advanced memorial', () => {
  it('is shown to its owner in words and as a bar', async () => {
    open(advanced, aUser())

    expect(await screen.findByText('Хранилище: 12 МБ из 250 МБ')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Хранилище: 12 МБ из 250 МБ' })).toHaveAttribute(
      'aria-valuenow',
      '5',
    )
    expect(screen.queryByRole('button', { name: 'Добавить 1 ГБ' })).not.toBeInTheDocument()
  })

  it('is not shown to anyone else', async () => {
    open(advanced, aUser({ id: 2 }))
    await screen.findByRole('region', { name: 'Слова памяти' })
    expect(screen.queryByText(/Хранилище/)).not.toBeInTheDocument()
  })

  it('grows by a gigabyte, after one is asked', async () => {
    const { user } = open(advanced, aUser({ bonus_gb_left: 1 }))
    const grown = { ...advanced, media_storage_limit: 1274 * MB }
    serve('patch', 'memorial/add-storage/7', grown)

    await user.click(await screen.findByRole('button', { name: 'Добавить 1 ГБ' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Добавить 1 ГБ к хранилищу?' })
    expect(requestsTo('patch', 'memorial/add-storage/7')).toHaveLength(0)
    expect(within(dialog).getByRole('button', { name: 'Добавить 1 ГБ' })).toHaveClass('MuiButton-colorPrimary')
    serve('get', 'memorial/7', grown)
    serveMe(aUser())
    await user.click(within(dialog).getByRole('button', { name: 'Добавить 1 ГБ' }))

    expect(await screen.findByText('Хранилище: 12 МБ из 1274 МБ')).toBeVisible()
    expect(await screen.findByText('Хранилище увеличено на 1 ГБ')).toBeVisible()
    // Its button is gone.
    await waitFor(() => expect(screen.getByText('Хранилище: 12 МБ из 1274 МБ')).toHaveFocus())
  })

  it('that has grown already does not grow again', async () => {
    open({ ...advanced, media_storage_limit: 1274 * MB }, aUser({ bonus_gb_left: 1 }))
    await screen.findByText('Хранилище: 12 МБ из 1274 МБ')
    expect(screen.queryByRole('button', { name: 'Добавить 1 ГБ' })).not.toBeInTheDocument()
  })
})

describe('the owner of a basic memorial', () => {
  it('makes it an advanced one, after being asked', async () => {
    const { user } = open(basic, aUser({ advanced_memorials_left: 1 }))
    serve('patch', 'memorial/upgrade/7', advanced)

    await user.click(await screen.findByRole('button', { name: 'Открыть альбом, голос и видео' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(requestsTo('patch', 'memorial/upgrade/7')).toHaveLength(0)
    serve('get', 'memorial/7', advanced)
    serveMe(aUser())
    await user.click(within(dialog).getByRole('button', { name: 'Открыть альбом, голос и видео' }))

    expect(await screen.findByText('Хранилище: 12 МБ из 250 МБ')).toBeVisible()
    await waitFor(() => {
      expect(document.body).not.toHaveFocus()
      expect(document.activeElement).toHaveAttribute('data-album')
    })
  })

  it.each([
    [403, 'Продвинутых мемориалов не осталось.', 'Продвинутых мемориалов не осталось.'],
    [500, 'Internal Server Error', 'Ошибка при обновлении данных.'],
  ])('is told why not at a %i', async (status, detail, text) => {
    const { user } = open(basic, aUser({ advanced_memorials_left: 1 }))
    refuse('patch', 'memorial/upgrade/7', status, detail)

    await user.click(await screen.findByRole('button', { name: 'Открыть альбом, голос и видео' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Открыть альбом, голос и видео' }))

    expect(await screen.findByText(text)).toBeVisible()
  })

  it('without credits is shown the way to the tariffs', async () => {
    open(basic, aUser())
    expect(await screen.findByText(/Альбом, голос и видео открывает продвинутый мемориал/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Открыть альбом, голос и видео' })).not.toBeInTheDocument()
  })

  it('without credits enters a promo code in the same place, and goes on from there', async () => {
    serve('post', 'promo-codes/apply', { tariff_title: 'Продвинутый мемориал' })
    const { user } = open(basic, aUser())
    await user.click(await screen.findByRole('button', { name: 'У меня есть промокод' }))
    await user.type(await screen.findByLabelText('Промокод'), 'POMNIM-ADVANCED')
    serveMe(aUser({ advanced_memorials_left: 1 }))
    await user.click(screen.getByRole('button', { name: 'Применить' }))

    expect(await screen.findByRole('button', { name: 'Открыть альбом, голос и видео' })).toBeVisible()
    expect(screen.queryByLabelText('Промокод')).not.toBeInTheDocument()
    expect(document.body).not.toHaveFocus()
  })

  it('alone is offered it', async () => {
    open(basic, aUser({ id: 2, advanced_memorials_left: 1 }))
    await screen.findByRole('heading', { level: 1, name: /Соколова/ })
    expect(screen.queryByRole('button', { name: 'Открыть альбом, голос и видео' })).not.toBeInTheDocument()
  })
})
