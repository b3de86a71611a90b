import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { CalendarIcon } from '../tool-icons'
import { lazyChunk } from '../lazy-chunk'
import { missingDialog } from '../missing-dialog'

const CalendarDialog = lazyChunk(async () => (await import('./CalendarDialog')).CalendarDialog, {
  Missing: missingDialog('Не удалось открыть календарь. Дату можно ввести цифрами.'),
})

export interface CalendarButtonProps {
  /** The day as typed so far; the calendar opens on it if it is complete. */
  value: string
  /** Names the day to pick. */
  label: string
  /** Where to open while no day is typed. */
  start?: string
  /** Receives `YYYY-MM-DD`. */
  onPick: (day: string) => void
}

/** Opens a calendar, which is loaded on first use. */
export function CalendarButton({ value, label, start, onPick }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <>
      <IconButton
        aria-label="Выбрать дату в календаре"
        aria-haspopup="dialog"
        sx={{ width: 56, height: 56 }}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <CalendarIcon />
      </IconButton>
      {wasOpened && (
        <CalendarDialog
          title={label}
          value={value}
          start={start}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onPick={(day) => {
            setOpen(false)
            onPick(day)
          }}
        />
      )}
    </>
  )
}
