import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useField } from 'formik'
import { PASSWORD_RULES } from '@contract/fields'
import { CheckIcon } from '../icons'
import { RemoveIcon } from '../tool-icons'
import { visuallyHidden } from '../visually-hidden'

/** The common prefix of all messages, shown once above the list. */
const RULES_HEAD = 'Пароль должен содержать'

/** The rules for a new password, ticked off while it is typed. `name` is the password's field. */
export function PasswordRules({ name }: { name: string }) {
  const [{ value: password }] = useField<string>(name)
  return (
    <>
      {RULES_HEAD}:
      <Rules aria-label={RULES_HEAD}>
        {PASSWORD_RULES.map(({ message, holds }) => (
          <li key={message}>
            {holds(password) ? <CheckIcon fontSize="small" color="success" /> : <RemoveIcon fontSize="small" />}
            <span>
              {message.replace(`${RULES_HEAD} `, '')}
              {holds(password) && (
                <Box component="span" sx={visuallyHidden}>
                  : выполнено
                </Box>
              )}
            </span>
          </li>
        ))}
      </Rules>
    </>
  )
}

const Rules = styled('ul')({
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', gap: 8, alignItems: 'flex-start' },
})
