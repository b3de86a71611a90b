import type { PropsWithChildren } from 'react'

/** Searches at once when Enter is pressed in one of its inputs. */
export function SearchForm({ onSearch, children }: PropsWithChildren<{ onSearch: () => void }>) {
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
      {/* A form with several inputs needs a button for Enter to work. */}
      <button type="submit" hidden>
        Найти
      </button>
    </form>
  )
}
