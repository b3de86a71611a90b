import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { screens } from '@contract/paths'
import type * as LegalScreens from '@client/features/info/legal/LegalScreens'
import { lazyProgram } from '@client/ui/lazy-program'
import { BrokenScreen } from './BrokenScreen'
import { Layout } from './Layout'
import { MemorialAddress } from './MemorialAddress'
import { NotFoundScreen } from './NotFoundScreen'
import { RequireAccount } from './RequireAccount'
import { ScreenLoading } from './ScreenLoading'

/** Matches what no other route does. */
export const ANY_PATH = '*'

/** Every screen, loaded when its address is first opened. */
export const routes: RouteObject[] = [
  {
    path: screens.landing,
    Component: Layout,
    ErrorBoundary: BrokenScreen,
    children: [
      {
        ErrorBoundary: BrokenScreen,
        HydrateFallback: ScreenLoading,
        children: [
          {
            index: true,
            lazy: lazyScreen(async () => (await import('@client/features/landing/LandingScreen')).LandingScreen),
          },
          {
            path: screens.memorials,
            lazy: lazyScreen(async () => (await import('@client/features/memorials/MemorialsScreen')).MemorialsScreen),
          },
          {
            path: screens.heroes,
            lazy: lazyScreen(async () => (await import('@client/features/memorials/HeroesScreen')).HeroesScreen),
          },
          {
            path: '/memorials/:memorialId',
            Component: MemorialAddress,
            children: [
              {
                index: true,
                lazy: lazyScreen(async () => (await import('./WholeMemorial')).WholeMemorial),
              },
              {
                path: 'access',
                lazy: lazyScreen(
                  async () => (await import('@client/features/memorial/pin/PinAccessScreen')).PinAccessScreen,
                ),
              },
              {
                path: 'open',
                lazy: lazyScreen(
                  async () => (await import('@client/features/memorial/access/OpenMemorialScreen')).OpenMemorialScreen,
                ),
              },
            ],
          },
          {
            path: screens.tariffs,
            lazy: lazyScreen(async () => (await import('@client/features/tariffs/TariffsScreen')).TariffsScreen),
          },
          {
            path: screens.cooperation,
            lazy: lazyScreen(
              async () => (await import('@client/features/organizations/OrganizationsScreen')).OrganizationsScreen,
            ),
          },
          {
            path: screens.howItWorks,
            lazy: lazyScreen(async () => (await import('@client/features/info/HowItWorksScreen')).HowItWorksScreen),
          },
          {
            path: screens.keptMemorials,
            lazy: lazyScreen(
              async () => (await import('@client/features/kept/KeptMemorialsScreen')).KeptMemorialsScreen,
            ),
          },
          {
            path: screens.privacyPolicy,
            lazy: legalScreen('PrivacyPolicyScreen'),
          },
          {
            path: screens.confidentialityPolicy,
            lazy: legalScreen('ConfidentialityPolicyScreen'),
          },
          {
            path: screens.userAgreement,
            lazy: legalScreen('UserAgreementScreen'),
          },
          {
            path: screens.consent,
            lazy: legalScreen('ConsentScreen'),
          },
          {
            path: screens.login,
            lazy: lazyScreen(async () => (await import('@client/features/account/LoginScreen')).LoginScreen),
          },
          {
            path: screens.register,
            lazy: lazyScreen(async () => (await import('@client/features/account/RegisterScreen')).RegisterScreen),
          },
          {
            path: screens.forgotPassword,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/ForgotPasswordScreen')).ForgotPasswordScreen,
            ),
          },
          {
            path: `${screens.resetPassword}/:token?`,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/ResetPasswordScreen')).ResetPasswordScreen,
            ),
          },
          {
            path: screens.verifyEmail,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/VerifyEmailScreen')).VerifyEmailScreen,
            ),
          },
          {
            path: screens.confirmEmail,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/ConfirmEmailScreen')).ConfirmEmailScreen,
            ),
          },
          {
            path: screens.returnToAccount,
            lazy: lazyScreen(async () => (await import('@client/features/account/ReturnScreen')).ReturnScreen),
          },
          {
            path: screens.unsubscribe,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/UnsubscribeScreen')).UnsubscribeScreen,
            ),
          },
          {
            path: screens.notMe,
            lazy: lazyScreen(async () => (await import('@client/features/account/NotMeScreen')).NotMeScreen),
          },
          {
            path: screens.factorRecovery,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/FactorRecoveryScreen')).FactorRecoveryScreen,
            ),
          },
          {
            path: screens.accountDeleted,
            lazy: lazyScreen(
              async () => (await import('@client/features/account/AccountDeletedScreen')).AccountDeletedScreen,
            ),
          },
          {
            Component: RequireAccount,
            children: [
              {
                path: screens.createMemorial,
                lazy: lazyScreen(
                  async () =>
                    (await import('@client/features/memorial/create/CreateMemorialScreen')).CreateMemorialScreen,
                ),
              },
              {
                path: screens.profile,
                lazy: lazyScreen(async () => (await import('./CabinetScreen')).CabinetScreen),
              },
              {
                path: screens.acceptKeeping,
                lazy: lazyScreen(
                  async () => (await import('@client/features/cabinet/AcceptKeepingScreen')).AcceptKeepingScreen,
                ),
              },
              {
                path: screens.myMemorials,
                lazy: lazyScreen(
                  async () => (await import('@client/features/cabinet/MyMemorialsScreen')).MyMemorialsScreen,
                ),
              },
              {
                path: screens.importMemorials,
                lazy: lazyScreen(
                  async () => (await import('@client/features/cabinet/import/ImportScreen')).ImportScreen,
                ),
              },
            ],
          },
          { path: ANY_PATH, Component: NotFoundScreen },
        ],
      },
    ],
  },
]

function legalScreen(name: keyof typeof LegalScreens) {
  return lazyScreen(async () => (await import('@client/features/info/legal/LegalScreens'))[name])
}

/** A screen's component, or a failure that another call tries again. */
export interface LazyScreen {
  load: () => Promise<ComponentType>
}

/** React Router keeps a failure for ever. A screen whose program could not be had asks for it each time it is shown. */
function lazyScreen(load: () => Promise<ComponentType>) {
  const lazy = async () => ({
    Component: await load().catch(() => lazyProgram(load, { Loading: ScreenLoading, Missing: BrokenScreen })),
  })
  return Object.assign(lazy, { load } satisfies LazyScreen)
}
