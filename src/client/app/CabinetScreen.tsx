import { useState } from 'react'
import { ProfileScreen } from '@client/features/cabinet/ProfileScreen'
import { ModerationDesk } from '@client/features/moderation/ModerationDesk'
import { RelationRequests } from '@client/features/moderation/relations/RelationRequests'

/** The cabinet with what waits for a decision in it: two features that know nothing of each other. */
export function CabinetScreen() {
  /** As it was when that was first known: nothing changes its place once the last is decided. */
  const [hadToDecide, setHadToDecide] = useState<boolean>()
  return (
    <ProfileScreen
      moderation={
        <>
          <ModerationDesk onKnown={(isWaiting) => setHadToDecide((known) => known ?? isWaiting)} />
          <RelationRequests />
        </>
      }
      isModerationFirst={hadToDecide === true}
    />
  )
}
