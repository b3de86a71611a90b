import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { PLATE_DEFAULTS, type PlateChoice } from '@contract/plate'
import { useGetPlateQuery } from '@client/api/plate-api'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'

/** A preview of the file. Its size makes no visible difference here. */
export function PlatePreview({ memorialId, choice: { plate, tone } }: { memorialId: number; choice: PlateChoice }) {
  const choice: PlateChoice = { ...PLATE_DEFAULTS, format: 'svg', plate, tone }
  const { currentData: picture, isError, refetch } = useGetPlateQuery({ memorialId, choice })

  if (isError) return <LoadFailed onRetry={() => void refetch()}>Не удалось показать табличку.</LoadFailed>
  return (
    <Box sx={FRAME}>
      {picture ? (
        <img src={picture} alt={plate ? 'QR-код, под ним имя и годы' : 'QR-код'} />
      ) : (
        <Loading>
          <Skeleton animation={false} variant="rounded" sx={{ width: 1, height: 300 }} />
        </Loading>
      )}
    </Box>
  )
}

const FRAME = {
  minHeight: 300,
  '& img': { display: 'block', width: 1, maxWidth: 240, mx: 'auto', border: 1, borderColor: 'divider' },
} as const
