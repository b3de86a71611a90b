import path from 'node:path'
import { PICTURE_MAX_PIXELS } from '@contract/limits'
import { PICTURE_FORMATS, TOO_MANY_PIXELS } from '@contract/picture'
import type { PortraitView } from '@contract/portrait-view'
import { type ApiError, tooLarge, tooMany, unavailable, unreadableBody, unsupportedMedia } from '../lib/api-error'
import { createSemaphore, refuseWhenFull } from '../lib/semaphore'
import type { Log } from '../lib/log'
import { createProcessPool, type ProcessLimits, type ProcessLoss } from './process-pool'
import { createSenderQueues } from './sender'
import type { DrawingTask, EncodedPicture, EncodingTask, LookingTask, PictureRefusal } from './worker/picture-task'

export const NOT_A_PICTURE = `Не получилось открыть этот файл как фотографию. Подойдут ${PICTURE_FORMATS}.`
const TOO_MANY_AT_ONCE = 'Сейчас обрабатывается слишком много фотографий. Пожалуйста, попробуйте немного позже.'
const TOO_MANY_OF_YOURS = 'Ваши предыдущие фотографии ещё обрабатываются. Пожалуйста, подождите немного.'
const PROCESS_LOST = 'Не удалось обработать фотографию. Пожалуйста, попробуйте ещё раз немного позже.'
const TOO_MANY_DRAWINGS = 'Сейчас рисуется слишком много изображений. Пожалуйста, попробуйте немного позже.'
const NOT_DRAWN = 'Не удалось нарисовать изображение. Пожалуйста, попробуйте немного позже.'
const RETRY_AFTER_SECONDS = 30

const MB = 1024 ** 2
const MAX_AT_ONCE = 2
/** A small machine decodes two ordinary pictures a second. Each queued picture has its file on the disk. */
const MAX_WAITING = 50
/** The memory limit of a process for each slot of the semaphore that its picture takes. */
const PLACE_BYTES = 320 * MB
/**
 * Most phones take pictures of this size. A larger one needs the memory of two: 570 MB were measured at 49 megapixels.
 */
const ORDINARY_MAX_PIXELS = 13_000_000
/** Link previews: one at a time, so that uploaded photographs find a free slot. Each takes a third of a second. */
const MAX_DRAWINGS_AT_ONCE = 1
const MAX_DRAWINGS_WAITING = 30
const IDLE_MS = 30_000
/** A process usually starts in 0.2 seconds. Only an overloaded machine takes this long. */
const START_MS = 30_000

const LIMITS = {
  /** Four times what HEIC, the slowest format, takes on a processor of 2020. */
  ordinary: { maxMs: 120_000, maxProcessorMs: 20_000, maxBytes: PLACE_BYTES },
  large: { maxMs: 240_000, maxProcessorMs: 60_000, maxBytes: MAX_AT_ONCE * PLACE_BYTES },
  maxWaiting: MAX_WAITING,
  idleMs: IDLE_MS,
  startMs: START_MS,
}

export interface PictureLimits {
  ordinary: ProcessLimits
  large: ProcessLimits
  maxWaiting: number
  idleMs: number
  /** How long a process may take to start. */
  startMs: number
}

export interface EncodingOptions {
  /** As `senderOf` returns it. */
  sender?: string | undefined
  /** Which page of a file that has several, from 0; the first one when absent. */
  page?: number | undefined
  /** How to rotate and crop it. The file is then a picture that this server encoded, which is upright. */
  view?: PortraitView | undefined
  /** The caller says that this server encoded the picture. If so, its bytes are stored unchanged. */
  isOurs?: boolean | undefined
}

/** Decodes uploaded pictures in separate processes. */
export interface Pictures {
  /**
   * Encodes the picture in a local file into `folder`, together with its smaller copies, and returns its facts and the
   * number of pages of the file. Throws 415 when it is not a picture or too expensive to decode, 413 when it is too large, 503 when the queue is full, and
   * 429 when this sender's queue is full.
   */
  encode(file: string, folder: string, options?: EncodingOptions): Promise<EncodedPicture>
  /** Decodes the picture and writes nothing; throws as `encode` does. */
  look(file: string, sender: string): Promise<void>
  /** Draws a link preview into a local file. Throws the 503 error when the queue is full. */
  draw(task: DrawingTask): Promise<void>
  stop(): Promise<void>
}

/**
 * At most two pictures are decoded at once, with a bounded queue in which senders take turns. A large one, recognised by its
 * header, takes both slots: this limits the memory that all of them use together.
 */
