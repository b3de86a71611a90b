import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { FilterInput } from '@client/ui/FilterInput'
import { TARGET_SIZE } from '@client/ui/target-size'

/** The search of the list of memorials. Without scripts the browser submits the form itself. */
export function FindSomebody() {
  const [q, setQ] = useState('')
  const navigate = useNavigate()
  return (
    <Form
      role="search"
      method="get"
      action={paths.memorials}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = q.trim()
        void navigate(wanted ? `${paths.memorials}?${new URLSearchParams({ q: wanted }).toString()}` : paths.memorials)
      }}
    >
      <FilterInput
        name="q"
        type="search"
        label="Найти страницу"
        placeholder="Фамилия, имя, годы"
        maxLength={SEARCH_MAX_LENGTH}
        value={q}
        onChange={setQ}
      />
      <Button type="submit" variant="outlined">
        Найти
      </Button>
    </Form>
  )
}

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.spacing(1.5),
  maxWidth: 520,
  marginTop: theme.spacing(4),
  '& > button': { minHeight: TARGET_SIZE },
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))
