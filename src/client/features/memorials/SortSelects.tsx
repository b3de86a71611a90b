import type { SortField, SortOrder } from '@contract/memorial'
import { SortSelect } from '@client/ui/SortSelect'
import type { ListAddress } from './use-list-address'

const SORT_FIELD_LABELS: Record<SortField, string> = {
  lastname: 'По фамилии',
  birth_date: 'По дате рождения',
  death_date: 'По дате смерти',
}
const SORT_ORDER_LABELS: Record<SortOrder, string> = { asc: 'По возрастанию', desc: 'По убыванию' }

export interface SortSelectsProps {
  address: ListAddress
  /** The id of the search form, when they stand outside of it. */
  formId?: string
}

/** By what a list is sorted, and which way. Their parent lays them out. */
export function SortSelects({ address: { state, sort }, formId }: SortSelectsProps) {
  return (
    <>
      <SortSelect
        name="sort_by"
        formId={formId}
        label="Сортировка"
        options={SORT_FIELD_LABELS}
        value={state.sort_by}
        onChange={(sort_by) => sort({ sort_by })}
      />
      <SortSelect
        name="sort_order"
        formId={formId}
        label="Порядок"
        options={SORT_ORDER_LABELS}
        value={state.sort_order}
        onChange={(sort_order) => sort({ sort_order })}
      />
    </>
  )
}
