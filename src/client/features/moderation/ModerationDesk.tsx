import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, type Ref, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Decision, PendingMemory } from '@contract/memory'
import { paths, PROTECTION_ANCHOR } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useAccount } from '@client/store/use-account'
import { Pagination } from '@client/ui/Pagination'
import { Section } from '@client/ui/Page'
import { NotAllShown } from '@client/ui/FilterInput'
import { FOCUS_AREA } from '@client/ui/focus'
import { type OnKnown, useReportPendingCount, useWaitingFirst } from '@client/ui/WaitingRequests'
import { isUndoKey, KeyboardHelp, type ListHandle, useItemFocus } from './keyboard'
import { type Decide, DecisionStrip, type Happened, LastAction, useDecisions } from './DecisionStrip'
import { hasFilters, MODERATION_ID, type ModerationUrl, ModerationFilters, useModerationUrl } from './ModerationFilters'
import { PendingItems, type PendingPage, usePendingPage } from './PendingItems'
import { PendingProposals, PendingStories } from './PendingStories'
import type { AnyDecision } from './decisions'
import { ReportsSection } from './reports/ReportsSection'
import { foundInAll, waitingInAll, WHO_DECIDES } from './texts'

const LISTS = ['words', 'stories', 'proposals', 'reports'] as const

interface ModerationDeskProps {
  /** Called with whether memories are pending, and then whether reports are, as soon as that is known. */
  onKnown?: OnKnown
}

/**
 * What is pending: memories, stories and proposals, and for moderators reports of pages. All lists have the same keys, and share
 * one strip to undo their decisions, the last one first; the filters hold for all but the reports.
 */
export function ModerationDesk({ onKnown }: ModerationDeskProps) {
  const user = useAccount().user
  const isModerator = user?.is_moderator && !user.factor_missing
  const { waiting, happened, decide, undo } = useDecisions()
  const { order, note } = useWaitingFirst(LISTS)
  const url = useModerationUrl()
  // The filters stand above the first list that they hold for.
  const isFilteredAbove = order[0] === 'stories' || order[0] === 'proposals'
  const words = useRef<ListHandle>(null)
  const stories = useRef<ListHandle>(null)
  const proposals = useRef<ListHandle>(null)
  const reports = useRef<ListHandle>(null)
  const listOf = ({ about }: AnyDecision) =>
    ({ memory: words, story: stories, proposal: proposals, report: reports })[about].current

  function undoDecision(decision: AnyDecision): void {
    listOf(decision)?.focusLater(decision.id)
    undo(decision)
  }

  useUndoKey(waiting.length > 0, () => {
    const last = waiting.at(-1)
    if (last) undoDecision(last)
  })

  const reportTo = (kind: (typeof LISTS)[number]) => (isWaiting: boolean) => {
    note(kind)(isWaiting)
    onKnown?.(isWaiting)
  }
  const lists: Record<(typeof LISTS)[number], ReactNode> = {
    words: (
      <ModerationPanel
        ref={words}
        happened={happened}
        isFilteredAbove={isFilteredAbove}
        onDecide={decide}
        onKnown={reportTo('words')}
      />
    ),
    stories: <PendingStories ref={stories} happened={happened} onDecide={decide} onKnown={reportTo('stories')} />,
    proposals: (
      <PendingProposals ref={proposals} happened={happened} onDecide={decide} onKnown={reportTo('proposals')} />
    ),
    reports: isModerator && (
      <ReportsSection ref={reports} happened={happened} onDecide={decide} onKnown={reportTo('reports')} />
    ),
  }

  return (
    <Box>
      {user?.factor_missing && <FactorMissingNotice />}
      {isFilteredAbove && (
        <Box sx={{ mt: 4 }}>
          <ModerationFilters url={url} memorialName={undefined} />
        </Box>
      )}
      {order.map((kind) => (
        <Fragment key={kind}>{lists[kind]}</Fragment>
      ))}
      <DecisionStrip
        waiting={waiting}
        onUndo={undoDecision}
        onFocusLost={(decision) => listOf(decision)?.focusNearest()}
      />
    </Box>
  )
}

/** For a moderator without a second factor: until they add one, they cannot moderate pages of others. */
function FactorMissingNotice() {
  return (
    <Alert role="status" severity="warning" variant="outlined" sx={{ mt: 4, maxWidth: 760 }}>
      Вы модератор, но пока входите с одним паролем. Решать о чужих страницах вы сможете, когда подключите второй способ
      входа: ключ доступа или одноразовые коды.{' '}
      <Link component={RouterLink} to={`${paths.settings}#${PROTECTION_ANCHOR}`}>
        Подключить
      </Link>
    </Alert>
  )
}

