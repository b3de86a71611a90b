import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import Button from '@mui/material/Button'
import { type PropsWithChildren, useState } from 'react'
import type { ArchiveItem } from '@contract/archive'
import type { ArchiveOf } from '@client/api/archive-api'
import { useReturnedFocus } from '@client/ui/use-returned-focus'
import { DeleteItemButton } from './DeleteItemButton'
import { DescriptionEditor } from './DescriptionEditor'
import { OrderButtons } from './OrderButtons'
import { TurnButton } from './TurnButton'
import { WhenAndWho } from './WhenAndWho'

export interface EditableItemProps {
  archive: ArchiveOf
  item: ArchiveItem
  name: string
}

/** An item of an archive with the tools of its owner below it. */
export function EditableItem({ archive, item, name, children }: PropsWithChildren<EditableItemProps>) {
  const [isDescribing, setDescribing] = useState(false)
  const changeButton = useReturnedFocus(isDescribing)

  if (isDescribing) {
    return (
      <Box sx={BESIDE}>
        <Box sx={{ flex: '1 1 240px', maxWidth: 320 }}>{children}</Box>
        <Box sx={{ flex: '2 1 260px' }}>
          <DescriptionEditor archive={archive} item={item} onEnd={() => setDescribing(false)} />
        </Box>
      </Box>
    )
  }
  return (
    <>
      {children}
      <Typography variant="body2" color={item.description ? 'textPrimary' : 'textSecondary'} sx={WORDS}>
        {item.description ?? 'Без описания'}
      </Typography>
      <WhenAndWho item={item} />
      <OrderButtons itemId={item.id} name={name} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
        <Button
          size="small"
          ref={changeButton}
          aria-label={`Изменить описание: ${name}`}
          onClick={() => setDescribing(true)}
          sx={TOOL}
        >
          Изменить
        </Button>
        {archive.kind === 'photo' && <TurnButton archive={archive} item={item} name={name} sx={TOOL} />}
        <DeleteItemButton archive={archive} itemId={item.id} name={name} sx={TOOL} />
      </Box>
    </>
  )
}

const BESIDE = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const
const TOOL = { px: 1 } as const
const WORDS = { mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const
