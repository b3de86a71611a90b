import { useFormikContext } from 'formik'
import { useUnsavedChanges } from '@client/ui/unsaved-changes'

/** Within a form: what is typed there and not saved is asked about before it is lost; `onDiscard` then forgets it. */
export function ReportUnsaved({ onDiscard }: { onDiscard?: () => void }) {
  useUnsavedChanges(useFormikContext().dirty, onDiscard)
  return null
}
