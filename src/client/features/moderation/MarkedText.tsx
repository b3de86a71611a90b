import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { partsByContact } from '@client/lib/contacts'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { CONTACT_LABELS } from './texts'

/** A text with its links, phone numbers and other contacts highlighted. They cannot be clicked. */
export function MarkedText({ children }: { children: string }) {
  return partsByContact(children).map(({ text, kind }, index) =>
    kind === undefined ? (
      text
    ) : (
      <Mark key={index} title={CONTACT_LABELS[kind]}>
        <Box component="span" sx={visuallyHidden}>{`${CONTACT_LABELS[kind]}: `}</Box>
        {text}
      </Mark>
    ),
  )
}

const Mark = styled('mark')(({ theme }) => ({
  position: 'relative',
  padding: '0.05em 0.2em',
  borderRadius: 3,
  boxDecorationBreak: 'clone',
  borderBlockEnd: `2px solid ${String(theme.vars?.palette.warning.main)}`,
  backgroundColor: `rgb(${String(theme.vars?.palette.warning.mainChannel)} / 0.16)`,
  color: 'inherit',
  overflowWrap: 'anywhere',
}))
