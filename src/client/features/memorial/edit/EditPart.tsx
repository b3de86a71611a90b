import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useId, useState } from 'react'
import { typeset } from '@contract/typeset'
import { ExpandMoreIcon } from '@client/ui/tool-icons'
import { useOpenPart } from './EditInPlace'

export interface EditPartProps {
  title: string
  /** What the part is for, while it is closed too. */
  hint: string
}

/**
 * A tool of the edit mode that is closed until it is pressed. Only one is open at a time. What was typed in one that is
 * closed stays, and nothing of it is loaded before its first opening.
 */
export function EditPart({ title, hint, children }: PropsWithChildren<EditPartProps>) {
  const titleId = useId()
  const { isOpen, setOpen } = useOpenPart(title)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    <Part aria-labelledby={titleId}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Typography id={titleId} variant="h3" component="h2">
            {title}
          </Typography>
          <ExpandMoreIcon />
          <Typography component="span" color="textSecondary">
            {typeset(hint)}
          </Typography>
        </summary>
        {wasOpened && <div>{children}</div>}
      </details>
    </Part>
  )
}

/** Parts that follow one another, without the space that stands between sections. */
export const EditParts = styled('div')({ '& > section + section': { borderBlockStart: 0 } })

const Part = styled('section')(({ theme }) => ({
  borderBlock: `1px solid ${String(theme.vars?.palette.divider)}`,
  textAlign: 'start',
  '& summary': {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    alignItems: 'center',
    columnGap: theme.spacing(2),
    paddingBlock: theme.spacing(2),
    cursor: 'pointer',
    listStyle: 'none',
  },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& summary > svg': { gridRow: 'span 2', color: theme.vars?.palette.text.secondary },
  '& details[open] > summary > svg': { transform: 'rotate(180deg)' },
  '& details > div': { paddingBlock: theme.spacing(1, 4) },
  '@media print': { display: 'none' },
}))
