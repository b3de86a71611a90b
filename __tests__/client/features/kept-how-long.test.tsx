import { screen } from '@testing-library/react'
import { aSession, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serveMyMemorials, serveSessions } from '@support/server'

/** Not the real figures, and each another: what is written out in a text, or taken from a wrong one, shows. */
jest.mock('@contract/retention', () => ({
  SESSION_DAYS: 41,
  PIN_TOKEN_HOURS: 13,
  MEDIA_ADDRESS_HOURS: 3,
  VERIFICATION_LINK_HOURS: 25,
  UNVERIFIED_ACCOUNT_DAYS: 42,
  KNOWN_NETWORK_DAYS: 43,
  AFTER_DECISION_DAYS: 44,
  UNDECIDED_MEMORY_DAYS: 191,
  SENT_LETTER_HOURS: 26,
  UNSENT_LETTER_DAYS: 8,
  AUDIT_YEARS: 5,
}))

const PRIVACY = '/privacy-policy'
const CONFIDENTIALITY = '/confidentiality-policy'

describe('how long something is kept is told as the server is set', () => {
  it.each([
    [PRIVACY, 'Если её адрес не подтверждён, она удаляется через 42 дня.'],
    [PRIVACY, 'Сеанс длится не более 41 дня после входа'],
    [PRIVACY, 'Отклонённое уничтожается через 44 дня после решения'],
    [PRIVACY, 'то, по которому решения нет, — через 191 день после отправки'],
    [PRIVACY, 'Адрес электронной почты автора стирается через 44 дня после решения'],
    [PRIVACY, 'Из записи о согласии Гостя адрес стирается через 44 дня после решения о его воспоминании'],
    [PRIVACY, 'Сетевой адрес, с которого дал согласие Гость, стирается через 44 дня после решения'],
    [PRIVACY, 'Отправленное письмо удаляется в течение 26 часов, неотправленное — через 8 дней'],
    [PRIVACY, 'Хеш сети — 43 дня после последнего входа из неё'],
    [PRIVACY, '5 лет после решения. Если учётная запись того, кто решил, удалена раньше, отметка с этого дня'],
    [CONFIDENTIALITY, 'После ввода страница доступна 13 часов'],
    [CONFIDENTIALITY, 'Через 44 дня после решения он стирается'],
    [CONFIDENTIALITY, 'Отклонённое воспоминание не публикуется и через 44 дня уничтожается'],
    [CONFIDENTIALITY, 'уничтожается через 191 день после отправки, вместе с адресом'],
    [CONFIDENTIALITY, 'а сетевой адрес стирается раньше: через 44 дня после решения'],
    [CONFIDENTIALITY, 'которые действуют не дольше 3 часов'],
    [CONFIDENTIALITY, 'Он действует 41 день и удаляется, когда вы выходите'],
    [CONFIDENTIALITY, 'открытых по PIN-коду: каждый действует 13 часов'],
    [CONFIDENTIALITY, 'запоминаются на 43 дня в виде хеша'],
    [CONFIDENTIALITY, 'Учётная запись, адрес которой не подтвердили, удаляется через 42 дня'],
    ['/user-agreement', 'по ссылке из письма, она действует 25 часов'],
    ['/user-agreement', 'через 42 дня неподтверждённая учётная запись удаляется'],
    ['/user-agreement', 'Если решения нет 191 день, воспоминание уничтожается'],
    ['/consent', 'данном с воспоминанием, сетевой адрес стирается через 44 дня после решения'],
    ['/how-it-works', 'Откройте её в течение 25 часов'],
    ['/how-it-works', 'вход сохраняется до 41 дня'],
  ])('%s: %s', async (path, words) => {
    openAt(path)
    await screen.findByRole('heading', { level: 1 })

    expect(screen.getByRole('main')).toHaveTextContent(words)
  })

  it('in the cabinet', async () => {
    serveMyMemorials([])
    serveSessions([aSession()])
    openAt('/profile', { as: aUser() })

    expect(await screen.findByText(/называется сеансом и длится не больше 41 дня\./)).toBeVisible()
  })
})
