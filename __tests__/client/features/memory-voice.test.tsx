import { fireEvent, screen, waitFor } from '@testing-library/react'
import { keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial, aMemory, aPendingMemory, aUser } from '@support/factories'
import { openPanel, servePending } from '@support/moderation'
import { openSection, openTools } from '@support/section'
import { requestsTo, serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

/** Words that are told by voice. */

const voice = {
  ...{ file_path: '/media/abc/recording.m4a', duration: 90, is_playable: true, is_being_prepared: false },
  text: 'Он пел нам колыбельную.',
  peaks: null,
}
const spoken = aMemory({ id: 3, memorials_id: 7, description: '', voice })
const DRAFT = keyOfDraft('memory', 7, 'guest')

function open(memories = [spoken], isEditing = false) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, memories)
  const as = isEditing ? { as: aUser({ id: 1 }) } : {}
  return openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing={isEditing} />, as)
}

it('are heard at a press, with their length, and read by those who do not hear', async () => {
  open()
  expect(await screen.findByText('Послушать рассказ · 1:30')).toBeVisible()
  const player = document.querySelector('audio')
  expect(player).toHaveAttribute('src', '/media/abc/recording.m4a')
  expect(player).toHaveAttribute('preload', 'none')
  expect(screen.getByText('Он пел нам колыбельную.')).toBeVisible()
})

it('are downloaded where few browsers play them', async () => {
  open([{ ...spoken, voice: { ...voice, is_playable: false } }])
  expect(await screen.findByText('Скачать запись голоса')).toHaveAttribute('href', '/media/abc/recording.m4a')
})

it('are heard by those who decide on them', async () => {
  servePending([aPendingMemory({ id: 3, author: 'Вера', description: '', voice })])
  openPanel()
  expect(await screen.findByText('Рассказ голосом')).toBeVisible()
  expect(screen.getByLabelText('Вера, рассказ голосом')).toHaveAttribute('src', '/media/abc/recording.m4a')
})

it('get their text from those who keep the page, unless another has just written it', async () => {
  open([spoken], true)
  serve('patch', 'memories/update/3', { ...spoken, status: 'approved' })
  await openTools('слова памяти')
  fireEvent.click(await screen.findByLabelText('Изменить воспоминание, подпись: Мария Орлова'))
  fireEvent.change(screen.getByLabelText('Текст записи'), { target: { value: 'Он пел.' } })
  fireEvent.click(screen.getByText('Сохранить'))
  await waitFor(() => expect(requestsTo('patch', 'memories/update/3')).toHaveLength(1))
  const sent = (await requestsTo('patch', 'memories/update/3')[0]?.json()) as { expected: string }
  expect(sent).toMatchObject({ description: '', author: 'Мария Орлова', voice_text: 'Он пел.' })
  expect(JSON.parse(sent.expected)).toMatchObject({ voice_text: 'Он пел нам колыбельную.' })
})

it('are written where the browser cannot record, which says so kindly', async () => {
  open([])
  fireEvent.click(await screen.findByText('Написать'))
  fireEvent.click(await screen.findByText('Рассказать голосом'))
  expect(
    await screen.findByText(/Этот браузер не умеет записывать голос\. Напишите, пожалуйста, словами/),
  ).toBeVisible()
  fireEvent.click(screen.getByText('Написать словами'))
  expect(await screen.findByText('Рассказать голосом')).toBeVisible()
})

it('that were not sent are offered again, and forgotten at a press', async () => {
  writeDraft(DRAFT, { description: '', author: '', voice_seconds: 60 })
  open([])
  expect(await screen.findByText('У вас осталась запись, 60 секунд. Продолжить?')).toBeVisible()
  fireEvent.click(screen.getByText('Убрать запись'))
  expect(await screen.findByText('Рассказать голосом')).toBeVisible()
  await waitFor(() => expect(readDraft(DRAFT)).toBeUndefined())
})
