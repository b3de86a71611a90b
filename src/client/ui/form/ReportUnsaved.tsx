import { useFormikContext } from 'formik'
import { useUnsavedChanges } from '@client/ui/unsaved-changes'

/** Inside a form: asks the user before unsaved changes are lost; `onDiscard` is called if they leave anyway. */
export function ReportUnsaved({ onDiscard }: { onDiscard?: () => void }) {
  useUnsavedChanges(useFormikContext().dirty, onDiscard)
  return null
}
