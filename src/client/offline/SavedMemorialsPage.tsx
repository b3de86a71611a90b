import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { canSaveOffline, deleteOfflineCopy, type OfflineCopy } from '@client/offline/copies'
import { momentInWords } from '@client/lib/formats'
import { useWriter } from '@client/store/use-account'
import { CardGrid } from '@client/ui/CardGrid'
import { EmptyState, Loading } from '@client/ui/Loading'
import { FOCUS_AREA } from '@client/ui/focus'
import { MemorialCardFrame } from '@client/ui/MemorialCard'
import { Page } from '@client/ui/Page'
import { Photo } from '@client/ui/Photo'
import { useIsOnline } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'
import { UndeliverableMemories } from '@client/ui/UndeliverableMemories'
import { useOfflineCopies } from '@client/offline/use-offline-copies'

const HINT = 'Откройте страницу человека и нажмите «Сохранить на телефоне»: она будет открываться и там, где нет связи.'
const HINT_OFFLINE =
  'Когда связь появится, откройте страницу человека и нажмите «Сохранить на телефоне»: потом она откроется и без связи.'

const NOT_POSSIBLE = 'Этот браузер не умеет открывать страницы без связи. Попробуйте, пожалуйста, другой.'

/** The offline copies on this device: the explicitly saved ones, and below them the recently visited ones. */
export function SavedMemorialsPage() {
  const copy = useOfflineCopies()
  const saved = copy?.filter(({ isSaved }) => isSaved) ?? []
  const visited = copy?.filter(({ isSaved }) => !isSaved) ?? []

  return (
    <Page title="Сохранённые страницы" lead="Открываются на этом устройстве без связи.">
      <meta name="robots" content="noindex" />
      {!copy &&
        (canSaveOffline() ? <Loading /> : <EmptyState title="Здесь страницы сохранить нельзя" hint={NOT_POSSIBLE} />)}
      {copy?.length === 0 && <NothingSaved />}
      <Box {...FOCUS_AREA}>
        <Pages title="Сохранены вами" memorials={saved} />
        <Pages title="Открывались недавно" memorials={visited} />
      </Box>
      <UndeliverableMemories whose={useWriter()} />
    </Page>
  )
}

/** Without a connection it does not link to the list of all memorials, which could not be loaded. */
function NothingSaved() {
  const isOnline = useIsOnline()
  return (
    <EmptyState title="Здесь пока ничего нет" hint={isOnline ? HINT : HINT_OFFLINE}>
      {isOnline && (
        <Button component={Link} to={paths.memorials} variant="outlined">
          Все мемориалы
        </Button>
      )}
    </EmptyState>
  )
}

function Pages({ title, memorials }: { title: string; memorials: OfflineCopy[] }) {
  const titleId = useId()
  if (memorials.length === 0) return null
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 5 }}>
      <Box component="h2" id={titleId} sx={{ typography: 'h3', mb: 2.5 }}>
        {title}
      </Box>
      <CardGrid>
        {memorials.map((copy) => (
          <li key={copy.id}>
            <SavedCard copy={copy} />
          </li>
        ))}
      </CardGrid>
    </Box>
  )
}

function SavedCard({ copy }: { copy: OfflineCopy }) {
  const nameId = useId()
  const toast = useToast()

  async function remove(): Promise<void> {
    await deleteOfflineCopy(copy.id)
    toast.success('Страница убрана с этого устройства')
  }

  return (
    <MemorialCardFrame>
      <Photo path={copy.photoPath} alt={`Фото: ${copy.name}`} frame="card" sizes="120px" />
      <div>
        <h3 id={nameId}>{copy.name}</h3>
        <p>{typeset(copy.life)}</p>
        <p>
          {typeset(
            `${copy.isSaved ? 'Сохранена' : 'Открывалась'} ${momentInWords(copy.keptAt)}` +
              (copy.keptUntil ? `. Закрытая: до ${momentInWords(copy.keptUntil)}` : ''),
          )}
        </p>
        <Link to={paths.memorial(copy.id)} aria-describedby={nameId}>
          Посетить страницу
        </Link>
        <Button size="small" color="error" aria-describedby={nameId} onClick={() => void remove()} sx={ABOVE_LINK}>
          Убрать с устройства
        </Button>
      </div>
    </MemorialCardFrame>
  )
}

/** The card's link covers all of the card. On a phone the words stand exactly below those of the link. */
const ABOVE_LINK = {
  position: 'relative',
  alignSelf: { xs: 'flex-start', sm: 'center' },
  px: { xs: 0, sm: 2 },
} as const
