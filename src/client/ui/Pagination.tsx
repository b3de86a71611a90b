import Box from '@mui/material/Box'
import PaginationItem from '@mui/material/PaginationItem'
import { styled } from '@mui/material/styles'
import { Link, type To } from 'react-router-dom'
import { GAP, pageNumbers } from '@client/lib/page-numbers'
import { useHoverIntent } from './use-hover-intent'
import { TARGET_SIZE } from './target-size'

export interface PaginationProps {
  /** Counted from 1. */
  page: number
  count: number
  /** The address of a page. */
  pageAddress: (page: number) => To
  /** The link to this page is hovered. */
  onPageHover?: (page: number) => void
}

/** Links to the pages of a list; nothing when there is only one page. */
export function Pagination({ page, count, pageAddress, onPageHover }: PaginationProps) {
  const onHover = useHoverIntent()
  const hoverOnPage = (to: number) => onPageHover && onHover(() => onPageHover(to))

  if (count <= 1) return null
  return (
    <Box component="nav" aria-label="Страницы" sx={{ mt: { xs: 4, md: 6 } }}>
      <Row>
        <li {...(page > 1 && hoverOnPage(page - 1))}>
          <Arrow type="previous" label="Предыдущая страница" to={page > 1 ? pageAddress(page - 1) : undefined} />
        </li>
        {pageNumbers(page, count).map((shown, index) => (
          <li
            key={shown === GAP ? `gap-${index}` : shown}
            data-gap={shown === GAP || undefined}
            {...(shown !== GAP && hoverOnPage(shown))}
          >
            {shown === GAP ? (
              <PaginationItem type="start-ellipsis" />
            ) : (
              <PaginationItem
                component={Link}
                to={pageAddress(shown)}
                nativeButton={false}
                page={shown}
                selected={shown === page}
                color="primary"
                aria-label={`Страница ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
              />
            )}
          </li>
        ))}
        <li {...(page < count && hoverOnPage(page + 1))}>
          <Arrow type="next" label="Следующая страница" to={page < count ? pageAddress(page + 1) : undefined} />
        </li>
      </Row>
    </Box>
  )
}

interface ArrowProps {
  type: 'previous' | 'next'
  label: string
  /** Absent at an end of the list. */
  to: To | undefined
}

function Arrow({ type, label, to }: ArrowProps) {
  if (to === undefined) return <PaginationItem type={type} disabled aria-label={label} />
  return <PaginationItem component={Link} to={to} nativeButton={false} type={type} aria-label={label} />
}

const Row = styled('ul')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  '& li': { minWidth: TARGET_SIZE },
  // Ten links must fit in one row even on a small phone.
  [theme.breakpoints.down('sm')]: {
    gap: 0,
    '& li': { flex: `0 1 ${TARGET_SIZE}px`, minWidth: 0 },
    '& li[data-gap]': { flex: '0 1 20px' },
  },
  '& .MuiPaginationItem-root': { margin: 0, width: '100%', minWidth: 0 },
  '& .MuiPaginationItem-ellipsis': { display: 'flex', alignItems: 'center', justifyContent: 'center', padding: 0 },
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))
