import { useFormikContext } from 'formik'
import { useUnsavedChanges } from '@client/ui/unsaved-changes'

/** Within a form: what is typed there and not saved is asked about before it is lost. */
export function ReportUnsaved() {
  useUnsavedChanges(useFormikContext().dirty)
  return null
}
