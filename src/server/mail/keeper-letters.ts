import { acceptPath, type InvitationLink } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import { fullName, type PersonName } from '@contract/names'
import { paths } from '@contract/paths'
import { layOut } from './layout'
import type { Letter } from './letter'
import type { LetterSite } from './letter-site'

const STAY_AS_KEEPER = 'Вы остались её хранителем и можете дополнять её, как прежде.'

/** The letters about shared keeping of a page, and about its new owner. */
export function keeperLetters(site: LetterSite) {
  const { siteName, publicUrl } = site

  return {
    /**
     * The link is valid for 14 days. Says nothing about the sender except that the page is theirs: the address may be a
     * stranger's.
     */
    keeperInvited(memorial: PersonName, link: InvitationLink): Letter {
      return layOut(
        'Вас просят вместе хранить страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» просит вас хранить её вместе: дополнять рассказ и архив, отмечать место захоронения и решать о словах памяти.`,
          { label: 'Принять приглашение', address: publicUrl + acceptPath(link, 'keeper') },
          'Для этого понадобится учётная запись с этим адресом. Если её ещё нет, создайте её: приглашение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },

    /** To the person to whom the owner offers a page. The link is valid for 14 days. */
    pageOffered(memorial: PersonName, link: InvitationLink): Letter {
      return layOut(
        'Вам хотят передать страницу памяти',
        [
          'Здравствуйте.',
          `Владелец страницы «${fullName(memorial)}» на сайте «${siteName}» хочет передать её вам со всем, что на ней есть. Прежний владелец останется её хранителем: сможет дополнять её вместе с вами.`,
          { label: 'Принять страницу', address: publicUrl + acceptPath(link, 'owner') },
          'Для этого понадобятся учётная запись с этим адресом и свободное место для мемориала. Если учётной записи ещё нет, создайте её: предложение будет ждать вас в личном кабинете. Оно действует 14 дней.',
          'Если вы не хотите этого или не знаете, о ком речь, ничего делать не нужно: просто удалите это письмо.',
        ],
        site,
        'invitations',
      )
    },

    /** To the person who invited. `email` is the address that they invited. */
    invitationAccepted(memorial: PersonName & { id: number }, role: KeeperRole, email: string): Letter {
      const page = `«${fullName(memorial)}»`
      return layOut(
        role === 'owner' ? 'Страница передана' : 'Ваше приглашение принято',
        [
          'Здравствуйте.',
          role === 'owner'
            ? {
                toReached: `Страница ${page} на сайте «${siteName}» теперь принадлежит ${email}. ${STAY_AS_KEEPER}`,
                toStranger: `Страница ${page} на сайте «${siteName}» теперь принадлежит тому, кому вы её передали. ${STAY_AS_KEEPER}`,
              }
            : {
                toReached: `${email} теперь хранит страницу ${page} на сайте «${siteName}» вместе с вами.`,
                toStranger: `Тот, кого вы пригласили, теперь хранит страницу ${page} на сайте «${siteName}» вместе с вами.`,
              },
          { label: 'Открыть страницу', address: publicUrl + paths.memorial(memorial.id) },
        ],
        site,
        'pages',
      )
    },
  }
}
