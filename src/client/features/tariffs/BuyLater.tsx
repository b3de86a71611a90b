import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { LOOKS_DISABLED } from '@client/ui/looks-disabled'

const SHOWN_AFTER_TOUCH_MS = 4000

/**
 * Nothing can be bought yet. The button is disabled by its role only, so that a keyboard and a finger still reach the
 * reason.
 */
export function BuyLater() {
  return (
    <Tooltip
      title="Скоро будет доступно"
      describeChild
      arrow
      enterTouchDelay={0}
      leaveTouchDelay={SHOWN_AFTER_TOUCH_MS}
      slotProps={{ tooltip: { sx: TOOLTIP }, arrow: { sx: { color: 'text.primary' } } }}
    >
      <Button variant="outlined" fullWidth aria-disabled sx={LOOKS_DISABLED}>
        Купить (скоро)
      </Button>
    </Tooltip>
  )
}

const TOOLTIP = { fontSize: '0.9375rem', color: 'background.paper', backgroundColor: 'text.primary' } as const
