import { mixed, object } from 'yup'
import { MEMORIAL_LABELS } from '@contract/memorial'
import { FILE_REQUIRED } from '@contract/archive'
import { errorStatus, errorText } from '@client/api/errors'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-problem'
import type { FormFailure } from '@client/ui/form/Form'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { UPDATE_FAILED } from './texts'

const schema = object({
  photo: mixed<File>()
    .nullable()
    .defined()
    .default(null)
    .test('chosen', FILE_REQUIRED, (photo) => photo !== null),
})
const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415

export function PhotoForm({ memorial: { id }, onClose }: MemorialFormProps) {
  const [updateMemorial] = useUpdateMemorialMutation()

  async function save({ photo }: { photo: File | null }): Promise<FormFailure | undefined> {
    if (!photo) return undefined
    const { error } = await updateMemorial({ id, photo })
    return error && { message: UPDATE_FAILED, fields: { photo: photoProblem(error) } }
  }

  return (
    <EditForm initialValues={{ photo: null }} schema={schema} save={save} savedText="Фото сохранено" onClose={onClose}>
      <PhotoField name="photo" label={MEMORIAL_LABELS.file} hint={PICTURE_HINT} />
    </EditForm>
  )
}

/** What is wrong with the photo itself, if that is why it was not taken. */
function photoProblem(error: unknown): string {
  const isAboutFile = [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE].includes(errorStatus(error) ?? 0)
  return isAboutFile ? errorText(error, { fallback: UPDATE_FAILED }) : ''
}
