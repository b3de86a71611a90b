import { MEDIA_BASE_PATH, paths, TILES_BASE_PATH } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import type { Routes } from '../lib/routes'
import { SITEMAP_PATH } from './sitemap-xml'

/**
 * What search engines need not crawl: everything that is not a page, and pages that are meant for one person alone.
 * Pictures of people are not for image search: when their page is closed, a copy elsewhere would stay.
 */
const CLOSED = [
  '/api/',
  `${MEDIA_BASE_PATH}/`,
  `${TILES_BASE_PATH}/`,
  paths.createMemorial,
  paths.profile,
  paths.myMemorials,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.acceptInvitation,
  paths.confirmEmail,
  paths.returnToAccount,
  paths.unsubscribe,
  paths.ownProposal,
  paths.notMe,
  paths.factorRecovery,
  paths.accountDeleted,
  `${paths.memorials}/*/access`,
  `${paths.memorials}/*/open`,
  paths.firstEvening,
  `${paths.memorials}/*/first-evening`,
]
const DAY_SECONDS = 24 * 3600

/** Where to report a vulnerability (RFC 9116). */
const SECURITY_PATH = '/.well-known/security.txt'
/** The file expires after this. */
const SECURITY_DAYS = 180

/** /robots.txt and /.well-known/security.txt */
export function robotsRoutes({ publicUrl, supportEmail }: Pick<PublicSettings, 'publicUrl' | 'supportEmail'>): Routes {
  const text = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')

  const securityText = () =>
    [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${new Date(Date.now() + SECURITY_DAYS * DAY_SECONDS * 1000).toISOString()}`,
      'Preferred-Languages: ru, en',
      `Canonical: ${publicUrl}${SECURITY_PATH}`,
      '',
    ].join('\n')

  return (app) => {
    app.get(SECURITY_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(securityText()),
    )
    app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${DAY_SECONDS}`).send(text),
    )
  }
}
