import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { canKeep, dropKept, type KeptMemorial } from '@client/lib/kept-memorials'
import { momentInWords } from '@client/lib/moments'
import { useWriter } from '@client/store/use-account'
import { CardGrid } from '@client/ui/CardGrid'
import { EmptyState } from '@client/ui/EmptyState'
import { FOCUS_AREA } from '@client/ui/focus'
import { Loading } from '@client/ui/Loading'
import { MemorialCardFrame } from '@client/ui/MemorialCardFrame'
import { Page } from '@client/ui/Page'
import { Photo } from '@client/ui/Photo'
import { useIsOnline } from '@client/ui/use-is-online'
import { useToast } from '@client/ui/toasts'
import { UndeliverableWords } from '@client/ui/UndeliverableWords'
import { useKept } from '@client/store/use-kept'

const HINT = 'Откройте страницу человека и нажмите «Сохранить на телефоне»: она будет открываться и там, где нет связи.'
const HINT_OFFLINE =
  'Когда связь появится, откройте страницу человека и нажмите «Сохранить на телефоне»: потом она откроется и без связи.'

const NOT_POSSIBLE = 'Этот браузер не умеет открывать страницы без связи. Попробуйте, пожалуйста, другой.'

/** The pages that this device keeps: those that were saved, and below them those that were visited lately. */
export function KeptMemorialsScreen() {
  const kept = useKept()
  const saved = kept?.filter(({ isSaved }) => isSaved) ?? []
  const visited = kept?.filter(({ isSaved }) => !isSaved) ?? []

  return (
    <Page title="Сохранённые страницы" lead="Открываются на этом устройстве без связи.">
      <meta name="robots" content="noindex" />
      {!kept && (canKeep() ? <Loading /> : <EmptyState title="Здесь страницы сохранить нельзя" hint={NOT_POSSIBLE} />)}
      {kept?.length === 0 && <NothingKept />}
      <Box {...FOCUS_AREA}>
        <Pages title="Сохранены вами" memorials={saved} />
        <Pages title="Открывались недавно" memorials={visited} />
      </Box>
      <UndeliverableWords whose={useWriter()} />
    </Page>
  )
}

/** Without a connection the list of all memorials opens no more than anything else does. */
function NothingKept() {
  const isOnline = useIsOnline()
  return (
    <EmptyState title="Здесь пока ничего нет" hint={isOnline ? HINT : HINT_OFFLINE}>
      {isOnline && (
        <Button component={Link} to={screens.memorials} variant="outlined">
          Все мемориалы
        </Button>
      )}
    </EmptyState>
  )
}

function Pages({ title, memorials }: { title: string; memorials: KeptMemorial[] }) {
  const titleId = useId()
  if (memorials.length === 0) return null
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 5 }}>
      <Box component="h2" id={titleId} sx={{ typography: 'h3', mb: 2.5 }}>
        {title}
      </Box>
      <CardGrid>
        {memorials.map((kept) => (
          <li key={kept.id}>
            <KeptCard kept={kept} />
          </li>
        ))}
      </CardGrid>
    </Box>
  )
}

function KeptCard({ kept }: { kept: KeptMemorial }) {
  const nameId = useId()
  const toast = useToast()

  async function remove(): Promise<void> {
    await dropKept(kept.id)
    toast.success('Страница убрана с этого устройства')
  }

  return (
    <>
      <MemorialCardFrame style={{ height: 'auto' }}>
        <Photo path={kept.photoPath} alt={`Фото: ${kept.name}`} frame="card" sizes="120px" />
        <div>
          <h3 id={nameId}>{kept.name}</h3>
          <p>{typeset(kept.life)}</p>
          <p>
            {typeset(
              `${kept.isSaved ? 'Сохранена' : 'Открывалась'} ${momentInWords(kept.keptAt)}` +
                (kept.keptUntil ? `. Закрытая: до ${momentInWords(kept.keptUntil)}` : ''),
            )}
          </p>
          <Link to={screens.memorial(kept.id)} aria-describedby={nameId}>
            Посетить страницу
          </Link>
        </div>
      </MemorialCardFrame>
      <Button size="small" color="error" aria-describedby={nameId} onClick={() => void remove()}>
        Убрать с устройства
      </Button>
    </>
  )
}
