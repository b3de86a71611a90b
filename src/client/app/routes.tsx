import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import type * as LegalPageChunks from '@client/features/info/legal/LegalPages'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useSettings } from '@client/ui/settings'
import { BrokenPage } from './BrokenPage'
import { Layout } from './Layout'
import { MemorialUrlGuard, NotFoundPage } from './NotFoundPage'
import { selectIsLeavingAccount } from './sign-out-redirect'

/** All pages, each loaded when its URL is first opened. */
export const routes: RouteObject[] = [
  {
    path: paths.landing,
    Component: Layout,
    ErrorBoundary: BrokenPage,
    children: [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: PageLoading,
        children: [
          {
            index: true,
            lazy: lazyPage(async () => (await import('@client/features/landing/LandingPage')).LandingPage),
          },
          {
            path: paths.memorials,
            lazy: lazyPage(async () => (await import('@client/features/memorials/MemorialsPage')).MemorialsPage),
          },
          {
            path: paths.heroes,
            lazy: lazyPage(async () => (await import('@client/features/memorials/HeroesPage')).HeroesPage),
          },
          {
            path: '/memorials/:memorialId',
            Component: MemorialUrlGuard,
            children: [
              {
                index: true,
                lazy: lazyPage(async () => (await import('./MemorialRoute')).MemorialRoute),
              },
              {
                path: 'access',
                lazy: lazyPage(async () => (await import('@client/features/memorial/pin/PinAccessPage')).PinAccessPage),
              },
              {
                path: 'open',
                lazy: lazyPage(
                  async () => (await import('@client/features/memorial/access/OpenMemorialPage')).OpenMemorialPage,
                ),
              },
            ],
          },
          {
            path: paths.tariffs,
            lazy: lazyPage(async () => (await import('@client/features/tariffs/TariffsPage')).TariffsPage),
          },
          {
            path: paths.cooperation,
            lazy: lazyPage(
              async () => (await import('@client/features/organizations/OrganizationsPage')).OrganizationsPage,
            ),
          },
          {
            path: paths.howItWorks,
            lazy: lazyPage(async () => (await import('@client/features/info/HowItWorksPage')).HowItWorksPage),
          },
          {
            path: paths.savedMemorials,
            lazy: lazyPage(async () => (await import('@client/offline/SavedMemorialsPage')).SavedMemorialsPage),
          },
          {
            path: paths.privacyPolicy,
            lazy: legalPage('PrivacyPolicyPage'),
          },
          {
            path: paths.confidentialityPolicy,
            lazy: legalPage('ConfidentialityPolicyPage'),
          },
          {
            path: paths.userAgreement,
            lazy: legalPage('UserAgreementPage'),
          },
          {
            path: paths.consent,
            lazy: legalPage('ConsentPage'),
          },
          {
            path: paths.voiceConsent,
            lazy: legalPage('VoiceConsentPage'),
          },
          {
            path: paths.login,
            lazy: lazyPage(async () => (await import('@client/features/account/LoginPage')).LoginPage),
          },
          {
            path: paths.register,
            lazy: lazyPage(async () => (await import('@client/features/account/RegisterPage')).RegisterPage),
          },
          {
            path: paths.forgotPassword,
            lazy: lazyPage(async () => (await import('@client/features/account/PasswordRecovery')).ForgotPasswordPage),
          },
          {
            path: `${paths.resetPassword}/:token?`,
            lazy: lazyPage(async () => (await import('@client/features/account/PasswordRecovery')).ResetPasswordPage),
          },
          {
            path: paths.verifyEmail,
            lazy: lazyPage(async () => (await import('@client/features/account/VerifyEmailPage')).VerifyEmailPage),
          },
          {
            path: paths.confirmEmail,
            lazy: lazyPage(async () => (await import('@client/features/account/LetterPages')).ConfirmEmailPage),
          },
          {
            path: paths.returnToAccount,
            lazy: lazyPage(async () => (await import('@client/features/account/LetterPages')).ReturnPage),
          },
          {
            path: paths.unsubscribe,
            lazy: lazyPage(async () => (await import('@client/features/account/UnsubscribePage')).UnsubscribePage),
          },
          {
            path: paths.question,
            lazy: lazyPage(async () => (await import('@client/features/memorial/questions/QuestionPage')).QuestionPage),
          },
          {
            path: paths.ownProposal,
            lazy: lazyPage(
              async () => (await import('@client/features/memorial/proposals/OwnProposalPage')).OwnProposalPage,
            ),
          },
          {
            path: paths.notMe,
            lazy: lazyPage(async () => (await import('@client/features/account/LetterPages')).NotMePage),
          },
          {
            path: paths.factorRecovery,
            lazy: lazyPage(async () => (await import('@client/features/account/LetterPages')).FactorRecoveryPage),
          },
          {
            path: paths.accountDeleted,
            lazy: lazyPage(
              async () => (await import('@client/features/account/AccountDeletedPage')).AccountDeletedPage,
            ),
          },
          {
            Component: RequireAccount,
            children: [
              {
                path: paths.createMemorial,
                lazy: lazyPage(
                  async () => (await import('@client/features/memorial/create/CreateMemorialPage')).CreateMemorialPage,
                ),
              },
              {
                path: paths.firstEvening,
                lazy: lazyPage(async () => (await loadFirstEvening()).FirstEveningPage),
              },
              {
                path: '/memorials/:memorialId/first-evening',
                Component: MemorialUrlGuard,
                children: [{ index: true, lazy: lazyPage(async () => (await loadFirstEvening()).FirstEveningOfPage) }],
              },
              {
                path: paths.profile,
                lazy: lazyPage(async () => (await import('./CabinetPage')).CabinetPage),
                children: [
                  { index: true, lazy: lazyPage(async () => (await import('./CabinetPage')).CabinetPagesPage) },
                  {
                    path: paths.pendingWords,
                    lazy: lazyPage(async () => (await import('./CabinetPage')).CabinetWordsPage),
                  },
                  {
                    path: paths.upcomingDays,
                    lazy: lazyPage(async () => (await import('@client/features/cabinet/CabinetDays')).CabinetDays),
                  },
                  {
                    path: paths.settings,
                    lazy: lazyPage(
                      async () => (await import('@client/features/cabinet/CabinetSettings')).CabinetSettings,
                    ),
                  },
                ],
              },
              {
                path: paths.acceptInvitation,
                lazy: lazyPage(
                  async () => (await import('@client/features/cabinet/AcceptInvitationPage')).AcceptInvitationPage,
                ),
              },
              {
                path: paths.myMemorials,
                lazy: lazyPage(async () => (await import('@client/features/cabinet/MyMemorialsPage')).MyMemorialsPage),
              },
              {
                path: paths.importMemorials,
                lazy: lazyPage(async () => (await import('@client/features/cabinet/import/ImportPage')).ImportPage),
              },
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]

const loadFirstEvening = () => import('@client/features/memorial/first-evening/FirstEveningPage')

function legalPage(name: keyof typeof LegalPageChunks) {
  return lazyPage(async () => (await import('@client/features/info/legal/LegalPages'))[name])
}

/** A page's component, or a failure that the next call retries. */
export interface LazyPage {
  load: () => Promise<ComponentType>
}

/** React Router caches a failure for ever. A page whose chunk failed to load retries each time it is shown. */
function lazyPage(load: () => Promise<ComponentType>) {
  const lazy = async () => ({
    Component: await load().catch(() => lazyChunk(load, { Loading: PageLoading, Missing: BrokenPage })),
  })
  return Object.assign(lazy, { load } satisfies LazyPage)
}

const UnreachedPage = lazyChunk(async () => (await import('./UnreachedPage')).UnreachedPage, {
  Loading: PageLoading,
  Missing: BrokenPage,
})

/** Guests go to /login, which brings them back (`state.from`); accounts with an unconfirmed e-mail go to /verify-email. */
function RequireAccount() {
  const { status, user } = useAccount()
  const isLeaving = useAppSelector(selectIsLeavingAccount)
  const location = useLocation()

  if (status === 'unknown' || isLeaving) return <PageLoading />
  if (status === 'unreached') return <UnreachedPage />
  if (status === 'guest') return <Navigate to={paths.login} replace state={{ from: location }} />
  if (!user.is_verified) {
    return <Navigate to={paths.verifyEmail} replace state={{ email: user.email, from: location }} />
  }

  return <Outlet />
}

/** Reserves the space of a loading page, so that the footer does not jump. */
export function PageLoading() {
  return (
    <Box aria-busy sx={{ minHeight: '70vh' }}>
      <title>{useSettings().siteName}</title>
    </Box>
  )
}
