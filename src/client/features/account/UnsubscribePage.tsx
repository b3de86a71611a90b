import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router-dom'
import { LETTER_KIND_NAMES } from '@contract/letters'
import { errorStatus, errorText } from '@client/api/errors'
import { useChooseLettersMutation, useGetLetterSubscriptionQuery } from '@client/api/letter-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'

const TITLE = 'Письма сайта'
const BAD_LINK = 'В ссылке не хватает части. Откройте её из письма ещё раз.'
const BAD_LINK_STATUS = 400
const NOT_LOADED = 'Не удалось открыть ссылку. Пожалуйста, попробуйте ещё раз.'
const NOT_CHANGED = 'Не удалось сохранить. Пожалуйста, попробуйте ещё раз.'
const CALM = 'Остальные письма будут приходить, как прежде.'

/**
 * The page of the unsubscribe link in letters: unsubscribes the recipient from letters of that kind, or subscribes them again.
 */
export function UnsubscribePage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useGetLetterSubscriptionQuery({ token }, { skip: !token })
  const [choose, { isLoading, error: refusal }] = useChooseLettersMutation()

  if (!token || errorStatus(error) === BAD_LINK_STATUS) {
    return (
      <Page title={TITLE} width="sm">
        <Alert severity="error">{errorText(error, { fallback: BAD_LINK })}</Alert>
      </Page>
    )
  }
  if (error) {
    return (
      <Page title={TITLE} width="sm">
        <LoadFailed onRetry={() => void refetch()}>{errorText(error, { fallback: NOT_LOADED })}</LoadFailed>
      </Page>
    )
  }
  if (!data) {
    return (
      <Page title={TITLE} width="sm">
        <Loading />
      </Page>
    )
  }
  const { kind, is_ended: isEnded } = data
  const letters = LETTER_KIND_NAMES[kind]
  return (
    <Page
      title={isEnded ? 'Больше не пишем' : 'Не получать такие письма?'}
      lead={
        isEnded
          ? `Письма ${letters} на этот адрес больше не придут. ${CALM}`
          : `Мы перестанем присылать на этот адрес письма ${letters}. ${CALM}`
      }
      width="sm"
    >
      {refusal ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {errorText(refusal, { fallback: NOT_CHANGED })}
        </Alert>
      ) : null}
      <Button
        variant={isEnded ? 'outlined' : 'contained'}
        size="large"
        aria-disabled={isLoading}
        sx={{ mt: 3 }}
        onClick={() => {
          if (!isLoading) void choose({ token, is_ended: !isEnded })
        }}
      >
        {labelOf({ isEnded, isLoading })}
      </Button>
    </Page>
  )
}

function labelOf({ isEnded, isLoading }: { isEnded: boolean; isLoading: boolean }): string {
  if (isLoading) return 'Сохраняем...'
  return isEnded ? 'Получать снова' : 'Не получать'
}
