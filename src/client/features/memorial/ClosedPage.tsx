import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { PAGE_CLOSED } from '@contract/memorial'
import { screens } from '@contract/paths'
import { Page } from '@client/ui/Page'

/** A private memorial, to whoever is neither its owner nor let in by its PIN. */
export function ClosedPage() {
  return (
    <Page title="Страница закрыта" width="sm" lead={PAGE_CLOSED}>
      <Button component={Link} to={screens.landing} variant="contained" size="large" sx={{ mt: 4 }}>
        На главную
      </Button>
    </Page>
  )
}
