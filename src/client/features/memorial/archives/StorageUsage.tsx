import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { STORAGE_STEP_MAX_BYTES } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { useAddStorageMutation } from '@client/api/memorial-change-api'
import { megabytes } from '@client/lib/formats'
import { useAccount } from '@client/store/use-account'
import { FOCUS_AREA, focusInPlace } from '@client/ui/focus'
import { Purchase } from './Purchase'

/** How full the storage of an advanced memorial is, and how its owner extends it. For keepers. */
export function StorageUsage({ memorial }: { memorial: Memorial }) {
  const { user } = useAccount()
  const [addStorage] = useAddStorageMutation()
  const [hasGrown, setGrown] = useState(false)
  const { media_storage_limit: limit, used_storage_bytes: used } = memorial

  // The server sends these to keepers only.
  if (!limit || used === undefined) return null

  const bonusLeft = user?.bonus_gb_left ?? 0
  const text = `Хранилище: ${megabytes(used)} из ${megabytes(limit)}`
  const isOwner = user?.id === memorial.user_id
  const canGrow = isOwner && bonusLeft > 0 && limit <= STORAGE_STEP_MAX_BYTES
  return (
    <Box sx={{ maxWidth: 640, '@media print': { display: 'none' } }}>
      <Typography {...FOCUS_AREA} ref={hasGrown && !canGrow ? focusInPlace : undefined}>
        {text}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, Math.round((used / limit) * 100))}
        aria-label={text}
        sx={{ mt: 1, mb: 2, height: 8, borderRadius: 4, backgroundColor: 'divider' }}
      />
      {canGrow && (
        <Purchase
          label="Добавить 1 ГБ"
          title="Добавить 1 ГБ к хранилищу?"
          progressText="Добавляем..."
          done="Хранилище увеличено на 1 ГБ"
          buy={() => addStorage(memorial.id)}
          onBought={() => setGrown(true)}
        >
          {`Будет использован 1 ГБ из доступных вам (сейчас: ${bonusLeft} ГБ). Вернуть его нельзя.`}
        </Purchase>
      )}
    </Box>
  )
}
