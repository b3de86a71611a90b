import { mixed, object } from 'yup'
import { FILE_REQUIRED } from '@contract/archive'
import { type Memorial, MEMORIAL_LABELS } from '@contract/memorial'
import { isSameView, type PictureTurn, type PortraitView, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture'
import { PortraitViewField } from '@client/ui/form/PortraitViewField'
import { type FormFailure, useFormField } from '@client/ui/form/Form'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { photoSaveFailure } from './save-failure'
import { UPDATE_FAILED } from './texts'

interface Values {
  photo: File | null
  view: PortraitView
}

/** Replaces the photo, or changes the crop of the present one. */
export function PhotoForm({ memorial, onClose }: MemorialFormProps) {
  const { id, photo_original_path: original } = memorial
  const [updateMemorial] = useUpdateMemorialMutation()
  const viewBefore = viewOf(memorial)

  async function save({ photo, view }: Values): Promise<FormFailure | undefined> {
    const hasOtherView = !isSameView(view, photo ? WHOLE_PORTRAIT : viewBefore)
    if (!photo && !hasOtherView) return undefined
    const change = { id, ...(photo && { photo }), ...(hasOtherView && view) }
    return photoSaveFailure((await updateMemorial(change)).error, UPDATE_FAILED, 'photo')
  }

  return (
    <EditForm
      initialValues={{ photo: null, view: viewBefore }}
      schema={original ? schema : schemaOfFirst}
      save={save}
      savedText="Фото сохранено"
      onClose={onClose}
    >
      <PhotoFields original={original} />
    </EditForm>
  )
}

function PhotoFields({ original }: { original: string | null | undefined }) {
  const { value: photo } = useFormField<File | null>('photo')
  return (
    <>
      <PhotoField name="photo" label={MEMORIAL_LABELS.file} hint={PICTURE_HINT} viewName="view" />
      {!photo && <PortraitViewField name="view" file={null} address={original} />}
    </>
  )
}

const photoSchema = mixed<File>().nullable().defined().default(null)
const viewSchema = mixed<PortraitView>().required()
const schema = object({ photo: photoSchema, view: viewSchema })
const schemaOfFirst = object({
  photo: photoSchema.test('chosen', FILE_REQUIRED, (photo) => photo !== null),
  view: viewSchema,
})

function viewOf({ photo_rotate: rotate, photo_crop: crop }: Memorial): PortraitView {
  return { rotate: (rotate ?? 0) as PictureTurn, crop: crop ?? null }
}
