import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { mixed } from 'yup'
import { ApiError, bodyTooLarge, invalidField, tooLarge, unreadableBody } from '../lib/api-error'
import { FileSink } from './file-sink'
import { MeteredBody } from './metered-body'
import { senderOf } from './sender'
import type { CountUpload, UploadKind } from './upload-rates'

export const FILE_TOO_LARGE = 'Файл слишком большой.'
const FILE_EMPTY = 'Файл пуст.'
const FIELDS_MAX = 32
/** Bytes of the lines above a part: its name, and that of a file. */
const PART_HEAD_MAX_BYTES = 8 * 1024
const PART_HEAD_MAX_LINES = 16

/** A file of a request, received whole into a temporary place. It is removed when the request is over. */
export class ReceivedFile {
  constructor(
    readonly path: string,
    /** Bytes. */
    readonly size: number,
    /** As `senderOf` names them. */
    readonly sender: string,
  ) {}
}

/** A file among the fields of a body. */
export function fileField() {
  return mixed<ReceivedFile>({ check: (value): value is ReceivedFile => value instanceof ReceivedFile })
    .meta({ isFile: true })
    .optional()
}

interface FormOptions {
  /** The name of the field that holds the file. */
  file: string
  /** How long the file may be, in bytes; a longer one is cut off and answered 413. */
  maxBytes: number | FileLimit
  /** It is to be decoded, and counts where pictures are rationed. */
  isPicture?: boolean
  /** The same for recordings. */
  isRecording?: boolean
}

/**
 * Tells how long the file may be when it begins to arrive, from the fields that came before it. What it throws is the
 * answer, and nothing of the file is read.
 */
export type FileLimit = (request: FastifyRequest, fields: Record<string, unknown>) => Promise<number>

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook that streams a multipart body to disk and leaves its fields, and its file if one is wanted, as the body. */
    receiveForm(options?: FormOptions): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
  interface FastifyRequest {
    /** Absent until a file comes: the abort of a request may be told before any hook of this plugin has run. */
    receivedFiles?: string[]
  }
}

interface FormsPlugin {
  folder: string
  countUpload: CountUpload
}

/** Forms with a file: streamed to `folder`, never held in memory, and gone when the answer is. */
export const receivedForms = fp<FormsPlugin>(async (app, { folder, countUpload }) => {
  await mkdir(folder, { recursive: true })
  const discardQuietly = (request: FastifyRequest) =>
    discard(request).catch((error: unknown) =>
      request.log.error({ err: error }, 'a received file is left to be removed later'),
    )

  app.decorateRequest('receivedFiles')
  // Before the answer leaves, so that whoever has it knows that nothing is left behind.
  app.addHook('onSend', (request) => discard(request))
  app.addHook('onRequestAbort', (request) => discard(request))

  app.decorate('receiveForm', (options?: FormOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) return
    // Whoever leaves when all is sent, while their picture waits: at its turn it is gone, and not decoded for nobody.
    if (options?.isPicture) reply.raw.once('close', () => void discardQuietly(request))
    try {
      request.body = await readForm(request, { folder, countUpload }, options)
    } catch (error) {
      // Here too: to who has gone no answer leaves.
      await discard(request)
      throw error
    }
  })
})

/** Besides the file, as many bytes as the body of the route may have. */
async function readForm(request: FastifyRequest, { folder, countUpload }: FormsPlugin, options?: FormOptions) {
  const { bodyLimit: mostBytes } = request.routeOptions
  if (!options && Number(request.headers['content-length']) > mostBytes) throw bodyTooLarge()
  const form: Record<string, unknown> = {}
  let file: { readonly bytesRead: number } | undefined
  const body = new MeteredBody(request.raw, { mostBytes, fileBytes: () => file?.bytesRead ?? 0 })
  let fieldBytes = 0
  try {
    for await (const part of partsOf(request, body, mostBytes)) {
      if (part.type === 'field') {
        fieldBytes += Buffer.byteLength(part.fieldname + String(part.value))
        if (part.valueTruncated || fieldBytes > mostBytes) throw bodyTooLarge()
        addField(form, part.fieldname, part.value)
      } else if (part.fieldname === options?.file) {
        file = part.file
        const limit = typeof options.maxBytes === 'number' ? options.maxBytes : await options.maxBytes(request, form)
        const kind = kindOf(options)
        if (kind) await countUpload(kind, request)
        const received = await receive(request, part, folder, limit)
        if (received) form[options.file] = received
      } else {
        // A file that nobody asked for is not kept.
        part.file.resume()
      }
    }
  } finally {
    // Whoever still sends is to get the answer: what comes is read, and dropped.
    request.raw.unpipe(body).resume()
    body.destroy()
  }
  return form
}

function kindOf({ isPicture, isRecording }: FormOptions): UploadKind | undefined {
  if (isPicture) return 'picture'
  return isRecording ? 'recording' : undefined
}

function partsOf(request: FastifyRequest, body: MeteredBody, mostBytes: number): AsyncGenerator<Multipart> {
  const metered = Object.create(request, { raw: { value: body } }) as FastifyRequest
  const parts = metered.parts({
    // The file's own limit is told by the route, and watched as it is received.
    limits: {
      fileSize: Infinity,
      files: 1,
      fields: FIELDS_MAX,
      fieldSize: mostBytes,
      parts: FIELDS_MAX + 1,
      headerPairs: PART_HEAD_MAX_LINES,
      headerSize: PART_HEAD_MAX_BYTES,
    },
    isPartAFile,
  })
  return asTheParserReads(parts)
}

/** A field in JSON counts as a file that nobody asked for: the parser would read it into whatever it describes. */
function isPartAFile(_name: string | undefined, type = '', fileName: string | undefined): boolean {
  return fileName !== undefined || type === 'application/octet-stream' || type.startsWith('application/json')
}

/** A field that comes twice becomes a list, which no schema of a single value takes. */
function addField(form: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') return
  form[name] = Object.hasOwn(form, name) ? [form[name], value].flat() : value
}

/** A file longer than it may be is refused by the length that the request declares, or cut off where it declares none. */
async function receive(
  request: FastifyRequest,
  part: MultipartFile,
  folder: string,
  maxBytes: number,
): Promise<ReceivedFile | undefined> {
  const mostBytes = maxBytes + request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > mostBytes) throw tooLarge(FILE_TOO_LARGE)
  const target = path.join(folder, randomUUID())
  ;(request.receivedFiles ??= []).push(target)
  const sink = await FileSink.open(target, { maxBytes, tooLong: () => tooLarge(FILE_TOO_LARGE) })
  await pipeline(asTheParserReads<Buffer>(part.file), sink)
  const { size } = sink
  // Browsers send a nameless empty file where none was chosen.
  if (size === 0 && !part.filename) return undefined
  if (size === 0) throw invalidField(part.fieldname, FILE_EMPTY)
  return new ReceivedFile(target, size, senderOf(request))
}

/** What reading the body throws is the sender's fault; what is done with the pieces meanwhile fails as it fails. */
async function* asTheParserReads<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces
  } catch (error) {
    throw readingFailure(error)
  }
}

function readingFailure(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof TypeError) return error
  return String((error as NodeJS.ErrnoException).code).endsWith('_LIMIT') ? bodyTooLarge() : unreadableBody()
}

async function discard({ receivedFiles = [] }: FastifyRequest): Promise<void> {
  await Promise.all(receivedFiles.map((file) => rm(file, { force: true })))
}
