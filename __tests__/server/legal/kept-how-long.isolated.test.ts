import { readConfig } from '@server/config'
import { readLegalDocuments } from '@server/modules/legal/read-documents'
import { textOf } from './texts'

jest.mock('@contract/retention', () => jest.requireActual<object>('@support/other-retention'))

describe('the legal pages tell how long something is kept as the server is set', () => {
  it.each([
    ['privacy-policy', 'Если её адрес не подтверждён, она удаляется через 42 дня.'],
    ['privacy-policy', 'Сеанс длится не более 41 дня после входа'],
    ['privacy-policy', 'Отклонённое уничтожается через 44 дня после решения'],
    ['privacy-policy', 'то, по которому решения нет, — через 191 день после отправки'],
    ['privacy-policy', 'Адрес электронной почты автора стирается через 44 дня после решения'],
    ['privacy-policy', 'Из записи о согласии Гостя адрес стирается через 44 дня после решения о его воспоминании'],
    ['privacy-policy', 'Сетевой адрес, с которого дал согласие Гость, стирается через 44 дня после решения'],
    ['privacy-policy', 'Отправленное письмо удаляется в течение 26 часов, неотправленное — через 8 дней'],
    ['privacy-policy', 'Хеши сети и устройства — 43 дня после последнего входа'],
    ['privacy-policy', 'и ещё 74 часа его можно вернуть по ссылке из письма'],
    ['privacy-policy', 'кому Мемориал принадлежал, — 74 часа'],
    ['privacy-policy', '5 лет после решения. Если учётная запись того, кто решил, удалена раньше, отметка с этого дня'],
    [
      'privacy-policy',
      'она хранится не более 91 дня после отправки, а после решения — 192 дня: столько действует личная',
    ],
    ['privacy-policy', 'оно хранится не более 191 дня после отправки, а после решения — 44 дня. Если страница'],
    ['confidentiality-policy', 'личная ссылка, которая открывает одну эту страницу; она действует 192 дня'],
    ['privacy-policy', 'вернуться к ней можно 16 дней, а затем она уничтожается'],
    ['privacy-policy', 'назвал наследника и не входил 7 лет, ему приходит письмо, а через 33 дня'],
    ['privacy-policy', 'который Пользователь не подтвердил, хранится 27 часов'],
    ['privacy-policy', 'Мемориал закрыт 16 дней и уничтожается'],
    ['confidentiality-policy', 'Вернуться по ссылке из письма можно 16 дней'],
    ['confidentiality-policy', 'После ввода страница доступна 13 часов'],
    ['confidentiality-policy', 'приглашение действует 15 дней'],
    ['confidentiality-policy', 'Через 44 дня после решения он стирается'],
    ['confidentiality-policy', 'Отклонённое воспоминание не публикуется и через 44 дня уничтожается'],
    ['confidentiality-policy', 'уничтожается через 191 день после отправки, вместе с адресом'],
    ['confidentiality-policy', 'а сетевой адрес стирается раньше: через 44 дня после решения'],
    ['confidentiality-policy', 'которые действуют не дольше 3 часов'],
    ['confidentiality-policy', 'действует не дольше 2 часов и перестаёт открываться раньше'],
    ['confidentiality-policy', 'он действует 41 день и удаляется, когда вы выходите'],
    ['confidentiality-policy', 'открытых по PIN-коду: каждый действует 13 часов'],
    ['confidentiality-policy', 'запоминаются на 43 дня в виде хеша'],
    ['confidentiality-policy', 'Учётная запись, адрес которой не подтвердили, удаляется через 42 дня'],
    ['user-agreement', 'по ссылке из письма, она действует 25 часов'],
    ['user-agreement', 'через 42 дня неподтверждённая учётная запись удаляется'],
    ['user-agreement', 'Если решения нет 191 день, воспоминание уничтожается'],
    ['consent', 'данном с воспоминанием, сетевой адрес стирается через 44 дня после решения'],
  ] as const)('%s: %s', async (name, words) => {
    const documents = await readLegalDocuments(readConfig({}))
    expect(textOf(documents.get(name))).toContain(words)
  })
})
