import { useEffect, useId, useRef, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { FileChooser } from '@client/ui/form/FileChooser'
import { ARCHIVE_PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-kinds'
import { useFormField } from '@client/ui/form/Form'
import { useSettings } from '@client/ui/settings'
import { FileUploadIcon } from '@client/ui/tool-icons'
import { doesNotFit } from '../uploads/upload-slice'
import { ARCHIVE_TEXTS } from './archive-texts'
import { describedByName, titleOf } from './captions'
import { ChosenFiles } from './ChosenFiles'

export interface FilesFieldProps {
  kind: ArchiveKind
  /** Free bytes of the storage. */
  bytesLeft: number
  /** The files are films that this browser converts before it sends them. */
  areToBePrepared: boolean
  /** The caption typed for a file that was chosen earlier but not sent. */
  captionBefore: (file: File) => string | undefined
}

/** Why some of the files chosen last were rejected. */
interface Refusal {
  /** The value of the field at that time: the text is shown until it changes. */
  filesThen: File[]
  text: string
}

/** The field `files` of a form: several files for an archive. Files that can't be sent are rejected with a reason. */
export function FilesField({ kind, bytesLeft, areToBePrepared, captionBefore }: FilesFieldProps) {
  const id = useId()
  const { value: files, error, change } = useFormField<File[]>('files')
  const { value: descriptions, change: changeDescriptions } = useFormField<string[]>('descriptions')
  const [refusal, setRefusal] = useState<Refusal>()
  const input = useRef<HTMLInputElement>(null)
  const { choose, formats } = ARCHIVE_TEXTS[kind]
  const { preparesFilms } = useSettings()
  const fateOf = (file: File) => recordingFate(kind, file.name, preparesFilms)

  const latest = useRef({ files, descriptions, changeDescriptions })
  useEffect(() => {
    latest.current = { files, descriptions, changeDescriptions }
  })

  function add(chosen: File[]): void {
    const accepted = [...files]
    const refused: string[] = []
    for (const file of chosen) {
      const others = areToBePrepared ? 0 : sizeOfRecordings(kind, accepted)
      const problem = fileProblem(kind, file, { bytesLeft: bytesLeft - others, isToBePrepared: areToBePrepared })
      if (problem) refused.push(`${file.name}: ${problem}`)
      else accepted.push(file)
    }
    setRefusal(refused.length > 0 ? { filesThen: accepted, text: refused.join('\n') } : undefined)
    change(accepted)
    const offered = accepted.slice(files.length).map((file) => captionBefore(file) ?? describedByName(kind, file.name))
    changeDescriptions(accepted.map((_file, index) => descriptions[index] || (offered[index - files.length] ?? '')))
    if (kind === 'audio') void offerTitles(accepted.slice(files.length))
  }

  /** Where the name says nothing, the title in the recording is offered: the server removes it. */
  async function offerTitles(chosen: File[]): Promise<void> {
    const titles = new Map(
      await Promise.all(
        chosen.map(async (file) => [file, describedByName(kind, `${await titleOf(file)}.mp3`)] as const),
      ),
    )
    const { files: now, descriptions: texts, changeDescriptions: changeNow } = latest.current
    if (!now.some((file, index) => titles.get(file) && !texts[index])) return
    changeNow(now.map((file, index) => texts[index] || (titles.get(file) ?? '')))
  }

  function remove(file: File): void {
    const left = files.filter((other) => other !== file)
    change(left)
    changeDescriptions(left.length > 0 ? descriptions.filter((_text, index) => files[index] !== file) : [''])
    // The pressed button disappears.
    input.current?.focus()
  }

  return (
    <FileChooser
      ref={input}
      id={id}
      multiple
      buttonLabel={choose}
      icon={<FileUploadIcon />}
      accept={acceptedKinds(kind)}
      hint={formats}
      error={error}
      problem={!error && refusal?.filesThen === files ? refusal.text : undefined}
      chosen={files.length > 0 && <ChosenFiles kind={kind} files={files} fateOf={fateOf} onRemove={remove} />}
      onChoose={add}
    />
  )
}

function sizeOfRecordings(kind: ArchiveKind, files: File[]): number {
  return kind === 'photo' ? 0 : files.reduce((sum, { size }) => sum + size, 0)
}

/** The extensions of films of old cameras, phones and discs: browsers do not play them. */
const OLD_FILMS = [
  ...['avi', 'wmv', 'asf', 'mkv', '3gp', '3g2', 'mpg', 'mpeg', 'mpe', 'm1v', 'm2v', 'vob', 'flv', 'mts', 'm2ts', 'ts'],
  ...['mod', 'tod', 'dv', 'dif', 'divx', 'rm', 'rmvb', 'ogv'],
]
const OLD_SOUNDS = [
  ...['amr', 'awb', '3gp', '3ga', 'wma', 'aif', 'aiff', 'aifc', 'caf', 'au', 'qcp', 'ra', 'rm', 'mka', 'mp2', 'spx'],
]

interface Formats {
  /** The beginning of their MIME types. */
  type: string
  /** Many systems know no MIME type of a recording, only its extension. */
  endings: string[]
}

const RECORDINGS: Record<Exclude<ArchiveKind, 'photo'>, Formats> = {
  audio: {
    type: 'audio/',
    endings: [
      ...['.mp3', '.m4a', '.m4b', '.ogg', '.oga', '.opus', '.spx', '.wav', '.webm', '.aac', '.flac', '.mka', '.mp2'],
      ...[
        '.mp4',
        '.amr',
        '.awb',
        '.3gp',
        '.3ga',
        '.wma',
        '.aif',
        '.aiff',
        '.aifc',
        '.caf',
        '.au',
        '.qcp',
        '.ra',
        '.rm',
      ],
    ],
  },
  video: {
    type: 'video/',
    endings: [
      ...['.mp4', '.m4v', '.webm', '.mov', '.qt', ...OLD_FILMS.map((ending) => `.${ending}`)],
      // Films whose ending says nothing, as those of an iPod.
      '.f4v',
    ],
  },
}

/** As `accept` of an <input>. The server checks the content. */
function acceptedKinds(kind: ArchiveKind): string {
  if (kind === 'photo') return ARCHIVE_PICTURE_KINDS
  return [`${RECORDINGS[kind].type}*`, ...RECORDINGS[kind].endings].join(',')
}

/**
 * Why a file can't be added to an archive with `bytesLeft`, checked before the upload. A film that `isToBePrepared` may be
 * larger: its converted copy is smaller.
 */
function fileProblem(
  kind: ArchiveKind,
  file: File,
  { bytesLeft, isToBePrepared }: { bytesLeft: number; isToBePrepared: boolean },
): string | undefined {
  if (bytesLeft <= 0) return 'В хранилище не осталось места.'
  // Photos are stored smaller than they are sent, so only the server knows whether one fits.
  if (kind === 'photo') return pictureProblem(file, { isForArchive: true })

  if (!isOf(RECORDINGS[kind], file)) return kind === 'video' ? 'Это не видео.' : 'Это не запись звука.'
  if (file.size === 0) return 'Файл пуст.'
  if (file.size > bytesLeft && !isToBePrepared) {
    return doesNotFit(file.size, bytesLeft)
  }
  return undefined
}

function isOf({ type: beginning, endings }: Formats, { type, name }: File): boolean {
  return type.startsWith(beginning) || endings.some((ending) => name.toLowerCase().endsWith(ending))
}

/** What the server does with a recording that browsers do not play, judged by the file's name; undefined for others. */
function recordingFate(kind: ArchiveKind, fileName: string, isPreparedByServer: boolean): string | undefined {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  if (kind === 'photo' || !(kind === 'video' ? OLD_FILMS : OLD_SOUNDS).includes(ending)) return undefined
  return isPreparedByServer ? REMADE[kind] : SAVED_AS_IT_IS[kind]
}

const REMADE = {
  video: 'Это старое видео мы переделаем сами. Оно появится здесь через несколько минут.',
  audio: 'Эту старую запись мы переделаем сами. Она появится здесь через несколько минут.',
}
const SAVED_AS_IT_IS = {
  video: 'Это видео мы сохраним таким, как есть: на странице его можно будет скачать.',
  audio: 'Эту запись мы сохраним такой, как есть: на странице её можно будет скачать.',
}
