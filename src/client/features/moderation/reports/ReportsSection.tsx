import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { PendingReport } from '@contract/reports'
import { useGetPendingReportsQuery } from '@client/api/report-api'
import { useAccount } from '@client/store/use-account'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Section'
import { ReportCard } from './ReportCard'

const LOAD_FAILED = 'Не удалось загрузить сообщения о страницах.'
const NOTHING_WAITS = 'Новых сообщений нет.'
const CARD_HEIGHT = 220

/** What people report of pages: for moderators alone. */
export function ReportsSection() {
  return useAccount().user?.is_moderator ? <Reports /> : null
}

function Reports() {
  const { data, isError, refetch } = useGetPendingReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  /** Those for which a page was closed here: they stay in sight until the screen is left, since it may be opened again. */
  const [closed, setClosed] = useState<PendingReport[]>([])
  const shown = data && inOrder([...data.result.filter(({ id }) => !closed.some((one) => one.id === id)), ...closed])

  return (
    <Section spacing="small" title="Сообщения о страницах">
      <Box {...FOCUS_AREA}>
        {!shown && isError && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
        {!shown && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" height={CARD_HEIGHT} />
          </Loading>
        )}
        {shown?.length === 0 && <Typography color="textSecondary">{NOTHING_WAITS}</Typography>}
        {shown && shown.length > 0 && (
          <Box component="ul" sx={LIST}>
            {shown.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} onClosed={() => setClosed((before) => [...before, report])} />
              </li>
            ))}
          </Box>
        )}
      </Box>
    </Section>
  )
}

function inOrder(reports: PendingReport[]): PendingReport[] {
  return reports.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
}

const LIST = { display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' } as const
