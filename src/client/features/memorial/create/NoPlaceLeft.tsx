import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { counted, MEMORIALS } from '@contract/plurals'
import { EmptyState } from '@client/ui/EmptyState'

/** Replaces the form when the account has reached its limit of memorials. */
export function NoPlaceLeft({ maxMemorials }: { maxMemorials: number }) {
  return (
    <EmptyState
      title="Свободных мест больше нет"
      hint={`У вас ${counted(maxMemorials, MEMORIALS)}: больше в вашей учётной записи не поместится. Как получить ещё место, рассказано на странице «Тарифы и цены».`}
    >
      <Button component={Link} to={paths.tariffs} variant="contained">
        Тарифы и цены
      </Button>
      <Button component={Link} to={paths.myMemorials} variant="outlined">
        Мои мемориалы
      </Button>
    </EmptyState>
  )
}
