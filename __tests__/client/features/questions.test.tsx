import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openPanel, servePending } from '@support/moderation'
import { openAt } from '@support/render'
import { openAlone, openSection, openTools } from '@support/section'
import { refuse, requestsTo, serve, serveMemorial } from '@support/server'
import { AskRelatives } from '@client/features/memorial/questions/AskRelatives'
import { questionsAbout } from '@client/features/memorial/questions/question-texts'
import { StoriesSection } from '@client/features/memorial/questions/StoriesSection'
import { drawnPeaks } from '@client/features/memorial/voices/record-voice'
import { ModerationDesk } from '@client/features/moderation/ModerationDesk'
import { readDraft, writeDraft } from '@client/lib/draft'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'

const OPENED = {
  question: 'Что он любил петь?',
  asked_by: 'Тётя Оля',
  memorial: { name: 'Берёзкин Иван Петрович', portrait: null },
  answer: null,
}
const STORY = {
  id: 5,
  question: 'Что он любил петь?',
  author: 'Зоя',
  relation: 'соседка',
  text: 'Он пел «Рябину».',
  voice: null,
  photos: [],
  told_at: '2026-11-30T10:00:00.000Z',
}
const WAITING = { ...STORY, memorial_id: 7, memorial_name: 'Берёзкин Иван', to_name: 'Зоя' }
const VOICE = {
  ...{ file_path: '/media/abc/recording.m4a', duration: 90, is_playable: true, is_being_prepared: false },
  ...{ text: null, peaks: '0f'.repeat(32) },
}
const SPOKEN = { ...STORY, text: '', voice: VOICE }
const DRAFT = 'memory-draft-question-key-guest'

describe('the link of a question', () => {
  const open = async (opened: object = OPENED) => {
    serve('post', 'questions/open', { ...OPENED, ...opened })
    const page = openAt('/answer?token=key')
    await screen.findByRole('heading', { name: /^Что\sон\sлюбил\sпеть\?$/ })
    return page
  }
  const press = (page: ReturnType<typeof openAt>, name: string) => page.user.click(screen.getByRole('button', { name }))

  it('takes an answer, which can be taken back from there', async () => {
    const page = await open()
    expect(screen.getByText('Спрашивает: Тётя Оля')).toBeVisible()
    serve('post', 'questions/answer', { id: 5, status: 'pending', own_token: 'own' }, 201)
    await press(page, 'Написать')
    await page.user.type(screen.getByLabelText('Рассказ'), 'Он пел «Рябину».')
    await page.user.type(screen.getByLabelText('Ваше имя'), 'Зоя')
    await page.user.click(screen.getByRole('checkbox'))
    await press(page, 'Отправить')
    expect(await screen.findByText(/^Спасибо\. Близкие прочитают/)).toBeVisible()
    const body = await requestsTo('post', 'questions/answer')[0]?.formData()
    expect([body?.get('token'), body?.get('author')]).toEqual(['key', 'Зоя'])

    serve('post', 'stories/own', { ...STORY, status: 'pending' })
    serve('delete', 'stories/own', null, 204)
    await page.user.click(screen.getByRole('link', { name: 'Посмотреть или удалить мой рассказ' }))
    await page.user.click(await screen.findByRole('button', { name: 'Удалить мой рассказ' }))
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Удалить мой рассказ' }))
    expect(await screen.findByText('Вашего рассказа здесь больше нет.')).toBeVisible()
  })

  it('offers to tell by voice first, and to write where the browser cannot record', async () => {
    const page = await open()
    expect(screen.getAllByRole('button').map(({ textContent: label }) => label)).toEqual(
      expect.arrayContaining(['Рассказать голосом', 'Написать', 'Пока не готов(а)', 'Больше не спрашивать']),
    )
    await press(page, 'Рассказать голосом')
    expect(await screen.findByText(/Этот браузер не умеет записывать голос/)).toBeVisible()
    expect(screen.queryByLabelText('Рассказ')).toBeNull()
    await press(page, 'Написать словами')
    expect(await screen.findByLabelText('Рассказ')).toBeVisible()
  })

  it('opens on what was begun there before, written or recorded', async () => {
    writeDraft(DRAFT, { text: 'Он пел', author: 'Зоя', relation: '', voice_seconds: 60 })
    const page = await open()
    expect(await screen.findByDisplayValue('Он пел')).toBeVisible()
    expect(screen.getByText('У вас осталась запись, 60 секунд. Продолжить?')).toBeVisible()
    await press(page, 'Отмена')
    expect(readDraft(DRAFT)).toBeUndefined()
    expect(await screen.findByRole('button', { name: 'Рассказать голосом' })).toBeVisible()
  })

  it('lets those who told it hear their voice', async () => {
    serve('post', 'stories/own', { ...SPOKEN, status: 'pending' })
    openAt('/answer?own=key')
    expect(await screen.findByLabelText('Ваша запись')).toHaveAttribute('src', VOICE.file_path)
  })

  it.each([
    ['Пока не готов(а)', 'questions/later', /через\sнеделю/],
    ['Больше не спрашивать', 'questions/decline', /Больше вопросов с\sэтой страницы не\sбудет/],
  ])('is put off or ended by a press: %s', async (label, call, said) => {
    const page = await open()
    serve('post', call, null, 204)
    await press(page, label)
    expect(await screen.findByText(said)).toBeVisible()
    expect(await requestsTo('post', call)[0]?.json()).toEqual({ token: 'key' })
  })

  it('shows nothing to write once the story was decided on', async () => {
    await open({ answer: { ...STORY, status: 'approved' } })
    expect(screen.getByText(/^Ваш рассказ уже на\sстранице/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Написать/ })).toBeNull()
  })

  it('says kindly that it has ended', async () => {
    refuse('post', 'questions/open', 404)
    openAt('/answer?token=old')
    expect(await screen.findByText(/^Эта ссылка больше не действует/)).toBeVisible()
  })
})

