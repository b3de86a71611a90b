import { useState } from 'react'
import { ProfileScreen } from '@client/features/cabinet/ProfileScreen'
import { ModerationPanel } from '@client/features/moderation/ModerationPanel'
import { RelationRequests } from '@client/features/moderation/relations/RelationRequests'
import { ReportsSection } from '@client/features/moderation/reports/ReportsSection'

/** The cabinet with what waits for a decision in it: two features that know nothing of each other. */
export function CabinetScreen() {
  /** As it was when that was first known: nothing changes its place once the last is decided. */
  const [hadToDecide, setHadToDecide] = useState<boolean>()
  return (
    <ProfileScreen
      moderation={
        <>
          <ModerationPanel onKnown={(isWaiting) => setHadToDecide((known) => known ?? isWaiting)} />
          <ReportsSection />
          <RelationRequests />
        </>
      }
      isModerationFirst={hadToDecide === true}
    />
  )
}
