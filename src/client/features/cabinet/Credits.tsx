import { styled } from '@mui/material/styles'
import type { User } from '@contract/user'
import { counted, GIGABYTES } from '@contract/plurals'

/** The credits that the account may still spend. */
export function Credits({ user }: { user: Pick<User, 'advanced_memorials_left' | 'bonus_gb_left'> }) {
  return (
    <Facts>
      <div>
        <dt>Доступно продвинутых мемориалов</dt>
        <dd>{leftOrNone(user.advanced_memorials_left, String(user.advanced_memorials_left))}</dd>
      </div>
      <div>
        <dt>Дополнительное место для архивов</dt>
        <dd>{leftOrNone(user.bonus_gb_left, counted(user.bonus_gb_left, GIGABYTES))}</dd>
      </div>
    </Facts>
  )
}

function leftOrNone(count: number, words: string): string {
  return count > 0 ? words : 'нет'
}

const Facts = styled('dl')(({ theme }) => ({
  maxWidth: 640,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: theme.spacing(3),
    paddingBlock: theme.spacing(1.5),
    borderBlockEnd: '1px solid',
    borderColor: theme.vars?.palette.divider,
  },
  // On a phone the label takes two lines, and the number stays next to it.
  '& dt': { flex: '1 1 12rem', color: theme.vars?.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 500 },
}))
