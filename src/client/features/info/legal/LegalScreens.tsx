import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { LegalName } from '@contract/legal'
import { useGetLegalDocumentQuery } from '@client/api/legal-api'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { LegalDocument } from './LegalDocument'

const DOCUMENT_FAILED = 'Не удалось загрузить документ. Пожалуйста, попробуйте ещё раз.'

export function PrivacyPolicyScreen() {
  return <LegalScreen name="privacy-policy" title="Политика обработки персональных данных" />
}

export function ConfidentialityPolicyScreen() {
  return <LegalScreen name="confidentiality-policy" title="Политика конфиденциальности" />
}

export function UserAgreementScreen() {
  return <LegalScreen name="user-agreement" title="Пользовательское соглашение" />
}

export function ConsentScreen() {
  return <LegalScreen name="consent" title="Согласие на обработку персональных данных" />
}

interface LegalScreenProps {
  name: LegalName
  /** Shown until the document brings its own. */
  title: string
}

function LegalScreen({ name, title }: LegalScreenProps) {
  const { data: document, isError, refetch } = useGetLegalDocumentQuery(name)
  useAnchorOnceLoaded(document !== undefined)

  return (
    <Page title={document?.title ?? title} lead={document?.edition}>
      <Box sx={{ mt: { xs: 3, md: 5 } }}>
        {document ? (
          <LegalDocument document={document} />
        ) : isError ? (
          <LoadFailed onRetry={() => void refetch()}>{DOCUMENT_FAILED}</LoadFailed>
        ) : (
          <Loading />
        )}
      </Box>
    </Page>
  )
}

/** The router scrolls to the anchor of an address at once. A document that comes later is scrolled here. */
function useAnchorOnceLoaded(isLoaded: boolean): void {
  const { hash } = useLocation()
  const isDone = useRef(isLoaded)

  useEffect(() => {
    if (isDone.current || !isLoaded) return
    isDone.current = true
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [isLoaded, hash])
}
