import type { SortField, SortOrder } from '@contract/memorial'
import { SortSelect } from '@client/ui/SortSelect'
import type { ListAddress } from './use-list-address'

/**
 * The default choice. Until the bundle has loaded, the browser submits the form itself, with this value: a search with the
 * search box must not request an order by surname then.
 */
const NOTHING_CHOSEN = ''
const BY_SURNAME = 'По фамилии'
const BY_DATES = { birth_date: 'По дате рождения', death_date: 'По дате смерти' }
type Choice = SortField | typeof NOTHING_CHOSEN
const OPTIONS: Partial<Record<Choice, string>> = { [NOTHING_CHOSEN]: BY_SURNAME, ...BY_DATES }
const OPTIONS_OF_BOX: Partial<Record<Choice, string>> = {
  [NOTHING_CHOSEN]: 'По сходству',
  lastname: BY_SURNAME,
  ...BY_DATES,
}
const ALPHABETICAL: Record<SortOrder, string> = { asc: 'От А до Я', desc: 'От Я до А' }
/** The best matches come first in both orders: the order applies to equal matches. */
const AFTER_LIKENESS: Record<SortOrder, string> = { asc: 'Затем от А до Я', desc: 'Затем от Я до А' }
const BY_TIME: Record<SortOrder, string> = { asc: 'Сначала давние', desc: 'Сначала недавние' }

/** The field by which a list is sorted, and the direction. Their parent lays them out. */
export function SortSelects({ address: { state, sort } }: { address: ListAddress }) {
  const sortBy = state.sort_by ?? NOTHING_CHOSEN
  return (
    <>
      <SortSelect<Choice>
        name="sort_by"
        label="Сортировка"
        options={state.q ? OPTIONS_OF_BOX : OPTIONS}
        value={sortBy}
        onChange={(chosen) => sort({ sort_by: chosen || undefined })}
      />
      <SortSelect
        name="sort_order"
        label="Порядок"
        options={ordersOf(sortBy, state.q)}
        value={state.sort_order}
        onChange={(sort_order) => sort({ sort_order })}
      />
    </>
  )
}

function ordersOf(sortBy: Choice, q: string): Record<SortOrder, string> {
  if (sortBy === NOTHING_CHOSEN) return q ? AFTER_LIKENESS : ALPHABETICAL
  return sortBy === 'lastname' ? ALPHABETICAL : BY_TIME
}
