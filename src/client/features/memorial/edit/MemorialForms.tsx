import { type InferType, mixed, object } from 'yup'
import { FILE_REQUIRED } from '@contract/archive'
import { knownText } from '@contract/days'
import { lifeDatesSchema, type Memorial, MEMORIAL_LABELS, memorialDraftSchema, NAME_FIELDS } from '@contract/memorial'
import { isSameView, type PictureTurn, type PortraitView, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { DATE_UNKNOWN, dateInWords } from '@contract/shown-days'
import { formFailure } from '@client/api/errors'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { DateField } from '@client/ui/form/DateField'
import { type FormFailure, useFormField } from '@client/ui/form/Form'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PortraitViewField } from '@client/ui/form/PortraitViewField'
import { NameField, TextField } from '@client/ui/form/TextField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import type { FormPart } from './conflict'
import { EditForm } from './EditForm'
import { BIOGRAPHY_FAILED, DATES_FAILED, UPDATE_FAILED, useSavingMemorial } from './use-saving'

const nameSchema = memorialDraftSchema.pick(NAME_FIELDS)
type Names = InferType<typeof nameSchema>

const NAME_PARTS: FormPart<Names>[] = NAME_FIELDS.map((field) => ({ label: MEMORIAL_LABELS[field], fields: [field] }))

export function NameForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, { valuesOf: namesOf, parts: NAME_PARTS, failedText: UPDATE_FAILED })

  return (
    <EditForm
      {...saving}
      schema={nameSchema}
      savedText="Имя сохранено"
      onClose={onClose}
      draftOf={['name', memorial.id]}
    >
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint="Необязательно" />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint="Необязательно" />
    </EditForm>
  )
}

function namesOf({ lastname, name, surname, maiden_name }: Memorial): Names {
  return { lastname, name, surname: surname ?? '', maiden_name: maiden_name ?? '' }
}

type Dates = InferType<typeof lifeDatesSchema>

const DATES_PARTS: FormPart<Dates>[] = [
  {
    label: MEMORIAL_LABELS.birth_date,
    fields: ['birth_date', 'birth_precision'],
    inWords: ({ birth_date, birth_precision }) => dateInWords(birth_date, birth_precision) || DATE_UNKNOWN,
  },
  {
    label: MEMORIAL_LABELS.death_date,
    fields: ['death_date', 'death_precision'],
    inWords: ({ death_date, death_precision }) => dateInWords(death_date, death_precision) || DATE_UNKNOWN,
  },
]

export function DatesForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, { valuesOf: datesOf, parts: DATES_PARTS, failedText: DATES_FAILED })

  return (
    <EditForm
      {...saving}
      schema={lifeDatesSchema}
      savedText="Даты сохранены"
      onClose={onClose}
      draftOf={['dates', memorial.id]}
    >
      <DateField name="birth_date" precisionName="birth_precision" label={MEMORIAL_LABELS.birth_date} />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
    </EditForm>
  )
}

function datesOf({ birth_date, birth_precision, death_date, death_precision }: Memorial): Dates {
  return {
    birth_date: knownText(birth_date, birth_precision),
    birth_precision,
    death_date: knownText(death_date, death_precision),
    death_precision,
  }
}

const biographySchema = memorialDraftSchema.pick(['biography'])
type Story = InferType<typeof biographySchema>

const BIOGRAPHY_PARTS: FormPart<Story>[] = [{ label: MEMORIAL_LABELS.biography, fields: ['biography'], isLong: true }]

export function BiographyForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, {
    valuesOf: storyOf,
    parts: BIOGRAPHY_PARTS,
    failedText: BIOGRAPHY_FAILED,
  })

  return (
    <EditForm
      {...saving}
      schema={biographySchema}
      savedText="Биография сохранена"
      onClose={onClose}
      draftOf={['biography', memorial.id]}
    >
      <TextField
        name="biography"
        label={MEMORIAL_LABELS.biography}
        hint="Пустая строка делит текст на абзацы. Короткая строка над абзацем станет заголовком, строки с «- » — списком, с «> » — цитатой."
        rows={12}
        autoCapitalize="sentences"
      />
    </EditForm>
  )
}

function storyOf({ biography }: Memorial): Story {
  return { biography: biography ?? '' }
}

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
    const { error } = await updateMemorial(change)
    return error && formFailure(error, { fallback: UPDATE_FAILED, isFixed: true, fileField: 'photo' })
  }

  return (
    <EditForm
      initialValues={{ photo: null, view: viewBefore }}
      schema={original ? photoFormSchema : firstPhotoSchema}
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
      {!photo && <PortraitViewField name="view" file={null} url={original} />}
    </>
  )
}

const photoSchema = mixed<File>().nullable().defined().default(null)
const viewSchema = mixed<PortraitView>().required()
const photoFormSchema = object({ photo: photoSchema, view: viewSchema })
const firstPhotoSchema = object({
  photo: photoSchema.test('chosen', FILE_REQUIRED, (photo) => photo !== null),
  view: viewSchema,
})

function viewOf({ photo_rotate: rotate, photo_crop: crop }: Memorial): PortraitView {
  return { rotate: (rotate ?? 0) as PictureTurn, crop: crop ?? null }
}

/** The props of each form that edits a section of a memorial. */
interface MemorialFormProps {
  memorial: Memorial
  onClose: () => void
}
