import { VOICE_CONSENT_VERSION } from '@contract/consent'
import type { WrittenMemory } from '@contract/memory'
import type { StoryReceipt } from '@contract/questions'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { aVoice, describeWithFfmpeg, realEncoder, tracksOf } from '@support/films'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { questionsOf } from '../questions/asking'
import { decide, sendVoice, shown } from './words'

describeWithFfmpeg(() => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp({}, { filmEncoder: await realEncoder() })
  })
  afterAll(() => server.close())

  it.each([
    ['Chrome', 'voice.webm', '-c:a libopus', 'recording.webm', true],
    ['Firefox', 'voice.ogg', '-c:a libopus', 'recording.ogg', true],
    ['an iPhone', 'voice.mp4', '-c:a aac -movflags +frag_keyframe+empty_moov', 'recording.m4a', false],
    ['a dictaphone', 'voice.m4a', '-c:a aac', 'recording.m4a', false],
    ['a player', 'voice.mp3', '-c:a libmp3lame', 'recording.mp3', false],
  ])(
    'a voice of %s plays everywhere, and tells no more than it says',
    async (_whose, file, codecs, stored, needsCopy) => {
      const keeper = await anOwner(server)
      const page = await aStoredMemorial(server, keeper.token, { public_status: 'true' })
      const bytes = await aVoice(file, codecs)
      const written = (await sendVoice(server, page.id, { voice: bytes })).json<WrittenMemory>()
      expect(written.voice).toMatchObject({
        file_path: expect.stringContaining(`/${stored}?`),
        is_being_prepared: needsCopy,
        duration: needsCopy ? null : expect.closeTo(2, 0),
      })

      await doTheJobs(server)
      await decide(server, written.id, 'approved', keeper.token)

      const heard = (await shown(server, page.id)).result[0]?.voice
      expect(heard).toMatchObject({ is_playable: true, is_being_prepared: false, duration: expect.closeTo(2, 0) })
      const { rawPayload: copy } = await server.app.inject(heard?.file_path ?? '')
      expect(copy.includes('Где я живу')).toBe(false)
      expect((await tracksOf(copy)).sound).toBe(needsCopy || stored.endsWith('m4a') ? 'aac' : 'mp3')
      await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
    },
  )

  it.each(['before', 'after'])('a story by voice that is approved %s its copy is made counts with it', async (when) => {
    const keeper = await anOwner(server)
    const page = await aStoredMemorial(server, keeper.token, { public_status: 'true' })
    const questions = questionsOf(server, page.id, keeper.token)
    const { token } = await questions.asked()
    const spoken = { text: '', voice_consent: VOICE_CONSENT_VERSION }
    const answer = await questions.answer(token, spoken, 0, await aVoice('voice.webm', '-c:a libopus'))
    const { answer: waiting } = await questions.opened(token)
    expect(waiting?.voice).toMatchObject({ is_being_prepared: true, duration: null })
    if (when === 'after') await doTheJobs(server)
    await questions.decide(answer.json<StoryReceipt>().id)
    await doTheJobs(server)
    const [story] = await questions.shown()
    expect(story?.voice).toMatchObject({ is_being_prepared: false, duration: expect.closeTo(2, 0) })
    const { rawPayload: copy } = await server.app.inject(story?.voice?.file_path ?? '')
    expect((await tracksOf(copy)).sound).toBe('aac')
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it('a voice that is approved before its copy is made counts with it', async () => {
    const keeper = await anOwner(server)
    const page = await aStoredMemorial(server, keeper.token, { public_status: 'true' })
    const voice = await aVoice('voice.webm', '-c:a libopus')
    await sendVoice(server, page.id, { voice, token: keeper.token })
    await doTheJobs(server)
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it.each([
    [
      'a film with sound',
      'film.webm',
      '-f lavfi -i testsrc2=size=64x48:rate=5 -shortest -c:v libvpx -c:a libopus',
      415,
    ],
    ['a sound that no browser records', 'sound.flac', '-c:a flac', 415],
    ['four minutes of silence', 'long.webm', '-c:a libopus -b:a 6k -af volume=0', 422],
  ])('%s is refused', async (what, file, codecs, status) => {
    const keeper = await anOwner(server)
    const page = await aStoredMemorial(server, keeper.token, { public_status: 'true' })
    const voice = await aVoice(file, codecs, what === 'four minutes of silence' ? 240 : 2)
    expect((await sendVoice(server, page.id, { voice })).statusCode).toBe(status)
  })
})
