import Box from '@mui/material/Box'
import { useFormikContext } from 'formik'
import { type PropsWithChildren, type ReactNode, useState } from 'react'
import { PROMO_CODE_LABEL, promoCodeEntrySchema, type PromoCodeEntry } from '@contract/promo-code'
import { formFailure } from '@client/api/errors'
import { useApplyPromoCodeMutation } from '@client/api/settings-api'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { Done } from './Setting'

const HINT = 'Введите код: он откроет альбом, голос и видео'
const APPLY_FAILED = 'Неверный код или ошибка сервера'
const NOTHING_TYPED: PromoCodeEntry = { code: '' }

interface PromoCodeFormProps {
  /** Shown after a success: where the benefits can be used. */
  next?: ReactNode
}

/** Redeems a promo code for the benefits of its tariff. */
export function PromoCodeForm({ next }: PromoCodeFormProps) {
  const [applyPromoCode] = useApplyPromoCodeMutation()
  const [applied, setApplied] = useState<string>()
  const toast = useToast()

  async function apply(entry: PromoCodeEntry): Promise<FormFailure | undefined> {
    const { data, error } = await applyPromoCode(entry)
    if (error) return formFailure(error, { fallback: APPLY_FAILED })

    const message = `Промокод принят: тариф «${data.tariff_title}»`
    toast.success(message)
    setApplied(message)
    return undefined
  }

  return (
    <Box sx={{ mt: 4, maxWidth: 640 }}>
      <Form initialValues={NOTHING_TYPED} schema={promoCodeEntrySchema} onSubmit={apply} isClearedAfterwards>
        <FormStack>
          <TextField name="code" label={PROMO_CODE_LABEL} required autoCapitalize="none" hint={HINT} />
          <FormAlert />
          {applied && <Applied next={next}>{`${applied}.`}</Applied>}
          <SubmitButton progressText="Проверяем...">Применить</SubmitButton>
        </FormStack>
      </Form>
    </Box>
  )
}

/** Shown until the next attempt. (A success resets the form, and `submitCount` with it.) */
function Applied({ next, children }: PropsWithChildren<PromoCodeFormProps>) {
  const { submitCount } = useFormikContext()
  if (submitCount > 0) return null
  return (
    <>
      <Done>{children}</Done>
      {next}
    </>
  )
}
