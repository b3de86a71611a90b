import { screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { coordinates, editBurial, grave } from './burial-place-of-owner'

beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

/** A photo as a phone takes it; `gps` are the tags of its EXIF about the place. */
async function photo(gps?: Record<string, string>): Promise<File> {
  const blank = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } }).jpeg()
  const bytes = await (gps ? blank.withExif({ IFD3: gps }) : blank).toBuffer()
  return new File([new Uint8Array(bytes)], 'grave.jpg', { type: 'image/jpeg' })
}

const at = (latitude: string, longitude: string) => ({
  GPSLatitudeRef: 'N',
  GPSLatitude: latitude,
  GPSLongitudeRef: 'E',
  GPSLongitude: longitude,
})

async function choose(file: File) {
  const page = await editBurial(null)
  await page.user.upload(within(grave()).getByLabelText<HTMLInputElement>('Фото', { selector: 'input' }), file)
  return page
}

it('the place of a photo is offered for the grave, and taken when the owner wants it', async () => {
  const { user } = await choose(await photo(at('56/1 48/1 1800/100', '35/1 54/1 0/1')))

  expect(await screen.findByText(/^Телефон записал в фото место съёмки: 56.805, 35.9/)).toBeVisible()
  expect(coordinates()).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Поставить метку там' }))
  expect(coordinates()).toHaveValue('56.805, 35.9')
  await waitFor(() => expect(screen.queryByText(/место съёмки/)).not.toBeInTheDocument())
})

it.each([
  ['tells no place', undefined],
  ['tells zeros', at('0/1 0/1 0/1', '0/1 0/1 0/1')],
])('nothing is offered for a photo that %s', async (_what, gps) => {
  const { user } = await choose(await photo(gps))
  await user.click(coordinates())
  await expect(screen.findByText(/место съёмки/, {}, { timeout: 500 })).rejects.toThrow()
})
