import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { ARCHIVE_PHOTO_MAX_BYTES } from '@contract/limits'
import { aFile, archiveOf, edit, film, MB, memorialOfArchives } from '@support/archive-uploader'
import { asksBeforeClosing } from '@support/closing'
import { anArchiveItem, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { keepEverythingInView } from '@support/intersection-observer'
import { openTools } from '@support/section'
import { watchSentForms } from '@support/sent-forms'
import { disconnect, hold, refuse, requestsTo, serve, serveArchive, serveMemorial } from '@support/server'

const CREATE = 'video_archive/create'

let forms: ReturnType<typeof watchSentForms>

beforeAll(() => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
})

beforeEach(() => {
  forms = watchSentForms()
  keepEverythingInView()
  serveMemorial(memorialOfArchives)
})
afterEach(() => forms.end())

async function openPage() {
  const opened = openAt('/memorials/7', { as: aUser() })
  await opened.user.click(await screen.findByText('Редактировать', { selector: 'button' }))
  return opened
}

describe('before anything is sent', () => {
  it('a film is seen small, and a photo that the browser does not know is told of kindly', async () => {
    const photos = await edit('Фотографии')
    const heic = aFile('IMG_0412.HEIC', 'image/heic')
    await photos.choose(heic, aFile('У реки.jpg', 'image/jpeg'))
    const rows = () => photos.archive.getAllByRole('listitem')
    expect(photos.archive.queryByText(/пока не видно/)).not.toBeInTheDocument()

    fireEvent.error(rows()[0]?.querySelector('img') as HTMLElement)
    expect(photos.archive.getByText(/^Здесь это фото пока не видно/)).toBeVisible()
    expect(rows()[0]).toContainElement(photos.archive.getByText(/^Здесь это фото пока не видно/))

    await openTools('видео')
    const films = archiveOf('Видео')
    await films.choose(film())
    expect(films.archive.getByRole('list', { name: 'Выбранные файлы' }).querySelector('video')).toHaveAttribute(
      'src',
      'blob:chosen#t=0.1',
    )
  })

  it.each([
    ['Скан.TIF', 'Если в файле несколько страниц, возьмём первую.'],
    ['Письмо.pdf', 'Каждая страница станет фотографией. Страниц может быть до 20.'],
    ['IMG_0001.DNG', 'Возьмём снимок, который камера сохранила внутри этого файла.'],
    ['Открытка.gif', 'Движение не сохранится: возьмём первый кадр.'],
    ['Дача.bmp', undefined],
  ])('a photo %s is taken, and it is said what becomes of it', async (name, note) => {
    const photos = await edit('Фотографии')
    await photos.choose(aFile(name, ''))
    const [row] = photos.archive.getAllByRole('listitem')
    expect(row).toHaveTextContent(name)
    if (note) expect(row).toHaveTextContent(note)
    expect(photos.archive.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('a file must be chosen', async () => {
    const { send } = await edit('Видео')
    await send()
    expect(await screen.findByText('Сначала выберите файл.')).toBeVisible()
    expect(screen.getByLabelText('Выбрать видео')).toHaveFocus()
  })

  it('what would be refused is not taken, and the reason stands in its place', async () => {
    const photos = await edit('Фотографии')
    await photos.choose(aFile('a.docx', 'application/msword'))
    expect(photos.archive.getByRole('alert')).toHaveTextContent(
      'a.docx: Подойдёт фотография в формате JPEG, PNG, HEIC, TIFF, PDF и других.',
    )
    await photos.choose(aFile('a.jpg', 'image/jpeg', ARCHIVE_PHOTO_MAX_BYTES + 1))
    expect(photos.archive.getByRole('alert')).toHaveTextContent('Фотография больше 100 МБ. Выберите файл поменьше.')

    await openTools('видео')
    const films = archiveOf('Видео')
    await films.choose(aFile('a.mp3', 'audio/mpeg'))
    expect(films.archive.getByRole('alert')).toHaveTextContent('a.mp3: Это не видео.')
    await films.choose(aFile('a.mp4', 'video/mp4', 0))
    expect(films.archive.getByRole('alert')).toHaveTextContent('a.mp4: Файл пуст.')
    await films.choose(aFile('a.mp4', 'video/mp4', 239 * MB))
    expect(films.archive.getByRole('alert')).toHaveTextContent(
      'a.mp4: Файл (239 МБ) не поместится: в хранилище осталось 238 МБ.',
    )
    expect(screen.queryByRole('list', { name: 'Выбранные файлы' })).not.toBeInTheDocument()
  })

  it('a chosen file can be taken away again, and the reason that stood beside it goes too', async () => {
    const { choose, archive, user } = await edit('Видео')
    await choose(film(), aFile('a.mp3', 'audio/mpeg'))
    expect(await archive.findByRole('alert')).toHaveTextContent('a.mp3')

    await user.click(archive.getByRole('button', { name: 'Убрать film.mp4' }))

    expect(archive.queryByRole('alert')).not.toBeInTheDocument()
    expect(archive.queryByText(/film\.mp4/)).not.toBeInTheDocument()
    expect(archive.getByLabelText('Выбрать видео')).toHaveFocus()
  })

  it('the formats that may be chosen are said before a choice and after it', async () => {
    const { choose, archive } = await edit('Видео')
    const field = archive.getByLabelText('Выбрать видео')
    expect(field).toHaveAccessibleDescription(/^MP4, MOV, AVI и\s+другие/)

    await choose(film())

    expect(archive.getByText(/^MP4, MOV, AVI и\s+другие/)).toBeVisible()
    expect(field).toHaveAccessibleDescription(/^MP4, MOV, AVI и\s+другие/)
  })

  it('several files have a description each, which is not made of their names', async () => {
    serve('post', 'photo_archive/create', anArchiveItem(), 201)
    const { choose, archive, send, user } = await edit('Фотографии')
    await choose(aFile('свадьба 1974.jpg', 'image/jpeg'), aFile('IMG_0412.jpg', 'image/jpeg'))
    const [first, second] = await archive.findAllByLabelText('Описание')
    expect(first).toHaveValue('')
    expect(second).toHaveValue('')

    await user.type(second as HTMLElement, 'У реки')
    await user.click(archive.getByRole('button', { name: 'Убрать свадьба 1974.jpg' }))
    expect(archive.getByLabelText('Описание')).toHaveValue('У реки')
    await send()

    await waitFor(() => expect(requestsTo('post', 'photo_archive/create')).toHaveLength(1))
    const form = await requestsTo('post', 'photo_archive/create')[0]?.formData()
    expect(form?.get('description')).toBe('У реки')
    expect(archive.getByLabelText('Описание')).toHaveValue('')
  })

  it('of hundreds the first ones are shown, and the others at a press', async () => {
    const { choose, archive, user } = await edit('Фотографии')
    await choose(...Array.from({ length: 60 }, (_, nth) => aFile(`${nth}.jpg`, 'image/jpeg')))

    expect(archive.getAllByLabelText('Описание')).toHaveLength(24)
    expect(archive.getByText(/^И ещё\s36 файлов\./)).toBeVisible()
    await user.click(archive.getByRole('button', { name: 'Показать ещё 24' }))
    await user.click(archive.getByRole('button', { name: 'Показать ещё 12' }))
    expect(archive.getAllByLabelText('Описание')).toHaveLength(60)
    expect(archive.queryByRole('button', { name: /^Показать ещё/ })).not.toBeInTheDocument()
  })

  it('files are counted together', async () => {
    const { choose, archive } = await edit('Видео')
    await choose(aFile('a.mov', '', 200 * MB), aFile('b.mov', '', 39 * MB))
    expect(await archive.findByText('a.mov, 200 МБ')).toBeVisible()
    expect(archive.getByRole('alert')).toHaveTextContent(
      'b.mov: Файл (39 МБ) не поместится: в хранилище осталось 38 МБ.',
    )
  })
})

describe('an upload', () => {
  it('shows its progress, and once there it is in the archive and counted', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    const release = hold('post', CREATE)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await user.type(archive.getByLabelText('Описание'), 'Лето')
    await send()

    const bar = await archive.findByRole('progressbar', { name: 'Загрузка: film.mp4' })
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
    forms.progress(0, 450)
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '45'))
    expect(archive.getByText('45 %')).toBeVisible()
    expect(archive.getByLabelText('Описание')).toHaveValue('')

    serveArchive('video', 7, [anArchiveItem({ description: 'Лето' })])
    serve('get', 'memorial/7', { ...memorialOfArchives, used_storage_bytes: 13 * MB })
    release()

    expect(await archive.findByLabelText('Лето')).toBeVisible()
    expect(await screen.findByText('Загружено: film.mp4')).toBeVisible()
    expect(await screen.findByText('Хранилище: 13 МБ из 250 МБ')).toBeVisible()
    expect(archive.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('of many files is told of once', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    const release = hold('post', CREATE)
    const { choose, send, archive } = await edit('Видео')
    await choose(...['a', 'b', 'c'].map((name) => aFile(`${name}.mp4`, 'video/mp4')))
    await send()
    expect(await archive.findByText('Загружено 0 из 3')).toBeVisible()
    release()

    expect(await screen.findByText('Загружено: 3 файла')).toBeVisible()
    expect(screen.getAllByText(/^Загружено/)).toHaveLength(1)
  })

  it('of hundreds of files shows the next ones, counts the others, and lets them go at one press', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    const release = hold('post', CREATE)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(...Array.from({ length: 40 }, (_, nth) => aFile(`${nth}.mp4`, 'video/mp4')))
    await send()

    expect(await archive.findByText(/^И ещё\s35\sфайлов ждут своей очереди$/)).toBeVisible()
    expect(archive.getAllByText('Ждёт своей очереди')).toHaveLength(3)
    await user.click(archive.getByRole('button', { name: 'Отменить их' }))
    expect(archive.queryByText(/ждут своей очереди/)).not.toBeInTheDocument()
    expect(archive.getAllByText('Ждёт своей очереди')).toHaveLength(3)
    release()
    expect(await screen.findByText('Загружено: 5 файлов')).toBeVisible()
  })

  it('of many files tells how many did not arrive, and leaves those in the list', async () => {
    refuse('post', CREATE, 503, 'Сервис временно недоступен.')
    const { choose, send, archive } = await edit('Видео')
    await choose(...['a', 'b', 'c'].map((name) => aFile(`${name}.mp4`, 'video/mp4')))
    await send()

    expect(await screen.findByText(/^Загружено 0 из 3\. Что не загрузилось, осталось в списке/)).toBeVisible()
    expect(archive.getAllByText('Ошибка: Сервис временно недоступен.')).toHaveLength(3)
  })

  it('of a file that was there already asks what to do', async () => {
    serve('post', CREATE, { ...anArchiveItem({ id: 9 }), duplicate_of: 4 }, 201)
    serve('delete', 'video_archive/delete/9', null)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await send()

    expect(await archive.findByText('Такой файл уже был в архиве: film.mp4. Теперь он там дважды.')).toBeVisible()
    await user.click(archive.getByRole('button', { name: 'Удалить повтор: film.mp4' }))

    await waitFor(() => expect(requestsTo('delete', 'video_archive/delete/9')).toHaveLength(1))
    await waitFor(() => expect(archive.queryByText(/Такой файл уже был/)).not.toBeInTheDocument())
    expect(document.body).not.toHaveFocus()
  })

  it('can be cancelled', async () => {
    hold('post', CREATE)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await send()

    await user.click(await archive.findByRole('button', { name: 'Отменить загрузку: film.mp4' }))

    expect(archive.queryByText(/film\.mp4/)).not.toBeInTheDocument()
    expect(document.body).not.toHaveFocus()
  })

  it('that is cancelled when the server has all of it is shown with its storage, if the server kept it', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    const release = hold('post', CREATE)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await send()
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
    forms.progress(0, 1000)
    await archive.findByText('Сохраняем...')

    await user.click(archive.getByRole('button', { name: 'Отменить загрузку: film.mp4' }))
    expect(archive.queryByText(/film\.mp4/)).not.toBeInTheDocument()
    serveArchive('video', 7, [anArchiveItem({ description: 'Лето' })])
    serve('get', 'memorial/7', { ...memorialOfArchives, used_storage_bytes: 13 * MB })
    release()

    expect(await archive.findByLabelText('Лето')).toBeVisible()
    expect(await screen.findByText('Хранилище: 13 МБ из 250 МБ')).toBeVisible()
    expect(await screen.findByText('Отменить не успели: film.mp4 уже в архиве. Файл можно удалить там.')).toBeVisible()
  })

  it('that lost its connection is tried again at a press', async () => {
    disconnect('post', CREATE)
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await send()
    expect(await archive.findByText('Ошибка: Нет связи с сервером. Проверьте подключение и повторите.')).toBeVisible()

    serve('post', CREATE, anArchiveItem(), 201)
    serveArchive('video', 7, [anArchiveItem({ description: 'Лето' })])
    await user.click(archive.getByRole('button', { name: 'Ещё раз: film.mp4' }))

    expect(document.body).not.toHaveFocus()
    expect(await archive.findByLabelText('Лето')).toBeVisible()
  })

  it('that failed with others is tried again with them at one press', async () => {
    refuse('post', CREATE, 415, 'Попробуйте позже.')
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film(), new File([new Uint8Array(900)], 'second.mp4', { type: 'video/mp4' }))
    await send()
    expect(await archive.findAllByText('Ошибка: Попробуйте позже.')).toHaveLength(2)

    serve('post', CREATE, anArchiveItem(), 201)
    await user.click(archive.getByRole('button', { name: 'Ещё раз все, что не загрузились' }))

    await waitFor(() => expect(archive.queryByRole('list', { name: 'Загрузки' })).not.toBeInTheDocument())
  })

  it.each([
    [{ pages: 3, further_ids: [] }, 'В файле film.mp4 3 страницы. Добавлена первая.'],
    [{ pages: 44, further_ids: [11, 12] }, 'В файле film.mp4 44 страницы. Добавлены первые 3.'],
  ])('of which not all pages were taken says so', async (pages, text) => {
    serve('post', CREATE, { ...anArchiveItem(), duplicate_of: null, ...pages }, 201)
    const { choose, send } = await edit('Видео')
    await choose(film())
    await send()
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('that is too large says so in the list, until it is put away; the toast does not repeat it', async () => {
    refuse('post', CREATE, 413, 'В хранилище не хватает места.')
    const { choose, send, archive, user } = await edit('Видео')
    await choose(film())
    await send()

    expect(await archive.findByText('Ошибка: Файл слишком большой.')).toBeVisible()
    expect(await screen.findByText(/^Не загружено: film\.mp4\. Почему, сказано в списке/)).toBeVisible()
    expect(screen.getAllByText(/Файл слишком большой/)).toHaveLength(1)
    await user.click(archive.getByRole('button', { name: 'Убрать из списка: film.mp4' }))

    expect(archive.queryByText('Ошибка: Файл слишком большой.')).not.toBeInTheDocument()
  })

  it('goes on while one is elsewhere, and tells when it is done', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    serve('get', 'tariffs/', { result: [] })
    const release = hold('post', CREATE)
    const { choose, send, router } = await edit('Видео', openPage)
    await choose(film())
    await send()
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
    await act(() => router.navigate('/tariffs'))
    await screen.findByRole('heading', { level: 1, name: 'Тарифы и цены' })

    expect(asksBeforeClosing()).toBe(true)
    release()

    expect(await screen.findByText('Загружено: film.mp4')).toBeVisible()
    expect(asksBeforeClosing()).toBe(false)
  })
})
