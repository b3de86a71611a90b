import { useField, useFormikContext } from 'formik'
import { MEMORIAL_LABELS } from '@contract/memorial'
import { CheckboxField } from '@client/ui/form/CheckboxField'

/** Who may see the page. Only a public page can be listed among the heroes, so making it private clears that checkbox. */
export function VisibilityFields() {
  const { setFieldValue } = useFormikContext()
  const [{ value: isPublic }] = useField<boolean>('public_status')

  return (
    <>
      <CheckboxField
        name="public_status"
        label={MEMORIAL_LABELS.public_status}
        hint="Страницу увидят все. Закрытую открывают вы и те, кому вы дали PIN-код."
        onToggle={(checked) => {
          if (!checked) void setFieldValue('swo_status', false)
        }}
      />
      <CheckboxField
        name="swo_status"
        label={MEMORIAL_LABELS.swo_status}
        hint={isPublic ? 'Страница появится в разделе «Герои СВО».' : 'Доступно только для публичной страницы.'}
        disabled={!isPublic}
      />
    </>
  )
}
