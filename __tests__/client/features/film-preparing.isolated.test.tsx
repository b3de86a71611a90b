import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { watchSentForms } from '@support/sent-forms'
import { openTools } from '@support/section'
import { requestsTo, serve, serveArchive, serveMemorial } from '@support/server'

const MB = 1024 ** 2
const CREATE = 'video_archive/create'

/** What mediabunny would find in the film, and what this browser can do. jsdom has no WebCodecs. */
interface Circumstances {
  isReadable: boolean
  format: string
  codec: string | null
  width: number
  height: number
  transfer: string
  sound: string
  canConvert: boolean
  writesAac: boolean
  /** Ends while the film is being converted. */
  conversion: { report: (part: number) => void; end: (error?: Error) => void; options: unknown; isCancelled: boolean }
}
let mockNow: Circumstances

jest.mock('mediabunny', () => {
  class Input {
    dispose = () => undefined
    async getPrimaryVideoTrack() {
      await Promise.resolve()
      if (!mockNow.isReadable) throw new Error('no format that is known')
      return {
        getCodec: async () => Promise.resolve(mockNow.codec),
        getDisplayWidth: async () => Promise.resolve(mockNow.width),
        getDisplayHeight: async () => Promise.resolve(mockNow.height),
        getColorSpace: async () => Promise.resolve({ transfer: mockNow.transfer }),
      }
    }
    async getFormat() {
      return Promise.resolve(mockNow.format)
    }
    async getPrimaryAudioTrack() {
      return Promise.resolve({ getCodec: async () => Promise.resolve(mockNow.sound) })
    }
  }
  class ConversionCanceledError extends Error {}
  class Conversion {
    onProgress?: (part: number) => void
    isValid = true
    discardedTracks = mockNow.canConvert ? [] : [{ reason: 'undecodable_source_codec' }]
    private end: (error?: Error) => void = () => undefined
    private readonly options: { output: { target: { pieces: WritableStream } } }
    constructor(options: { output: { target: { pieces: WritableStream } } }) {
      this.options = options
    }

    static async init(options: { output: { target: { pieces: WritableStream } } }) {
      return Promise.resolve(new Conversion(options))
    }
    async cancel() {
      mockNow.conversion.isCancelled = true
      this.end(new ConversionCanceledError())
      return Promise.resolve()
    }
    async execute() {
      const { output, ...options } = this.options
      const ended = new Promise<void>((resolve, reject) => {
        this.end = (error) => (error ? reject(error) : resolve())
      })
      const report = (part: number) => this.onProgress?.(part)
      mockNow.conversion = { report, end: this.end, options, isCancelled: false }
      await ended
      const writer = output.target.pieces.getWriter()
      await writer.write({ data: new TextEncoder().encode('....copy'), position: 0 })
      await writer.write({ data: new TextEncoder().encode('mp4:'), position: 0 })
    }
  }
  return {
    Input,
    Conversion,
    ConversionCanceledError,
    BlobSource: jest.fn(),
    Mp4OutputFormat: jest.fn(),
    Quality: jest.fn(),
    StreamTarget: class {
      readonly pieces: unknown
      constructor(pieces: unknown) {
        this.pieces = pieces
      }
    },
    Output: class {
      readonly target: unknown
      constructor({ target }: { target: unknown }) {
        this.target = target
      }
    },
    canEncodeAudio: async () => Promise.resolve(mockNow.writesAac),
    MP4: {},
    QTFF: {},
    WEBM: {},
    MATROSKA: 'matroska',
  }
})

let forms: ReturnType<typeof watchSentForms>

beforeEach(() => {
  mockNow = {
    isReadable: true,
    format: 'mp4',
    codec: 'hevc',
    width: 1920,
    height: 1080,
    transfer: 'bt709',
    sound: 'aac',
    canConvert: true,
    writesAac: true,
    conversion: undefined as unknown as Circumstances['conversion'],
  }
  forms = watchSentForms()
  keepEverythingInView()
  serveMemorial(
    aMemorial({ id: 7, profile_rate: ADVANCED, media_storage_limit: 250 * MB, used_storage_bytes: 240 * MB }),
  )
  serveArchive('video', 7, [])
  serve('post', CREATE, anArchiveItem(), 201)
})
afterEach(() => forms.end())

function aFilm(size = 5 * MB): File {
  const file = new File(['film'], 'IMG_0412.MOV', { type: 'video/quicktime' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** Chooses a film and sends it, on a server that leaves films as they come. */
async function send(file = aFilm(), { preparesFilms = false } = {}) {
  const { user } = openAt('/memorials/7', { as: aUser(), settings: { preparesFilms } })
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }))
  const archive = within(screen.getByRole('region', { name: 'Видео' }))
  await openTools('видео')
  await act(async () => {
    fireEvent.change(archive.getByLabelText('Выбрать видео'), { target: { files: [file] } })
    await Promise.resolve()
  })
  await user.click(archive.getByRole('button', { name: 'Добавить на страницу' }))
  return { user, archive }
}

const sent = async () => {
  await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
  const form = await requestsTo('post', CREATE)[0]?.formData()
  return form?.get('file') as File
}
const converting = async () => waitFor(() => expect(mockNow.conversion).toBeDefined())

