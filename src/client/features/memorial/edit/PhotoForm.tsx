import { mixed, object } from 'yup'
import { MEMORIAL_LABELS } from '@contract/memorial'
import { FILE_REQUIRED } from '@contract/archive'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-problem'
import type { FormFailure } from '@client/ui/form/Form'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { photoSaveFailure } from './save-failure'
import { UPDATE_FAILED } from './texts'

const schema = object({
  photo: mixed<File>()
    .nullable()
    .defined()
    .default(null)
    .test('chosen', FILE_REQUIRED, (photo) => photo !== null),
})

export function PhotoForm({ memorial: { id }, onClose }: MemorialFormProps) {
  const [updateMemorial] = useUpdateMemorialMutation()

  async function save({ photo }: { photo: File | null }): Promise<FormFailure | undefined> {
    if (!photo) return undefined
    return photoSaveFailure((await updateMemorial({ id, photo })).error, UPDATE_FAILED, 'photo')
  }

  return (
    <EditForm initialValues={{ photo: null }} schema={schema} save={save} savedText="Фото сохранено" onClose={onClose}>
      <PhotoField name="photo" label={MEMORIAL_LABELS.file} hint={PICTURE_HINT} />
    </EditForm>
  )
}
