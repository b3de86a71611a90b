import { styled } from '@mui/material/styles'

interface PhotoListProps {
  /** Fewer in a row, with room for what is written below each. */
  isEditing?: boolean
}

/** Photos side by side. Those far from the viewport cost no layout and no painting. */
export const PhotoList = styled('ul', { shouldForwardProp: (name) => name !== 'isEditing' })<PhotoListProps>(
  ({ theme, isEditing }) => ({
    display: 'grid',
    gap: theme.spacing(isEditing ? 2 : 1),
    gridTemplateColumns: columns(isEditing ? 2 : 3),
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: columns(isEditing ? 3 : 4) },
    [theme.breakpoints.up('md')]: { gridTemplateColumns: columns(isEditing ? 4 : 5) },
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      contentVisibility: 'auto',
      ...(isEditing ? { containIntrinsicBlockSize: 'auto 300px' } : { aspectRatio: '1' }),
    },
    // A description that is being written needs the whole width.
    '& > li:has(form)': { gridColumn: '1 / -1', contentVisibility: 'visible' },
  }),
)

function columns(count: number): string {
  return `repeat(${count}, minmax(0, 1fr))`
}
