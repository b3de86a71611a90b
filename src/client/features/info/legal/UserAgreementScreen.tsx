import { LegalDocument } from './LegalDocument'
import { ACCOUNT, GENERAL, SUBJECT } from './user-agreement/beginning'
import { CONTENT, FORBIDDEN, MODERATION } from './user-agreement/content'
import { CHANGES, DISPUTES, ENDING, LIABILITY, OPERATION, PERSONAL_DATA, TARIFFS } from './user-agreement/terms'

const SECTIONS = [
  GENERAL,
  SUBJECT,
  ACCOUNT,
  CONTENT,
  FORBIDDEN,
  MODERATION,
  TARIFFS,
  OPERATION,
  LIABILITY,
  PERSONAL_DATA,
  ENDING,
  DISPUTES,
  CHANGES,
]

export function UserAgreementScreen() {
  return (
    <LegalDocument
      title="Пользовательское соглашение"
      summary={
        <>
          <p>
            Коротко: пишите правду, берегите достоинство ушедших и живых, загружайте только то, на что имеете право.
          </p>
          <p>Написанное остаётся вашим: страницу можно изменить, закрыть или удалить в любое время.</p>
        </>
      }
      sections={SECTIONS}
    />
  )
}
