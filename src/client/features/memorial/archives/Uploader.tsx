import Button from '@mui/material/Button'
import { type FormikHelpers, Formik, Form as FormikForm } from 'formik'
import { useRef } from 'react'
import { array, mixed } from 'yup'
import { archiveDescriptionSchema, type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { useAppDispatch } from '@client/store/hooks'
import { FormStack } from '@client/ui/form/FormStack'
import { ReportUnsaved } from '@client/ui/form/ReportUnsaved'
import { TextField } from '@client/ui/form/TextField'
import { useFocusOnFirstInvalid } from '@client/ui/form/form-focus'
import { upload } from '../uploads/upload-queue'
import '../uploads/upload-news'
import { useBytesUnderWay } from '../uploads/use-uploads'
import { FilesField, type FilesFieldProps } from './FilesField'

const uploadSchema = archiveDescriptionSchema.shape({
  files: array(mixed<File>().required()).min(1, FILE_REQUIRED).required(),
})

interface UploadForm {
  files: File[]
  description: string
}

const NOTHING_CHOSEN: UploadForm = { files: [], description: '' }

export interface UploaderProps {
  kind: ArchiveKind
  memorial: Memorial
}

/** Where an owner chooses files for an archive. They are sent in the background. */
export function Uploader({ kind, memorial }: UploaderProps) {
  const dispatch = useAppDispatch()
  const bytesLeft = useBytesLeft(memorial)

  function queue({ files, description }: UploadForm, { resetForm }: FormikHelpers<UploadForm>): void {
    const cleaned = archiveDescriptionSchema.cast({ description }).description ?? ''
    dispatch(upload({ memorialId: memorial.id, kind, files, description: cleaned }))
    resetForm()
  }

  return (
    <Formik initialValues={NOTHING_CHOSEN} validationSchema={uploadSchema} validateOnBlur={false} onSubmit={queue}>
      <UploadFields kind={kind} bytesLeft={bytesLeft} />
    </Formik>
  )
}

function UploadFields({ kind, bytesLeft }: FilesFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFirstInvalid(form)

  return (
    <FormikForm ref={form} noValidate style={{ marginBlockEnd: 32 }}>
      <ReportUnsaved />
      <FormStack sx={{ maxWidth: 640, gap: 2 }}>
        <FilesField kind={kind} bytesLeft={bytesLeft} />
        <TextField
          name="description"
          label="Описание"
          hint="Необязательно. Будет у каждого из выбранных файлов."
          rows={2}
          autoCapitalize="sentences"
        />
        <Button type="submit" variant="contained" sx={{ alignSelf: { sm: 'start' } }}>
          Загрузить
        </Button>
      </FormStack>
    </FormikForm>
  )
}

/** The free storage in bytes. Files being uploaded now count as stored. */
function useBytesLeft({ id, media_storage_limit: limit = 0, used_storage_bytes: used = 0 }: Memorial): number {
  return limit - used - useBytesUnderWay(id)
}
