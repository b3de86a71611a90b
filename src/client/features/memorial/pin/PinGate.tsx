import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { pinSchema } from '@contract/user'
import { useVerifyPinMutation } from '@client/api/access-api'
import { api, idTag } from '@client/api/api'
import { errorStatus, errorText } from '@client/api/errors'
import { useAppDispatch } from '@client/store/hooks'
import { passFocusUp } from '@client/ui/focus'
import { Form, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { BirchLeaf } from '@client/ui/icons'
import { Page } from '@client/ui/Page'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { AccessRequestForm } from '../access/AccessRequestForm'
import { ReportButton } from '../VisitorLinks'

const PIN_FAILED = 'Не удалось проверить PIN-код. Пожалуйста, попробуйте ещё раз.'
const TITLE = 'Эту страницу семья пока хранит для себя'
const ASK = 'Если вы знали этого человека, попросите её открыть.'
const NOTHING_TYPED = { pin_code: '' }
const PAGE_IS_PUBLIC_STATUS = 400

/**
 * Replaces a closed page; does not say whose it is. Asks for the PIN if the owner has set one, and always offers to request
 * access.
 */
export function PinGate({ memorialId, hasPin }: { memorialId: number; hasPin: boolean }) {
  useForgottenPrefetch()

  return (
    <Page title={TITLE} lead={ASK} width="sm" above={<Leaf />}>
      <meta name="robots" content="noindex" />
      <div ref={passFocusUp}>
        {hasPin && <PinForm memorialId={memorialId} />}
        <AccessRequestForm memorialId={memorialId} />
        <Button component={Link} to={paths.landing} sx={{ ...WORDS_IN_LINE, mt: 3, width: 'fit-content' }}>
          На главную
        </Button>
        <Box sx={WORDS_IN_LINE}>
          <ReportButton memorialId={memorialId} />
        </Box>
      </div>
    </Page>
  )
}

const Leaf = styled(BirchLeaf)({ display: 'block', width: 44, height: 53, marginBlockEnd: 16 })

/** After a correct PIN the memorial is refetched. */
function PinForm({ memorialId }: { memorialId: number }) {
  const [verifyPin] = useVerifyPinMutation()
  const dispatch = useAppDispatch()

  async function open({ pin_code: pin }: typeof NOTHING_TYPED): Promise<FormFailure | undefined> {
    const { error } = await verifyPin({ memorialId, pin })
    if (!error) return undefined
    // The page has become public in the meantime.
    if (errorStatus(error) === PAGE_IS_PUBLIC_STATUS) dispatch(api.util.invalidateTags([idTag('Memorial', memorialId)]))
    const message = errorText(error, { fallback: PIN_FAILED })
    return { message, fields: { pin_code: message }, cleared: ['pin_code'] }
  }

  return (
    <Form initialValues={NOTHING_TYPED} schema={pinSchema} onSubmit={open} checksWhileTyping={false}>
      <FormStack sx={{ mt: 4, maxWidth: 420 }}>
        <PasswordField
          name="pin_code"
          label="PIN-код"
          hint="От 4 до 10 цифр."
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <SubmitButton progressText="Проверяем...">Открыть страницу</SubmitButton>
      </FormStack>
    </Form>
  )
}

/** Removes what the link to the page carried: nothing of a closed page may be shown. */
function useForgottenPrefetch(): void {
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const state: unknown = useLocation().state

  useEffect(() => {
    if (state) void navigateUnlessLeft('.', { replace: true, state: null, preventScrollReset: true })
  }, [state, navigateUnlessLeft])
}
