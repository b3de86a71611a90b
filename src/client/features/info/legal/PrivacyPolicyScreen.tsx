import { LegalDocument } from './LegalDocument'
import { DATA_COLLECTED } from './privacy-policy/data-collected'
import { GENERAL } from './privacy-policy/general'
import { BROWSER, HANDLING, RELATIVES, STORAGE } from './privacy-policy/handling'
import { PROTECTION } from './privacy-policy/protection'
import { PURPOSES } from './privacy-policy/purposes'
import { CHANGES, REQUESTS, RIGHTS } from './privacy-policy/rights'

const SECTIONS = [
  GENERAL,
  DATA_COLLECTED,
  PURPOSES,
  HANDLING,
  RELATIVES,
  BROWSER,
  STORAGE,
  RIGHTS,
  REQUESTS,
  PROTECTION,
  CHANGES,
]

export function PrivacyPolicyScreen() {
  return (
    <LegalDocument
      title="Политика обработки персональных данных"
      summary={
        <>
          <p>Коротко: мы собираем только то, без чего страница памяти не работает, и храним это в России.</p>
          <p>Данные не продаются и не передаются рекламным сетям. Удалить их можно в любой день, написав нам.</p>
        </>
      }
      sections={SECTIONS}
    />
  )
}
