import { useState } from 'react'
import type { User } from '@contract/user'
import { PasswordSetting } from './PasswordSetting'
import { PinSetting } from './PinSetting'
import type { Disclosure } from './Setting'

type SettingName = 'password' | 'pin'

/** What opens the account and its closed memorials. One form at a time: two would ask for one password in two places. */
export function AccessSettings({ user }: { user: User }) {
  const [openSetting, setOpenSetting] = useState<SettingName>()

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })

  return (
    <>
      <PasswordSetting email={user.email} {...disclosureOf('password')} />
      <PinSetting email={user.email} hasPin={user.has_pin} {...disclosureOf('pin')} />
    </>
  )
}
