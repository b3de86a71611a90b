import Box from '@mui/material/Box'
import { type Ref, useCallback, useMemo, useState } from 'react'
import type { PendingReport, ReportDecision } from '@contract/reports'
import { useGetPendingReportsQuery } from '@client/api/report-api'
import { useAppSelector } from '@client/store/hooks'
import { FOCUS_AREA } from '@client/ui/focus'
import { Section } from '@client/ui/Section'
import { type OnKnown, useReportPendingCount } from '@client/ui/use-waiting-first'
import { keyOf, selectDecided } from '../decisions-slice'
import { KeyboardHelp } from '../KeyboardHelp'
import { LastAction } from '../LastAction'
import type { Decide, Happened } from '../use-decisions'
import { type ListHandle, useItemFocus } from '../use-item-focus'
import { ClosedPages } from './ClosedPages'
import { DecisionDialog } from './DecisionDialog'
import { ReportList } from './ReportList'

export interface ReportsSectionProps {
  ref?: Ref<ListHandle>
  happened: Happened | undefined
  /** A stable function. */
  onDecide: Decide
  /** Called with whether any reports are pending, once that is known. */
  onKnown?: OnKnown | undefined
}

interface Asked {
  report: PendingReport
  decision: ReportDecision
}

/** Reports of pages, and the pages that were closed because of them: for moderators only. */
export function ReportsSection({ ref, happened, onDecide, onKnown }: ReportsSectionProps) {
  const { data, isError, refetch } = useGetPendingReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const decided = useAppSelector(selectDecided)
  const reports = useMemo(
    () => data?.result.filter(({ id }) => !decided.has(keyOf({ about: 'report', id }))),
    [data, decided],
  )
  const ids = useMemo(() => reports?.map(({ id }) => id) ?? [], [reports])
  const focus = useItemFocus({ ids, idPrefix: 'report', handle: ref })
  useReportPendingCount(reports?.length, onKnown)
  const [asked, setAsked] = useState<Asked>()

  const decide = useCallback(
    ({ report: { id, memorial_id: memorialId, memorial_name: name }, decision }: Asked, text: string) =>
      onDecide({ about: 'report', id, memorialId, decision, text }, name),
    [onDecide],
  )

  /** Closing a page needs a reason, and a reporter who left an e-mail may get a reply. */
  const choose = useCallback(
    (report: PendingReport, decision: ReportDecision) => {
      if (decision === 'close' || report.email) setAsked({ report, decision })
      else decide({ report, decision }, '')
    },
    [decide],
  )

  return (
    <Section spacing="small" title="Сообщения о страницах">
      <LastAction about="report" happened={happened} remaining={ids.length} />
      {ids.length > 0 && <KeyboardHelp agree="оставить страницу" refuse="закрыть страницу" />}
      <Box {...FOCUS_AREA} {...focus.areaProps} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        <ReportList
          reports={reports}
          isError={isError}
          onRetry={() => void refetch()}
          focus={focus}
          onDecide={choose}
        />
      </Box>
      {asked && (
        <DecisionDialog
          reportId={asked.report.id}
          decision={asked.decision}
          name={asked.report.memorial_name}
          onDecided={(text) => {
            setAsked(undefined)
            focus.takeFocusBack()
            decide(asked, text)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ClosedPages />
    </Section>
  )
}
