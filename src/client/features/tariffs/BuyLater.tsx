import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { ARIA_DISABLED_LOOK } from '@client/ui/aria-disabled-look'

const SHOWN_AFTER_TOUCH_MS = 4000

/**
 * Nothing can be bought yet. The button is disabled by `aria-disabled` only, so that keyboard and touch can still open the
 * tooltip with the reason.
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
      <Button variant="outlined" fullWidth aria-disabled sx={ARIA_DISABLED_LOOK}>
        Купить (скоро)
      </Button>
    </Tooltip>
  )
}

const TOOLTIP = { fontSize: '0.9375rem', color: 'background.paper', backgroundColor: 'text.primary' } as const
