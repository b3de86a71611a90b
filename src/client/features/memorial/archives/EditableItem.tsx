import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import Button from '@mui/material/Button'
import { type PropsWithChildren, useState } from 'react'
import type { ArchiveItem } from '@contract/archive'
import type { ArchiveOf } from '@client/api/archive-api'
import { focusOnce } from '@client/ui/focus-once'
import { DeleteItemButton } from './DeleteItemButton'
import { DescriptionEditor } from './DescriptionEditor'

export interface EditableItemProps {
  archive: ArchiveOf
  item: ArchiveItem
  name: string
  /** It has been deleted, and the focus has gone with it. */
  onGone: () => void
}

/** An item of an archive with its owner's tools below it. */
export function EditableItem({ archive, item, name, onGone, children }: PropsWithChildren<EditableItemProps>) {
  const [isDescribing, setDescribing] = useState(false)
  const [wasDescribing, setWasDescribing] = useState(false)

  function stopDescribing(): void {
    setDescribing(false)
    setWasDescribing(true)
  }

  if (isDescribing) {
    return (
      <Box sx={BESIDE}>
        <Box sx={{ flex: '1 1 240px', maxWidth: 320 }}>{children}</Box>
        <Box sx={{ flex: '2 1 260px' }}>
          <DescriptionEditor archive={archive} item={item} onEnd={stopDescribing} />
        </Box>
      </Box>
    )
  }
  return (
    <>
      {children}
      <Typography variant="body2" color={item.description ? 'textPrimary' : 'textSecondary'} sx={SHORT}>
        {item.description ?? 'Без описания'}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
        <Button
          size="small"
          ref={wasDescribing ? focusOnce : undefined}
          aria-label={`Изменить описание: ${name}`}
          onClick={() => setDescribing(true)}
          sx={TOOL}
        >
          Изменить
        </Button>
        <DeleteItemButton archive={archive} itemId={item.id} name={name} onGone={onGone} sx={TOOL} />
      </Box>
    </>
  )
}

const BESIDE = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const
const TOOL = { px: 1 } as const
const SHORT = {
  mt: 1,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
} as const
