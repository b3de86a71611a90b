import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { BlockedAuthor, Memory } from '@contract/memory'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial, aMemory, aPendingMemory, aUser } from '@support/factories'
import { card, openPanel, servePending } from '@support/moderation'
import { openAt } from '@support/render'
import { openSection, openTools } from '@support/section'
import { disconnect, refuse, requestsTo, serve, serveMemorial, serveMemories, serveMyMemorials } from '@support/server'
import '@support/intersection-observer'

const hers = aMemory({ id: 3, memorials_id: 7 })
const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
const ABOUT = 'воспоминание, подпись: Мария Орлова'
const BLOCK = 'Больше не принимать слова этого автора, подпись: Мария Орлова'
const TROLL = { id: 5, author_email: 'troll@example.ru', author: null }

async function openToEdit(memory: Memory = hers, blocked: BlockedAuthor[] = []) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [memory])
  serve('get', 'memorial/7/blocked-authors', { result: blocked })
  openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing />, { as: aUser({ id: 1 }) })
  await openTools('слова памяти')
  await screen.findByLabelText(/^Изменить воспоминание/)
}

const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

describe('an answer to words of memory', () => {
  it('is read under them by everybody', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    serveMemories(7, [{ ...hers, reply: 'Спасибо, Мария.\n\nПриезжайте.' }])
    openAt('/memorials/7')

    const letter = (await screen.findByText('Она научила меня читать.')).closest('figure')?.parentElement
    expect(letter).toHaveTextContent('Ответ близких')
    expect(letter).toHaveTextContent('Спасибо, Мария.')
    expect(letter).toHaveTextContent('Приезжайте.')
  })

  it('is written by those who keep the page', async () => {
    await openToEdit()
    expect(screen.queryByText('Ответ близких')).not.toBeInTheDocument()
    fireEvent.click(screen.getByLabelText(`Ответить ${ABOUT}`))
    const field = screen.getByLabelText('Ответ на слова за подписью «Мария Орлова»')
    expect(field).toHaveFocus()
    fireEvent.change(field, { target: { value: 'Спасибо вам.' } })
    serve('post', 'memories/3/reply', { ...hers, status: 'approved', reply: 'Спасибо вам.' })
    serveMemories(7, [{ ...hers, reply: 'Спасибо вам.' }])
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByText('Спасибо вам.', { selector: 'p' })).toBeVisible()
    expect(await screen.findByText('Ответ сохранён')).toBeVisible()
    expect(await requestsTo('post', 'memories/3/reply')[0]?.json()).toEqual({
      text: 'Спасибо вам.',
      expected: JSON.stringify({ reply: null }),
    })
    expect(screen.getByLabelText(`Изменить ответ ${ABOUT}`)).toHaveFocus()
  })

  it('goes when its text is emptied', async () => {
    await openToEdit({ ...hers, reply: 'Спасибо.' })
    fireEvent.click(screen.getByLabelText(`Изменить ответ ${ABOUT}`))
    fireEvent.change(screen.getByLabelText(/^Ответ на слова/), { target: { value: '' } })
    serve('post', 'memories/3/reply', { ...hers, status: 'approved' })
    serveMemories(7, [hers])
    fireEvent.click(screen.getByText('Сохранить'))

    await waitFor(() => expect(screen.queryByText('Ответ близких')).not.toBeInTheDocument())
    expect(await requestsTo('post', 'memories/3/reply')[0]?.json()).toEqual({
      text: '',
      expected: JSON.stringify({ reply: 'Спасибо.' }),
    })
  })

  it('of somebody else that came first is shown, and replaced only when one chooses so', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(`Ответить ${ABOUT}`))
    const field = screen.getByLabelText(/^Ответ на слова/)
    fireEvent.change(field, { target: { value: 'Ответ сестры.' } })
    serveMemories(7, [{ ...hers, reply: 'Ответ брата.' }])
    refuse('post', 'memories/3/reply', 409, REFUSAL)
    fireEvent.click(screen.getByText('Сохранить'))

    const theirs = within(await screen.findByRole('group', { name: 'Сейчас на странице: Ответ' }))
    expect(await theirs.findByText('брата')).toBeVisible()
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(field).toHaveValue('Ответ сестры.')

    serve('post', 'memories/3/reply', { ...hers, status: 'approved', reply: 'Ответ сестры.' })
    serveMemories(7, [{ ...hers, reply: 'Ответ сестры.' }])
    fireEvent.click(screen.getByLabelText('Оставить мой'))
    fireEvent.click(screen.getByText('Сохранить мой вариант'))
    expect(await screen.findByText('Ответ сестры.', { selector: 'p' })).toBeVisible()
    expect(await requestsTo('post', 'memories/3/reply')[1]?.json()).toEqual({
      text: 'Ответ сестры.',
      expected: JSON.stringify({ reply: 'Ответ брата.' }),
    })
  })

  it('that was not saved stays in its form, and that is said', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(`Ответить ${ABOUT}`))
    fireEvent.change(screen.getByLabelText(/^Ответ на слова/), { target: { value: 'Спасибо вам.' } })
    refuse('post', 'memories/3/reply', 500)
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при сохранении информации.')
    expect(screen.getByLabelText(/^Ответ на слова/)).toHaveValue('Спасибо вам.')
  })
})

