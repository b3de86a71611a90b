import IconButton from '@mui/material/IconButton'
import type { Ref } from 'react'
import { VisibilityIcon } from '@client/ui/icons'

export interface LookSwitchProps {
  ref: Ref<HTMLButtonElement>
  panelId: string
  isOpen: boolean
  onToggle: () => void
}

/** Opens the panel with letter sizes and contrasts. */
export function LookSwitch({ ref, panelId, isOpen, onToggle }: LookSwitchProps) {
  return (
    <IconButton
      ref={ref}
      color="inherit"
      title={LABEL}
      aria-label={LABEL}
      aria-expanded={isOpen}
      aria-controls={panelId}
      data-needs-script
      onClick={onToggle}
      sx={{ '@media print': { display: 'none' } }}
    >
      <VisibilityIcon />
    </IconButton>
  )
}

const LABEL = 'Версия для слабовидящих'
