import type { Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { type Found, press, type Scene, seenBy, write } from './scene'

/** Words of memory on their way, pages without a connection, and what is printed. */
export function scenesOfWords({ advancedId, portraitlessId, inexactId, closedId }: Found): Scene[] {
  const guest = seenBy('guest')
  const moderator = seenBy('moderator')

  return [
    guest('words-waiting', paths.memorial(portraitlessId), {
      act: async (page) => {
        await writeWords(page)
        await page.getByText('Ждёт проверки.').first().waitFor()
      },
    }),
    guest('words-unsent', paths.memorial(portraitlessId), {
      act: async (page) => {
        await page.context().setOffline(true)
        await writeWords(page)
        await page.getByText('Ждёт связи.').first().waitFor()
      },
    }),
    guest('words-draft', paths.memorial(portraitlessId), {
      act: async (page) => {
        await press('Написать')(page)
        await write(page, 'Воспоминание', 'Начатые слова.')
        await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('memory-draft')))
        await page.reload()
        await page.mouse.wheel(0, 200)
        await page.getByText('Мы вернули то, что вы написали раньше').waitFor()
      },
    }),
    guest('words-failing', paths.memorial(portraitlessId), {
      act: async (page) => {
        await page.route('**/memories/create', (route) => route.fulfill({ status: 500, json: {} }))
        await writeWords(page)
        await page.getByRole('alert').first().waitFor()
      },
    }),
    guest('memorial-inexact', paths.memorial(inexactId)),
    guest('memorial-printed', paths.memorial(advancedId), { act: (page) => page.emulateMedia({ media: 'print' }) }),
    guest('memorial-saved-dialog', paths.memorial(advancedId), {
      act: async (page) => {
        await workWithoutNetwork(page)
        await press('Сохранить на телефоне')(page)
        await press('Сохранено на телефоне')(page)
        await page.getByRole('dialog').waitFor()
      },
    }),
    guest('memorial-offline', paths.memorial(advancedId), {
      act: async (page) => {
        await workWithoutNetwork(page)
        await press('Сохранить на телефоне')(page)
        await page.getByRole('button', { name: 'Сохранено на телефоне' }).waitFor()
        await page.context().setOffline(true)
        await page.reload()
        await page.getByText(/Страница сохранена на этом устройстве/).waitFor()
      },
    }),
    guest('offline', paths.memorial(advancedId), {
      act: async (page) => {
        await workWithoutNetwork(page)
        await page.context().setOffline(true)
        await page.goto(paths.memorial(closedId))
        await page.getByText('Не удалось загрузить мемориал.').waitFor()
      },
    }),
    guest('saved', paths.memorial(advancedId), {
      act: async (page) => {
        await workWithoutNetwork(page)
        await press('Сохранить на телефоне')(page)
        await page.getByRole('button', { name: 'Сохранено на телефоне' }).waitFor()
        await page.goto(paths.savedMemorials)
        await page.getByRole('heading', { name: 'Сохранены вами' }).waitFor()
      },
    }),

    moderator('desk-decided', paths.profile, {
      act: async (page) => {
        await press('Отклонить')(page)
        await page.getByRole('list', { name: 'Решения, которые можно отменить' }).waitFor()
      },
    }),
    moderator('desk-closing', paths.profile, {
      act: async (page) => {
        await press(/^Закрыть страницу/)(page)
        await page.getByRole('dialog').waitFor()
      },
    }),
  ]
}

async function writeWords(page: Page): Promise<void> {
  await press('Написать')(page)
  await write(page, 'Воспоминание', 'Он научил меня читать карту и не бояться леса. Спасибо тебе, дедушка.')
  await write(page, 'Ваше имя', 'Константин Преображенский-Заонежский')
  await write(page, 'E-mail', 'konstantin@example.org')
  await page.getByRole('checkbox').last().check()
  await page.getByRole('button', { name: 'Добавить воспоминание' }).last().click()
}

/** The service worker holds the program. */
function workWithoutNetwork(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
