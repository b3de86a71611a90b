import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router-dom'
import { EDITION_PARAMETER, editionPath, legalFile, type LegalName } from '@contract/legal'
import { dayInWords } from '@contract/shown-days'
import { isNotFound } from '@client/api/errors'
import { useGetLegalDocumentQuery } from '@client/api/catalogue-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { LegalDocument, LegalDocumentSkeleton } from './LegalDocument'

const DOCUMENT_FAILED = 'Не удалось загрузить документ. Пожалуйста, попробуйте ещё раз.'

export function PrivacyPolicyPage() {
  return <LegalPage name="privacy-policy" title="Политика обработки персональных данных" />
}

export function ConfidentialityPolicyPage() {
  return <LegalPage name="confidentiality-policy" title="Политика конфиденциальности" />
}

export function UserAgreementPage() {
  return <LegalPage name="user-agreement" title="Пользовательское соглашение" />
}

export function ConsentPage() {
  return <LegalPage name="consent" title="Согласие на обработку персональных данных" />
}

export function VoiceConsentPage() {
  return <LegalPage name="voice-consent" title="Согласие на запись голоса" />
}

interface LegalPageProps {
  name: LegalName
  /** Shown until the document is loaded. */
  title: string
}

function LegalPage({ name, title }: LegalPageProps) {
  const [parameters] = useSearchParams()
  const edition = parameters.get(EDITION_PARAMETER)
  const { currentData: document, error, refetch } = useGetLegalDocumentQuery(legalFile(name, edition))
  const isLoading = !document && !error
  useAnchorOnceLoaded(document !== undefined)

  return (
    <Page title={document?.title ?? title} lead={isLoading ? LEAD_SKELETON : document?.edition}>
      <Box sx={{ mt: { xs: 3, md: 5 } }}>
        {edition && (document || isNotFound(error)) && (
          <EarlierNotice name={name} isAvailable={document !== undefined} />
        )}
        {document ? (
          <>
            <LegalDocument document={document} />
            <EarlierEditions name={name} days={document.earlier} />
          </>
        ) : isNotFound(error) ? null : error ? (
          <LoadFailed onRetry={() => void refetch()}>{DOCUMENT_FAILED}</LoadFailed>
        ) : (
          <Loading>
            <LegalDocumentSkeleton />
          </Loading>
        )}
      </Box>
    </Page>
  )
}

const LEAD_SKELETON = <Skeleton aria-hidden animation={false} sx={{ maxWidth: '24ch' }} />

/** The router scrolls to the anchor of a URL at once. This scrolls to it in a document that is loaded later. */
function useAnchorOnceLoaded(isLoaded: boolean): void {
  const { hash } = useLocation()
  const isDone = useRef(isLoaded)

  useEffect(() => {
    if (isDone.current || !isLoaded) return
    isDone.current = true
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [isLoaded, hash])
}

const EARLIER = 'Это прежняя редакция: она больше не действует.'
const UNKNOWN = 'Такой редакции нет.'

/** Lists the earlier editions below a document. */
function EarlierEditions({ name, days }: { name: LegalName; days: string[] }) {
  if (days.length === 0) return null
  return (
    <Box component="section" aria-labelledby="earlier-editions" sx={{ mt: 6, '@media print': { display: 'none' } }}>
      <Typography id="earlier-editions" variant="subtitle2" component="h2">
        Прежние редакции
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {days.map((day) => (
          <li key={day}>
            <Link component={RouterLink} to={editionPath(`/${name}`, day)}>
              От {dayInWords(day)}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** A notice above an edition that the URL names. */
function EarlierNotice({ name, isAvailable }: { name: LegalName; isAvailable: boolean }) {
  return (
    <Typography sx={{ mb: 4 }}>
      {isAvailable ? EARLIER : UNKNOWN}{' '}
      <Link component={RouterLink} to={`/${name}`}>
        Прочитать нынешнюю
      </Link>
    </Typography>
  )
}
