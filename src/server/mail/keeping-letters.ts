import { acceptPath, type InvitationLink } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import { fullName, type PersonName } from '@contract/names'
import { screens } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { layOut } from './layout'
import type { Letter } from './letter'

/** With the e-mail of the owner who sends it. */
type SentInvitation = InvitationLink & { from: string }

/** The letters about people who keep a page together, and about its new owner. */
export function keepingLetters(site: PublicSettings) {
  const { siteName, publicUrl } = site

  return {
    /** The link opens for 14 days. */
    keeperInvited(memorial: PersonName, { from, ...link }: SentInvitation): Letter {
      return layOut(
        'Вас просят вместе хранить страницу памяти',
        [
          'Здравствуйте.',
          `${from} просит вас вместе хранить страницу «${fullName(memorial)}» на сайте «${siteName}»: дополнять рассказ и архив, отмечать место захоронения и решать о словах памяти.`,
          { label: 'Принять приглашение', address: publicUrl + acceptPath(link, 'keeper') },
          'Для этого понадобится учётная запись с этим адресом. Если её ещё нет, создайте её: приглашение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
      )
    },

    /** To whom the owner wants to give a page. The link opens for 14 days. */
    pageOffered(memorial: PersonName, { from, ...link }: SentInvitation): Letter {
      return layOut(
        'Вам хотят передать страницу памяти',
        [
          'Здравствуйте.',
          `${from} хочет передать вам страницу «${fullName(memorial)}» на сайте «${siteName}» со всем, что на ней есть. Прежний владелец останется её хранителем: сможет дополнять её вместе с вами.`,
          { label: 'Принять страницу', address: publicUrl + acceptPath(link, 'owner') },
          'Для этого понадобятся учётная запись с этим адресом и свободное место для мемориала. Если учётной записи ещё нет, создайте её: предложение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
      )
    },

    /** To whoever invited. `email` is the address that they wrote to. */
    invitationAccepted(memorial: PersonName & { id: number }, role: KeeperRole, email: string): Letter {
      const page = `«${fullName(memorial)}»`
      return layOut(
        role === 'owner' ? 'Страница передана' : 'Ваше приглашение принято',
        [
          'Здравствуйте.',
          role === 'owner'
            ? `Страница ${page} на сайте «${siteName}» теперь принадлежит ${email}. Вы остались её хранителем и можете дополнять её, как прежде.`
            : `${email} теперь хранит страницу ${page} на сайте «${siteName}» вместе с вами.`,
          { label: 'Открыть страницу', address: publicUrl + screens.memorial(memorial.id) },
        ],
        site,
      )
    },
  }
}
