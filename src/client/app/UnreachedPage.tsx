import Box from '@mui/material/Box'
import { userApi } from '@client/api/user-api'
import { useAppDispatch } from '@client/store/hooks'
import { LoadFailed } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'

/**
 * Shown instead of an account page while the server cannot identify the account of this browser's token. Retried
 * automatically every few seconds, and at once by the button.
 */
export function UnreachedPage() {
  const dispatch = useAppDispatch()
  const askAgain = () =>
    void dispatch(userApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }))

  return (
    <Page
      title="Сервер не отвечает"
      lead="Вы не вышли из учётной записи, и всё, что вы сохранили, на месте. Мы попробуем снова через несколько секунд, и страница откроется сама."
      width="sm"
    >
      <Box sx={{ mt: 3 }}>
        <LoadFailed onRetry={askAgain}>Не удалось узнать, кто вы. Попробуйте ещё раз.</LoadFailed>
      </Box>
    </Page>
  )
}
