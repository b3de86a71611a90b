import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Form as FormikForm, Formik, type FormikHelpers, useFormikContext } from 'formik'
import { useRef } from 'react'
import { array, mixed, object } from 'yup'
import { archiveDescriptionText, type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { useAppDispatch } from '@client/store/hooks'
import { passFocusUp } from '@client/ui/focus'
import { FormStack, ReportUnsaved, useFocusOnFirstInvalid } from '@client/ui/form/Form'
import { useSettings } from '@client/ui/settings'
import { queueUploads } from '../uploads/upload-queue'
import '../uploads/upload-news'
import { useBytesUnderWay } from '../uploads/upload-slice'
import { DescriptionField, useCaptionDrafts } from './captions'
import { FilesField, type FilesFieldProps } from './FilesField'

const uploadSchema = object({
  files: array(mixed<File>().required()).min(1, FILE_REQUIRED).required(),
  descriptions: array(archiveDescriptionText).required(),
})

interface UploadForm {
  files: File[]
  /** One per file; a single one before any file is chosen. */
  descriptions: string[]
}

const NOTHING_CHOSEN: UploadForm = { files: [], descriptions: [''] }

export interface UploaderProps {
  kind: ArchiveKind
  memorial: Memorial
}

/** Where an owner chooses files for an archive. They are uploaded in the background. */
export function Uploader({ kind, memorial }: UploaderProps) {
  const dispatch = useAppDispatch()
  const bytesLeft = useBytesLeft(memorial)
  const { preparesFilms } = useSettings()
  const areToBePrepared = kind === 'video' && !preparesFilms

  function queue({ files, descriptions }: UploadForm, { resetForm }: FormikHelpers<UploadForm>): void {
    const described = files.map((file, index) => ({
      file,
      description: archiveDescriptionText.cast(descriptions[index]) ?? '',
    }))
    dispatch(queueUploads({ memorialId: memorial.id, kind, files: described, areToBePrepared }))
    resetForm()
  }

  return (
    <Formik initialValues={NOTHING_CHOSEN} validationSchema={uploadSchema} validateOnBlur={false} onSubmit={queue}>
      <UploadFields kind={kind} memorialId={memorial.id} bytesLeft={bytesLeft} areToBePrepared={areToBePrepared} />
    </Formik>
  )
}

interface UploadFieldsProps extends Omit<FilesFieldProps, 'captionBefore'> {
  memorialId: number
}

function UploadFields({ memorialId, ...props }: UploadFieldsProps) {
  const form = useRef<HTMLFormElement>(null)
  const { files } = useFormikContext<UploadForm>().values
  const drafts = useCaptionDrafts(props.kind, memorialId)
  useFocusOnFirstInvalid(form)

  return (
    <FormikForm ref={form} noValidate style={{ marginBlockEnd: 32 }}>
      <ReportUnsaved onDiscard={drafts.forgetChosen} />
      <FormStack sx={{ maxWidth: 640, mx: 'auto', gap: 2, textAlign: 'start' }}>
        {drafts.areWaiting && <CaptionsWait onForget={drafts.forgetWaiting} />}
        <FilesField {...props} captionBefore={drafts.take} />
        {files.length < 2 && <DescriptionField index={0} />}
        <Button type="submit" variant="contained" sx={{ alignSelf: { sm: 'start' } }}>
          Добавить на страницу
        </Button>
      </FormStack>
    </FormikForm>
  )
}

/** The free storage in bytes. Uploads in progress count as stored. */
function useBytesLeft({ id, media_storage_limit: limit = 0, used_storage_bytes: used = 0 }: Memorial): number {
  return limit - used - useBytesUnderWay(id)
}

/** Says that captions typed earlier return with their files. */
function CaptionsWait({ onForget }: { onForget: () => void }) {
  return (
    <Alert severity="info" variant="outlined">
      Описания, которые вы не успели отправить, сохранились. Выберите те же файлы ещё раз, и они вернутся.{' '}
      <Button ref={passFocusUp} size="small" color="inherit" onClick={onForget} sx={{ px: 1 }}>
        Не нужны
      </Button>
    </Alert>
  )
}
