import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { AllPlates } from './AllPlates'
import { WaitingInvitations } from './invitations/WaitingInvitations'
import { NewMemorial } from './NewMemorial'
import { OwnMemorials } from './OwnMemorials'
import { TrashedMemorials } from './TrashedMemorials'

/** The memorials of the account on a page of their own. The routes admit accounts only. */
export function MyMemorialsPage() {
  const { user } = useAccount()
  return (
    <Page title="Мои мемориалы">
      <WaitingInvitations />
      {user && <NewMemorial maxMemorials={user.max_memorials} />}
      <OwnMemorials />
      <AllPlates />
      {user && <TrashedMemorials />}
    </Page>
  )
}
