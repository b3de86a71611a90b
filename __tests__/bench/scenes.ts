import { screens, verifyEmailResult } from '@contract/paths'
import { type Found, goTo, press, type Scene, seenBy, stopCountdown, write } from './scene'
import { scenesOfKeeping } from './scenes-of-keeping'
import { scenesOfTrouble } from './scenes-of-trouble'
import { scenesOfWords } from './scenes-of-words'

export function scenesOf(found: Found): Scene[] {
  const { advancedId, portraitlessId, closedId, ownId } = found
  const guest = seenBy('guest')
  const owner = seenBy('owner')
  const newcomer = seenBy('newcomer')
  const moderator = seenBy('moderator')
  const edit = (name: string, act?: Scene['act']) =>
    owner(`edit-${name}`, screens.memorial(ownId), {
      async act(page) {
        await press('Редактировать')(page)
        await act?.(page)
      },
    })

  return [
    guest('landing', screens.landing),
    guest('landing-menu', screens.landing, {
      act: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await press('Меню')(page)
      },
    }),
    guest('landing-look', screens.landing, { act: press('Версия для слабовидящих') }),
    guest('memorials', screens.memorials),
    guest('memorials-more', screens.memorials, {
      act: (page) => page.getByText('Ещё', { exact: true }).first().click(),
    }),
    guest('memorials-forgiven', `${screens.memorials}?q=${encodeURIComponent('Абызава')}`),
    guest('memorials-none', `${screens.memorials}?q=${encodeURIComponent('ъъъъъ')}`),
    guest('memorials-second-page', `${screens.memorials}?page=2`),
    guest('memorials-loading', screens.tariffs, { act: goTo('Мемориалы'), api: 'silent' }),
    guest('memorials-failing', screens.tariffs, { act: goTo('Мемориалы'), api: 'failing' }),
    guest('heroes', screens.heroes),
    guest('heroes-failing', screens.tariffs, { act: goTo('Герои СВО'), api: 'failing' }),
    guest('memorial', screens.memorial(advancedId)),
    guest('memorial-portraitless', screens.memorial(portraitlessId)),
    guest('memorial-photo', screens.memorial(advancedId), {
      act: async (page) => {
        await page.getByRole('heading', { name: 'Фотографии' }).scrollIntoViewIfNeeded()
        await page
          .getByRole('main')
          .getByRole('button')
          .filter({ has: page.locator('img') })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    }),
    guest('memorial-words', screens.memorial(advancedId), {
      act: async (page) => {
        await press('Добавить воспоминание')(page)
        await page.getByLabel('Воспоминание', { exact: true }).waitFor()
      },
    }),
    guest('memorial-words-empty', screens.memorial(advancedId), {
      act: async (page) => {
        await press('Добавить воспоминание')(page)
        await page.getByLabel('Воспоминание', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Добавить воспоминание' }).last().click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    guest('memorial-report', screens.memorial(advancedId), { act: press('Сообщить о странице') }),
    guest('memorial-not-found', screens.memorial(999_999)),
    guest('memorial-closed', screens.memorial(closedId)),
    guest('memorial-wrong-pin', screens.memorial(closedId), {
      act: async (page) => {
        await write(page, 'PIN-код', '0000')
        await press('Открыть страницу')(page)
      },
    }),
    guest('memorial-ask', screens.memorial(closedId), { act: press(/Попросить/) }),
    guest('not-found', '/no-such-page'),
    guest('tariffs', screens.tariffs),
    guest('how-it-works', screens.howItWorks),
    guest('cooperation', screens.cooperation),
    guest('privacy-policy', screens.privacyPolicy),
    guest('user-agreement', screens.userAgreement),
    guest('saved-none', screens.keptMemorials),
    guest('login', screens.login),
    guest('login-wrong', screens.login, {
      act: async (page) => {
        await write(page, 'E-mail', 'nobody@example.org')
        await write(page, 'Пароль', 'Wrong-password-1')
        await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    }),
    guest('register', screens.register),
    guest('register-empty', screens.register, {
      act: async (page) => {
        await press('Зарегистрироваться')(page)
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    guest('forgot-password', screens.forgotPassword),
    guest('forgot-password-sent', screens.forgotPassword, {
      act: async (page) => {
        await write(page, 'E-mail', 'nobody@example.org')
        await press('Отправить письмо')(page)
      },
    }),
    guest('reset-password', `${screens.resetPassword}/token-of-a-letter`),
    guest('verified', verifyEmailResult('success'), { before: stopCountdown }),
    guest('not-verified', verifyEmailResult('error'), { before: stopCountdown }),
    guest('keeping-invalid', `${screens.acceptKeeping}?token=no-such-token`),
    guest('email-invalid', `${screens.confirmEmail}?token=no-such-token`),
    guest('return-invalid', `${screens.returnToAccount}?token=no-such-token`),
    guest('account-deleted', screens.accountDeleted),

    newcomer('profile', screens.profile),
    newcomer('my-memorials', screens.myMemorials),
    newcomer('create', screens.createMemorial),
    newcomer('create-empty', screens.createMemorial, {
      act: async (page) => {
        await page.getByRole('main').locator('form button[type=submit]').last().click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    newcomer('import', screens.importMemorials),
    newcomer('import-faults', screens.importMemorials, {
      act: async (page) => {
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'люди.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE_WITH_FAULTS) })
        await press('Проверить файл')(page)
        await page.getByText(/перечислено/).waitFor()
      },
    }),
    newcomer('profile-loading', screens.profile, { api: 'silent' }),
    newcomer('profile-failing', screens.profile, { api: 'failing' }),

    owner('profile', screens.profile),
    owner('profile-settings', screens.profile, {
      act: async (page) => {
        for (const name of ['Изменить пароль', 'Изменить PIN-код', 'Изменить адрес', 'Удалить аккаунт']) {
          await page.getByRole('button', { name, exact: true }).first().click()
        }
      },
    }),
    owner('my-memorials', screens.myMemorials),
    owner('my-memorials-none', `${screens.myMemorials}?q=${encodeURIComponent('ъъъ')}`),
    owner('my-memorials-loading', screens.myMemorials, { api: 'silent' }),
    owner('my-memorials-failing', screens.myMemorials, { api: 'failing' }),
    owner('plate', screens.memorial(ownId), {
      act: async (page) => {
        await page.getByRole('heading', { name: 'QR-код' }).scrollIntoViewIfNeeded()
        await press('Табличка')(page)
        await page.getByRole('dialog').waitFor()
      },
    }),
    edit('memorial'),
    edit('name', press('Изменить имя')),
    edit('dates', press('Изменить даты')),
    edit('photo', press('Изменить фото')),
    edit('biography', press(/^(Написать|Изменить) биографию$/)),
    edit('burial', press(/место захоронения/)),
    edit('leaving', press('Удалить мемориал')),

    moderator('profile', screens.profile),
    moderator('desk-loading', screens.profile, { api: 'silent' }),
    moderator('desk-failing', screens.profile, { api: 'failing' }),

    ...scenesOfKeeping(found),
    ...scenesOfWords(found),
    ...scenesOfTrouble(found),
  ]
}

const TABLE_WITH_FAULTS = [
  'Фамилия;Имя;Отчество;Дата рождения;Дата смерти;Биография',
  'Ёлкин;Пётр;Андреевич;09.05.1921;30.11.1999;Учил детей географии.',
  'Соколова;;Ивановна;1930;2001;',
  'Орлов;Иван;;31.02.1940;1990;',
].join('\n')
