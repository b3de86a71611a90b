import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { WHOLE_PORTRAIT } from '@contract/portrait-view'
import { AddPhotoIcon } from '../tool-icons'
import { FileChooser } from './FileChooser'
import { useFilePicture } from './picture'
import { PICTURE_KINDS, pictureNote, pictureProblem } from './picture-kinds'
import { PortraitViewField } from './PortraitViewField'
import { useFormField } from './Form'

interface PhotoFieldProps {
  name: string
  label: string
  hint?: string
  /** The label of the button while nothing is chosen. */
  chooseLabel?: string
  /** The field with the photo's crop. A new photo starts uncropped. */
  viewName?: string
}

/** A single photo, which can be previewed, replaced or removed before it is sent. The value is a File or null. */
export function PhotoField({ name, label, hint, chooseLabel = 'Выбрать фото', viewName }: PhotoFieldProps) {
  const { id, value: file, error, change } = useFormField<File | null>(name)
  const { setFieldValue } = useFormikContext()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    const whyNot = pictureProblem(chosen)
    setProblem(whyNot)
    if (whyNot) return
    change(chosen)
    if (viewName) void setFieldValue(viewName, WHOLE_PORTRAIT)
  }

  function remove(): void {
    setProblem(undefined)
    change(null)
    // The pressed button disappears.
    input.current?.focus()
  }

  return (
    <FileChooser
      ref={input}
      id={id}
      name={name}
      label={label}
      buttonLabel={file ? 'Заменить фото' : chooseLabel}
      icon={<AddPhotoIcon />}
      accept={PICTURE_KINDS}
      hint={hint}
      error={error}
      problem={problem}
      actions={
        file && (
          <Button color="inherit" onClick={remove}>
            Убрать фото
          </Button>
        )
      }
      onChoose={([first]) => choose(first)}
    >
      {file && <PhotoPreview file={file} />}
      {viewName && <PortraitViewField name={viewName} file={file} />}
    </FileChooser>
  )
}

/** The chosen photo, before it is sent; its name alone where the browser can't show such a file. */
function PhotoPreview({ file }: { file: File }) {
  const picture = useFilePicture(file)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Box
        component="img"
        {...picture}
        alt="Выбранное фото"
        sx={{ maxWidth: 160, maxHeight: 120, borderRadius: 1, '&[hidden]': { display: 'none' } }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 9rem', overflowWrap: 'anywhere' }}>
        {[file.name, pictureNote(file)].filter(Boolean).join('. ')}
      </Typography>
    </Box>
  )
}
