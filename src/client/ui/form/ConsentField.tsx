import Link from '@mui/material/Link'
import { screens } from '@contract/paths'
import { CheckboxField } from './CheckboxField'

/** The law wants this consent apart from everything else, so it has a tick and a text of its own. */
export function ConsentField() {
  return (
    <CheckboxField
      name="consent"
      label={
        <>
          Я даю{' '}
          <Link href={screens.consent} target="_blank" rel="noopener">
            согласие на обработку персональных данных
          </Link>
        </>
      }
    />
  )
}
