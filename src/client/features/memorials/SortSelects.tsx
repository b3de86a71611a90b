import type { SortField, SortOrder } from '@contract/memorial'
import { SortSelect } from '@client/ui/SortSelect'
import type { ListAddress } from './use-list-address'

const SORT_FIELD_LABELS: Record<SortField, string> = {
  lastname: 'По фамилии',
  birth_date: 'По дате рождения',
  death_date: 'По дате смерти',
}
/** How what is found in the one box is sorted, unless something is chosen. */
const BY_LIKENESS = ''
const SORT_FIELDS_OR_LIKENESS = { [BY_LIKENESS]: 'По сходству', ...SORT_FIELD_LABELS }
const ALPHABETICAL: Record<SortOrder, string> = { asc: 'От А до Я', desc: 'От Я до А' }
const BY_TIME: Record<SortOrder, string> = { asc: 'Сначала давние', desc: 'Сначала недавние' }

/** By what a list is sorted, and which way. Their parent lays them out. */
export function SortSelects({ address: { state, sort } }: { address: ListAddress }) {
  const sortBy = state.sort_by ?? (state.q ? BY_LIKENESS : 'lastname')
  return (
    <>
      <SortSelect<SortField | typeof BY_LIKENESS>
        name="sort_by"
        label="Сортировка"
        options={state.q ? SORT_FIELDS_OR_LIKENESS : SORT_FIELD_LABELS}
        value={sortBy}
        onChange={(chosen) => sort({ sort_by: chosen || undefined })}
      />
      <SortSelect
        name="sort_order"
        label="Порядок"
        options={sortBy === 'lastname' || sortBy === BY_LIKENESS ? ALPHABETICAL : BY_TIME}
        value={state.sort_order}
        onChange={(sort_order) => sort({ sort_order })}
      />
    </>
  )
}
