import { useId, useRef, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { describedByName } from '@client/lib/described-by-name'
import { FileChooser } from '@client/ui/form/FileChooser'
import { useFormField } from '@client/ui/form/use-form-field'
import { FileUploadIcon } from '@client/ui/tool-icons'
import { acceptedKinds, fileProblem } from './archive-files'
import { ARCHIVE_TEXTS } from './archive-texts'
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
    const offered = accepted.slice(files.length).map((file) => captionBefore(file) ?? describedByName(file.name))
    changeDescriptions(accepted.map((_file, index) => descriptions[index] || (offered[index - files.length] ?? '')))
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
      chosen={files.length > 0 && <ChosenFiles kind={kind} files={files} onRemove={remove} />}
      onChoose={add}
    />
  )
}

function sizeOfRecordings(kind: ArchiveKind, files: File[]): number {
  return kind === 'photo' ? 0 : files.reduce((sum, { size }) => sum + size, 0)
}
