import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useRef } from 'react'

/** For fields that have taken the place of the button that was pressed: the first of them takes the focus. */
export function FocusOnFirstField({ children }: PropsWithChildren) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  return <Transparent ref={fields}>{children}</Transparent>
}

/** Its children stand in the layout as if it were not there. */
const Transparent = styled('div')({ display: 'contents' })