it('a film of an iPhone is prepared before it is sent, told with its progress', async () => {
  const { archive } = await send()
  await converting()
  expect(archive.getByText('Готовим видео…')).toBeVisible()
  act(() => mockNow.conversion.report(0.405))
  expect(archive.getByText('Готовим видео… 40 %')).toBeVisible()
  expect(archive.getByRole('progressbar', { name: 'Готовим видео: IMG_0412.MOV' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  )
  expect(requestsTo('post', CREATE)).toHaveLength(0)

  mockNow.conversion.end()

  const file = await sent()
  expect([file.name, file.type, await file.text()]).toEqual(['IMG_0412.mp4', 'video/mp4', 'mp4:copy'])
  expect(await screen.findByText('Загружено: IMG_0412.MOV')).toBeVisible()
})

it.each([
  ['upright of 4K', 2160, 3840, { width: 1080, height: 1920 }],
  ['with odd sides', 2001, 1001, { width: 1920, height: 960 }],
  ['small', 640, 480, { width: 640, height: 480 }],
])('a film that is %s keeps its shape', async (_how, width, height, expected) => {
  Object.assign(mockNow, { width, height })
  await send()
  await converting()
  expect(mockNow.conversion.options).toMatchObject({
    tracks: 'primary',
    video: { codec: 'avc', ...expected },
    audio: { codec: 'aac' },
    tags: {},
  })
})

it('a film with a high dynamic range is drawn anew, so that its light is right on every screen', async () => {
  mockNow.transfer = 'hlg'
  await send()
  await converting()
  expect(mockNow.conversion.options).toMatchObject({ video: { crop: { left: 0, top: 0, width: 1920, height: 1080 } } })
})

it('sound that this browser cannot write in AAC becomes Opus, and is not lost', async () => {
  Object.assign(mockNow, { sound: 'vorbis', writesAac: false })
  await send()
  await converting()
  expect(mockNow.conversion.options).toMatchObject({ audio: { codec: 'opus' } })
})

it.each([
  ['plays everywhere', { codec: 'avc' }],
  ['cannot be read here: the server says why it takes none', { isReadable: false }],
  [
    'is large, but plays, and cannot be made smaller here',
    { codec: 'vp9', width: 3840, height: 2160, canConvert: false },
  ],
])('a film is sent as it came when it %s', async (_when, circumstances) => {
  Object.assign(mockNow, circumstances)
  await send()
  expect((await sent()).name).toBe('IMG_0412.MOV')
})

it('nothing is prepared in the browser where the server does it', async () => {
  await send(aFilm(), { preparesFilms: true })
  expect((await sent()).name).toBe('IMG_0412.MOV')
})

it('a film that is being prepared can be cancelled', async () => {
  const { user, archive } = await send()
  await converting()
  await user.click(archive.getByRole('button', { name: 'Отменить загрузку: IMG_0412.MOV' }))
  expect(archive.queryByText(/IMG_0412/)).not.toBeInTheDocument()
  await waitFor(() => expect(mockNow.conversion.isCancelled).toBe(true))
  expect(requestsTo('post', CREATE)).toHaveLength(0)
})

describe('a film that few browsers show, where this one cannot change it', () => {
  const TOLD = /IMG_0412\.MOV записан в формате, который показывают не все браузеры/

  beforeEach(() => {
    mockNow.canConvert = false
  })

  it('is not sent before its owner is told what to do', async () => {
    const { archive } = await send()
    expect(await archive.findByRole('alert')).toHaveTextContent(TOLD)
    expect(archive.getByRole('alert')).toHaveTextContent('«Настройки» → «Камера» → «Форматы»')
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('can be sent as it is', async () => {
    const { user, archive } = await send()
    await user.click(await archive.findByRole('button', { name: 'Отправить как есть: IMG_0412.MOV' }))
    expect((await sent()).name).toBe('IMG_0412.MOV')
    expect(archive.queryByText(TOLD)).not.toBeInTheDocument()
  })

  it('can be left out', async () => {
    const { user, archive } = await send()
    await user.click(await archive.findByRole('button', { name: 'Не отправлять: IMG_0412.MOV' }))
    expect(archive.queryByText(TOLD)).not.toBeInTheDocument()
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('is told of too when its preparation fails in the middle', async () => {
    mockNow.canConvert = true
    const { archive } = await send()
    await converting()
    mockNow.conversion.end(new Error('decoder'))
    expect(await archive.findByRole('alert')).toHaveTextContent(TOLD)
  })
})

describe('a film larger than the room that is left', () => {
  it('is taken: what is sent of it may be small', async () => {
    await send(aFilm(60 * MB))
    await converting()
    mockNow.conversion.end()
    expect((await sent()).name).toBe('IMG_0412.mp4')
  })

  it('is not sent when it stays so large', async () => {
    mockNow.codec = 'avc'
    const { archive } = await send(aFilm(60 * MB))
    expect(await archive.findByText('Ошибка: Файл (60 МБ) не поместится: в хранилище осталось 10 МБ.')).toBeVisible()
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })
})