it('there are sixty questions, about him and about her', () => {
  for (const pronoun of ['he', 'she'] as const) {
    const questions = questionsAbout(pronoun).flatMap(([, those]) => those)
    expect(new Set(questions).size).toBe(60)
    for (const question of questions) expect(question).toMatch(/^[^{}|]{10,300}\?$/)
  }
  expect(questionsAbout('she')[7]?.[1][0]).toBe('Какие песни она пела и когда?')
})

describe('those who keep a page', () => {
  it('send a good question to several people', async () => {
    const { user } = openAlone(
      <UnsavedChangesGuard>
        <AskRelatives memorial={aMemorial({ id: 7, surname: 'Петрович' })} />
      </UnsavedChangesGuard>,
    )
    await user.click(await screen.findByRole('button', { name: 'Задать вопрос' }))
    await user.selectOptions(screen.getByLabelText('О чём'), 'Песни и радости')
    await user.selectOptions(screen.getByLabelText('Готовый вопрос'), 'Какие песни он пел и когда?')
    await user.click(screen.getByRole('button', { name: 'Спросить ещё кого-то' }))
    const names = screen.getAllByLabelText('Как обратиться')
    const emails = screen.getAllByLabelText('E-mail')
    for (const [nth, name] of ['Зоя', 'Пётр'].entries()) {
      await user.type(names[nth] as HTMLElement, name)
      await user.type(emails[nth] as HTMLElement, `kto${nth}@example.org`)
    }
    serve('post', 'memorial/7/questions', { result: [] }, 201)
    await user.click(screen.getByRole('button', { name: 'Отправить вопрос' }))
    await waitFor(() => expect(requestsTo('post', 'memorial/7/questions')).toHaveLength(1))
    expect(await requestsTo('post', 'memorial/7/questions')[0]?.json()).toEqual({
      text: 'Какие песни он пел и когда?',
      to: [
        { name: 'Зоя', email: 'kto0@example.org' },
        { name: 'Пётр', email: 'kto1@example.org' },
      ],
    })
  })

  it('see what was asked and what came of it', async () => {
    const question = { id: 3, text: 'Что он любил петь?', to_name: 'Зоя', sent_at: STORY.told_at }
    serve('get', 'memorial/7/questions', { result: [{ ...question, status: 'later' }] })
    openAlone(<AskRelatives memorial={aMemorial({ id: 7 })} />)
    expect(await screen.findByText(/^Зоя: попросили спросить позже/)).toBeVisible()
  })

  it('approve what waits', async () => {
    serve('get', 'stories/pending', { result: [WAITING], total: 1 })
    const { user } = openAlone(<ModerationDesk />, { as: aUser() })
    const approve = await screen.findByRole('button', { name: 'Одобрить' })
    serve('post', 'stories/5/moderate', { id: 5, status: 'approved' })
    await user.click(approve)
    expect(await screen.findByText('Рассказ одобрен')).toBeVisible()
    // Decisions are sent at once when the keeper leaves.
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(requestsTo('post', 'stories/5/moderate')).toHaveLength(1))
    expect(await requestsTo('post', 'stories/5/moderate')[0]?.json()).toEqual({ decision: 'approved' })
  })

  it.each([
    ['in the words of the server', 400, 'На странице уже столько рассказов.', /^На странице уже столько рассказов/],
    ['in ours, where it has none', 500, 'Internal Server Error', /^Не удалось сохранить решение/],
  ])('read why a story could not be approved: %s', async (_whose, status, detail, said) => {
    serve('get', 'stories/pending', { result: [WAITING], total: 1 })
    servePending([])
    openPanel()
    refuse('post', 'stories/5/moderate', status, detail)
    fireEvent.click(await screen.findByRole('button', { name: 'Одобрить' }))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Одобрить' })).toBeVisible()
  })
})

