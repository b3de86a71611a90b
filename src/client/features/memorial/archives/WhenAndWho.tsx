import { styled } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'

/** When an item was made and who is in it, on a line of its own; nothing if neither is known. */
export function WhenAndWho({ item }: { item: Pick<ArchiveItem, 'date_text' | 'people'> }) {
  const text = whenAndWho(item)
  return text ? <Quiet>{typeset(text)}</Quiet> : null
}

const Quiet = styled('small')(({ theme }) => ({
  display: 'block',
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: theme.typography.pxToRem(15),
  fontStyle: 'italic',
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  textWrap: 'balance',
}))
