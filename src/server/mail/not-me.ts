import { notMePath } from '@contract/leaving'
import type { PublicSettings } from '@contract/settings'
import type { Paragraph } from './letter'

/** The end of letters about account activity: the way to undo it. `token` is valid for 72 hours. */
export function notMeParagraphs({ publicUrl, supportEmail }: PublicSettings, token: string): Paragraph[] {
  return [
    'Если это были не вы, нажмите «Это не я». Мы выйдем из вашей учётной записи на всех устройствах, отменим то, что в ней успели сделать за последние трое суток, и пришлём письмо, чтобы вы задали новый пароль.',
    { label: 'Это не я', address: publicUrl + notMePath(token) },
    `Ссылка действует трое суток. Если нужна помощь, напишите нам: ${supportEmail}.`,
  ]
}
