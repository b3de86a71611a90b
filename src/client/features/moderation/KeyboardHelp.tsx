import { styled } from '@mui/material/styles'

const KEYS: [keys: string[], meaning: string][] = [
  [['↑', '↓'], 'выбрать'],
  [['A', 'Ф'], 'одобрить'],
  [['R', 'К'], 'отклонить'],
  [['Ctrl', 'Z'], 'отменить последнее'],
]

/** The keyboard shortcuts. Hidden on touch screens. */
export function KeyboardHelp() {
  return (
    <Line>
      <span>С клавиатуры:</span>
      {KEYS.map(([keys, meaning]) => (
        <span key={meaning}>
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {meaning}
        </span>
      ))}
    </Line>
  )
}

const Line = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.75, 2.5),
  margin: theme.spacing(2, 0, 0),
  color: theme.vars?.palette.text.secondary,
  '@media (hover: none)': { display: 'none' },
}))

const Key = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: '1.75em',
  marginInlineEnd: 6,
  padding: '0 0.4em',
  textAlign: 'center',
  font: 'inherit',
  fontSize: '0.9375rem',
  border: `1px solid ${String(theme.vars?.palette.divider)}`,
  borderRadius: 4,
  backgroundColor: theme.vars?.palette.background.paper,
}))
