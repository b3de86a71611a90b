import { useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'
import { useDraftKey } from '@client/store/use-draft-key'
import { AsInBook } from '@client/ui/form/AsInBook'
import { TextField } from '@client/ui/form/TextField'

/** The caption of one of the files that are about to be sent. */
export function DescriptionField({ index }: { index: number }) {
  const name = `descriptions.${index}`
  return (
    <AsInBook name={name}>
      <TextField
        name={name}
        label="Описание"
        hint={index === 0 ? 'Необязательно' : undefined}
        rows={1}
        autoCapitalize="sentences"
      />
    </AsInBook>
  )
}

interface CaptionDrafts {
  /** Whether there are captions of files that are not chosen yet. */
  areWaiting: boolean
  /** Returns the caption typed earlier for a file, and removes it; undefined if there is none. */
  take: (file: File) => string | undefined
  /** Deletes the captions of files that are not chosen. */
  forgetWaiting: () => void
  /** Deletes the captions of the files that are chosen now. */
  forgetChosen: () => void
}

/** Saves the captions typed in an `Uploader` as drafts until they are sent. */
export function useCaptionDrafts(kind: ArchiveKind, memorialId: number): CaptionDrafts {
  const draftKey = useDraftKey(['captions', memorialId])
  const { values, setFieldValue } = useFormikContext<{ files: File[]; descriptions: string[] }>()
  const { files, descriptions } = values
  const [waiting, setWaiting] = useState<Captions>({})
  const isRestored = useRef(false)
  const ownNames = useRef(new Set<string>())

  useEffect(() => {
    if (isRestored.current) {
      for (const file of files) ownNames.current.add(captionName(kind, file))
      const typed = typedCaptions(kind, files, descriptions)
      for (const name of Object.keys(typed)) ownNames.current.add(name)
      replaceCaptions(draftKey, ownNames.current, typed)
      return
    }
    isRestored.current = true
    const { [captionName(kind)]: withoutFile, ...ofFiles } = readCaptions(draftKey, kind)
    setWaiting(ofFiles)
    if (withoutFile) void setFieldValue('descriptions.0', withoutFile)
  }, [draftKey, kind, files, descriptions, setFieldValue])

  return {
    areWaiting: Object.keys(waiting).length > 0,
    take: (file) => {
      const name = captionName(kind, file)
      setWaiting(({ [name]: _taken, ...others }) => others)
      return waiting[name]
    },
    forgetWaiting: () => {
      replaceCaptions(draftKey, Object.keys(waiting), {})
      setWaiting({})
    },
    forgetChosen: () => replaceCaptions(draftKey, ownNames.current, {}),
  }
}

/**
 * Captions of files that are chosen but not sent yet, stored in the browser as drafts. It cannot store the files: a file that
 * is chosen again is recognized by its name and size.
 */
type Captions = Record<string, string>

/** The key of the caption of a file; without a file, of the caption typed before any was chosen. */
function captionName(kind: ArchiveKind, file?: File): string {
  return file ? `${kind}/${file.size}/${file.name}` : `${kind}/`
}

/** Only captions that were typed, without those derived from file names. */
function typedCaptions(kind: ArchiveKind, files: File[], descriptions: string[]): Captions {
  if (files.length === 0) return descriptions[0] ? { [captionName(kind)]: descriptions[0] } : {}
  const captions = files.map((file, index) => [captionName(kind, file), descriptions[index] ?? ''] as const)
  return Object.fromEntries(
    captions.filter(([, text], index) => text !== describedByName(kind, files[index]?.name ?? '')),
  )
}

/** The captions of one archive. */
function readCaptions(key: DraftKey, kind: ArchiveKind): Captions {
  return Object.fromEntries(Object.entries(readAll(key)).filter(([name]) => name.startsWith(captionName(kind))))
}

/** Replaces the captions with these names. */
function replaceCaptions(key: DraftKey, names: Iterable<string>, captions: Captions): void {
  const before = readAll(key)
  const replaced = new Set(names)
  const others = Object.entries(before).filter(([name]) => !replaced.has(name))
  const all = { ...Object.fromEntries(others), ...captions }
  if (Object.keys(all).length > 0) writeDraft(key, { captions: all })
  else if (Object.keys(before).length > 0) dropDraft(key)
}

/** The storage of a browser may contain anything. */
function readAll(key: DraftKey): Captions {
  const captions: unknown = readDraft(key)?.captions
  if (typeof captions !== 'object' || captions === null) return {}
  const entries = Object.entries(captions as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Names that cameras, messengers and scanners give to files. */
const MADE_BY_DEVICES =
  /^(img|image|dsc[fn]?|dcim|pxl|vid|video|mvi|mov|gopr|whatsapp|telegram|viber|signal|screenshot|screen|scan|photo|pic(ture)?|file|audio|voice|recording|rec|snapseed|inshot|edited|untitled|\d+|фото|снимок|скан|изображение|видео|запись|голос|аудио|диктофон|новая|новый|документ|экрана?|без имени)$/i
const LETTERS_OF_A_WORD = 3

/**
 * The title of a recording, derived from a file name that a person chose: «колыбельная_1974.mp3» becomes «Колыбельная 1974»;
 * empty for generated names such as «VID_0412.MOV». The caption of a photo is never made of the name of its file.
 */
export function describedByName(kind: ArchiveKind, fileName: string): string {
  if (kind === 'photo') return ''
  const words = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/\(\d+\)$/, '')
    .split(/[\s_]+/)
    .filter(Boolean)
  const isSaying = words.some((word) => {
    const letters = word.replace(/[^\p{L}]/gu, '')
    return letters.length >= LETTERS_OF_A_WORD && !MADE_BY_DEVICES.test(letters) && !isCode(word)
  })
  if (!isSaying) return ''
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Mixed letters and digits, as in generated names: «a1b2c3d4», «P1010234». */
function isCode(word: string): boolean {
  return /\p{L}/u.test(word) && /\d/.test(word) && !/^\p{L}+-?\d{1,4}$/u.test(word) && !/^\d{1,4}-?\p{L}+$/u.test(word)
}

const HEADER_BYTES = 10
const OLD_TAG_BYTES = 128
const OLD_TITLE = { at: 3, bytes: 30 }
const TITLE_MAX_BYTES = 2000
const FRAMES_MAX = 100

/** The title in the tags of an MP3 (ID3), read before they are removed; empty if there is none. */
export async function titleOf(file: File): Promise<string> {
  try {
    const title = (await newTitle(file)) ?? (await oldTitle(file)) ?? ''
    return (title.split('\0')[0] ?? '').trim()
  } catch {
    // The file is gone, or the browser may not read it: it is offered without a title.
    return ''
  }
}

/** ID3v2, in front of the sound. Undefined without one. */
async function newTitle(file: File): Promise<string | undefined> {
  const header = await bytesOf(file, 0, HEADER_BYTES)
  if (latin(header.subarray(0, 3)) !== 'ID3') return undefined
  const version = header[3] ?? 0
  const { name, headerBytes } = version === 2 ? { name: 'TT2', headerBytes: 6 } : { name: 'TIT2', headerBytes: 10 }
  const end = HEADER_BYTES + sevenBits(header.subarray(6, 10))
  let at = HEADER_BYTES
  for (let frames = 0; frames < FRAMES_MAX && at + headerBytes < end; frames++) {
    const frame = await bytesOf(file, at, headerBytes)
    const size = frameSize(frame, version)
    if (latin(frame.subarray(0, name.length)) === name) {
      const [encoding = 0, ...text] = await bytesOf(file, at + headerBytes, Math.min(size, TITLE_MAX_BYTES))
      return decoded(encoding, Uint8Array.from(text))
    }
    if (!size) return undefined
    at += headerBytes + size
  }
  return undefined
}

function frameSize(frame: Uint8Array, version: number): number {
  if (version === 2) return number(frame.subarray(3, 6))
  return version === 4 ? sevenBits(frame.subarray(4, 8)) : number(frame.subarray(4, 8))
}

/** ID3v1, in the last bytes of the file. */
async function oldTitle(file: File): Promise<string | undefined> {
  const tag = await bytesOf(file, Math.max(0, file.size - OLD_TAG_BYTES), OLD_TAG_BYTES)
  if (latin(tag.subarray(0, 3)) !== 'TAG') return undefined
  return inOneByte(tag.subarray(OLD_TITLE.at, OLD_TITLE.at + OLD_TITLE.bytes))
}

const [WITH_MARK, BIG_ENDIAN, UTF8] = [1, 2, 3]

function decoded(encoding: number, text: Uint8Array<ArrayBuffer>): string {
  if (encoding === UTF8) return new TextDecoder().decode(text)
  if (encoding === BIG_ENDIAN) return new TextDecoder('utf-16be').decode(text)
  if (encoding !== WITH_MARK) return inOneByte(text)
  return new TextDecoder(text[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(text)
}

/**
 * Text that its tag says to be Latin-1. Programs wrote Russian there in Windows-1251, and newer ones UTF-8: a text of more
 * letters beyond ASCII than in it is no French or German.
 */
function inOneByte(text: Uint8Array<ArrayBuffer>): string {
  const ascii = text.filter((byte) => /[a-z]/i.test(String.fromCharCode(byte))).length
  const beyond = text.filter((byte) => byte >= 0x80).length
  try {
    if (beyond > 0) return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    // It is not UTF-8.
  }
  return new TextDecoder(beyond > ascii ? 'windows-1251' : 'windows-1252').decode(text)
}

async function bytesOf(file: File, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer())
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function number(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function sevenBits(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}
