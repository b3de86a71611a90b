import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { IncomingMessage } from 'node:http'
import { finished, Transform, type TransformCallback } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { mixed } from 'yup'
import { EMPTY_FILE } from '@contract/upload'
import { ApiError, bodyTooLarge, invalidField, tooLarge, unreadableBody } from '../lib/api-error'
import { FileSink } from '../lib/file-sink'
import { type CountUpload, senderOf, type UploadKind } from './sender'
import type { HeldBytes, TemporaryRoom } from './temporary-room'

export const FILE_TOO_LARGE = 'Файл слишком большой.'
const FIELDS_MAX = 32
/** Bytes of a part's headers: the names of the field and of the file. */
const PART_HEAD_MAX_BYTES = 8 * 1024
const PART_HEAD_MAX_LINES = 16

/** A completely received file of a request, in a temporary folder. It is removed when the request ends. */
export class ReceivedFile {
  constructor(
    readonly path: string,
    /** Bytes. */
    readonly size: number,
    /** As `senderOf` returns it. */
    readonly sender: string,
    /** The resumable upload from which it was assembled. */
    readonly uploadId?: string,
  ) {}
}

/** A file field of a body. */
export function fileField() {
  return mixed<ReceivedFile>({ check: (value): value is ReceivedFile => value instanceof ReceivedFile })
    .meta({ isFile: true })
    .optional()
}

/** A file field of a body that holds a list of up to `max` files. */
export function fileListField(max: number) {
  return mixed<ReceivedFile[]>({
    check: (value): value is ReceivedFile[] =>
      Array.isArray(value) && value.length <= max && value.every((file) => file instanceof ReceivedFile),
  })
    .typeError(`Можно приложить не больше ${max} файлов.`)
    .meta({ isFileList: true })
    .optional()
}

interface FormOptions {
  /** The name of the field that holds the file. */
  file: string
  /** The field holds a list of so many files at most; one more is received, for the schema to refuse. */
  files?: number
  /** The maximum size of the file in bytes. A larger file is answered with 413. */
  maxBytes: number | FileLimit
  /** An optional further file in a field of its own, and its maximum size. */
  further?: { file: string; maxBytes: number | FileLimit }
  /** The maximum total size in bytes of files that the sender may be uploading at the same time. */
  senderMaxBytes?: (request: FastifyRequest) => Promise<number>
  /** The file counts toward the rate limit for pictures. */
  isPicture?: boolean
  /** The file counts toward the rate limit for recordings. */
  isRecording?: boolean
}

/**
 * Returns the maximum size of the file when it starts to arrive, from the fields that came before it. If it throws,
 * that error is the response, and the file is not read.
 */
export type FileLimit = (request: FastifyRequest, fields: Record<string, unknown>) => Promise<number>

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates a hook that streams a multipart body to disk, and sets the body to its fields and its file. */
    receiveForm(options?: FormOptions): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
  interface FastifyRequest {
    /** Absent until a file arrives: `onRequestAbort` may run before the other hooks of this plugin. */
    receivedFiles?: TemporaryFile[]
  }
}

interface TemporaryFile {
  path: string
  held?: HeldBytes
}

interface FormsPlugin {
  folder: string
  room: TemporaryRoom
  countUpload: CountUpload
}

/**
 * Receives forms with a file. Files are streamed to `folder`, never held in memory, and removed before the response is
 * sent.
 */
export const receivedForms = fp<FormsPlugin>(async (app, { folder, room, countUpload }) => {
  await mkdir(folder, { recursive: true })
  const discardQuietly = (request: FastifyRequest) =>
    discard(request).catch((error: unknown) =>
      request.log.error({ err: error }, 'a received file is left to be removed later'),
    )

  app.decorateRequest('receivedFiles')
  // Before the response is sent, so that a client that has it can rely on the removal.
  app.addHook('onSend', (request, _reply, _payload, next) => {
    if (request.receivedFiles) discard(request).then(() => next(), next)
    else next()
  })
  app.addHook('onRequestAbort', (request) => discard(request))

  app.decorate('receiveForm', (options?: FormOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) return
    // If the sender disconnects while the picture is queued, remove the file, so that it is not decoded for no one.
    if (options?.isPicture) reply.raw.once('close', () => void discardQuietly(request))
    try {
      request.body = await readForm(request, { folder, room, countUpload }, options)
    } catch (error) {
      // Also needed here: `onSend` is not called when the sender has disconnected.
      await discard(request)
      throw error
    }
  })
})

