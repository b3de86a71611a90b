import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { FieldNote, noteId } from '@client/ui/form/FieldFrame'
import { useFormField } from '@client/ui/form/use-form-field'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { acceptedKinds, fileProblem } from './archive-files'
import { ARCHIVE_TEXTS } from './archive-texts'
import { ChosenFiles } from './ChosenFiles'

export interface FilesFieldProps {
  kind: ArchiveKind
  /** Bytes that are free in the storage. */
  bytesLeft: number
}

/** What is told of files that can't be sent, while nothing else is chosen. */
interface Refusal {
  /** Those that were chosen with them, or before. */
  beside: File[]
  text: string
}

/** The field `files` of a form: chosen or dropped, several at once. What can't be sent is refused with its reason. */
export function FilesField({ kind, bytesLeft }: FilesFieldProps) {
  const id = useId()
  const { value: files, error, change } = useFormField<File[]>('files')
  const [refusal, setRefusal] = useState<Refusal>()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const { choose, formats } = ARCHIVE_TEXTS[kind]
  const message = error ?? (refusal?.beside === files ? refusal.text : undefined)

  function add(chosen: FileList | null): void {
    const accepted = [...files]
    const refused: string[] = []
    for (const file of chosen ?? []) {
      const problem = fileProblem(kind, file, bytesLeft - sizeOfRecordings(kind, accepted))
      if (problem) refused.push(`${file.name}: ${problem}`)
      else accepted.push(file)
    }
    setRefusal(refused.length > 0 ? { beside: accepted, text: refused.join('\n') } : undefined)
    change(accepted)
  }

  function remove(file: File): void {
    change(files.filter((kept) => kept !== file))
    // The button that was pressed goes with the file.
    input.current?.focus()
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDraggedOver(false)
    add(event.dataTransfer.files)
  }

  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <Box sx={{ ...DROP_ZONE, borderColor: isDraggedOver ? 'primary.main' : 'text.disabled' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          {/* The input within is what is focused and named: to a screen reader the label is no button of its own. */}
          <Button
            component="label"
            role={undefined}
            tabIndex={-1}
            variant="outlined"
            startIcon={<UploadIcon />}
            sx={CHOOSE}
          >
            {choose}
            <input
              ref={input}
              id={id}
              type="file"
              multiple
              accept={acceptedKinds(kind)}
              aria-label={choose}
              aria-invalid={Boolean(error)}
              aria-describedby={noteId(id)}
              style={visuallyHidden}
              onChange={({ target }) => {
                add(target.files)
                // The same file may be chosen again after it was taken away.
                target.value = ''
              }}
            />
          </Button>
          <Box sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>или перетащите сюда</Box>
        </Box>
        <ChosenFiles files={files} onRemove={remove} />
      </Box>
      <div role={message ? 'alert' : undefined}>
        <FieldNote id={id} hint={formats} error={message} />
      </div>
    </Box>
  )
}

function sizeOfRecordings(kind: ArchiveKind, files: File[]): number {
  return kind === 'photo' ? 0 : files.reduce((sum, { size }) => sum + size, 0)
}

const DROP_ZONE = { display: 'flex', flexDirection: 'column', gap: 1.5, p: 2, border: '1px dashed', borderRadius: 1 }

/** The input itself is hidden from sight, so the button shows where the focus is. */
const CHOOSE = {
  '&:focus-within': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
} as const
