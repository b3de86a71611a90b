import {
  type Burial,
  BURIAL_EMPTY,
  BURIAL_LABELS,
  BURIAL_TEXTS,
  type BurialForm,
  burialFormSchema,
  type ExpectedOfBurial,
} from '@contract/burial'
import { useCreateBurialMutation, useLazyGetBurialQuery, useUpdateBurialMutation } from '@client/api/burial-api'
import type { FormFailure } from '@client/ui/form/Form'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { photoSaveFailure } from '../edit/save-failure'
import { SAVE_FAILED } from '../edit/texts'
import { useSaving } from '../edit/use-saving'
import { BurialFields } from './BurialFields'

const DELETED = 'Пока вы писали, место захоронения удалили. Если сохранить ещё раз, останется то, что здесь.'

/** A burial place; without an id if none is stored. */
type BurialOrNone = Pick<Burial, (typeof BURIAL_TEXTS)[number]> & { id?: number }
const PARTS: FormPart<BurialForm>[] = BURIAL_TEXTS.map((field) => ({ label: BURIAL_LABELS[field], fields: [field] }))
const NO_BURIAL: BurialOrNone = { burial_address: null, cemetery: null, plot: null, burial_coordinates: null }

export interface BurialEditorProps {
  memorialId: number
  /** The stored burial place; null if there is none. */
  burial: Burial | null
  onClose: () => void
}

/** The form in which keepers describe the burial place. */
export function BurialEditor({ memorialId, burial, onClose }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()
  const [readAgain] = useLazyGetBurialQuery()
  const saving = useSaving<BurialOrNone, BurialForm>({
    thing: burial ?? NO_BURIAL,
    valuesOf: formOf,
    parts: PARTS,
    send: (form, before) =>
      before.id === undefined
        ? createBurial({ memorialId, form })
        : updateBurial({ id: before.id, memorialId, form, expected: textsOf(before) }),
    readAgain: async () => (await readAgain(memorialId)).data ?? undefined,
    failedText: SAVE_FAILED,
    deleted: { text: DELETED, leaves: NO_BURIAL },
    failureOf: (error) => photoSaveFailure(error, SAVE_FAILED, 'burial_photo_file'),
  })

  async function saveUnlessEmpty(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    return saving.save(form)
  }

  return (
    <EditForm
      {...saving}
      schema={burialFormSchema}
      save={saveUnlessEmpty}
      savedText="Место захоронения сохранено"
      onClose={onClose}
      draftOf={['burial', memorialId]}
    >
      <BurialFields storedPhoto={burial?.photo_path ?? null} />
    </EditForm>
  )
}

function textsOf({ burial_address, cemetery, plot, burial_coordinates }: BurialOrNone): ExpectedOfBurial {
  return { burial_address, cemetery, plot, burial_coordinates }
}

/** The initial values. A stored photo is not among them: it stays until another one is chosen. */
function formOf({ burial_address, cemetery, plot, burial_coordinates }: BurialOrNone): BurialForm {
  return {
    burial_address: burial_address ?? '',
    cemetery: cemetery ?? '',
    plot: plot ?? '',
    burial_coordinates: burial_coordinates ?? '',
    burial_photo_file: null,
  }
}

function isEmptyForm(form: BurialForm): boolean {
  return Object.values(form).every((value) => !value)
}
