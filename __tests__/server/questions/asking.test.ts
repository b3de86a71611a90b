import { sql } from 'kysely'
import { NAMES_WITHOUT_NAME } from '@contract/history'
import { createErasure } from '@server/modules/leaving/erasure'
import { createSecurityLog } from '@server/lib/security-log'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { beforeEachOnPage, lettersTo, QUESTION, questionsOf, type Scene, someone } from './asking'

let { server, owner, memorialId, page } = {} as Scene
beforeEachOnPage('closed', (scene) => ({ server, owner, memorialId, page } = scene))

describe('a question', () => {
  it('comes in a letter with the name, the question, a button, and nothing else that is free', async () => {
    const who = someone('Анна-Мария')
    const answer = await page.ask([who])
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ result: [{ id: expect.any(Number) as number, to_name: who.name, status: 'sent' }] })

    const [letter] = await lettersTo(server, who.email)
    expect(letter?.kind).toBe('questions')
    expect(letter?.unsubscribe_url).toMatch(/\/unsubscribe\?token=/)
    expect(letter?.body_text).toContain(`Здравствуйте, ${who.name}.`)
    expect(letter?.body_text).toContain(`«${QUESTION}»`)
    expect(letter?.body_text).toContain('Владелец страницы памяти собирает')
    expect(letter?.body_text).not.toContain(owner.user.email)
    expect(letter?.body_html.match(/display:inline-block/g)).toHaveLength(1)
    expect(letter?.body_html).toContain('font-size:22px')
  })

  it('tells who asks by the name that they have chosen', async () => {
    await server.api({ method: 'PATCH', url: '/users/me', token: owner.token, payload: { display_name: 'Тётя Оля' } })
    const { token, who } = await page.asked()
    expect((await lettersTo(server, who.email))[0]?.body_text).toContain('Тётя Оля собирает')
    expect((await page.opened(token)).asked_by).toBe('Тётя Оля')
  })

  it.each([
    ['a link', 'Что он пел? evil.example/login', 'text'],
    ['an e-mail', 'Напишите на vor@evil.example', 'text'],
    ['a telephone number', 'Позвоните 8 916 123-45-67', 'text'],
    ['a link of any scheme', 'Что он пел? hxxp://evil example', 'text'],
    ['a Russian address', 'Заходите на злой.рф', 'text'],
    ['a Russian address in other letters', 'Заходите на злой.Рф', 'text'],
    ['an address with spaces', 'Что он пел? evil . com', 'text'],
    ['an address with a space before its dot', 'Что он пел? evil .com', 'text'],
    ['an address with a space behind its dot', 'Что он пел? evil. com/login', 'text'],
    ['a Russian address with spaces', 'Заходите на злой . рф', 'text'],
    ['an address with a dot in brackets', 'Что он пел? evil[.]com', 'text'],
    ['an address in words', 'Заходите на злой точка рф', 'text'],
    ['an address in English words', 'Ask evil dot com', 'text'],
    ['an address with a dot in words in brackets', 'Пишите: злой (точка) ру', 'text'],
    ['an e-mail with spaces', 'Напишите на vor @ evil . example', 'text'],
    ['an e-mail in words', 'Напишите на vor [at] evil.example', 'text'],
    ['a full-width address', 'Что он пел? ｅｖｉｌ．ｃｏｍ', 'text'],
    ['an address with an ideographic full stop', 'Что он пел? evil。com', 'text'],
    ['an address with zero-width signs', 'Что он пел? evil\u200b.\u200bc\u200dom', 'text'],
    ['an address with soft hyphens', 'Что он пел? evil.\u00adcom', 'text'],
    ['an address in two alphabets', 'Что он пел? evil.сom', 'text'],
    ['www alone', 'Что он пел? www evil com', 'text'],
    ['a name in a messenger', 'Напишите @evil_singer', 'text'],
    ['a telephone number with full-width digits', 'Позвоните ８ ９１６ １２３ ４５ ６７', 'text'],
    ['a telephone number between signs', 'Позвоните 8_916_123_45_67', 'text'],
    ['a telephone number of single digits', 'Позвоните 8*9*1*6*1*2*3*4*5*6*7', 'text'],
    ['more than 300 letters', 'а'.repeat(301), 'text'],
    ['nothing', '', 'text'],
  ])('holds not %s', async (_what, text, field) => {
    const answer = await page.ask([someone()], { text })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', field] }] })
  })

  it.each([
    'Где он был в 1941, 1942, 1943 годах?',
    'Каким вы помните день 08.05.1945?',
    'Кем он работал в СССР. А потом?',
    'Что он любил: Beatles или «Песняров»?',
    'Какая у него была собака? Он жил в д. Вязёмы, д. 5, кв. 12.',
    'Кого спросить про А.С. Иванова (точка на карте: Москва)?',
    'Что он говорил: «Ставь точку. И живи»?',
  ])('may ask: %s', async (text) => {
    expect((await page.ask([someone()], { text })).statusCode).toBe(201)
  })

  it('leaves a mail program nothing to make a link of but its button, whatever the page and who asks are called', async () => {
    const named = { lastname: 'Злой.рф', name: 'evil.com', surname: 'http://evil.com' }
    await server.db.updateTable('memorials').set(named).where('id', '=', memorialId).execute()
    await server.db.updateTable('users').set({ display_name: 'www.evil.com' }).where('id', '=', owner.user.id).execute()
    const { who } = await page.asked()
    const [letter] = await lettersTo(server, who.email)
    const words = `${letter?.subject}\n${letter?.body_text}\n${letter?.body_html}`
    expect(words).toContain('evil')
    expect(words).not.toMatch(/evil\.\S|лой\.\S|\/\/evil/)
  })

  it('goes not to a thousand strangers', async () => {
    const people = Array.from({ length: 50 }, () => Array.from({ length: 20 }, () => someone()))
    const answers = []
    for (const twenty of people) answers.push((await page.ask(twenty)).statusCode)
    expect(answers).toEqual([201, 201, ...Array.from({ length: 48 }, () => 429)])
    const addresses = people.flat().map(({ email }) => email)
    const letters = await server.db.selectFrom('letters').select('id').where('recipient', 'in', addresses).execute()
    expect(letters).toHaveLength(40)
  })

  it.each([
    ['to no one', []],
    ['to more than twenty', Array.from({ length: 21 }, () => someone())],
    ['to a name with a link', [{ ...someone(), name: 'evil.example' }]],
    ['to a name with digits', [{ ...someone(), name: 'Зоя 1' }]],
    ['without a name', [{ ...someone(), name: '' }]],
    [
      'to the same mailbox twice',
      [
        { email: 'zoya@gmail.com', name: 'Зоя' },
        { email: 'z.oya+1@gmail.com', name: 'Зоя' },
      ],
    ],
    ['to what is no list', { email: 'zoya@example.org' }],
    ['to lists', [[['zoya@example.org']]]],
  ])('is not sent %s', async (_how, to) => {
    expect((await page.ask(to)).statusCode).toBe(422)
  })

  it('goes to all or to no one: not to somebody whom the page asked within a week', async () => {
    const [one, other] = [someone(), someone()]
    await page.asked(one)
    const refused = await page.ask([other, { ...one, email: one.email.replace('@', '+2@') }])
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ detail: { code: 'ASKED_RECENTLY' } })
    expect(await lettersTo(server, other.email)).toEqual([])

    const another = await aStoredMemorial(server, owner.token)
    expect((await questionsOf(server, another.id, owner.token).ask([one])).statusCode).toBe(201)
    await page.pass(8)
    expect((await page.ask([one, other])).statusCode).toBe(201)
  })

  it('is counted: forty letters a day, and a request above that writes to no one', async () => {
    const twenty = () => Array.from({ length: 20 }, () => someone())
    expect((await page.ask(twenty())).statusCode).toBe(201)
    expect((await page.ask(twenty().slice(1))).statusCode).toBe(201)
    const [first, second] = [someone(), someone()]
    const refused = await page.ask([first, second])
    expect(refused.statusCode).toBe(429)
    expect(await lettersTo(server, first.email)).toEqual([])
    expect((await page.ask([first])).statusCode).toBe(201)
  })

  it('asked twice at once goes out once', async () => {
    const who = someone()
    const answers = await Promise.all([page.ask([who]), page.ask([who]), page.ask([who])])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect(await lettersTo(server, who.email)).toHaveLength(1)
  })

  it('is listed without the address, and its link opens nothing once it is taken back', async () => {
    const { id, token } = await page.asked()
    const listed = { id, text: QUESTION, to_name: 'Зоя', status: 'sent', sent_at: expect.any(String) as string }
    expect(await page.list()).toEqual([listed])
    const end = () => server.api({ method: 'DELETE', url: `/questions/${id}`, token: owner.token })
    expect((await end()).statusCode).toBe(204)
    expect((await end()).statusCode).toBe(404)
    expect(await page.list()).toEqual([])
    expect((await page.open(token)).statusCode).toBe(404)
  })

  it('is not asked while the page is taken down, and opens nothing then', async () => {
    const { token } = await page.asked()
    await server.db.updateTable('memorials').set({ closed_at: new Date() }).where('id', '=', memorialId).execute()
    expect((await page.ask()).statusCode).toBe(409)
    expect((await page.open(token)).statusCode).toBe(404)
  })
})

