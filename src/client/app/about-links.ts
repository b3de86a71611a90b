import { screens } from '@contract/paths'

/** The screens that tell about the service: in the menu and in the footer. */
export const ABOUT_LINKS = [
  { title: 'Как это работает', to: screens.howItWorks },
  { title: 'Тарифы', to: screens.tariffs },
  { title: 'Сотрудничество', to: screens.cooperation },
]
