import { styled } from '@mui/material/styles'
import { paths } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { TARGET_SIZE } from '@client/ui/styles'
import { ABOUT_LINKS, NavigationLink } from './NavigationLink'

/** Loaded only for visitors who are signed in. Most visitors are not. */
const AccountMenu = lazyChunk(async () => (await import('./AccountMenu')).AccountMenu, {
  Loading: PendingItem,
  Missing: CabinetItem,
})

interface NavigationProps {
  id: string
  /** Only small screens fold it. */
  isOpen: boolean
}

export function Navigation({ id, isOpen }: NavigationProps) {
  return (
    <Bar id={id} aria-label="Разделы сайта" isOpen={isOpen} data-without-script>
      <List>
        <li>
          <NavigationLink to={paths.memorials}>Мемориалы</NavigationLink>
        </li>
        <li>
          <NavigationLink to={paths.heroes}>Герои СВО</NavigationLink>
        </li>
        {ABOUT_LINKS.map(({ to, title }) => (
          <li key={to} data-about>
            <NavigationLink to={to}>{title}</NavigationLink>
          </li>
        ))}
        <AccountItems />
      </List>
    </Bar>
  )
}

/** Shown if the account menu did not load. Its other items are on the profile page. */
function CabinetItem() {
  return (
    <li>
      <NavigationLink to={paths.profile}>Личный кабинет</NavigationLink>
    </li>
  )
}

/** Empty until the visitor is known: a link that changes under the finger misleads. */
function AccountItems() {
  const { status, user } = useAccount()
  if (status === 'unknown') return <PendingItem />
  if (status !== 'guest') return <AccountMenu email={user?.email} />
  return (
    <>
      <li>
        <NavigationLink to={paths.login}>Войти</NavigationLink>
      </li>
      <li>
        <NavigationLink to={paths.register}>Регистрация</NavigationLink>
      </li>
    </>
  )
}

/** In px: the narrowest window in which one line fits all links. */
const ABOUT_FROM = 1024

const Bar = styled('nav', { shouldForwardProp: (name) => name !== 'isOpen' })<{ isOpen: boolean }>(
  ({ theme, isOpen }) => ({
    // Aligns the text, not its padding, with the page edge.
    marginInlineEnd: theme.spacing(-1.5),
    [theme.breakpoints.down('md')]: {
      display: isOpen ? 'block' : 'none',
      flexBasis: '100%',
      marginInline: theme.spacing(-1.5),
      paddingBlockEnd: theme.spacing(2),
    },
    '@media print': { display: 'none' },
  }),
)

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  // Large letters need several lines.
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0, 0.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.down('md')]: { flexDirection: 'column', alignItems: 'stretch' },
  // One line fits all here, with smaller gaps.
  [theme.breakpoints.between('md', 'lg')]: {
    gap: 0,
    '& a, & button': { fontSize: '1rem', paddingInline: theme.spacing(1) },
  },
  // Where that does not fit either, they are in the footer: a second line would push every page down.
  [theme.breakpoints.between('md', ABOUT_FROM)]: { '& > [data-about]': { display: 'none' } },
}))

function PendingItem() {
  return <Pending aria-hidden />
}

/** About as wide as the loaded items, so that the other links hardly move. */
const Pending = styled('li')({ width: 210, height: TARGET_SIZE })
