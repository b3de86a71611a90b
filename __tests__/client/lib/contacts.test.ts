import { partsByContact } from '@client/features/moderation/PendingCard'
import { CONTACTS, NO_CONTACTS } from '@support/contacts'

const marked = (text: string) =>
  partsByContact(text)
    .filter(({ kind }) => kind)
    .map(({ kind, text: found }) => [kind, found])

describe('what is marked for a moderator', () => {
  it.each(CONTACTS)('a %s: %s, and nothing around it', (kind, contact) => {
    expect(marked(contact)).toEqual([[kind, contact]])
    expect(marked(`Пишите: ${contact}, жду.`)).toEqual([[kind, contact]])
    expect(marked(`(${contact})`)).toEqual([[kind, contact]])
    expect(marked(`Это ${contact}`)).toEqual([[kind, contact]])
  })

  it.each(NO_CONTACTS)('never what people write of a life: %s', (text) => {
    expect(marked(text)).toEqual([])
  })

  it('gives back the whole text', () => {
    const text = 'Сайт granit.ru, тел. 8 916 123-45-67.\nПомним'
    expect(partsByContact(text)).toEqual([
      { text: 'Сайт ' },
      { text: 'granit.ru', kind: 'link' },
      { text: ', тел. ' },
      { text: '8 916 123-45-67', kind: 'phone' },
      { text: '.\nПомним' },
    ])
  })
})
