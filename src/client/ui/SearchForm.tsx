import Button from '@mui/material/Button'
import type { PropsWithChildren } from 'react'
import { KeptPart } from './kept-part'

/**
 * Searches at once when Enter is pressed in one of its inputs. Without the program the browser sends the form itself, to
 * the address of the same list.
 */
export function SearchForm({ onSearch, children }: PropsWithChildren<{ onSearch: () => void }>) {
  return (
    <form
      role="search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
      {/* A form with several inputs needs a button for Enter to work. */}
      <KeptPart name="send-search">
        <Button
          type="submit"
          variant="outlined"
          hidden
          data-without-script
          sx={{ mt: 2, '&[hidden]': { display: 'none' } }}
        >
          Найти
        </Button>
      </KeptPart>
    </form>
  )
}
