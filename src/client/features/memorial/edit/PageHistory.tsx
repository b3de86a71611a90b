import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type DayRestored, dayInZone, labelOf, type Revision } from '@contract/history'
import { dayInWords, dayOfYearInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure } from '@client/api/errors'
import { useGetHistoryInfiniteQuery, useRestoreDayMutation, useRestoreRevisionMutation } from '@client/api/history-api'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { Difference } from '@client/ui/Difference'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useToast } from '@client/ui/toasts'

const LOAD_FAILED = 'Не удалось загрузить историю.'
const NOTHING_YET = 'Здесь пока пусто: с тех пор как мы храним историю, на странице ничего не меняли.'
const LEGEND = 'Зачёркнуто — как было, подчёркнуто — как стало.'
const RESTORE_FAILED = 'Вернуть не получилось. Пожалуйста, попробуйте ещё раз.'
const GONE = 'Вернуть не получилось: этого на странице больше нет.'

/** What keepers have changed on a page, day by day, the latest first. */
export function PageHistory({ memorialId }: { memorialId: number }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useGetHistoryInfiniteQuery(
    memorialId,
    { refetchOnMountOrArgChange: true },
  )
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!data) {
    return (
      <Loading>
        <Skeleton animation={false} variant="rounded" height={160} />
      </Loading>
    )
  }
  const days = byDay(data.pages.flatMap(({ result }) => result))
  if (days.length === 0) return <Typography role="status">{typeset(NOTHING_YET)}</Typography>
  return (
    <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
      <Typography variant="body2" color="textSecondary">
        {LEGEND}
      </Typography>
      {days.map(({ day, revisions }) => (
        <Day key={day} memorialId={memorialId} day={day} revisions={revisions} />
      ))}
      {isError && <LoadFailed onRetry={() => void fetchNextPage()}>{LOAD_FAILED}</LoadFailed>}
      {hasNextPage && !isError && (
        <Box sx={{ mt: 3, textAlign: 'center' }}>
          <Button
            ref={passFocusUp}
            variant="outlined"
            aria-disabled={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Загружаем…' : 'Показать ещё'}
          </Button>
        </Box>
      )}
    </Box>
  )
}

interface DayProps {
  /** `YYYY-MM-DD`, by the reader's clock. */
  day: string
  revisions: Revision[]
}

function byDay(revisions: Revision[]): DayProps[] {
  const days = new Map<string, Revision[]>()
  for (const revision of revisions) {
    const day = dayInZone(new Date(revision.at), timeZone())
    days.set(day, [...(days.get(day) ?? []), revision])
  }
  return [...days].map(([day, those]) => ({ day, revisions: those }))
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function Day({ memorialId, day, revisions }: DayProps & { memorialId: number }) {
  const [restoreDay] = useRestoreDayMutation()
  const name = dayInWords(day)

  async function restore(): Promise<ActionOutcome> {
    const { data, error } = await restoreDay({ memorialId, day, time_zone: timeZone() })
    if (!data) return { isDone: false, message: actionFailure(error, { fallback: RESTORE_FAILED }) }
    return { isDone: data.refused.length === 0, message: outcomeOf(data) }
  }

  return (
    <Box component="section" aria-label={name} sx={{ mt: 3 }}>
      <Box sx={HEAD}>
        <Typography variant="h3">{name}</Typography>
        <ConfirmButton
          label="Вернуть весь день"
          fullLabel={`Вернуть весь день: ${name}`}
          variant="text"
          size="small"
          sx={AT_THE_EDGE}
          isDestructive={false}
          progressText="Возвращаем..."
          questions={[
            {
              title: `Вернуть всё, как было до ${dayOfYearInWords(day)}?`,
              text: 'Всё, что меняли на странице в этот день, станет таким, как было перед ним. Это тоже останется в истории, и его тоже можно будет вернуть.',
            },
          ]}
          action={restore}
        />
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {revisions.map((revision) => (
          <Change key={revision.id} memorialId={memorialId} revision={revision} />
        ))}
      </Box>
    </Box>
  )
}

function outcomeOf({ restored, refused }: DayRestored): string {
  if (refused.length > 0) {
    const left = [...new Set(refused.map(labelOf))].join(', ')
    return `Вернули не всё. Осталось как есть: ${left}.`
  }
  return restored > 0 ? 'Вернули, как было до этого дня' : 'Всё и так написано, как было до этого дня'
}

const TIME = new Intl.DateTimeFormat('ru', { hour: 'numeric', minute: '2-digit' })

function Change({ memorialId, revision }: { memorialId: number; revision: Revision }) {
  const { id, at, who, what, restored_from: restoredFrom } = revision
  const [restoreRevision, { isLoading }] = useRestoreRevisionMutation()
  const toast = useToast()
  const label = labelOf(what)
  const time = TIME.format(new Date(at))

  async function restore(): Promise<void> {
    if (isLoading) return
    const { error } = await restoreRevision({ memorialId, id })
    if (error) toast.error(actionFailure(error, { fallback: RESTORE_FAILED, statuses: { 404: GONE } }))
    else toast.success('Вернули, как было')
  }

  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={HEAD}>
        <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
        <Button
          size="small"
          aria-label={`Вернуть как было: ${label}, ${time}`}
          aria-disabled={isLoading}
          onClick={() => void restore()}
          sx={AT_THE_EDGE}
        >
          Вернуть как было
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[time, who, ...(restoredFrom === null ? [] : ['вернули, как было'])].join(' · ')}
      </Typography>
      <Difference revision={revision} />
    </Box>
  )
}

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 2,
} as const
/** The text of the button ends where the lines end. The margin of a phone's page is narrower than the button's own. */
const AT_THE_EDGE = { mr: { xs: -2, sm: -2.5 }, ml: 'auto' } as const
