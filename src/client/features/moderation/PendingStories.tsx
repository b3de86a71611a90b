import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type MouseEvent, type ReactNode, type Ref, useMemo, useState } from 'react'
import { labelOf } from '@contract/history'
import { PAGE_SIZE_MAX } from '@contract/limits'
import type { Decision } from '@contract/memory'
import type { Proposal, ProposalDecision } from '@contract/proposals'
import type { PendingStory } from '@contract/questions'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { useGetPendingProposalsQuery } from '@client/api/proposal-api'
import { useGetPendingStoriesQuery } from '@client/api/question-api'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ReplyField, ProposedChange } from '@client/ui/Difference'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed } from '@client/ui/Loading'
import { MemoryPhoto } from '@client/ui/MemoryPhoto'
import { Section } from '@client/ui/Page'
import { type OnKnown, useReportPendingCount } from '@client/ui/WaitingRequests'
import { type Decide, type Happened, LastAction } from './DecisionStrip'
import { keyOf, selectDecided } from './decisions'
import { type ItemFocus, KeyboardHelp, type ListHandle, useItemFocus } from './keyboard'
import { hasFilters, type ModerationState, useModerationUrl } from './ModerationFilters'
import { AboutPage, CARD, MarkedText, WaitingVoice } from './PendingCard'
import { NOTHING_FOUND } from './texts'

interface SectionProps {
  ref?: Ref<ListHandle>
  happened: Happened | undefined
  /** A stable function. */
  onDecide: Decide
  onKnown?: OnKnown | undefined
}

/** Stories told in answer to questions, which wait for a decision. Renders nothing if there are none. */
export function PendingStories({ onDecide, ...section }: SectionProps) {
  const { state } = useModerationUrl()
  const query = useGetPendingStoriesQuery(asked(state), { refetchOnMountOrArgChange: true })
  return (
    <PendingSection
      {...section}
      query={query}
      isFiltered={hasFilters(state)}
      about="story"
      title="Рассказы на проверке"
      purpose="Так ответили на вопросы, которые вы отправили. Одобренный рассказ увидят все, кому открыта страница."
      nothingWaits="Больше рассказов нет."
      loadFailed="Не удалось загрузить рассказы."
      keys={{ agree: 'одобрить', refuse: 'отклонить' }}
    >
      {(story, focus) => (
        <StoryCard
          story={story}
          focus={focus}
          onDecide={(decision) =>
            onDecide({ about: 'story', id: story.id, memorialId: story.memorial_id, decision }, story.author)
          }
        />
      )}
    </PendingSection>
  )
}

/** What readers propose to change on the pages of the account. Renders nothing if there is nothing. */
export function PendingProposals({ onDecide, ...section }: SectionProps) {
  const { state } = useModerationUrl()
  const query = useGetPendingProposalsQuery(asked(state), { refetchOnMountOrArgChange: true })
  return (
    <PendingSection
      {...section}
      query={query}
      isFiltered={hasFilters(state)}
      about="proposal"
      title="Уточнения читателей"
      purpose="Читатели подсказывают, что уточнить. Зачёркнуто — как сейчас, подчёркнуто — как они предлагают."
      nothingWaits="Больше уточнений нет."
      loadFailed="Не удалось загрузить уточнения."
      keys={{ agree: 'принять', refuse: 'оставить как есть' }}
    >
      {(proposal, focus) => (
        <ProposalCard
          proposal={proposal}
          focus={focus}
          onDecide={(decision, text) => {
            const { id, memorial_id: memorialId, current: expected, author } = proposal
            onDecide({ about: 'proposal', id, memorialId, decision, expected, text }, author)
          }}
        />
      )}
    </PendingSection>
  )
}

/** The filters of the memories, for the other lists. */
function asked({ memorialId, search, suspicious, order }: ModerationState) {
  return {
    limit: PAGE_SIZE_MAX,
    sort_order: order,
    ...(memorialId !== undefined && { memorial_id: memorialId }),
    ...(search && { q: search }),
    ...(suspicious && { suspicious }),
  }
}

interface PendingSectionProps<Item> extends Omit<SectionProps, 'onDecide'> {
  about: 'story' | 'proposal'
  title: string
  purpose: string
  nothingWaits: string
  loadFailed: string
  keys: Parameters<typeof KeyboardHelp>[0]
  query: { data?: { result: Item[]; total: number } | undefined; isError: boolean; refetch: () => unknown }
  isFiltered: boolean
  /** The card of an item. */
  children: (item: Item, focus: ItemFocus) => ReactNode
}

/** A list of what waits, without what was just decided. Nothing if there was nothing. */
function PendingSection<Item extends { id: number }>({
  ref,
  about,
  query: { data, isError, refetch },
  ...texts
}: PendingSectionProps<Item>) {
  const { title, purpose, nothingWaits, loadFailed, keys, isFiltered, happened, onKnown, children } = texts
  const decided = useAppSelector(selectDecided)
  const items = useMemo(
    () => data?.result.filter(({ id }) => !decided.has(keyOf({ about, id }))) ?? [],
    [data, decided, about],
  )
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const remaining = data ? data.total - data.result.length + items.length : 0
  const focus = useItemFocus({ ids, idPrefix: about, handle: ref })
  /** The section stays after the last item was decided, so that the focus does. */
  const [hadAny, setHadAny] = useState(false)
  if (remaining > 0 && !hadAny) setHadAny(true)
  useReportPendingCount(data && remaining, onKnown)

  const hasFailed = isError && !data
  if (!hadAny && !hasFailed) return null
  return (
    <Section spacing="small" title={title}>
      <LastAction about={about} happened={happened} remaining={remaining} />
      {remaining > 0 && (
        <>
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            {typeset(purpose)}
          </Typography>
          <KeyboardHelp {...keys} />
        </>
      )}
      <Box {...FOCUS_AREA} {...focus.areaProps} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        {hasFailed && <LoadFailed onRetry={() => void refetch()}>{loadFailed}</LoadFailed>}
        {data && remaining === 0 && (
          <Typography color="textSecondary">{isFiltered ? NOTHING_FOUND : nothingWaits}</Typography>
        )}
        <Box component="ul" sx={LIST}>
          {items.map((item) => (
            <Box component="li" key={item.id} onFocus={() => focus.becomeActive(item.id)}>
              {children(item, focus)}
            </Box>
          ))}
        </Box>
      </Box>
    </Section>
  )
}

