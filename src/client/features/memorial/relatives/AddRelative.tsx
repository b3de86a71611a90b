import Box from '@mui/material/Box'
import { useFormikContext } from 'formik'
import { lifeInYears } from '@contract/life'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import {
  memorialIdIn,
  type Relation,
  RELATION_KIND_TEXTS,
  RELATION_LABELS,
  type RelationForm,
  relationFormSchema,
} from '@contract/relations'
import { actionFailure, formFailure, okOrNotFound } from '@client/api/errors'
import { useGetMyMemorialsQuery } from '@client/api/memorial-api'
import { useAddRelationMutation, useEndRelationMutation } from '@client/api/relation-api'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { ChoiceField } from '@client/ui/form/RadioChoice'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack, ReportUnsaved } from '@client/ui/form/Form'
import { SelectField } from '@client/ui/form/LabelledSelect'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не удалось добавить. Пожалуйста, попробуйте ещё раз.'
const ASKED = 'Мы передали вашу просьбу. Когда те, кто хранит ту страницу, согласятся, она появится здесь.'
const ANOTHER = 'Другая: вставлю ссылку на неё'
const LINK_HINT =
  'Откройте страницу родственника и скопируйте её адрес. Те, кто её хранит, увидят имя и годы с этой страницы и решат сами.'
const EMPTY = { kind: '' as RelationForm['kind'], own: '', link: '' }

export interface AddRelativeProps {
  memorial: Memorial
  /** The relatives that are linked already. */
  relatives: Relation[]
  onClose: () => void
}

/** Links a relative: one of the keeper's own pages, or another page by its URL. */
export function AddRelative({ memorial, relatives, onClose }: AddRelativeProps) {
  const { data: mine = [] } = useGetMyMemorialsQuery()
  const [addRelation] = useAddRelationMutation()
  const toast = useToast()
  const named = [memorial.id, ...relatives.map((relation) => relation.memorial.id)]
  const own = mine.filter(({ id }) => !named.includes(id))

  async function add({ kind, own: ownId, link }: RelationForm): Promise<FormFailure | undefined> {
    const otherId = Number(ownId) || memorialIdIn(link)
    if (otherId === undefined) return { message: FAILED }
    const { data: relation, error } = await addRelation({ memorialId: memorial.id, otherId, kind })
    if (error) {
      const { fields = {}, ...failure } = formFailure(error, { fallback: FAILED })
      const { memorial_id: page, ...others } = fields
      return page ? { message: page, fields: { ...others, link: page } } : { ...failure, fields: others }
    }
    toast.success(relation ? `Теперь среди родных: ${fullName(relation.memorial)}` : ASKED)
    onClose()
    return undefined
  }

  return (
    <Form initialValues={EMPTY} schema={relationFormSchema} onSubmit={add}>
      <FormStack ref={focusFirstField} sx={{ my: 1 }}>
        <ChoiceField name="kind" label={RELATION_LABELS.kind} choices={RELATION_KIND_TEXTS} />
        {own.length > 0 && (
          <SelectField
            name="own"
            label={RELATION_LABELS.own}
            options={[['', ANOTHER], ...own.map((page) => [String(page.id), nameAndYears(page)] as const)]}
          />
        )}
        <LinkField />
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SubmitButton progressText="Добавляем...">Добавить</SubmitButton>
          <CancelButton onCancel={onClose} />
        </Box>
      </FormStack>
      <ReportUnsaved />
    </Form>
  )
}

/** Hidden while one of the own pages is chosen. */
function LinkField() {
  const { values } = useFormikContext<RelationForm>()
  return values.own ? null : (
    <TextField name="link" label={RELATION_LABELS.link} hint={LINK_HINT} autoCapitalize="none" />
  )
}

function nameAndYears(memorial: Memorial): string {
  return [fullName(memorial), lifeInYears(memorial)].filter(Boolean).join(', ')
}

/** Removes a relative from both pages. */
export function EndRelation({ relation: { id, memorial } }: { relation: Relation }) {
  const [endRelation] = useEndRelationMutation()
  const name = fullName(memorial)

  async function end(): Promise<ActionOutcome> {
    const { error } = await endRelation(id)
    return okOrNotFound(error)
      ? { isDone: true, message: 'Страницы больше не связаны' }
      : { isDone: false, message: actionFailure(error) }
  }

  return (
    <ConfirmButton
      label="Убрать из родных"
      fullLabel={`Убрать из родных: ${name}`}
      size="small"
      progressText="Убираем..."
      questions={[
        {
          title: 'Убрать из родных?',
          text: `${name}: связь исчезнет с обеих страниц. Сами страницы останутся как есть.`,
        },
      ]}
      action={end}
    />
  )
}
