import { type Burial, BURIAL_EMPTY, type BurialForm, burialFormSchema } from '@contract/burial'
import { useCreateBurialMutation, useUpdateBurialMutation } from '@client/api/burial-api'
import type { FormFailure } from '@client/ui/form/Form'
import { isConflict } from '@client/api/errors'
import { EditForm } from '../edit/EditForm'
import { photoSaveFailure } from '../edit/save-failure'
import { SAVE_FAILED } from '../edit/texts'
import { BurialFields } from './BurialFields'

export interface BurialEditorProps {
  memorialId: number
  /** What is stored; null when nothing is. */
  burial: Burial | null
  onClose: () => void
}

/** The form in which the owner describes the burial place. */
export function BurialEditor({ memorialId, burial, onClose }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()

  async function save(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    const { error } = burial
      ? await updateBurial({ id: burial.id, memorialId, form })
      : await createBurial({ memorialId, form })
    return savingFailure(error)
  }

  return (
    <EditForm
      initialValues={formOf(burial)}
      schema={burialFormSchema}
      save={save}
      savedText="Место захоронения сохранено"
      onClose={onClose}
      draftOf={['burial', memorialId]}
    >
      <BurialFields storedPhoto={burial?.photo_path ?? null} />
    </EditForm>
  )
}

const SAVED_ELSEWHERE =
  'Место захоронения уже сохранено в другом окне. Если сохранить ещё раз, останется то, что здесь.'

/** What the form says when the server did not take the burial place. */
function savingFailure(error: unknown): FormFailure | undefined {
  if (isConflict(error)) return { message: SAVED_ELSEWHERE }
  return photoSaveFailure(error, SAVE_FAILED, 'burial_photo_file')
}

/** The initial values. A stored photo is not among them: it stays until another one is chosen. */
function formOf(burial: Burial | null | undefined): BurialForm {
  return {
    burial_address: burial?.burial_address ?? '',
    cemetery: burial?.cemetery ?? '',
    plot: burial?.plot ?? '',
    burial_coordinates: burial?.burial_coordinates ?? '',
    burial_photo_file: null,
  }
}

function isEmptyForm(form: BurialForm): boolean {
  return Object.values(form).every((value) => !value)
}
