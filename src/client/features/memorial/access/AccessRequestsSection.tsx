import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { useGetAccessRequestsQuery } from '@client/api/access-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { AccessRequestList } from './AccessRequestList'

const PURPOSE =
  'Здесь просьбы тех, кто хотел бы увидеть закрытую страницу. Тому, кого вы впустите, придёт письмо с личной ссылкой на 180 дней. Если откажете, мы никому об этом не напишем.'
const MORE_WAITING = 'Есть и другие просьбы: они появятся здесь, когда вы ответите на эти.'
const NOBODY = 'Пока просьб нет.'
const LOAD_FAILED = 'Не удалось загрузить просьбы.'

/**
 * Pending and approved access requests of a closed page, for its keepers. A page that is public by now shows it only while
 * there are some.
 */
export function AccessRequestsSection({ memorial }: { memorial: Memorial }) {
  const { data, isError, refetch } = useGetAccessRequestsQuery(memorial.id, { refetchOnMountOrArgChange: true })
  const isEmpty = data?.result.length === 0

  if (memorial.public_status && (!data || isEmpty)) return null
  return (
    <Section title="Кого впустить">
      <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {typeset(PURPOSE)}
        </Typography>
        {!data && isError && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
        {!data && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" height={96} />
          </Loading>
        )}
        {isEmpty && <Typography>{NOBODY}</Typography>}
        {data && !isEmpty && <AccessRequestList memorialId={memorial.id} requests={data.result} />}
        {data?.more_waiting && <Typography color="textSecondary">{MORE_WAITING}</Typography>}
      </Box>
    </Section>
  )
}
