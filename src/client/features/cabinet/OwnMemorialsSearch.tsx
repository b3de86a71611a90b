import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { FilterInput } from '@client/ui/FilterInput'
import { SearchForm } from '@client/ui/SearchForm'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import { cleanQuestion, type OwnMemorialsAddress } from './use-own-memorials-page'

/** The search of the account's own memorials by name and years. */
export function OwnMemorialsSearch({ address }: { address: OwnMemorialsAddress }) {
  const { typed, setTyped, search } = useDebouncedSearch({
    searched: address.q,
    clean: cleanQuestion,
    isSame: Object.is,
    onSearch: address.search,
  })

  return (
    <SearchForm onSearch={search}>
      <FilterInput
        name="q"
        type="search"
        label="Найти среди ваших страниц"
        placeholder="Фамилия, имя, годы"
        maxLength={SEARCH_MAX_LENGTH}
        value={typed}
        onChange={setTyped}
      />
    </SearchForm>
  )
}
