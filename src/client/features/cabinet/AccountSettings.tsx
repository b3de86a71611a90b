import { useState } from 'react'
import type { User } from '@contract/user'
import { Section } from '@client/ui/Section'
import { DeletionSetting } from './DeletionSetting'
import { EmailSetting } from './EmailSetting'
import { HeirSetting } from './HeirSetting'
import type { Disclosure } from './Setting'

type SettingName = 'email' | 'heir' | 'deletion'

/** The account itself: its e-mail, its heir, and its deletion. Only one form is open at a time. */
export function AccountSettings({ user }: { user: User }) {
  const [openSetting, setOpenSetting] = useState<SettingName>()

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })

  return (
    <Section spacing="medium" title="Учётная запись">
      <EmailSetting email={user.email} {...disclosureOf('email')} />
      <HeirSetting {...disclosureOf('heir')} />
      <DeletionSetting email={user.email} {...disclosureOf('deletion')} />
    </Section>
  )
}
