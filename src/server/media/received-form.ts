import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { mixed } from 'yup'
import { ApiError, invalidField, tooLarge, unreadableBody } from '../lib/api-error'

export const FILE_TOO_LARGE = 'Файл слишком большой.'
const FILE_EMPTY = 'Файл пуст.'
const FIELD_MAX_BYTES = 1024 ** 2
const FIELDS_MAX = 32

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
  /** The file's limit; a longer one is cut off and answered 413. */
  maxBytes: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook that streams a multipart body to disk and leaves its fields, and its file, as the body. */
    receiveForm(options: FormOptions): (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    receivedFiles: string[]
  }
}

/** Forms with a file: streamed to `folder`, never held in memory, and gone when the answer is. */
export const receivedForms = fp<{ folder: string }>(async (app, { folder }) => {
  // What a killed process left half-written is nobody's.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })

  app.decorateRequest('receivedFiles')
  app.addHook('onRequest', async (request) => {
    request.receivedFiles = []
  })
  // Before the answer leaves, so that whoever has it knows that nothing is left behind.
  app.addHook('onSend', (request) => discard(request))
  app.addHook('onRequestAbort', (request) => discard(request))

  app.decorate('receiveForm', (options: FormOptions) => async (request: FastifyRequest) => {
    if (!request.isMultipart()) return
    request.body = await readForm(request, folder, options)
  })
})

async function readForm(request: FastifyRequest, folder: string, { file, maxBytes }: FormOptions) {
  if (Number(request.headers['content-length']) > maxBytes + FIELD_MAX_BYTES) throw tooLarge(FILE_TOO_LARGE)
  const form: Record<string, unknown> = {}
  const limits = { fileSize: maxBytes, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES, parts: FIELDS_MAX + 1 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const received = await receive(request, part, folder)
        if (received && part.fieldname === file) form[file] = received
      } else {
        if (part.valueTruncated) throw tooLarge(FILE_TOO_LARGE)
        addField(form, part.fieldname, part.value)
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

async function receive(
  request: FastifyRequest,
  part: MultipartFile,
  folder: string,
): Promise<ReceivedFile | undefined> {
  const target = path.join(folder, randomUUID())
  request.receivedFiles.push(target)
  await pipeline(part.file, createWriteStream(target))
  if (part.file.truncated) throw tooLarge(FILE_TOO_LARGE)
  const size = part.file.bytesRead
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

async function discard(request: FastifyRequest): Promise<void> {
  await Promise.all(request.receivedFiles.map((file) => rm(file, { force: true })))
}
