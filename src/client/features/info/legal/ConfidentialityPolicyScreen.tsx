import { ACCESS, CLOSED_PAGES, GENERAL, MEMORIES, MATERIALS } from './confidentiality-policy/pages-and-files'
import { BROWSER, CHANGES, PROTECTION, REMOVAL, THIRD_PARTIES, YOUR_PART } from './confidentiality-policy/visitors'
import { LegalDocument } from './LegalDocument'

const SECTIONS = [
  GENERAL,
  CLOSED_PAGES,
  MEMORIES,
  MATERIALS,
  ACCESS,
  BROWSER,
  THIRD_PARTIES,
  PROTECTION,
  YOUR_PART,
  REMOVAL,
  CHANGES,
]

export function ConfidentialityPolicyScreen() {
  return (
    <LegalDocument
      title="Политика конфиденциальности"
      summary={
        <>
          <p>Коротко: кто увидит страницу памяти, решает её владелец. Закрытую страницу открывает только PIN-код.</p>
          <p>Сервис не использует cookies и чужие счётчики и никому не рассказывает, какие страницы вы открывали.</p>
        </>
      }
      sections={SECTIONS}
    />
  )
}
