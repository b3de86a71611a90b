import { useEffect, useEffectEvent } from 'react'
import { outcomesTold, selectOutcomes } from '@client/store/decisions-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'

/** Says on any screen what became of decisions that were not accepted: most are sent while their moderator leaves. */
export function useDecisionNews(): void {
  const outcomes = useAppSelector(selectOutcomes)
  const dispatch = useAppDispatch()
  const toast = useToast()

  const tell = useEffectEvent(() => {
    for (const { text, isSettled } of outcomes) toast[isSettled ? 'info' : 'error'](text)
    dispatch(outcomesTold())
  })
  useEffect(() => {
    if (outcomes.length > 0) tell()
  }, [outcomes])
}
