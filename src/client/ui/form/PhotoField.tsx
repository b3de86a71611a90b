import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormLabel from '@mui/material/FormLabel'
import { type DragEvent, useRef, useState } from 'react'
import { visuallyHidden } from '../visually-hidden'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'
import { PhotoPreview } from './PhotoPreview'
import { PICTURE_KINDS, pictureProblem } from './picture-problem'
import { useFormField } from './use-form-field'

export interface PhotoFieldProps {
  name: string
  label: string
  hint?: string
}

/** A photo chosen or dropped: looked at, replaced, taken away again before it is sent. Its value is a File or null. */
export function PhotoField({ name, label, hint }: PhotoFieldProps) {
  const { id, value: file, error, change } = useFormField<File | null>(name)
  const [problem, setProblem] = useState<string>()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const message = problem ?? error

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    const whyNot = pictureProblem(chosen)
    setProblem(whyNot)
    if (!whyNot) change(chosen)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDraggedOver(false)
    choose(event.dataTransfer.files[0])
  }

  function remove(): void {
    setProblem(undefined)
    change(null)
    input.current?.focus()
  }

  return (
    <Box
      role="group"
      aria-labelledby={labelId(id)}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <FormLabel id={labelId(id)} htmlFor={id} sx={{ ...LABEL, display: 'block' }}>
        {label}
      </FormLabel>
      <Box sx={{ ...DROP_ZONE, borderColor: isDraggedOver ? 'primary.main' : 'text.disabled' }}>
        {file && <PhotoPreview file={file} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          {/* The input is what one presses and focuses: the label around it is no button of its own. */}
          <Button
            component="label"
            role={undefined}
            tabIndex={-1}
            variant="outlined"
            startIcon={<AddPhotoIcon />}
            sx={CHOOSE}
          >
            {file ? 'Заменить фото' : 'Выбрать фото'}
            <input
              ref={input}
              id={id}
              name={name}
              type="file"
              accept={PICTURE_KINDS}
              aria-label={label}
              aria-invalid={Boolean(error)}
              aria-describedby={message || hint ? noteId(id) : undefined}
              style={visuallyHidden}
              onChange={({ target }) => {
                choose(target.files?.[0])
                // The same file may be chosen again after it was taken away.
                target.value = ''
              }}
            />
          </Button>
          {file && (
            <Button color="inherit" onClick={remove}>
              Убрать фото
            </Button>
          )}
          {!file && (
            <Box sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>или перетащите сюда</Box>
          )}
        </Box>
      </Box>
      <div role={message ? 'alert' : undefined}>
        <FieldNote id={id} hint={hint} error={message} />
      </div>
    </Box>
  )
}

const DROP_ZONE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  p: 2,
  border: '1px dashed',
  borderRadius: 1,
} as const

/** The input itself is hidden from sight, so the button shows where the focus is. */
const CHOOSE = {
  '&:focus-within': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
} as const