/** Everything but the file together is limited to the route's body limit. */
async function readForm(request: FastifyRequest, plugin: FormsPlugin, options?: FormOptions) {
  const { bodyLimit } = request.routeOptions
  if (!options && Number(request.headers['content-length']) > bodyLimit) throw bodyTooLarge()
  // Await this before the body flows: data that arrives with no reader would be parsed in one chunk.
  const senderMaxBytes = await options?.senderMaxBytes?.(request)
  const form: Record<string, unknown> = {}
  const files: { readonly bytesRead: number }[] = []
  const fileBytes = () => files.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  const body = new MeteredBody(request.raw, { maxBytes: bodyLimit, fileBytes })
  let fieldBytes = 0
  const further = options?.further
  try {
    for await (const part of partsOf(request, body, { bodyLimit, files: filesOf(options) })) {
      if (part.type === 'field') {
        fieldBytes += Buffer.byteLength(part.fieldname + String(part.value))
        if (part.valueTruncated || fieldBytes > bodyLimit) throw bodyTooLarge()
        addField(form, part.fieldname, part.value)
      } else if (part.fieldname === options?.file) {
        files.push(part.file)
        const maxBytes = await bytesOf(options.maxBytes, request, form)
        const kind = kindOf(options)
        if (kind) await plugin.countUpload(kind, request)
        const ofFurther = further ? await bytesOf(further.maxBytes, request, form) : 0
        const maxOtherBytes = maxBytes * (options.files ?? 0) + ofFurther
        const received = await receive(request, part, plugin, { maxBytes, maxOtherBytes, senderMaxBytes })
        if (received) form[options.file] = options.files ? [form[options.file] ?? [], received].flat() : received
      } else if (further && part.fieldname === further.file) {
        files.push(part.file)
        const maxBytes = await bytesOf(further.maxBytes, request, form)
        const kind = kindOf(options)
        if (kind) await plugin.countUpload(kind, request)
        const maxOtherBytes = (await bytesOf(options.maxBytes, request, form)) * (options.files ?? 1)
        const received = await receive(request, part, plugin, { maxBytes, maxOtherBytes, senderMaxBytes })
        if (received) form[further.file] = received
      } else {
        // Skips files in other fields.
        part.file.resume()
      }
    }
  } finally {
    // A client that is still sending gets the response only if its data is read, so read and discard it.
    request.raw.unpipe(body).resume()
    body.destroy()
  }
  return form
}

function filesOf({ files, further }: Partial<FormOptions> = {}): number {
  return (files ? files + 1 : 1) + (further ? 1 : 0)
}

async function bytesOf(
  limit: number | FileLimit,
  request: FastifyRequest,
  form: Record<string, unknown>,
): Promise<number> {
  return typeof limit === 'number' ? limit : limit(request, form)
}

function kindOf({ isPicture, isRecording }: FormOptions): UploadKind | undefined {
  if (isPicture) return 'picture'
  return isRecording ? 'recording' : undefined
}

function partsOf(
  request: FastifyRequest,
  body: MeteredBody,
  { bodyLimit, files }: { bodyLimit: number; files: number },
): AsyncGenerator<Multipart> {
  const metered = Object.create(request, { raw: { value: body } }) as FastifyRequest
  const parts = metered.parts({
    // `receive` checks the size of the file.
    limits: {
      fileSize: Infinity,
      files,
      fields: FIELDS_MAX,
      fieldSize: bodyLimit,
      parts: FIELDS_MAX + files,
      headerPairs: PART_HEAD_MAX_LINES,
      headerSize: PART_HEAD_MAX_BYTES,
    },
    isPartAFile,
  })
  return blamingSender(parts)
}

/** JSON parts count as files, and are skipped: as fields the parser would parse them into objects. */
function isPartAFile(_name: string | undefined, type = '', fileName: string | undefined): boolean {
  return fileName !== undefined || type === 'application/octet-stream' || type.startsWith('application/json')
}

/** A repeated field becomes a list, which no schema of a single value accepts. */
function addField(form: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') return
  form[name] = Object.hasOwn(form, name) ? [form[name], value].flat() : value
}

