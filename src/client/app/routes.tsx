import type { RouteObject } from 'react-router-dom'
import { screens } from '@contract/paths'
import { BrokenScreen } from './BrokenScreen'
import { Layout } from './Layout'
import { MemorialAddress } from './MemorialAddress'
import { NotFoundScreen } from './NotFoundScreen'
import { RequireAccount } from './RequireAccount'
import { ScreenLoading } from './ScreenLoading'

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
            lazy: async () => ({ Component: (await import('@client/features/landing/LandingScreen')).LandingScreen }),
          },
          {
            path: screens.memorials,
            lazy: async () => ({
              Component: (await import('@client/features/memorials/MemorialsScreen')).MemorialsScreen,
            }),
          },
          {
            path: screens.heroes,
            lazy: async () => ({ Component: (await import('@client/features/memorials/HeroesScreen')).HeroesScreen }),
          },
          {
            path: '/memorials/:memorialId',
            Component: MemorialAddress,
            children: [
              {
                index: true,
                lazy: async () => ({
                  Component: (await import('@client/features/memorial/MemorialScreen')).MemorialScreen,
                }),
              },
              {
                path: 'access',
                lazy: async () => ({
                  Component: (await import('@client/features/memorial/pin/PinAccessScreen')).PinAccessScreen,
                }),
              },
            ],
          },
          {
            path: screens.tariffs,
            lazy: async () => ({ Component: (await import('@client/features/tariffs/TariffsScreen')).TariffsScreen }),
          },
          {
            path: screens.cooperation,
            lazy: async () => ({
              Component: (await import('@client/features/organizations/OrganizationsScreen')).OrganizationsScreen,
            }),
          },
          {
            path: screens.howItWorks,
            lazy: async () => ({
              Component: (await import('@client/features/info/HowItWorksScreen')).HowItWorksScreen,
            }),
          },
          {
            path: screens.privacyPolicy,
            lazy: async () => ({
              Component: (await import('@client/features/info/legal/PrivacyPolicyScreen')).PrivacyPolicyScreen,
            }),
          },
          {
            path: screens.confidentialityPolicy,
            lazy: async () => ({
              Component: (await import('@client/features/info/legal/ConfidentialityPolicyScreen'))
                .ConfidentialityPolicyScreen,
            }),
          },
          {
            path: screens.userAgreement,
            lazy: async () => ({
              Component: (await import('@client/features/info/legal/UserAgreementScreen')).UserAgreementScreen,
            }),
          },
          {
            path: screens.consent,
            lazy: async () => ({
              Component: (await import('@client/features/info/legal/ConsentScreen')).ConsentScreen,
            }),
          },
          {
            path: screens.login,
            lazy: async () => ({ Component: (await import('@client/features/account/LoginScreen')).LoginScreen }),
          },
          {
            path: screens.register,
            lazy: async () => ({ Component: (await import('@client/features/account/RegisterScreen')).RegisterScreen }),
          },
          {
            path: screens.verifyEmail,
            lazy: async () => ({
              Component: (await import('@client/features/account/VerifyEmailScreen')).VerifyEmailScreen,
            }),
          },
          {
            Component: RequireAccount,
            children: [
              {
                path: screens.createMemorial,
                lazy: async () => ({
                  Component: (await import('@client/features/memorial/create/CreateMemorialScreen'))
                    .CreateMemorialScreen,
                }),
              },
              {
                path: screens.profile,
                lazy: async () => ({
                  Component: (await import('@client/features/cabinet/ProfileScreen')).ProfileScreen,
                }),
              },
            ],
          },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]