export function startPictures(options: {
  log: Pick<Log, 'warn'>
  workerFile?: string
  limits?: Partial<PictureLimits>
}): Pictures {
  const { log, workerFile = path.join(__dirname, 'picture-worker.js') } = options
  const limits = { ...LIMITS, ...options.limits }
  const runLimitedPerSender = createSenderQueues()
  const throughDoor = createSemaphore(MAX_AT_ONCE + limits.maxWaiting, 0)
  const throughPlaces = createSemaphore(MAX_AT_ONCE, Infinity)
  const runLimitedDrawing = createSemaphore(MAX_DRAWINGS_AT_ONCE, MAX_DRAWINGS_WAITING)
  const pool = createProcessPool({ workerFile, idleMs: limits.idleMs, startMs: limits.startMs })

  async function decode<Task extends EncodingTask | LookingTask>(
    sender: string | undefined,
    picture: Omit<Task, 'maxPixels'>,
  ) {
    const upTo = (maxPixels: number) => ({ ...picture, maxPixels }) as Task
    const outcome = await throughPlaces(() => pool.run<Task>(upTo(ORDINARY_MAX_PIXELS), limits.ordinary), { sender })
    if (outcome !== 'too-large') return outcome
    const large = await throughPlaces(
      async () => {
        await pool.makeRoom()
        return pool.run<Task>(upTo(PICTURE_MAX_PIXELS), limits.large)
      },
      { places: MAX_AT_ONCE, sender },
    )
    return isLost(large) ? { ...large, isLarge: true } : large
  }

  /** The result of the picture process, through this sender's queue. */
  async function decodeFor<Result>(
    sender: string | undefined,
    decodeIt: () => Promise<Result | PictureRefusal | Lost>,
  ): Promise<Result> {
    const outcome = await runLimitedPerSender(sender, () =>
      throughDoor(decodeIt).catch(refuseWhenFull(unavailable(TOO_MANY_AT_ONCE, RETRY_AFTER_SECONDS))),
    ).catch(refuseWhenFull(tooMany(TOO_MANY_OF_YOURS, RETRY_AFTER_SECONDS)))
    if (isRefusal(outcome)) throw refusalOf(outcome)
    if (!isLost(outcome)) return outcome
    log.warn({ loss: outcome.loss }, 'a picture was given up, and its process ended')
    throw refusalOfLoss(outcome)
  }

  return {
    encode(file, folder, { sender, page, view, isOurs } = {}) {
      const asked = { ...(page && { page }), ...(view && { view }), ...(isOurs && { isOurs }) }
      const picture = { file: path.resolve(file), folder: path.resolve(folder), ...asked }
      return decodeFor<EncodedPicture>(sender, () => decode<EncodingTask>(sender, picture))
    },

    async look(file, sender) {
      const looked = path.resolve(file)
      await decodeFor<'whole'>(sender, () => decode<LookingTask>(sender, { looked }))
    },

    async draw(task) {
      const drawIt = () => throughPlaces(() => pool.run(task, limits.ordinary))
      const outcome = await runLimitedDrawing(drawIt).catch(
        refuseWhenFull(unavailable(TOO_MANY_DRAWINGS, RETRY_AFTER_SECONDS)),
      )
      if (outcome === 'drawn') return
      log.warn({ loss: outcome.loss }, 'a picture of a link was given up, and its process ended')
      throw unavailable(NOT_DRAWN, RETRY_AFTER_SECONDS)
    },

    stop: () => pool.stop(),
  }
}

interface Lost {
  loss: ProcessLoss
  /** It has more pixels than an ordinary picture. */
  isLarge?: boolean
}

function isLost(outcome: unknown): outcome is Lost {
  return typeof outcome === 'object' && outcome !== null && 'loss' in outcome
}

function isRefusal(outcome: unknown): outcome is PictureRefusal {
  return outcome === 'too-large' || outcome === 'unreadable' || outcome === 'missing'
}

function refusalOf(refusal: PictureRefusal): ApiError {
  if (refusal === 'too-large') return tooLarge(TOO_MANY_PIXELS)
  // No one reads this response: the file was removed because its sender disconnected.
  if (refusal === 'missing') return unreadableBody()
  return unsupportedMedia(NOT_A_PICTURE)
}

function refusalOfLoss({ loss, isLarge = false }: Lost): ApiError {
  // Killed by the system when memory ran out, which may not be the picture's fault.
  if (loss === 'killed') return unavailable(PROCESS_LOST, RETRY_AFTER_SECONDS)
  if (isLarge && loss === 'took too much memory') return tooLarge(TOO_MANY_PIXELS)
  return unsupportedMedia(NOT_A_PICTURE)
}
