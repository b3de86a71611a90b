import type { Memorial } from '@contract/memorial'
import type { ClosingReports, PendingReport, PendingReports } from '@contract/reports'
import { aNewAddress } from './access-requests'
import { nameModerator } from './factors'
import type { TestApp } from './server-app'
import { anOwner, aStoredMemorial } from './test-memorials'

export const CLOSING_REASON = 'На странице чужой домашний адрес'

let reporters = 0

/** A page, its owner, a moderator, and the actions to report it and to decide. */
export async function aReportedPage(server: TestApp, fields: Record<string, string> = { public_status: 'true' }) {
  const owner = await anOwner(server)
  const page = await aStoredMemorial(server, owner.token, fields)
  const moderator = await aModerator(server)
  return { owner, page, moderator, ...reporting(server, page, moderator.token) }
}

export async function aModerator(server: TestApp) {
  const moderator = await server.signUp()
  await nameModerator(server.db, moderator.user.id)
  return moderator
}

function reporting(server: TestApp, page: Memorial, moderatorToken: string) {
  const post = (url: string, token: string | undefined, payload?: object) =>
    server.api({ method: 'POST', url, ...(payload && { payload }), ...(token && { token }) })

  const report = (differences: object = {}, remoteAddress = aNewAddress(), id = page.id) =>
    server.api({
      method: 'POST',
      url: `/memorial/${id}/report`,
      remoteAddress,
      payload: { reason: 'private', text: 'Там наш адрес.', email: `oleg-${++reporters}@example.org`, ...differences },
    })

  /** The pending reports about this page. */
  const pending = async () => {
    const { result } = (await server.api({ url: '/reports/pending', token: moderatorToken })).json<PendingReports>()
    return result.filter(({ memorial_id: of }) => of === page.id)
  }

  /** The reports because of which this page is closed. */
  const closing = async () => {
    const { result } = (await server.api({ url: '/reports/closed', token: moderatorToken })).json<ClosingReports>()
    return result.filter(({ memorial_id: of }) => of === page.id)
  }

  /** A pending report. */
  async function aReport(differences: object = {}): Promise<PendingReport & { email: string }> {
    await report(differences)
    return (await pending()).at(-1) as PendingReport & { email: string }
  }

  const decide = (id: number, decision: string, text = CLOSING_REASON, token: string | undefined = moderatorToken) =>
    post(`/reports/${id}/decide`, token, { decision, text })
  const reopen = (id: number, token: string | undefined = moderatorToken) => post(`/reports/${id}/reopen`, token)

  /** A report because of which the page was closed. */
  async function aClosing(differences: object = {}) {
    const made = await aReport(differences)
    await decide(made.id, 'close')
    return made
  }

  const read = async (token?: string) =>
    (await server.api({ url: `/memorial/${page.id}`, ...(token && { token }) })).statusCode

  const lettersTo = (email: string) =>
    server.db
      .selectFrom('letters')
      .select(['subject', 'body_text', 'body_html'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()

  const stored = (id: number) => server.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()

  return { report, pending, closing, aReport, decide, reopen, aClosing, read, lettersTo, stored }
}
