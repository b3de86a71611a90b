import { screen } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serveMemorial, serveQrCode } from '@support/server'
import { scrollThroughPage } from '@support/intersection-observer'

const PICTURE = { name: 'QR-код, который открывает эту страницу' }
const DOWNLOAD = { name: 'Скачать QR-код' }

async function openMemorial(as = aUser({ id: 2 }), circumstances = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  const page = openAt('/memorials/7', { as, ...circumstances })
  await screen.findByRole('heading', { name: 'QR-код' })
  return page
}

describe('the QR code', () => {
  it('is fetched when its reader comes near', async () => {
    await openMemorial()
    expect(requestsTo('get', 'memorial/7/qrcode')).toHaveLength(0)

    scrollThroughPage()

    expect(await screen.findByRole('img', PICTURE)).toHaveAttribute('src', 'data:image/png;base64,iVBORw==')
    expect(screen.queryByRole('link', DOWNLOAD)).not.toBeInTheDocument()
  })

  it('is for its owner to take along', async () => {
    await openMemorial(aUser({ id: 1 }))
    scrollThroughPage()

    const download = await screen.findByRole('link', DOWNLOAD)

    expect(download).toHaveAttribute('href', 'data:image/png;base64,iVBORw==')
    expect(download).toHaveAttribute('download', 'qr-7.png')
  })

  it('of a closed page is asked for with its PIN token', async () => {
    await openMemorial(aUser({ id: 2 }), { pinTokens: { 7: 'pin-token' } })
    scrollThroughPage()

    await screen.findByRole('img', PICTURE)
    expect(requestsTo('get', 'memorial/7/qrcode')[0]?.headers.get('authorization')).toBe('Bearer pin-token')
  })

  it('that failed is told of, and comes at a press', async () => {
    const { user } = await openMemorial()
    refuse('get', 'memorial/7/qrcode', 500)
    scrollThroughPage()

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при загрузке QR-кода.')
    expect(await screen.findByRole('button', { name: 'Ошибка при загрузке QR-кода.' })).toBeVisible()
    serveQrCode(7)
    await user.click(screen.getByRole('button', { name: 'Повторить' }))

    expect(await screen.findByRole('img', PICTURE)).toBeVisible()
  })
})
