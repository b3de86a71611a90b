import { styled } from '@mui/material/styles'
import type { PropsWithChildren } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { TARGET_SIZE } from '@client/ui/styles'

interface NavigationLinkProps {
  to: string
  /** Highlighted on its own page only. */
  isExact?: boolean
}

/** A link in the header, highlighted on its own page and on all below it. */
export function NavigationLink({ to, isExact = false, children }: PropsWithChildren<NavigationLinkProps>) {
  const { pathname } = useLocation()
  const current = ariaCurrent(pathname, to)
  return (
    <PlainLink to={to} aria-current={isExact && current === 'true' ? undefined : current}>
      {children}
    </PlainLink>
  )
}

function ariaCurrent(pathname: string, to: string): 'page' | 'true' | undefined {
  if (pathname.replace(/\/$/, '') === to) return 'page'
  return pathname.startsWith(`${to}/`) ? 'true' : undefined
}

const PlainLink = styled(Link)(({ theme }) => ({
  ...theme.typography.button,
  display: 'flex',
  alignItems: 'center',
  minHeight: TARGET_SIZE,
  paddingInline: theme.spacing(1.5),
  borderRadius: theme.shape.borderRadius,
  color: theme.vars?.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&[aria-current]': {
    color: theme.vars?.palette.primary.main,
    fontWeight: 600,
    boxShadow: `inset 0 -3px 0 ${String(theme.vars?.palette.secondary.main)}`,
    borderEndStartRadius: 0,
    borderEndEndRadius: 0,
  },
  [theme.breakpoints.down('md')]: {
    paddingInline: theme.spacing(1.5),
    '&[aria-current]': {
      boxShadow: `inset 3px 0 0 ${String(theme.vars?.palette.secondary.main)}`,
      borderRadius: 0,
    },
  },
}))

/** The pages about the service, for the menu and the footer. */
export const ABOUT_LINKS = [
  { title: 'Как это работает', to: paths.howItWorks },
  { title: 'Тарифы', to: paths.tariffs },
  { title: 'Сотрудничество', to: paths.cooperation },
]
