import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FormikValues } from 'formik'
import type { PropsWithChildren } from 'react'
import { focusFirstField } from '@client/ui/form/form-focus'
import { Form, type FormProps } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { SubmitButton } from '@client/ui/form/SubmitButton'

export interface SettingFormProps<Values extends FormikValues> extends FormProps<Values> {
  onCancel: () => void
  submitLabel?: string
  progressText?: string
}

/** The form of a setting that was just opened. */
export function SettingForm<Values extends FormikValues>({
  onCancel,
  submitLabel = 'Сохранить',
  progressText = 'Сохраняем...',
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
            <SubmitButton progressText={progressText}>{submitLabel}</SubmitButton>
            <Button size="large" onClick={onCancel} sx={{ alignSelf: 'flex-start' }}>
              Отмена
            </Button>
          </Box>
        </FormStack>
      </Form>
    </div>
  )
}