describe('the link of a letter', () => {
  it('shows the question and the portrait of a closed page, and is seen by the keepers', async () => {
    const { token } = await page.asked()
    const opened = await page.opened(token)
    expect(opened).toMatchObject({ question: QUESTION, asked_by: NAMES_WITHOUT_NAME.owner, answer: null })
    expect(Object.keys(opened.memorial)).toEqual(['name', 'portrait'])
    expect((await server.app.inject(opened.memorial.portrait ?? '')).statusCode).toBe(200)
    expect((await page.list())[0]?.status).toBe('opened')
  })

  it('shows that its mailbox is read', async () => {
    const { token } = await page.asked()
    const reached = async () => (await server.db.selectFrom('reached_addresses').selectAll().execute()).length
    const before = await reached()
    await page.open(token)
    await page.open(token)
    expect(await reached()).toBe(before + 1)
  })

  it.each([
    ['the account is gone', (id: number) => server.db.deleteFrom('users').where('id', '=', id).execute()],
    [
      'the account is blocked',
      (id: number) => server.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
    ],
  ])('of a keeper opens nothing once %s, all alike', async (_when, end) => {
    const brother = await anOwner(server)
    await server.db.insertInto('keepers').values({ memorial_id: memorialId, user_id: brother.user.id }).execute()
    const who = someone()
    await page.ask([who], { token: brother.token })
    const token = await page.tokenTo(who)
    await server.db.deleteFrom('keepers').where('user_id', '=', brother.user.id).execute()
    expect((await page.opened(token)).asked_by).toBe('Бывший хранитель')

    await end(brother.user.id)
    const [ended, unknown] = [await page.open(token), await page.open('unknown')]
    expect([ended.statusCode, ended.body]).toEqual([404, unknown.body])
    expect(await page.list()).toHaveLength(_when === 'the account is gone' ? 0 : 1)
  })

  it('opens nothing after half a year without an answer', async () => {
    const { token } = await page.asked()
    await page.pass(181)
    await doTheJobs(server)
    expect((await page.open(token)).statusCode).toBe(404)
  })
})

