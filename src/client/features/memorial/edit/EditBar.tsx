import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CheckIcon, EditIcon } from '@client/ui/icons'

export interface EditBarProps {
  isEditing: boolean
  onToggle: () => void
}

/** Turns the edit mode on and off. While it is on, the bar stays visible. */
export function EditBar({ isEditing, onToggle }: EditBarProps) {
  return (
    <Bar data-editing={isEditing || undefined} data-wide={isEditing || undefined}>
      <span role="status">{isEditing && 'Каждая часть страницы сохраняется отдельно.'}</span>
      <Button
        variant={isEditing ? 'contained' : 'outlined'}
        startIcon={isEditing ? <CheckIcon /> : <EditIcon />}
        onClick={onToggle}
      >
        {isEditing ? 'Завершить редактирование' : 'Редактировать'}
      </Button>
    </Bar>
  )
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1, 2),
  marginBlockEnd: theme.spacing(-3),
  '&[data-editing]': {
    justifyContent: 'space-between',
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.appBar,
    marginBlockEnd: 0,
    padding: theme.spacing(1.5, 2),
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars?.palette.background.paper,
  },
  // On a tablet both fit on one line.
  [theme.breakpoints.down('md')]: { '& span': { fontSize: '0.9375rem' } },
  [theme.breakpoints.down('sm')]: {
    '&[data-editing] button': { width: '100%' },
    // With large letters a sticky bar would cover half of a phone's display.
    'html[data-letters] &[data-editing]': { position: 'static' },
    'html[data-letters] & button': { paddingInline: theme.spacing(1) },
  },
  '@media print': { display: 'none' },
}))
