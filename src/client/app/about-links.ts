import { paths } from '@contract/paths'

/** The pages about the service, for the menu and the footer. */
export const ABOUT_LINKS = [
  { title: 'Как это работает', to: paths.howItWorks },
  { title: 'Тарифы', to: paths.tariffs },
  { title: 'Сотрудничество', to: paths.cooperation },
]
