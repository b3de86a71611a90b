import Button from '@mui/material/Button'
import { type FormikHelpers, Formik, Form as FormikForm, useFormikContext } from 'formik'
import { useRef } from 'react'
import { array, mixed, object } from 'yup'
import { archiveDescriptionText, type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { useAppDispatch } from '@client/store/hooks'
import { FormStack } from '@client/ui/form/FormStack'
import { ReportUnsaved } from '@client/ui/form/ReportUnsaved'
import { useFocusOnFirstInvalid } from '@client/ui/form/form-focus'
import { useSettings } from '@client/ui/settings'
import { upload } from '../uploads/upload-queue'
import '../uploads/upload-news'
import { useBytesUnderWay } from '../uploads/use-uploads'
import { CaptionsWait } from './CaptionsWait'
import { DescriptionField } from './DescriptionField'
import { FilesField, type FilesFieldProps } from './FilesField'
import { useCaptionDrafts } from './use-caption-drafts'

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
    dispatch(upload({ memorialId: memorial.id, kind, files: described, areToBePrepared }))
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
          Загрузить
        </Button>
      </FormStack>
    </FormikForm>
  )
}

/** The free storage in bytes. Uploads in progress count as stored. */
function useBytesLeft({ id, media_storage_limit: limit = 0, used_storage_bytes: used = 0 }: Memorial): number {
  return limit - used - useBytesUnderWay(id)
}
