import type { WaitingInvitation } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import { dayOfInstantInWords } from '@contract/shown-days'

export const ACCEPTING = 'Принимаем...'
export const ACCEPT_FAILED = 'Не удалось принять приглашение. Пожалуйста, попробуйте ещё раз.'

/** The same texts for the page of an invitation link, where the invitation may be unknown, and for the cabinet. */
export function invitationTexts(role: KeeperRole, invitation?: WaitingInvitation) {
  const page = invitation ? `страницу «${invitation.memorial_name}»` : 'страницу памяти'
  const owner = invitation?.invited_by
  if (role === 'owner') {
    return {
      title: 'Вам передают страницу памяти',
      lead: `${owner ? `${owner} передаёт вам` : 'Вам передают'} ${page}. Приняв её, вы станете её владельцем: она займёт одно ваше место для мемориала и перейдёт к вам со всем, что на ней есть.${invitation ? '' : ' Если её никто не примет до срока из письма, предложение закончится.'}`,
      button: 'Принять страницу',
      thanks: 'Спасибо. Теперь вы владелец этой страницы.',
    }
  }
  return {
    title: 'Приглашение хранить страницу',
    lead: `${owner ? `${owner} просит вас` : 'Вас просят'} хранить ${page}. Приняв приглашение, вы сможете читать её и дополнять вместе с близкими.`,
    button: 'Принять приглашение',
    thanks: 'Спасибо. Теперь вы храните эту страницу.',
  }
}

export function untilWhen({ role, expires_at }: WaitingInvitation): string {
  return `${role === 'owner' ? 'Предложение' : 'Приглашение'} действует до ${dayOfInstantInWords(expires_at)}.`
}
