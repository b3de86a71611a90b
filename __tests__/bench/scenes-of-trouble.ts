import { paths } from '@contract/paths'
import { type Found, goTo, press, type Scene, seenBy } from './scene'

/** Screens whose answers do not come, or are failures. */
export function scenesOfTrouble({ closedId, ownId }: Found): Scene[] {
  const guest = seenBy('guest')
  const owner = seenBy('owner')
  const newcomer = seenBy('newcomer')
  const both = (scene: (api: NonNullable<Scene['api']>, state: 'loading' | 'failing') => Scene): Scene[] => [
    scene('silent', 'loading'),
    scene('failing', 'failing'),
  ]

  return [
    ...both((api, state) => guest(`landing-${state}`, paths.memorials, { api, act: goTo('Помним') })),
    ...both((api, state) => guest(`tariffs-${state}`, paths.memorials, { api, act: goTo('Тарифы') })),
    ...both((api, state) => guest(`cooperation-${state}`, paths.memorials, { api, act: goTo('Сотрудничество') })),
    ...both((api, state) =>
      guest(`user-agreement-${state}`, paths.memorials, { api, act: goTo('Пользовательское соглашение') }),
    ),
    guest('heroes-loading', paths.tariffs, { api: 'silent', act: goTo('Герои СВО') }),
    ...both((api, state) => guest(`memorial-${state}`, paths.memorial(closedId), { api })),
    ...both((api, state) => owner(`memorial-${state}`, paths.memorial(ownId), { api })),
    ...both((api, state) => owner(`edit-${state}`, paths.memorial(ownId), { api, act: press('Редактировать') })),
    ...both((api, state) => guest(`open-${state}`, `${paths.openMemorial(closedId)}?key=no-such-key`, { api })),
    ...both((api, state) =>
      newcomer(`import-${state}`, paths.importMemorials, {
        api,
        act: async (page) => {
          await page
            .locator('input[type=file]')
            .first()
            .setInputFiles({ name: 'люди.csv', mimeType: 'text/csv', buffer: Buffer.from('Фамилия;Имя\nЁлкин;Пётр') })
          await press('Проверить файл')(page)
        },
      }),
    ),
    guest('login-failing', paths.login, {
      api: 'failing',
      act: async (page) => {
        await page.getByLabel('E-mail', { exact: true }).fill('nobody@example.org')
        await page.getByLabel('Пароль', { exact: true }).fill('Wrong-password-1')
        await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    }),
  ]
}