/** Rejects a file that is too large: by the request's content-length, or while it is received. */
async function receive(
  request: FastifyRequest,
  part: MultipartFile,
  { folder, room }: FormsPlugin,
  {
    maxBytes,
    maxOtherBytes = 0,
    senderMaxBytes,
  }: { maxBytes: number } & Partial<Record<'maxOtherBytes' | 'senderMaxBytes', number | undefined>>,
): Promise<ReceivedFile | undefined> {
  const maxRequestBytes = maxBytes + maxOtherBytes + request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > maxRequestBytes) throw tooLarge(FILE_TOO_LARGE)
  await room.check()
  const sender = senderOf(request)
  const held = room.hold(sender)
  const target = temporaryFile(request, folder, held)
  const tooLong = () => tooLarge(FILE_TOO_LARGE)
  const sink = await FileSink.open(target, { maxBytes, tooLong, count: (bytes) => held.add(bytes, senderMaxBytes) })
  await pipeline(blamingSender<Buffer>(part.file), sink)
  const { size } = sink
  // Browsers send an empty file without a name when none was chosen.
  if (size === 0 && !part.filename) return undefined
  if (size === 0) throw invalidField(part.fieldname, EMPTY_FILE)
  return new ReceivedFile(target, size, sender)
}

/** A path for a temporary file of a request. The file is removed when the request ends. */
export function temporaryFile(request: FastifyRequest, folder: string, held?: HeldBytes): string {
  const target = path.join(folder, randomUUID())
  ;(request.receivedFiles ??= []).push({ path: target, ...(held && { held }) })
  return target
}

/** Marks read failures as the sender's fault, and leaves failures of the consuming code unchanged. */
async function* blamingSender<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* chunks
  } catch (error) {
    throw readingFailure(error)
  }
}

function readingFailure(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof TypeError) return error
  return String((error as NodeJS.ErrnoException).code).endsWith('_LIMIT') ? bodyTooLarge() : unreadableBody()
}

/** Takes the files of a request whose processing outlives its response. The caller must call the function that removes them. */
export function takeFiles(request: FastifyRequest): () => Promise<void> {
  const { receivedFiles } = request
  request.receivedFiles = []
  return () => discardFiles(receivedFiles)
}

async function discard({ receivedFiles }: FastifyRequest): Promise<void> {
  await discardFiles(receivedFiles)
}

async function discardFiles(receivedFiles: TemporaryFile[] = []): Promise<void> {
  await Promise.all(
    receivedFiles.map(async ({ path: file, held }) => {
      await rm(file, { force: true }).finally(() => held?.release())
    }),
  )
}

/** Every part of a multipart body, and the end of the body, starts with this. */
const PART_START = '\r\n--'
const CHUNK_BYTES = 8 * 1024
/** Bytes that the parser may have received but not parsed yet: the longest chunk of a socket. */
const UNSEEN_BYTES = 64 * 1024

/**
 * Passes a multipart body on to the parser, and limits the bytes outside the file.
 *
 * The parser handles a whole chunk at once. 64 KB of empty parts block the event loop for a tenth of a second, and a
 * part without a name within one chunk may make the parser hang. So a chunk in which parts start is passed on in small
 * slices.
 */
class MeteredBody extends Transform {
  /** The parser reads them. */
  readonly headers: IncomingMessage['headers']
  #passed = 0

  constructor(
    request: IncomingMessage,
    private readonly limit: {
      maxBytes: number
      /** Bytes of the file that the parser has emitted. */
      fileBytes: () => number
    },
  ) {
    super()
    this.headers = request.headers
    request.pipe(this)
    finished(request, { writable: false }, (error) => error && this.destroy(error))
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const chunkBytes = chunk.includes(PART_START) ? CHUNK_BYTES : UNSEEN_BYTES
    this.#pass(chunk, chunkBytes).then(() => done(), done)
  }

  async #pass(chunk: Buffer, chunkBytes: number): Promise<void> {
    for (let at = 0; at < chunk.length && !this.destroyed; at += chunkBytes) {
      if (at > 0) await setImmediate()
      if (this.#isTooMuch()) throw bodyTooLarge()
      const textRun = chunk.subarray(at, at + chunkBytes)
      this.#passed += textRun.length
      this.push(textRun)
    }
  }

  #isTooMuch(): boolean {
    const seen = this.#passed - this.readableLength - UNSEEN_BYTES
    return seen - this.limit.fileBytes() > this.limit.maxBytes
  }
}
