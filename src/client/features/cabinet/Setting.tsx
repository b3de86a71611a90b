import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { FormikValues } from 'formik'
import type { PropsWithChildren, ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import type { FormTexts } from '@client/api/errors'
import { useReturnedFocus } from '@client/ui/focus'
import { focusFirstField, Form, FormAlert, type FormProps, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'

export interface Disclosure {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** Events of the form of a setting. */
export interface SettingFormEvents {
  onDone: () => void
  onCancel: () => void
}

interface SettingProps extends Omit<Disclosure, 'onClose'> {
  /** For links to the setting. */
  id?: string
  title: string
  description: ReactNode
  openLabel: string
  /** Reports the last change, until the form is opened again. */
  done?: string
}

/** A setting with a button. The button opens a form (the children) in its own place. */
export function Setting({
  id,
  title,
  description,
  openLabel,
  done,
  isOpen,
  onOpen,
  children,
}: PropsWithChildren<SettingProps>) {
  const button = useReturnedFocus(isOpen)
  return (
    <Box id={id} sx={{ py: 3, borderTop: 1, borderColor: 'divider', maxWidth: 640 }}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {description}
      </Typography>
      {done && (
        <Box sx={{ mb: 2 }}>
          <Done>{done}</Done>
        </Box>
      )}
      {isOpen ? (
        children
      ) : (
        <Button ref={button} variant="outlined" onClick={onOpen}>
          {openLabel}
        </Button>
      )}
    </Box>
  )
}

interface SettingFormProps<Values extends FormikValues> extends FormProps<Values> {
  onCancel: () => void
  submitLabel?: string
  progressText?: string
  isDestructive?: boolean
}

/** The form of a setting that was just opened. */
export function SettingForm<Values extends FormikValues>({
  onCancel,
  submitLabel = 'Сохранить',
  progressText = 'Сохраняем...',
  isDestructive = false,
  children,
  ...form
}: PropsWithChildren<SettingFormProps<Values>>) {
  return (
    <div ref={focusFirstField}>
      <Form {...form}>
        <FormStack>
          {children}
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
            <SubmitButton progressText={progressText} isDestructive={isDestructive}>
              {submitLabel}
            </SubmitButton>
            <CancelButton onCancel={onCancel} />
          </Box>
        </FormStack>
      </Form>
    </div>
  )
}

/** Reports a success in the page too, since the toast disappears after five seconds. */
export function Done({ children }: PropsWithChildren) {
  return (
    <Alert role="status" severity="success" variant="outlined">
      {children}
    </Alert>
  )
}

/** The field for the current password, and a link for those who forgot it. */
export function CurrentPassword({ email }: { email: string }) {
  return (
    <div>
      {/* Shows password managers to which account the password belongs. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
      <Box sx={{ mt: 0.5 }}>
        <Link component={RouterLink} to={paths.forgotPassword} sx={{ display: 'inline-block', py: 1 }}>
          Забыли пароль?
        </Link>
      </Box>
    </div>
  )
}

/**
 * The texts of a form that has to be confirmed by a password or PIN, in the field `secretField`. `failed` is the beginning of
 * a sentence: 'Пароль не изменён'.
 */
export function confirmationTexts(secretField: string, failed: string): FormTexts {
  return {
    secretField,
    fallback: `${failed}. Пожалуйста, попробуйте позже.`,
    marked: `${failed}. Исправьте, пожалуйста, отмеченное поле.`,
  }
}
