import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type Ref, useCallback, useId, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import {
  type ClosingReport,
  type PendingReport,
  REPORT_DECISION_LABELS,
  REPORT_REASON_TEXTS,
  type ReportDecision,
  reportDecisionSchema,
} from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { useGetClosingReportsQuery, useGetPendingReportsQuery } from '@client/api/moderation-api'
import { dropDraft } from '@client/lib/draft'
import { useAppSelector } from '@client/store/hooks'
import { useDraftKey } from '@client/store/use-draft-key'
import { LoadFailed } from '@client/ui/Loading'
import { FOCUS_AREA } from '@client/ui/focus'
import { DialogFormButtons, FormDialog } from '@client/ui/form/FormDialog'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { focusFirstField, Form, FormStack } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { Section } from '@client/ui/Page'
import { type OnKnown, useReportPendingCount } from '@client/ui/WaitingRequests'
import { keyOf, selectDecided } from '../decisions'
import { KeyboardHelp, type ListHandle, useItemFocus } from '../keyboard'
import { type Decide, type Happened, LastAction } from '../DecisionStrip'
import { PAGE_LINK } from '../PendingCard'
import { ReopenButton } from './ClosedByModerators'
import { ReportList } from './ReportList'

interface ReportsSectionProps {
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

const LOAD_FAILED = 'Не удалось загрузить список закрытых страниц.'

/** The pages that are closed because of a report, each with a button to reopen it. Renders nothing if there are none. */
function ClosedPages() {
  const { data, isError, refetch } = useGetClosingReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const titleId = useId()

  if (!data && isError) {
    return (
      <Box sx={{ mt: 2 }}>
        <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
      </Box>
    )
  }
  return (
    // Stays when the last page has been reopened: it takes the focus then.
    <Box {...FOCUS_AREA}>
      {data && data.result.length > 0 && (
        <Box role="group" aria-labelledby={titleId}>
          <Typography id={titleId} variant="h4" component="h3" sx={{ mt: 4, mb: 1.5 }}>
            Закрытые страницы
          </Typography>
          <Box component="ul" sx={LIST}>
            {data.result.map((report) => (
              <ClosedPage key={report.id} report={report} />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}

const LIST = { display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' } as const

/** A page that is closed because of a report, the reason, and a button that reopens it. */
function ClosedPage({ report }: { report: ClosingReport }) {
  const { memorial_id: memorialId, memorial_name: name, reason, closed_at, closed_reason } = report

  return (
    <Paper component="li" variant="outlined" sx={ROW}>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={paths.memorial(memorialId)} sx={PAGE_LINK}>
          {name}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {`Закрыта ${dayOfInstantInWords(closed_at)} · ${REPORT_REASON_TEXTS[reason]}`}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>{`Причина: ${closed_reason}`}</Typography>
      </Box>
      <ReopenButton report={report} />
    </Paper>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  p: { xs: 2, sm: 2.5 },
} as const

const TEXTS: Record<ReportDecision, { title: string; lead: string; hint?: string; submit: string }> = {
  close: {
    title: 'Закрыть страницу?',
    lead: 'Страницу будут видеть только те, кто её хранит, и модераторы. Ничего не удалится, страницу можно будет открыть снова.',
    hint: 'Её прочитают те, кто хранит страницу: в письме и на самой странице.',
    submit: 'Закрыть страницу',
  },
  dismiss: {
    title: 'Оставить страницу?',
    lead: 'Мы напишем тому, кто сообщил о ней, что страница остаётся. Можно добавить несколько слов от себя: письмо передаст их, если этот человек уже открывал наши письма.',
    submit: 'Оставить страницу',
  },
}

/** The draft of each text, stored until the decision has reached the server. */
const DRAFT_KINDS = { close: 'page-closing', dismiss: 'report-answer' } as const
const DRAFT_FIELDS = ['text']

interface DecisionProps {
  reportId: number
  decision: ReportDecision
  /** The name on the page. */
  name: string
  onDecided: (text: string) => void
  onClose: () => void
}

/** Asks for the text of a decision. The decision is sent later: until then it can be undone. */
function DecisionDialog({ reportId, decision, name, onDecided, onClose }: DecisionProps) {
  const { title, lead, hint, submit } = TEXTS[decision]
  const draftKey = useDraftKey([DRAFT_KINDS[decision], reportId])

  function save({ text: typed }: { text: string }): Promise<undefined> {
    onDecided(typed)
    return Promise.resolve(undefined)
  }

  function cancel(): void {
    dropDraft(draftKey)
    onClose()
  }

  return (
    <FormDialog title={title} onClose={onClose} maxWidth="sm">
      <div ref={focusFirstField}>
        <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography sx={{ mb: 2 }}>{typeset(lead)}</Typography>
        <Form initialValues={{ decision, text: '' }} schema={reportDecisionSchema} onSubmit={save}>
          <FormStack>
            <DraftSaver draftKey={draftKey} fields={DRAFT_FIELDS} />
            <TextField
              name="text"
              label={REPORT_DECISION_LABELS[decision]}
              rows={3}
              autoCapitalize="sentences"
              required={decision === 'close'}
              hint={hint}
            />
            <DialogFormButtons onCancel={cancel}>{submit}</DialogFormButtons>
          </FormStack>
        </Form>
      </div>
    </FormDialog>
  )
}
