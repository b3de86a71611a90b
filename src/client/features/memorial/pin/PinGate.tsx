import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { PAGE_CLOSED } from '@contract/memorial'
import { screens } from '@contract/paths'
import { Page } from '@client/ui/Page'

/** In place of a closed page. Says nothing of whose it is. */
export function PinGate() {
  useForgottenPrefetch()
  return (
    <Page title="Страница закрыта" lead={PAGE_CLOSED} width="sm">
      <Button component={Link} to={screens.landing} variant="contained" sx={{ mt: 4 }}>
        На главную
      </Button>
    </Page>
  )
}

/** What a link once brought along must not show through after the page was closed. */
function useForgottenPrefetch(): void {
  const navigate = useNavigate()
  const state: unknown = useLocation().state

  useEffect(() => {
    if (state) void navigate('.', { replace: true, state: null, preventScrollReset: true })
  }, [state, navigate])
}