const LIST = { display: 'flex', flexDirection: 'column', gap: 2, m: 0, p: 0, listStyle: 'none' } as const

interface WaitingCardProps {
  about: 'story' | 'proposal'
  item: Pick<PendingStory & Proposal, 'id' | 'author' | 'memorial_id' | 'memorial_name'>
  title: string
  /** Who wrote it, and when. */
  origin: string
  focus: ItemFocus
  agree: Choice
  /** What only waits to be read is never refused. */
  refuse?: Choice | undefined
  reply?: ReactNode
  mayBlock: boolean
  children: ReactNode
}

interface Choice {
  label: string
  act: () => void
}

/** What waits, with its page and its buttons: the keys choose it and decide on it. */
function WaitingCard({
  about,
  item,
  title,
  origin,
  focus,
  agree,
  refuse,
  reply,
  mayBlock,
  children,
}: WaitingCardProps) {
  const { id, author, memorial_id: memorialId, memorial_name: name } = item
  const blockAuthor = useBlockAuthor()
  const titleId = `${about}-${id}-title`
  const actions = { onAgree: agree.act, onRefuse: (refuse ?? agree).act }
  return (
    <Paper
      component="article"
      variant="outlined"
      id={focus.elementId(id)}
      tabIndex={id === focus.activeId ? 0 : -1}
      onKeyDown={(event) => focus.press(event, id, actions)}
      aria-labelledby={titleId}
      sx={CARD}
    >
      <Typography id={titleId} variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {origin}
      </Typography>
      <AboutPage id={memorialId} name={name} />
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
        <Button variant="contained" aria-describedby={titleId} onClick={onceFor(agree.act)}>
          {agree.label}
        </Button>
        {refuse && (
          <Button variant="outlined" aria-describedby={titleId} onClick={onceFor(refuse.act)}>
            {refuse.label}
          </Button>
        )}
        {reply}
        {mayBlock && (
          <BlockAuthorButton
            author={author}
            block={() => blockAuthor({ of: about === 'story' ? 'stories' : 'proposals', id, memorialId })}
            sx={{ px: { xs: 0, sm: 2.5 } }}
          />
        )}
      </Box>
    </Paper>
  )
}

/** Ignores the second click of a double click: by then the next card has moved up under the pointer. */
function onceFor(decide: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) decide()
  }
}

interface ProposalCardProps {
  proposal: Proposal
  focus: ItemFocus
  onDecide: (decision: ProposalDecision['decision'], reply: string) => void
}

function ProposalCard({ proposal, focus, onDecide }: ProposalCardProps) {
  const { field, value, author, created_at: at } = proposal
  const [reply, setReply] = useState('')
  const isNoteOnly = value === null
  return (
    <WaitingCard
      about="proposal"
      item={proposal}
      title={labelOf(field)}
      origin={`${author} · ${dayOfInstantInWords(at)}`}
      focus={focus}
      agree={{ label: isNoteOnly ? 'Прочитано' : 'Принять', act: () => onDecide('accepted', reply) }}
      refuse={isNoteOnly ? undefined : { label: 'Оставить как есть', act: () => onDecide('rejected', reply) }}
      reply={<ReplyField value={reply} onChange={setReply} author={author} />}
      mayBlock
    >
      <ProposedChange proposal={proposal} />
    </WaitingCard>
  )
}

interface StoryCardProps {
  story: PendingStory
  focus: ItemFocus
  onDecide: (decision: Decision) => void
}

function StoryCard({ story, focus, onDecide }: StoryCardProps) {
  const { question, author, relation, text, voice, photos, told_at: at } = story
  // Moderators also see stories on pages of others.
  const isKeeper = useAccount().user?.is_moderator === false
  const who = [author, relation].filter(Boolean).join(', ')
  return (
    <WaitingCard
      about="story"
      item={story}
      title={typeset(question)}
      origin={`${who} · ${dayOfInstantInWords(at)}`}
      focus={focus}
      agree={{ label: 'Одобрить', act: () => onDecide('approved') }}
      refuse={{ label: 'Отклонить', act: () => onDecide('rejected') }}
      mayBlock={isKeeper}
    >
      <Box sx={TEXT}>
        <MarkedText>{text || 'Рассказ голосом'}</MarkedText>
      </Box>
      {voice && <WaitingVoice voice={voice} author={author} />}
      {photos.map(({ file_path, width, height }) => (
        <MemoryPhoto key={file_path} author={who} photo_path={file_path} photo_width={width} photo_height={height} />
      ))}
    </WaitingCard>
  )
}

const TEXT = {
  mt: 1.5,
  maxWidth: '68ch',
  typography: 'body1',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const
