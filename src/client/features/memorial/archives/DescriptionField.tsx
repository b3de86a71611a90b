import { TextField } from '@client/ui/form/TextField'

/** The caption of one of the files that are about to be sent. */
export function DescriptionField({ index }: { index: number }) {
  return (
    <TextField
      name={`descriptions.${index}`}
      label="Описание"
      hint={index === 0 ? 'Необязательно' : undefined}
      rows={1}
      autoCapitalize="sentences"
    />
  )
}