describe('somebody who was asked', () => {
  const later = (token: string) => page.post('/questions/later', { token })
  const decline = (token: string) => page.post('/questions/decline', { token })

  it('is asked again in a week, twice at most, and each letter counts once', async () => {
    const { token, who } = await page.asked()
    for (const letters of [1, 2]) {
      expect([(await later(token)).statusCode, (await later(token)).statusCode]).toEqual([204, 204])
      expect((await page.list())[0]?.status).toBe('later')
      await doTheJobs(server)
      expect(await lettersTo(server, who.email)).toHaveLength(letters)
      await page.pass(8)
      await doTheJobs(server)
      expect(await lettersTo(server, who.email)).toHaveLength(letters + 1)
      expect(await page.tokenTo(who)).toBe(token)
    }
    expect((await later(token)).statusCode).toBe(204)
    expect((await page.list())[0]?.status).toBe('declined')
    await page.pass(8)
    await doTheJobs(server)
    expect(await lettersTo(server, who.email)).toHaveLength(3)
    expect((await page.ask([who])).statusCode).toBe(409)
  })

  it('is not written to again within a week of another question of the page', async () => {
    const { token, who } = await page.asked()
    await later(token)
    await page.pass(8)
    expect((await page.ask([who])).statusCode).toBe(201)
    await doTheJobs(server)
    expect(await lettersTo(server, who.email)).toHaveLength(2)
  })

  it('is never asked again by the page once they have said so, and may still answer', async () => {
    const { token, who } = await page.asked()
    expect([(await decline(token)).statusCode, (await decline(token)).statusCode]).toEqual([204, 204])
    expect((await page.list())[0]?.status).toBe('declined')
    await page.pass(400)
    expect((await page.ask([who])).json()).toMatchObject({ detail: { code: 'ASKED_RECENTLY' } })
    expect((await page.answer(token)).statusCode).toBe(201)
    expect((await page.list())[0]?.status).toBe('answered')
  })

  it('gets no letter whose kind they have ended', async () => {
    const { who } = await page.asked()
    const [letter] = await lettersTo(server, who.email)
    const token = /unsubscribe\?token=([\w-]+)/.exec(letter?.unsubscribe_url ?? '')?.[1]
    await server.api({ method: 'PUT', url: '/letters/subscription', payload: { token, is_ended: true } })
    const another = await aStoredMemorial(server, owner.token)
    expect((await questionsOf(server, another.id, owner.token).ask([who])).statusCode).toBe(201)
    expect(await lettersTo(server, who.email)).toHaveLength(1)
  })
})

it('nothing that an account has asked, and nothing that was told from its address, is left once it is erased', async () => {
  const zoya = await server.signUp({ email: 'redkaya-zoya@example.org' })
  const brother = await anOwner(server)
  await server.db.insertInto('keepers').values({ memorial_id: memorialId, user_id: brother.user.id }).execute()
  const ofZoya = await page.asked({ email: 'redkaya-zoya@example.org', name: 'Редкая Зоя' })
  await page.answer(ofZoya.token, { text: 'Редкие слова.' }, 1)
  await page.ask([someone('Редкое имя')], { text: 'Редкий вопрос?', token: brother.token })

  const securityLog = createSecurityLog({ log: aLog().log, secretKey: server.secretKey })
  const erasure = createErasure({ ...server, securityLog })
  for (const { user } of [zoya, brother]) {
    const row = await server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    await erasure.erase(row, 'operator')
  }

  for (const table of ['questions', 'stories', 'letters'] as const) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(server.db)
    expect([table, rows.filter(({ row }) => /redkaya|Редк/.test(row))]).toEqual([table, []])
  }
  expect((await page.ask([{ email: 'redkaya-zoya@example.org', name: 'Зоя' }])).statusCode).toBe(409)
})
