import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { PropsWithChildren } from 'react'
import { CachedFragment } from './cached-fragment'

/**
 * Searches at once when Enter is pressed in one of its inputs. Without JavaScript the browser submits the form itself,
 * to the URL of the same list.
 */
export function SearchForm({ onSearch, children }: PropsWithChildren<{ onSearch: () => void }>) {
  return (
    <Form
      role="search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
      {/* A form with several inputs needs a button for Enter to work. */}
      <CachedFragment name="send-search">
        <Button type="submit" variant="outlined" hidden data-without-script>
          Найти
        </Button>
      </CachedFragment>
    </Form>
  )
}

const Form = styled('form')(({ theme }) => ({ '& > button': { marginTop: theme.spacing(2) } }))