it('a story that waits is heard by those who decide on it', async () => {
  const waiting = { ...SPOKEN, memorial_id: 7, memorial_name: 'Берёзкин Иван', to_name: 'Зоя' }
  serve('get', 'stories/pending', { result: [waiting], total: 1 })
  openAlone(<ModerationDesk />, { as: aUser() })
  expect(await screen.findByText('Рассказ голосом')).toBeVisible()
  expect(screen.getByLabelText('Зоя, рассказ голосом')).toHaveAttribute('src', VOICE.file_path)
})

it('a story by voice has a place of its own, its length and its wave, and plays at a press', async () => {
  serve('get', 'memorial/7/stories', { result: [SPOKEN] })
  const { container } = openAlone(<StoriesSection memorialId={7} isEditing={false} />)
  expect(await screen.findByText('Послушать рассказ · 1:30')).toBeVisible()
  expect(container.querySelector('#story-5 audio')).toHaveAttribute('src', VOICE.file_path)
  expect(container.querySelectorAll('#story-5 svg path')[1]?.getAttribute('d')?.match(/v/g)).toHaveLength(64)
})

it('the text of a voice is written by those who keep the page, and the story needs no other', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serve('get', 'memorial/7/stories', { result: [SPOKEN] })
  serve('patch', 'stories/5', { ...SPOKEN, status: 'approved' })
  openSection(7, () => <StoriesSection memorialId={7} isEditing />, { as: aUser({ id: 1 }) })
  await openTools('рассказы')
  fireEvent.click(await screen.findByLabelText('Изменить рассказ, подпись: Зоя'))
  fireEvent.change(await screen.findByLabelText('Текст записи'), { target: { value: 'Он пел.' } })
  fireEvent.click(screen.getByText('Сохранить'))
  await waitFor(() => expect(requestsTo('patch', 'stories/5')).toHaveLength(1))
  const sent = (await requestsTo('patch', 'stories/5')[0]?.json()) as { expected: string }
  expect(sent).toMatchObject({ text: '', voice_text: 'Он пел.' })
  expect(JSON.parse(sent.expected)).toMatchObject({ voice_text: null })
})

it('a wave is drawn from silence to the loudest part', () => {
  const samples = Float32Array.from({ length: 6400 }, (_none, at) => (at < 3200 ? 0 : at / 6400) * (at % 2 ? 1 : -1))
  const peaks = drawnPeaks(samples)
  expect(peaks).toMatch(/^0{32}[\da-f]{31}f$/)
  expect(parseInt(peaks.charAt(33), 16)).toBeLessThan(parseInt(peaks.charAt(60), 16))
  expect(drawnPeaks(new Float32Array(10))).toBe('0'.repeat(64))
})

it('a page shows the stories with who told them', async () => {
  serve('get', 'memorial/7/stories', { result: [STORY] })
  openAlone(<StoriesSection memorialId={7} isEditing={false} />)
  expect(await screen.findByRole('heading', { name: /^Что\sон\sлюбил\sпеть\?$/ })).toBeVisible()
  expect(screen.getByText(/Зоя, соседка/)).toBeVisible()
})
