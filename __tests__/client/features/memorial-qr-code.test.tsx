import { fireEvent, screen } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serveMemorial, serveQrCode } from '@support/server'
import { scrollThroughPage } from '@support/intersection-observer'

const PICTURE = { name: 'QR-код, который открывает эту страницу' }
const DOWNLOAD = { name: 'Скачать QR-код' }

async function openMemorial(as = aUser({ id: 2 }), { public_status = true, ...circumstances } = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, public_status }))
  const page = openAt('/memorials/7', { as, ...circumstances })
  await screen.findByRole('heading', { name: 'QR-код' })
  return page
}

const CLOSED = { public_status: false, memorialTokens: { 7: 'pin-token' } }

describe('the QR code', () => {
  it('of a public page is a picture that comes without scripts, when its reader is near', async () => {
    await openMemorial()

    const picture = screen.getByRole('img', PICTURE)
    expect(picture).toHaveAttribute('src', '/api/v1/memorial/7/qrcode')
    expect(picture).toHaveAttribute('loading', 'lazy')
    expect(screen.queryByRole('link', DOWNLOAD)).not.toBeInTheDocument()
  })

  it('is for its owner to take along', async () => {
    await openMemorial(aUser({ id: 1 }))

    const download = await screen.findByRole('link', DOWNLOAD)

    expect(download).toHaveAttribute('href', '/api/v1/memorial/7/qrcode')
    expect(download).toHaveAttribute('download', 'qr-7.png')
  })

  it('of a closed page is asked for with its memorial token, when its reader comes near', async () => {
    await openMemorial(aUser({ id: 2 }), CLOSED)
    expect(requestsTo('get', 'memorial/7/qrcode')).toHaveLength(0)

    scrollThroughPage()

    expect(await screen.findByRole('img', PICTURE)).toHaveAttribute('src', 'data:image/png;base64,iVBORw==')
    expect(requestsTo('get', 'memorial/7/qrcode')[0]?.headers.get('authorization')).toBe('Bearer pin-token')
  })

  it.each([
    ['a public page', {}],
    ['a closed page', CLOSED],
  ])('of %s that failed is told of, and comes at a press', async (_which, circumstances) => {
    const { user } = await openMemorial(undefined, circumstances)
    refuse('get', 'memorial/7/qrcode', 500)
    const picture = screen.queryByRole('img', PICTURE)
    if (picture) fireEvent.error(picture)
    else scrollThroughPage()

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при загрузке QR-кода.')
    expect(await screen.findByRole('button', { name: 'Ошибка при загрузке QR-кода.' })).toBeVisible()
    serveQrCode(7)
    await user.click(screen.getByRole('button', { name: 'Повторить' }))

    expect(await screen.findByRole('img', PICTURE)).toBeVisible()
  })
})