describe('an author whose words are not taken', () => {
  it('is stopped from the page after a question, and listed there', async () => {
    await openToEdit()
    serve('post', 'memories/3/block-author', null, 204)
    fireEvent.click(screen.getByLabelText(BLOCK))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Автор об этом не узнает.')
    expect(requestsTo('post', 'memories/3/block-author')).toHaveLength(0)
    serve('get', 'memorial/7/blocked-authors', { result: [TROLL] })
    await confirm('Больше не принимать')

    expect(await screen.findByText('Новые слова этого автора приниматься не будут')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Чьи слова не принимаются' })).toBeVisible()
    expect(screen.getByText('troll@example.ru')).toBeVisible()
  })

  it('whose address is not known is not stopped, and the reason is said', async () => {
    await openToEdit()
    refuse('post', 'memories/3/block-author', 409, 'Адреса автора у этих слов нет.')
    fireEvent.click(screen.getByLabelText(BLOCK))
    await confirm('Больше не принимать')

    expect(await screen.findByText('Адреса автора у этих слов нет.')).toBeVisible()
  })

  it('is not stopped without a connection, and that is said', async () => {
    await openToEdit()
    disconnect('post', 'memories/3/block-author')
    fireEvent.click(screen.getByLabelText(BLOCK))
    await confirm('Больше не принимать')

    expect(await screen.findByText(/^Ответа не было: связи нет/)).toBeVisible()
  })

  it('is heard again when those who keep the page wish so', async () => {
    await openToEdit(hers, [TROLL])
    serve('delete', 'blocked-authors/5', null, 204)
    fireEvent.click(await screen.findByLabelText('Принимать снова слова от troll@example.ru'))
    serve('get', 'memorial/7/blocked-authors', { result: [] })
    await confirm('Принимать снова')

    await waitFor(() => expect(screen.queryByText('troll@example.ru')).not.toBeInTheDocument())
    expect(requestsTo('delete', 'blocked-authors/5')).toHaveLength(1)
  })

  it('is listed by name where they were asked by letter', async () => {
    await openToEdit(hers, [{ id: 6, author_email: null, author: 'Зоя' }])
    expect(await screen.findByText('Зоя · ответ на вопрос')).toBeVisible()
    expect(screen.getByLabelText('Принимать снова слова за подписью «Зоя»')).toBeVisible()
  })

  it('is stopped where words wait for a decision, which stays to be made', async () => {
    servePending([aPendingMemory({ id: 1, memorials_id: 7, author: 'Автор 1' })])
    serveMyMemorials([])
    openAt('/profile/words', { as: aUser({ id: 1 }) })
    serve('post', 'memories/1/block-author', null, 204)
    fireEvent.click(within(await card('Автор 1')).getByRole('button', { name: /^Больше не принимать/ }))
    await confirm('Больше не принимать')

    expect(await screen.findByText('Новые слова этого автора приниматься не будут')).toBeVisible()
    expect(await card('Автор 1')).toBeVisible()
  })

  it('is no matter of moderators, who keep other people’s pages in order', async () => {
    servePending([aPendingMemory({ id: 1, author: 'Автор 1' })])
    openPanel()
    expect(within(await card('Автор 1')).queryByRole('button', { name: /^Больше не/ })).not.toBeInTheDocument()
  })
})

describe('letters about new words', () => {
  const choice = (name: string) => screen.findByRole('radio', { name })

  function openCabinet() {
    serveMyMemorials([])
    openAt('/profile/words', { as: aUser() })
  }

  it('come as often as was chosen, and the choice is saved at once', async () => {
    openCabinet()
    expect(await choice('Сразу, но не чаще раза в час')).toBeChecked()
    serve('put', 'users/me/words-letters', null, 204)
    serve('get', 'users/me/words-letters', { how_often: 'daily' })
    fireEvent.click(await choice('Раз в день, всё вместе'))

    expect(await screen.findByText('Сохранено')).toBeVisible()
    expect(await choice('Раз в день, всё вместе')).toBeChecked()
    expect(await requestsTo('put', 'users/me/words-letters')[0]?.json()).toEqual({ how_often: 'daily' })
  })

  it('come as before when the choice could not be saved, and that is said', async () => {
    openCabinet()
    refuse('put', 'users/me/words-letters', 500)
    fireEvent.click(await choice('Не писать: буду заглядывать сюда'))

    expect(await screen.findByText('Не удалось сохранить. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
    const asBefore = await choice('Сразу, но не чаще раза в час')
    await waitFor(() => expect(asBefore).toBeChecked())

    disconnect('put', 'users/me/words-letters')
    fireEvent.click(await choice('Не писать: буду заглядывать сюда'))
    expect(await screen.findByText(/^Ответа не было: связи нет/)).toBeVisible()
  })

  it('of which nothing could be read are asked for again', async () => {
    refuse('get', 'users/me/words-letters', 500)
    openCabinet()
    const failure = await screen.findByText('Не удалось узнать, как часто вам писать.')
    serve('get', 'users/me/words-letters', { how_often: 'never' })
    fireEvent.click(within(failure.parentElement ?? document.body).getByRole('button'))

    expect(await choice('Не писать: буду заглядывать сюда')).toBeChecked()
  })
})