interface ModerationPanelProps {
  ref?: Ref<ListHandle>
  happened: Happened | undefined
  isFilteredAbove: boolean
  /** A stable function. */
  onDecide: Decide
  /** Called with whether anything is pending, once that is known. */
  onKnown?: OnKnown | undefined
}

/** The pending memories: an owner sees those of their own memorials, a moderator sees all. */
function ModerationPanel({ ref, happened, isFilteredAbove, onDecide, onKnown }: ModerationPanelProps) {
  const url = useModerationUrl()
  const { page } = url.state
  const pending = usePendingPage(url.state)
  const ids = useMemo(() => pending.memories?.map(({ id }) => id) ?? [], [pending.memories])
  const focus = useItemFocus({ ids, idPrefix: 'pending', handle: ref })
  const decide = useCallback(
    ({ id, memorials_id: memorialId, author }: PendingMemory, decision: Decision) =>
      onDecide({ about: 'memory', id, memorialId, decision }, author),
    [onDecide],
  )

  useReportPendingCount(pending.memories && pending.remaining, onKnown)
  useLastFullPage(url, pending)
  useFocusOnNewPage(page, focus.waitForItems)

  return (
    <Section id={MODERATION_ID} spacing="small" title="Воспоминания на проверке">
      <LastAction about="memory" happened={happened} remaining={pending.remaining} />
      <PanelHead url={url} pending={pending} isFilteredAbove={isFilteredAbove} />
      <Box {...FOCUS_AREA} {...focus.areaProps} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        <PendingItems url={url} pending={pending} focus={focus} onDecide={decide} />
      </Box>
      {(pending.remaining > 0 || hasFilters(url.state)) && (
        <Pagination page={page} count={pending.pageCount} pageUrl={url.pageUrl} />
      )}
    </Section>
  )
}

interface PanelHeadProps {
  url: ModerationUrl
  pending: PendingPage
  isFilteredAbove: boolean
}

/** The number of memories, the filters and the keyboard shortcuts. Empty if nothing is pending and no filter is set. */
function PanelHead({ url: { state, ...url }, pending: { memories, remaining }, isFilteredAbove }: PanelHeadProps) {
  const isModerator = useAccount().user?.is_moderator
  const isFiltered = hasFilters(state)
  const memorialName = memories?.find(({ memorials_id }) => memorials_id === state.memorialId)?.memorial_name

  if (!isFiltered && remaining === 0) return null
  return (
    <>
      {!isModerator && (
        <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
          {typeset(WHO_DECIDES)}
        </Typography>
      )}
      <Box sx={{ mb: 2 }}>
        <Typography>{isFiltered ? foundInAll(remaining) : waitingInAll(remaining)}</Typography>
        {isFiltered && remaining > 0 && <NotAllShown label="Показать все" showAll={url.reset} />}
      </Box>
      {!isFilteredAbove && <ModerationFilters url={{ state, ...url }} memorialName={memorialName} />}
      <KeyboardHelp agree="одобрить" refuse="отклонить" />
    </>
  )
}

/** Goes back to the last page when the current page is empty and comes after it. */
function useLastFullPage(
  { state: { page }, replacePage }: ModerationUrl,
  { memories, pageCount, isFetching }: PendingPage,
): void {
  const lastPage = Math.max(1, pageCount)
  const isBehindLast = memories?.length === 0 && !isFetching && page > lastPage

  const goBack = useEffectEvent(() => replacePage(lastPage))
  useEffect(() => {
    if (isBehindLast) goBack()
  }, [isBehindLast])
}

/** Moves the focus to the list after the page number has changed, so that its first item gets the focus. */
function useFocusOnNewPage(page: number, waitForItems: () => void): void {
  const shown = useRef(page)
  const focusItems = useEffectEvent(waitForItems)
  useEffect(() => {
    if (shown.current !== page) focusItems()
    shown.current = page
  }, [page])
}

/** Ctrl+Z anywhere on the page undoes the last decision. In a form field it has its usual meaning. */
function useUndoKey(canUndo: boolean, undo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoKey(event)) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    if (!canUndo) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [canUndo])
}
