import { styled } from '@mui/material/styles'

const LETTERS = { agree: ['A', 'Ф'], refuse: ['R', 'К'] }

export interface KeyboardHelpProps {
  /** What the letter keys do with an item. */
  agree: string
  refuse: string
}

/** The keyboard shortcuts of a list. Hidden on touch devices. */
export function KeyboardHelp({ agree, refuse }: KeyboardHelpProps) {
  const keysOf: [meaning: string, keys: string[]][] = [
    ['выбрать', ['↑', '↓']],
    [agree, LETTERS.agree],
    [refuse, LETTERS.refuse],
    ['отменить последнее', ['Ctrl', 'Z']],
  ]
  return (
    <Line>
      <span>С клавиатуры:</span>
      {keysOf.map(([meaning, keys]) => (
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
