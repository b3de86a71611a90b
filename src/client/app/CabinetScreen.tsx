import { ProfileScreen } from '@client/features/cabinet/ProfileScreen'
import { ModerationPanel } from '@client/features/moderation/ModerationPanel'

/** The cabinet with what waits for a decision in it: two features that know nothing of each other. */
export function CabinetScreen() {
  return <ProfileScreen moderation={<ModerationPanel />} />
}
