import { fireEvent, screen, waitFor } from '@testing-library/react'
import { keyOfDraft, writeDraft } from '@client/lib/draft'
import { aMemorial } from '@support/factories'
import { serve } from '@support/server'
import { changedBySomebody, expectedIn, open, press, theirs, TIMEOUT_MS, UPDATE } from './shared-memorial'

describe('a draft that comes back after somebody else has changed the page', () => {
  const DRAFT = keyOfDraft('biography', 7, 1)
  const openWithDraft = async () => {
    writeDraft(DRAFT, { biography: 'Слова сестры, написанные вчера.', begunFrom: { biography: 'Прежнее.' } })
    await open({ biography: 'Слова брата.' }, 'Изменить биографию')
    expect(await screen.findByText(/^Мы вернули то, что вы написали/)).toBeVisible()
    expect(screen.getByDisplayValue('Слова сестры, написанные вчера.')).toBeVisible()
  }

  it(
    'is not saved over what it was not begun from',
    async () => {
      await openWithDraft()
      changedBySomebody({ biography: 'Слова брата.' })
      press('Сохранить')
      expect(await (await theirs('Биография')).findByText('брата')).toBeVisible()
      expect(await expectedIn(0)).toEqual({ biography: 'Прежнее.' })
    },
    TIMEOUT_MS,
  )

  it(
    'is forgotten with its beginning when somebody begins anew',
    async () => {
      await openWithDraft()
      press('Начать заново')
      const text = await screen.findByLabelText('Биография', { selector: 'textarea' })
      await waitFor(() => expect(text).toHaveValue('Слова брата.'))
      fireEvent.change(text, { target: { value: 'Слова брата и сестры.' } })
      serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, biography: 'Слова брата и сестры.' }))
      press('Сохранить')
      await waitFor(async () => expect(await expectedIn(0)).toEqual({ biography: 'Слова брата.' }))
    },
    TIMEOUT_MS,
  )

  it(
    'keeps what the form was begun from',
    async () => {
      await open({ biography: 'Прежнее.' }, 'Изменить биографию')
      const text = screen.getByLabelText('Биография', { selector: 'textarea' })
      fireEvent.change(text, { target: { value: 'Новое.' } })
      await waitFor(() =>
        expect(JSON.parse(window.localStorage.getItem(DRAFT) ?? 'null')).toMatchObject({
          biography: 'Новое.',
          begunFrom: { biography: 'Прежнее.' },
        }),
      )
    },
    TIMEOUT_MS,
  )
})
