import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { getIn, useFormikContext } from 'formik'
import { type FocusEvent, type PropsWithChildren, useState } from 'react'
import type * as AsInBookModule from '@client/lib/as-in-book'

/**
 * Sets the signs of a book in a text when its writer goes on to the next field, and lets them take that back. Not on the way
 * to a button: the note would move it from under a finger.
 */
export function AsInBook({ name, children }: PropsWithChildren<{ name: string }>) {
  const { values, setFieldValue } = useFormikContext<object>()
  const [changed, setChanged] = useState<{ typed: string; set: string }>()
  const [isRefused, setRefused] = useState(false)
  const [book, setBook] = useState<typeof AsInBookModule>()
  const text = (getIn(values, name) as string | undefined) ?? ''

  function setAsInBook({ relatedTarget }: FocusEvent): void {
    if (!book || isRefused || !isTextField(relatedTarget)) return
    const set = book.asInBook(text)
    if (set === text) return
    setChanged({ typed: text, set })
    void setFieldValue(name, set, false)
  }

  return (
    <Box onFocus={() => void import('@client/lib/as-in-book').then(setBook, () => undefined)} onBlur={setAsInBook}>
      {children}
      <div role="status">
        {book && changed?.set === text && (
          <Box sx={{ mt: 1 }}>
            {book.SET_AS_IN_BOOK}{' '}
            <Button
              size="small"
              onClick={() => {
                setRefused(true)
                void setFieldValue(name, changed.typed, false)
              }}
              sx={{ verticalAlign: 'baseline' }}
            >
              {book.AS_IT_WAS}
            </Button>
          </Box>
        )}
      </div>
    </Box>
  )
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
