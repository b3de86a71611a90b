import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useRef } from 'react'

/** For fields that have taken the place of the button that was pressed: the first of them takes the focus. */
export function FocusOnFirstField({ children }: PropsWithChildren) {
  const fields = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const field = fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus()
    // One goes on writing where the text ends.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }, [])

  return <Transparent ref={fields}>{children}</Transparent>
}

/** Its children stand in the layout as if it were not there. */
const Transparent = styled('div')({ display: 'contents' })
