import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { visuallyHidden } from '@client/ui/styles'
import {
  storyOrProposalDecided,
  type AnyDecision,
  type DecisionKey,
  decisionUndone,
  keyOf,
  memoryDecided,
  moderationLeft,
  reportDecided,
  selectWaitingDecisions,
} from './decisions'
import { decidedText, UNDONE, waitingInAll } from './texts'

/** More rows would cover the list. */
const SHOWN_AT_ONCE = 3

interface DecisionStripProps {
  /** Oldest first. */
  waiting: WaitingDecision[]
  onUndo: (decision: AnyDecision) => void
  /** Called when the row of a decision disappears while its button has the focus. */
  onFocusLost: (decision: AnyDecision) => void
}

/**
 * The decisions that can still be undone, at the bottom of the window. The oldest is on top. It disappears first, and the
 * buttons below it do not move.
 */
export function DecisionStrip({ waiting, onUndo, onFocusLost }: DecisionStripProps) {
  const shown = waiting.slice(-SHOWN_AT_ONCE)
  const hiddenCount = waiting.length - shown.length

  if (waiting.length === 0) return null
  return (
    <Box sx={PLACE}>
      <Paper component="ul" variant="outlined" aria-label="Решения, которые можно отменить" sx={STRIP}>
        {hiddenCount > 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.5 }}>
            {`И ещё: ${hiddenCount}`}
          </Typography>
        )}
        {shown.map((made) => (
          <StripRow key={keyOf(made)} made={made} onUndo={() => onUndo(made)} onFocusLost={() => onFocusLost(made)} />
        ))}
      </Paper>
    </Box>
  )
}

const PLACE = { position: 'sticky', bottom: 16, zIndex: 'snackbar', mt: 3, display: 'flex', justifyContent: 'center' }

const STRIP = {
  width: '100%',
  maxWidth: 480,
  m: 0,
  p: 0.5,
  listStyle: 'none',
  boxShadow: '0 8px 24px rgb(0 0 0 / 14%)',
} as const

interface StripRowProps {
  made: WaitingDecision
  onUndo: () => void
  onFocusLost: () => void
}

/** A decision that can still be undone, with the author of the memory or the name on the page. */
function StripRow({ made, onUndo, onFocusLost }: StripRowProps) {
  const elementId = `decision-${keyOf(made)}`
  const ids = { text: elementId, whose: `${elementId}-whose` }
  const button = useRef<HTMLButtonElement>(null)
  const loseFocus = useEffectEvent(onFocusLost)

  useLayoutEffect(() => {
    const undoButton = button.current
    return () => {
      if (document.activeElement === undoButton) loseFocus()
    }
  }, [])

  return (
    <Box component="li" sx={ROW}>
      <Box sx={WORDS}>
        <Typography id={ids.text} variant="body2">
          {decidedText(made)}
        </Typography>
        <Typography id={ids.whose} variant="body2" color="textSecondary" sx={NAME}>
          {made.whose}
        </Typography>
      </Box>
      <Button ref={button} aria-describedby={`${ids.text} ${ids.whose}`} onClick={onUndo} sx={{ ml: 'auto' }}>
        Отменить
      </Button>
    </Box>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  pl: 1.5,
  py: 0.75,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

/** The button wraps to the next line if less than 8rem is left for the text. */
const WORDS = { flex: '1 1 8rem', minWidth: 0, overflowWrap: 'anywhere' } as const

/** Cuts a long name after two lines. */
const NAME = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const

interface LastActionProps {
  about: AnyDecision['about']
  happened: Happened | undefined
  /** How many items of the list are still pending. */
  remaining: number
}

/** Announces to screen readers the last action in a list, and how many items remain. */
export function LastAction({ about, happened, remaining }: LastActionProps) {
  return (
    <Box role="status" sx={visuallyHidden}>
      {happened?.about === about && `${happened.text}. ${waitingInAll(remaining)}.`}
    </Box>
  )
}

/** A decision that can still be undone. */
type WaitingDecision = AnyDecision & {
  /** The author, or the name on the reported page. */
  whose: string
}

/** The last thing that was done, for screen readers. */
export interface Happened {
  about: AnyDecision['about']
  text: string
}

export interface Decisions {
  /** Oldest first. */
  waiting: WaitingDecision[]
  happened: Happened | undefined
  /** A stable function. */
  decide: Decide
  undo: (decision: AnyDecision) => void
}

/** `whose`: the author, or the name on the reported page. */
export type Decide = (decision: AnyDecision, whose: string) => void

/** Makes decisions, and undoes them until they are sent. */
export function useDecisions(): Decisions {
  const dispatch = useAppDispatch()
  const waiting = useAppSelector(selectWaitingDecisions)
  const [happened, setHappened] = useState<Happened>()
  // Not in the store, which contains no personal data. Needed only on this page: after leaving it nothing can be undone.
  const [names, setNames] = useState<ReadonlyMap<DecisionKey, string>>(new Map())

  useSendingOnLeave()

  const decide = useCallback(
    (decision: AnyDecision, whose: string) => {
      if (decision.about === 'memory') dispatch(memoryDecided(decision))
      else if (decision.about === 'report') dispatch(reportDecided(decision))
      else dispatch(storyOrProposalDecided(decision))
      setNames((known) => new Map(known).set(keyOf(decision), whose))
      setHappened({ about: decision.about, text: decidedText(decision) })
    },
    [dispatch],
  )

  function undo(decision: AnyDecision): void {
    dispatch(decisionUndone(keyOf(decision)))
    setHappened({ about: decision.about, text: UNDONE })
  }

  return {
    waiting: waiting.map((decision) => ({ ...decision, whose: names.get(keyOf(decision)) ?? '' })),
    happened,
    decide,
    undo,
  }
}

/**
 * Sends the waiting decisions when the moderator leaves the page or hides the tab. `beforeunload` comes first, and leaves
 * enough time: after `pagehide` a browser unloads the page within half a second, which a slow phone needs to start a request.
 * Browsers without `beforeunload` (iOS) still fire `pagehide`.
 */
function useSendingOnLeave(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const leave = () => void dispatch(moderationLeft())
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('beforeunload', leave)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [dispatch])
}
