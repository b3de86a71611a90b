import { Fragment, type ReactNode } from 'react'
import { ProfilePage } from '@client/features/cabinet/ProfilePage'
import { WaitingAccessRequests } from '@client/features/memorial/access/WaitingAccessRequests'
import { ModerationDesk } from '@client/features/moderation/ModerationDesk'
import { RelationRequests } from '@client/features/moderation/RelationRequests'
import { useWaitingFirst } from '@client/ui/WaitingRequests'

const KINDS = ['moderation', 'access', 'relations'] as const

/** The cabinet with all pending decisions: the features do not know each other. Pending decisions come first. */
export function CabinetPage() {
  const { order, anyWaits, note } = useWaitingFirst(KINDS)
  const sections: Record<(typeof KINDS)[number], ReactNode> = {
    moderation: <ModerationDesk onKnown={note('moderation')} />,
    access: <WaitingAccessRequests onKnown={note('access')} />,
    relations: <RelationRequests onKnown={note('relations')} />,
  }
  return (
    <ProfilePage
      moderation={order.map((kind) => (
        <Fragment key={kind}>{sections[kind]}</Fragment>
      ))}
      isModerationFirst={anyWaits}
    />
  )
}
