import Link from '@mui/material/Link'
import { paths } from '@contract/paths'
import { CheckboxField } from './CheckboxField'

/** The law requires this consent to be separate, so it has its own checkbox and text. */
export function ConsentField() {
  return (
    <CheckboxField
      name="consent"
      label={
        <>
          Я даю{' '}
          <Link href={paths.consent} target="_blank" rel="noopener">
            согласие на обработку персональных данных
          </Link>
        </>
      }
    />
  )
}
