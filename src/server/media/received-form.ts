import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { mixed } from 'yup'
import { ApiError, invalidField, tooLarge, unreadableBody } from '../lib/api-error'
import { FileSink } from './file-sink'

export const FILE_TOO_LARGE = 'Файл слишком большой.'
const FILE_EMPTY = 'Файл пуст.'
const FIELD_MAX_BYTES = 1024 ** 2
const FIELDS_MAX = 32
/** The file's own limit is told by the route, and watched here. */
const LIMITS = {
  fileSize: Infinity,
  files: 1,
  fields: FIELDS_MAX,
  fieldSize: FIELD_MAX_BYTES,
  parts: FIELDS_MAX + 1,
}
/** What the fields beside a file may add to a request. */
const FORM_AROUND_FILE_BYTES = FIELD_MAX_BYTES

/** A file of a request, received whole into a temporary place. It is removed when the request is over. */
export class ReceivedFile {
  constructor(
    readonly path: string,
    /** Bytes. */
    readonly size: number,
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
}

/**
 * Tells how long the file may be when it begins to arrive, from the fields that came before it. What it throws is the
 * answer, and nothing of the file is read.
 */
export type FileLimit = (request: FastifyRequest, fields: Record<string, unknown>) => Promise<number>

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook that streams a multipart body to disk and leaves its fields, and its file if one is wanted, as the body. */
    receiveForm(options?: FormOptions): (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    /** Absent until a file comes: the abort of a request may be told before any hook of this plugin has run. */
    receivedFiles?: string[]
  }
}

/** Forms with a file: streamed to `folder`, never held in memory, and gone when the answer is. */
export const receivedForms = fp<{ folder: string }>(async (app, { folder }) => {
  await mkdir(folder, { recursive: true })

  app.decorateRequest('receivedFiles')
  // Before the answer leaves, so that whoever has it knows that nothing is left behind.
  app.addHook('onSend', (request) => discard(request))
  app.addHook('onRequestAbort', (request) => discard(request))

  app.decorate('receiveForm', (options?: FormOptions) => async (request: FastifyRequest) => {
    if (!request.isMultipart()) return
    try {
      request.body = await readForm(request, folder, options)
    } catch (error) {
      // Here too: to who has gone no answer leaves.
      await discard(request)
      throw error
    }
  })
})

async function readForm(request: FastifyRequest, folder: string, options?: FormOptions) {
  const form: Record<string, unknown> = {}
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLarge(FILE_TOO_LARGE)
        addField(form, part.fieldname, part.value)
      } else if (part.fieldname === options?.file) {
        const { file, maxBytes } = options
        const limit = typeof maxBytes === 'number' ? maxBytes : await maxBytes(request, form)
        const received = await receive(request, part, folder, limit)
        if (received) form[file] = received
      } else {
        // A file that nobody asked for is not kept.
        part.file.resume()
      }
    }
  } catch (error) {
    throw readingFailure(error)
  }
  return form
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
  if (Number(request.headers['content-length']) > maxBytes + FORM_AROUND_FILE_BYTES) throw tooLarge(FILE_TOO_LARGE)
  const target = path.join(folder, randomUUID())
  ;(request.receivedFiles ??= []).push(target)
  const sink = await FileSink.open(target, { maxBytes, tooLong: () => tooLarge(FILE_TOO_LARGE) })
  await pipeline(part.file, sink)
  const { size } = sink
  // Browsers send a nameless empty file where none was chosen.
  if (size === 0 && !part.filename) return undefined
  if (size === 0) throw invalidField(part.fieldname, FILE_EMPTY)
  return new ReceivedFile(target, size)
}

/** What the parser throws is the sender's fault; what the file system throws is ours. */
function readingFailure(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(FILE_TOO_LARGE)
  return syscall ? error : unreadableBody()
}

async function discard({ receivedFiles = [] }: FastifyRequest): Promise<void> {
  await Promise.all(receivedFiles.map((file) => rm(file, { force: true })))
}
