import { paths, verifyEmailResult } from '@contract/paths'
import { type Found, goTo, press, type Scene, seenBy, stopCountdown, write } from './scene'
import { scenesOfAlbum } from './scenes-of-album'
import { scenesOfKeeping } from './scenes-of-saving'
import { scenesOfTrouble } from './scenes-of-trouble'
import { scenesOfWords } from './scenes-of-memories'

export function scenesOf(found: Found): Scene[] {
  const { advancedId, portraitlessId, closedId, ownId } = found
  const guest = seenBy('guest')
  const owner = seenBy('owner')
  const newcomer = seenBy('newcomer')
  const moderator = seenBy('moderator')
  const edit = (name: string, act?: Scene['act']) =>
    owner(`edit-${name}`, paths.memorial(ownId), {
      async act(page) {
        await press('Редактировать')(page)
        await act?.(page)
      },
    })

  return [
    guest('landing', paths.landing),
    guest('landing-menu', paths.landing, {
      act: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await press('Меню')(page)
      },
    }),
    guest('landing-look', paths.landing, { act: press('Версия для слабовидящих') }),
    guest('memorials', paths.memorials),
    guest('memorials-more', paths.memorials, {
      act: (page) => page.getByText('Уточнить', { exact: true }).first().click(),
    }),
    guest('memorials-forgiven', `${paths.memorials}?q=${encodeURIComponent('Абызава')}`),
    guest('memorials-none', `${paths.memorials}?q=${encodeURIComponent('ъъъъъ')}`),
    guest('memorials-second-page', `${paths.memorials}?page=2`),
    guest('memorials-loading', paths.tariffs, { act: goTo('Мемориалы'), api: 'silent' }),
    guest('memorials-failing', paths.tariffs, { act: goTo('Мемориалы'), api: 'failing' }),
    guest('heroes', paths.heroes),
    guest('heroes-failing', paths.tariffs, { act: goTo('Герои СВО'), api: 'failing' }),
    guest('memorial', paths.memorial(advancedId)),
    guest('memorial-portraitless', paths.memorial(portraitlessId)),
    guest('memorial-photo', paths.memorial(advancedId), {
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
    guest('memorial-words', paths.memorial(advancedId), {
      act: async (page) => {
        await press('Написать')(page)
        await page.getByLabel('Воспоминание', { exact: true }).waitFor()
      },
    }),
    guest('memorial-words-empty', paths.memorial(advancedId), {
      act: async (page) => {
        await press('Написать')(page)
        await page.getByLabel('Воспоминание', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Добавить воспоминание' }).last().click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    guest('memorial-report', paths.memorial(advancedId), { act: press('Сообщить о странице') }),
    guest('memorial-not-found', paths.memorial(999_999)),
    guest('memorial-closed', paths.memorial(closedId)),
    guest('memorial-wrong-pin', paths.memorial(closedId), {
      act: async (page) => {
        await write(page, 'PIN-код', '0000')
        await press('Открыть страницу')(page)
      },
    }),
    guest('memorial-ask', paths.memorial(closedId), { act: press(/Попросить/) }),
    guest('not-found', '/no-such-page'),
    guest('tariffs', paths.tariffs),
    guest('how-it-works', paths.howItWorks),
    guest('cooperation', paths.cooperation),
    guest('privacy-policy', paths.privacyPolicy),
    guest('user-agreement', paths.userAgreement),
    guest('saved-none', paths.savedMemorials),
    guest('login', paths.login),
    guest('login-wrong', paths.login, {
      act: async (page) => {
        await write(page, 'E-mail', 'nobody@example.org')
        await write(page, 'Пароль', 'Wrong-password-1')
        await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    }),
    guest('register', paths.register),
    guest('register-empty', paths.register, {
      act: async (page) => {
        await press('Зарегистрироваться')(page)
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    guest('forgot-password', paths.forgotPassword),
    guest('forgot-password-sent', paths.forgotPassword, {
      act: async (page) => {
        await write(page, 'E-mail', 'nobody@example.org')
        await press('Отправить письмо')(page)
      },
    }),
    guest('reset-password', `${paths.resetPassword}/token-of-a-letter`),
    guest('verified', verifyEmailResult('success'), { before: stopCountdown }),
    guest('not-verified', verifyEmailResult('error'), { before: stopCountdown }),
    guest('keeping-invalid', `${paths.acceptInvitation}?token=no-such-token`),
    guest('email-invalid', `${paths.confirmEmail}?token=no-such-token`),
    guest('return-invalid', `${paths.returnToAccount}?token=no-such-token`),
    guest('account-deleted', paths.accountDeleted),

    newcomer('profile', paths.profile),
    newcomer('my-memorials', paths.myMemorials),
    newcomer('create', paths.createMemorial),
    newcomer('create-empty', paths.createMemorial, {
      act: async (page) => {
        await page.getByRole('main').locator('form button[type=submit]').last().click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    }),
    newcomer('import', paths.importMemorials),
    newcomer('import-faults', paths.importMemorials, {
      act: async (page) => {
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'люди.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE_WITH_FAULTS) })
        await press('Проверить файл')(page)
        await page.getByText(/перечислено/).waitFor()
      },
    }),
    newcomer('profile-loading', paths.profile, { api: 'silent' }),
    newcomer('profile-failing', paths.profile, { api: 'failing' }),

    owner('profile', paths.profile),
    owner('profile-settings', paths.profile, {
      act: async (page) => {
        for (const name of ['Изменить пароль', 'Изменить PIN-код', 'Изменить адрес', 'Удалить аккаунт']) {
          await page.getByRole('button', { name, exact: true }).first().click()
        }
      },
    }),
    owner('my-memorials', paths.myMemorials),
    owner('my-memorials-none', `${paths.myMemorials}?q=${encodeURIComponent('ъъъ')}`),
    owner('my-memorials-loading', paths.myMemorials, { api: 'silent' }),
    owner('my-memorials-failing', paths.myMemorials, { api: 'failing' }),
    owner('plate', paths.memorial(ownId), {
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

    moderator('profile', paths.profile),
    moderator('desk-loading', paths.profile, { api: 'silent' }),
    moderator('desk-failing', paths.profile, { api: 'failing' }),

    ...scenesOfAlbum(found),
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
