import type { Relation } from '@contract/relations'
import { fullName } from '@contract/names'
import { errorText, okOrNotFound } from '@client/api/errors'
import { useEndRelationMutation } from '@client/api/relation-api'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** Removes a relative from both pages. */
export function EndRelation({ relation: { id, memorial } }: { relation: Relation }) {
  const [endRelation] = useEndRelationMutation()
  const name = fullName(memorial)

  async function end(): Promise<ActionOutcome> {
    const { error } = await endRelation(id)
    return okOrNotFound(error)
      ? { isDone: true, message: 'Страницы больше не связаны' }
      : { isDone: false, message: errorText(error, { fallback: FAILED }) }
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
