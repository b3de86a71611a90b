import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { errorText } from '@client/api/errors'
import { Page } from '@client/ui/Page'
import { useNavigateUnlessLeft } from '@client/ui/navigation'

const NO_TOKEN = 'В ссылке не хватает части. Откройте её из письма ещё раз.'

export interface LetterActionProps {
  title: string
  lead: string
  label: string
  progressText: string
  failed: string
  isBusy: boolean
  /** Performs the action of the link. Resolves to the error, if there is one. */
  act: (token: string) => Promise<unknown>
  /** Shown afterwards. */
  done: { title: string; lead: string; next: ReactNode }
}

/** The page that the link of a letter opens. Only a press performs the action: scanners of letters follow links too. */
export function LetterAction({ title, lead, label, progressText, failed, isBusy, act, done }: LetterActionProps) {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { pathname } = useLocation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const [error, setError] = useState<unknown>()
  const [isDone, setDone] = useState(false)

  async function press(): Promise<void> {
    if (isBusy) return
    const failure = await act(token)
    setError(failure)
    if (failure !== undefined) return
    setDone(true)
    // The token is used up: it must not stay in the URL or the history.
    await navigateUnlessLeft(pathname, { replace: true })
  }

  if (isDone) {
    return (
      <Page title={done.title} lead={done.lead} width="sm">
        {done.next}
      </Page>
    )
  }
  return (
    <Page title={title} lead={lead} width="sm">
      {error !== undefined || !token ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {token ? errorText(error, { fallback: failed }) : NO_TOKEN}
        </Alert>
      ) : null}
      {token && (
        <Button variant="contained" size="large" aria-disabled={isBusy} sx={{ mt: 3 }} onClick={() => void press()}>
          {isBusy ? progressText : label}
        </Button>
      )}
    </Page>
  )
}
