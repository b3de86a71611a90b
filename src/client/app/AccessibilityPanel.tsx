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
import { chooseLook, type Contrast, CONTRASTS, currentLook, type Letters, LETTERS, USUAL_LOOK } from './reading-look'
import './reading-look.css'

const LETTER_LABELS: Record<Letters, string> = { usual: 'Обычные', large: 'Крупные', largest: 'Самые крупные' }
const CONTRAST_LABELS: Record<Contrast, string> = {
  usual: 'Обычные',
  'black-on-white': 'Чёрным по белому',
  'white-on-black': 'Белым по чёрному',
}

export interface AccessibilityPanelProps {
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
