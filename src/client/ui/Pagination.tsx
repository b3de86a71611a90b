import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link, type To } from 'react-router-dom'
import { useHoverIntent } from './use-hover-intent'
import { TARGET_SIZE } from './styles'

interface PaginationProps {
  /** Starts at 1. */
  page: number
  count: number
  /** The URL of a page. */
  pageUrl: (page: number) => To
  /** Called when the link to this page is hovered. */
  onPageHover?: (page: number) => void
}

/** Links to the pages of a list; nothing when there is only one page. */
export function Pagination({ page, count, pageUrl, onPageHover }: PaginationProps) {
  const onHover = useHoverIntent()
  const hoverOnPage = (to: number) => onPageHover && onHover(() => onPageHover(to))

  if (count <= 1) return null
  return (
    <Box component="nav" aria-label="Страницы" sx={{ mt: { xs: 4, md: 6 } }}>
      <Row>
        <li {...(page > 1 && hoverOnPage(page - 1))}>
          <Arrow type="previous" label="Предыдущая страница" to={page > 1 ? pageUrl(page - 1) : undefined} />
        </li>
        {pageNumbers(page, count).map((shown, index) => (
          <li
            key={shown === GAP ? `gap-${index}` : shown}
            data-gap={shown === GAP || undefined}
            {...(shown !== GAP && hoverOnPage(shown))}
          >
            {shown === GAP ? (
              <span>…</span>
            ) : (
              <Link
                to={pageUrl(shown)}
                aria-label={`Страница ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </Link>
            )}
          </li>
        ))}
        <li {...(page < count && hoverOnPage(page + 1))}>
          <Arrow type="next" label="Следующая страница" to={page < count ? pageUrl(page + 1) : undefined} />
        </li>
      </Row>
    </Box>
  )
}

interface ArrowProps {
  type: 'previous' | 'next'
  label: string
  /** Absent at either end of the list. */
  to: To | undefined
}

function Arrow({ type, label, to }: ArrowProps) {
  const icon = (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden>
      <path d={ARROWS[type]} fill="currentColor" />
    </svg>
  )
  if (to === undefined) {
    return (
      <button type="button" disabled aria-label={label}>
        {icon}
      </button>
    )
  }
  return (
    <Link to={to} aria-label={label}>
      {icon}
    </Link>
  )
}

const ARROWS = {
  previous: 'M15.4 7.4 14 6l-6 6 6 6 1.4-1.4-4.6-4.6z',
  next: 'm10 6-1.4 1.4 4.6 4.6-4.6 4.6L10 18l6-6z',
}

/** Plain elements and a single class: a list shows ten of them, and each component of a library has its own styles. */
const Row = styled('ul')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  '& li': { minWidth: TARGET_SIZE },
  '& li > *': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: TARGET_SIZE,
    padding: 0,
    border: 0,
    borderRadius: 6,
    color: theme.vars?.palette.text.primary,
    backgroundColor: 'transparent',
    textDecoration: 'none',
  },
  '& a:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '& button': { opacity: theme.vars?.palette.action.disabledOpacity },
  '& [aria-current]': {
    color: theme.vars?.palette.primary.contrastText,
    backgroundColor: theme.vars?.palette.primary.main,
  },
  '& [aria-current]:hover': { backgroundColor: theme.vars?.palette.primary.dark },
  // Ten links must fit in one row even on a small phone.
  [theme.breakpoints.down('sm')]: {
    gap: 0,
    '& li': { flex: `0 1 ${TARGET_SIZE}px`, minWidth: 0 },
    '& li[data-gap]': { flex: '0 1 20px' },
  },
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

/** Up to this many pages there are no gaps. */
const SHOWN_WHOLE = 5

const GAP = 'gap'

/**
 * The page numbers of a pagination: first, last, and the current one with a neighbour on each side. A gap is shown even
 * where it hides only one page.
 */
function pageNumbers(current: number, count: number): (number | typeof GAP)[] {
  const all = Array.from({ length: count }, (_nothing, index) => index + 1)
  if (count <= SHOWN_WHOLE) return all

  const shown = all.filter((page) => page === 1 || page === count || Math.abs(page - current) <= 1)
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0
    return page - previous > 1 ? [GAP, page] : [page]
  })
}
