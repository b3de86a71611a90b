import { paths } from '@contract/paths'

/** The screens that tell about the service: in the menu and in the footer. */
export const ABOUT_LINKS = [
  { title: 'Как это работает', to: paths.howItWorks },
  { title: 'Тарифы', to: paths.tariffs },
  { title: 'Сотрудничество', to: paths.cooperation },
]
