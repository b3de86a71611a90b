import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { PropsWithChildren } from 'react'
import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { FilterInput } from '@client/ui/FilterInput'
import { TARGET_SIZE } from '@client/ui/styles'
import type { FiltersProps } from './NameFilterInputs'

/** The search box: names and years in any order. */
export function SearchBox({ typed, onType }: FiltersProps) {
  return (
    <FilterInput
      name="q"
      type="search"
      label="Кого вы ищете"
      placeholder="Фамилия, имя, годы"
      maxLength={SEARCH_MAX_LENGTH}
      value={typed.q}
      onChange={(q) => onType({ ...typed, q })}
    />
  )
}

/** The search box with a button next to it that shows more. */
export const BoxWithButton = styled('div')(({ theme }) => ({
  display: 'grid',
  alignItems: 'end',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  '& > .MuiButton-root': { minHeight: TARGET_SIZE, paddingInline: theme.spacing(2) },
  // With larger letters only a few of them would fit the box next to the button.
  '@media (max-width: 400px)': { 'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

/** Replaces the button without scripts: its target is shown while the URL names it (`:target`). */
export function MoreWithoutScript({ targetId, children }: PropsWithChildren<{ targetId: string }>) {
  return (
    <Button component="a" href={`#${targetId}`} variant="outlined" hidden data-without-script>
      {children}
    </Button>
  )
}
