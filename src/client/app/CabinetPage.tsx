import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import { Fragment, type ReactNode } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { paths } from '@contract/paths'
import { countedOnOneLine, PROPOSALS, REPORTS, REQUESTS, STORIES, WORDS_OF_MEMORY } from '@contract/plurals'
import { useGetPendingAccessRequestsQuery } from '@client/api/access-api'
import { useGetPendingProposalsQuery } from '@client/api/proposal-api'
import { useGetPendingMemoriesQuery, useGetPendingReportsQuery } from '@client/api/moderation-api'
import { useGetPendingStoriesQuery } from '@client/api/question-api'
import { useGetPendingRelationsQuery } from '@client/api/relation-api'
import { CabinetPages } from '@client/features/cabinet/CabinetPages'
import { WordsLettersChoice } from '@client/features/cabinet/WordsLettersChoice'
import { WaitingAccessRequests } from '@client/features/memorial/access/WaitingAccessRequests'
import { ModerationDesk } from '@client/features/moderation/ModerationDesk'
import { RelationRequests } from '@client/features/moderation/RelationRequests'
import { useAccount } from '@client/store/use-account'
import { ALERT_WITH_BUTTON } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { useWaitingFirst } from '@client/ui/WaitingRequests'
import { NavigationLink } from './NavigationLink'

/** The cabinet: four pages under one heading, each with one subject. Only for users who are signed in. */
export function CabinetPage() {
  const { user } = useAccount()
  const { total } = usePending()
  if (!user) return null
  return (
    <Page title="Личный кабинет" lead={`Здравствуйте. Вы вошли как ${user.email}.`}>
      <Box component="nav" aria-label="Личный кабинет" sx={{ mt: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Box component="ul" sx={SECTION_LINKS}>
          {SECTIONS.map(({ to, title }) => (
            <li key={to}>
              <NavigationLink to={to} isExact>
                {title}
                {to === paths.pendingWords && total > 0 && (
                  <Box component="b" sx={{ ml: 1 }}>
                    {numberShown(total)}
                  </Box>
                )}
              </NavigationLink>
            </li>
          ))}
        </Box>
      </Box>
      <Outlet />
    </Page>
  )
}

const SECTIONS = [
  { to: paths.profile, title: 'Страницы' },
  { to: paths.pendingWords, title: 'Слова' },
  { to: paths.upcomingDays, title: 'Дни' },
  { to: paths.settings, title: 'Настройки' },
]
/** On a phone of 320 px all four stand in one row. */
const SECTION_LINKS = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: { xs: 0, sm: 2 },
  '& a': { px: { xs: 1, sm: 1.5 }, boxShadow: 'none' },
  '& a[aria-current]': {
    borderRadius: 0,
    boxShadow: (theme: Theme) => `inset 0 -3px 0 ${String(theme.vars?.palette.secondary.main)}`,
  },
} as const
const MAX_SHOWN = 99

function numberShown(total: number): string {
  return total > MAX_SHOWN ? `${MAX_SHOWN}+` : String(total)
}

/** Only the counts are needed. */
const COUNT_ONLY = { limit: 1 }

/** How many decisions of each kind are pending. Unknown counts as none. */
function usePending() {
  const { user } = useAccount()
  const isModerator = user?.is_moderator && !user.factor_missing
  const words = useGetPendingMemoriesQuery(COUNT_ONLY).data?.total ?? 0
  const stories = useGetPendingStoriesQuery(COUNT_ONLY).data?.total ?? 0
  const proposals = useGetPendingProposalsQuery(COUNT_ONLY).data?.total ?? 0
  const access = useGetPendingAccessRequestsQuery(undefined, { skip: !user?.is_verified }).data?.result.length ?? 0
  const relations = useGetPendingRelationsQuery(undefined, { skip: !user?.is_verified }).data?.result.length ?? 0
  const reports = useGetPendingReportsQuery(undefined, { skip: !isModerator }).data?.result.length ?? 0
  const requests = access + relations
  const total = words + stories + proposals + requests + reports
  return { words, stories, proposals, requests, reports, total }
}

/** The first page of the cabinet. */
export function CabinetPagesPage() {
  return <CabinetPages waiting={<PendingNote />} />
}

/** One line about what is pending, and the way there. */
function PendingNote() {
  const { words, stories, proposals, requests, reports, total } = usePending()
  if (total === 0) return null
  const kinds = [
    words > 0 && countedOnOneLine(words, WORDS_OF_MEMORY),
    stories > 0 && countedOnOneLine(stories, STORIES),
    proposals > 0 && countedOnOneLine(proposals, PROPOSALS),
    requests > 0 && countedOnOneLine(requests, REQUESTS),
    reports > 0 && countedOnOneLine(reports, REPORTS),
  ].filter(Boolean)
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ ...ALERT_WITH_BUTTON, mt: 3 }}
      action={
        <Button component={Link} to={paths.pendingWords} color="inherit">
          Посмотреть
        </Button>
      }
    >
      Ждут вашего решения: {kinds.join(', ')}.
    </Alert>
  )
}

const KINDS = ['moderation', 'access', 'relations'] as const

/** «Слова» of the cabinet: all pending decisions, since the features do not know each other. Kinds with any come first. */
export function CabinetWordsPage() {
  const { order, note } = useWaitingFirst(KINDS)
  const sections: Record<(typeof KINDS)[number], ReactNode> = {
    moderation: <ModerationDesk onKnown={note('moderation')} />,
    access: <WaitingAccessRequests onKnown={note('access')} />,
    relations: <RelationRequests onKnown={note('relations')} />,
  }
  return (
    <>
      {order.map((kind) => (
        <Fragment key={kind}>{sections[kind]}</Fragment>
      ))}
      <WordsLettersChoice />
    </>
  )
}
