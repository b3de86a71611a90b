import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { getIn, useFormikContext } from 'formik'
import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AS_IT_WAS, AS_TYPED, asInBook, SET_AS_IN_BOOK, TO_BE_SET_AS_IN_BOOK } from '@client/lib/as-in-book'
import { FOCUS_AREA, passFocusUp } from '../focus'

/**
 * Sets the signs of a book in a text when its writer goes on to the next field, and when the form is sent. The note about it,
 * with the way to keep the text as typed, appears with the first quote or dash that would change: nothing moves on the way to a button.
 */
export function AsInBook({ name, children }: PropsWithChildren<{ name: string }>) {
  const { values, setFieldValue } = useFormikContext<object>()
  const area = useRef<HTMLDivElement>(null)
  const [changed, setChanged] = useState<{ typed: string; set: string }>()
  const [isOffered, setOffered] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const text = (getIn(values, name) as string | undefined) ?? ''
  const set = isRefused ? text : asInBook(text)

  if (set !== text && !isOffered) setOffered(true)
  // The next text of the same field is set again.
  if (text === '' && (isOffered || isRefused)) {
    setOffered(false)
    setRefused(false)
  }

  function setAsInBook(): void {
    if (set === text) return
    setChanged({ typed: text, set })
    void setFieldValue(name, set, false)
  }

  const setBeforeSending = useEffectEvent(() => flushSync(setAsInBook))
  useEffect(() => {
    const form = area.current?.closest('form')
    // Before React: its handler of the form sends the values of the last render.
    const beforeSending = () => setBeforeSending()
    form?.addEventListener('submit', beforeSending)
    return () => form?.removeEventListener('submit', beforeSending)
  }, [])

  function leaveAsTyped(): void {
    setRefused(true)
    if (changed?.set === text) void setFieldValue(name, changed.typed, false)
  }

  return (
    <Box
      ref={area}
      {...FOCUS_AREA}
      onBlur={({ relatedTarget }) => {
        if (isTextField(relatedTarget)) setAsInBook()
      }}
    >
      {children}
      <div role="status">
        {isOffered && !isRefused && (
          <Box ref={passFocusUp} sx={NOTE}>
            {changed?.set === text ? SET_AS_IN_BOOK : TO_BE_SET_AS_IN_BOOK}{' '}
            <Button size="small" onClick={leaveAsTyped} sx={LINE_BUTTON}>
              {changed?.set === text ? AS_IT_WAS : AS_TYPED}
            </Button>
          </Box>
        )}
      </div>
    </Box>
  )
}

/** In line with the words before it; on a line of its own it begins where they do. */
const LINE_BUTTON = { verticalAlign: 'baseline', px: 0.5, mx: -0.5 }
const NOTE = { mt: 1, typography: 'body2', color: 'text.secondary' } as const

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
