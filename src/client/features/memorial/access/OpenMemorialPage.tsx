import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type PropsWithChildren, useEffect, useEffectEvent, useState } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useOpenByLinkMutation } from '@client/api/access-api'
import { errorStatus, errorText, isClosed, isNotFound } from '@client/api/errors'
import { LoadFailed } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { AccessRequestForm } from './AccessRequestForm'

const FAILED = 'Не удалось открыть страницу. Пожалуйста, попробуйте ещё раз.'
const NO_KEY = 'В ссылке не хватает части. Откройте её из письма ещё раз.'
const NOT_FOUND = 'Такой страницы больше нет: возможно, её удалили.'
const PAGE_IS_PUBLIC_STATUS = 400

/**
 * The page that a personal link opens. The key does not stay in the URL: it is sent, and the memorial follows. That consumes
 * nothing, so the link works again on another device, and a scanner of letters does no harm.
 */
export function OpenMemorialPage() {
  const memorialId = Number(useParams().memorialId)
  const key = useKeyInUrl()
  const [openByLink, { data, error, isLoading }] = useOpenByLinkMutation()
  const openOnArrival = useEffectEvent(open)

  useEffect(() => openOnArrival(), [memorialId])

  function open(): void {
    if (key && !isLoading) void openByLink({ memorialId, token: key })
  }

  if (data || errorStatus(error) === PAGE_IS_PUBLIC_STATUS) {
    return <Navigate to={paths.memorial(memorialId)} replace />
  }
  if (key && !error) return <OpenPage lead="Сейчас страница откроется." />
  if (key && !isClosed(error) && !isNotFound(error)) {
    return (
      <OpenPage>
        <LoadFailed onRetry={open}>{errorText(error, { fallback: FAILED })}</LoadFailed>
      </OpenPage>
    )
  }
  return (
    <OpenPage>
      <Alert severity="error">{whyNot(key, error)}</Alert>
      {isClosed(error) && <AccessRequestForm memorialId={memorialId} />}
      <Button
        component={Link}
        to={isNotFound(error) ? paths.landing : paths.memorial(memorialId)}
        sx={{ ...WORDS_IN_LINE, mt: 3 }}
      >
        {isNotFound(error) ? 'На главную' : 'К странице'}
      </Button>
    </OpenPage>
  )
}

function OpenPage({ lead, children }: PropsWithChildren<{ lead?: string }>) {
  return (
    <Page title="Личная ссылка" lead={lead} width="sm">
      <meta name="robots" content="noindex" />
      {children && <Box sx={{ mt: 3 }}>{children}</Box>}
    </Page>
  )
}

function whyNot(key: string, error: unknown): string {
  if (!key) return NO_KEY
  return isNotFound(error) ? NOT_FOUND : errorText(error, { fallback: FAILED })
}

/** The key of the link. It is removed from the URL, which is visible, stored in the history and easily shared. */
function useKeyInUrl(): string {
  const [params] = useSearchParams()
  const [key] = useState(() => params.get('key') ?? '')
  const navigate = useNavigate()
  const isInUrl = params.has('key')

  useEffect(() => {
    if (isInUrl) void navigate('.', { replace: true, preventScrollReset: true })
  }, [isInUrl, navigate])

  return key
}
