import Alert from '@mui/material/Alert'
import { useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { returnAddress } from './return-address'

const NOTE =
  'Вас пригласили хранить страницу памяти. Войдите или зарегистрируйтесь с тем адресом, на который пришло приглашение. Если после этого оно не откроется само, оно будет ждать вас в личном кабинете.'

/**
 * For a visitor who opened an invitation link and has to sign in or register first: the confirmation letter opens another tab.
 */
export function InvitationNote() {
  const address = returnAddress(useLocation().state)
  if (typeof address !== 'string' || !address.startsWith(paths.acceptInvitation)) return null
  return (
    <Alert severity="info" variant="outlined" sx={{ mt: 3 }}>
      {typeset(NOTE)}
    </Alert>
  )
}
