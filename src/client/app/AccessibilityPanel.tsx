import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import { focusInPlace } from '@client/ui/focus'
import { LABEL } from '@client/ui/form/FieldFrame'
import './reading-look.css'

const LETTER_LABELS: Record<Letters, string> = { usual: 'Обычные', large: 'Крупные', largest: 'Самые крупные' }
const CONTRAST_LABELS: Record<Contrast, string> = {
  usual: 'Обычные',
  'black-on-white': 'Чёрным по белому',
  'white-on-black': 'Белым по чёрному',
}

interface AccessibilityPanelProps {
  id: string
  onClose: () => void
}

/** Letter sizes and contrasts. A choice applies at once, on every page, and is stored on the device. */
export function AccessibilityPanel({ id, onClose }: AccessibilityPanelProps) {
  const [look, setLook] = useState(currentLook)

  function change(chosen: typeof look): void {
    chooseLook(chosen)
    setLook(chosen)
  }

  return (
    <Box component="section" id={id} ref={focusInPlace} tabIndex={-1} aria-label="Версия для слабовидящих" sx={PANEL}>
      <Container maxWidth="lg" sx={COLUMNS}>
        <Choice
          label="Буквы"
          options={LETTERS}
          labels={LETTER_LABELS}
          value={look.letters}
          onChange={(letters) => change({ ...look, letters })}
        />
        <Choice
          label="Цвета"
          options={CONTRASTS}
          labels={CONTRAST_LABELS}
          value={look.contrast}
          onChange={(contrast) => change({ ...look, contrast })}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button variant="outlined" onClick={() => change(USUAL_LOOK)}>
            Вернуть обычный вид
          </Button>
          <Button onClick={onClose}>Закрыть</Button>
        </Box>
      </Container>
    </Box>
  )
}

interface ChoiceProps<Option extends string> {
  label: string
  options: readonly Option[]
  labels: Record<Option, string>
  value: Option
  onChange: (option: Option) => void
}

function Choice<Option extends string>({ label, options, labels, value, onChange }: ChoiceProps<Option>) {
  const id = useId()
  return (
    <div>
      <FormLabel id={id} sx={LABEL}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChange(options.find((option) => option === chosen) ?? value)}
      >
        {options.map((option) => (
          <FormControlLabel key={option} value={option} label={labels[option]} control={<Radio />} />
        ))}
      </RadioGroup>
    </div>
  )
}

const PANEL = {
  borderTop: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
  outline: 'none !important',
  '@media print': { display: 'none' },
} as const

const COLUMNS = { display: 'grid', gap: 2, py: 2.5, overflowWrap: 'anywhere' } as const

/**
 * The display settings for visually impaired readers: larger letters, and one of two contrasts (ГОСТ Р 52872-2019). They
 * are stored on the device. The script in the head of index.html sets them on <html> before the first paint, with
 * reading-look.css, which does the rest; if nothing was chosen yet, that file comes with AccessibilityPanel.
 */
export interface ReadingLook {
  letters: Letters
  contrast: Contrast
}

export const LETTERS = ['usual', 'large', 'largest'] as const
type Letters = (typeof LETTERS)[number]

export const CONTRASTS = ['usual', 'black-on-white', 'white-on-black'] as const
type Contrast = (typeof CONTRASTS)[number]

export const USUAL_LOOK: ReadingLook = { letters: 'usual', contrast: 'usual' }

export const READING_LOOK_KEY = 'pomnim.reading-look'

/** The current settings of this page. */
function currentLook(): ReadingLook {
  const { letters, contrast } = document.documentElement.dataset
  return {
    letters: LETTERS.find((known) => known === letters) ?? 'usual',
    contrast: CONTRASTS.find((known) => known === contrast) ?? 'usual',
  }
}

/** The layout for larger letters then applies, without changing their size. The script of index.html has the same number. */
function areLettersOfBrowserLarge(): boolean {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) >= 22
}

/** Changes this page, and all later ones in this browser; only this page if storage is blocked. */
function chooseLook(look: ReadingLook): void {
  const chosen = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== 'usual'))
  const { dataset } = document.documentElement
  delete dataset.letters
  delete dataset.contrast
  if (areLettersOfBrowserLarge()) dataset.letters = 'of-browser'
  Object.assign(dataset, chosen)
  try {
    if (Object.keys(chosen).length > 0) localStorage.setItem(READING_LOOK_KEY, JSON.stringify(chosen))
    else localStorage.removeItem(READING_LOOK_KEY)
  } catch {
    // It applies to this page only.
  }
}
