import Box from '@mui/material/Box'
import type { FormikValues } from 'formik'
import type { PropsWithChildren } from 'react'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { focusFirstField, Form, FormAlert, type FormProps, FormStack } from '@client/ui/form/Form'

export interface SettingFormProps<Values extends FormikValues> extends FormProps<Values> {
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
