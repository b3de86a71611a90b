import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren, ReactEventHandler, ReactNode } from 'react'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { useGetMemorialQuery } from '@client/api/memorial-api'
import { lifeInWords } from '@client/lib/days'
import { fullName } from '@contract/names'
import { PageTitle } from '@client/ui/Page'
import { Photo } from '@client/ui/Photo'
import { portraitOf } from '@client/ui/portrait-of'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { DatesForm } from './edit/DatesForm'
import { EditInPlace } from './edit/EditInPlace'
import { NameForm } from './edit/NameForm'
import { PhotoForm } from './edit/PhotoForm'

export interface MemorialHeadProps {
  memorial: Memorial
  isEditing: boolean
}

/** Photo, name and dates of life. */
export function MemorialHead({ memorial, isEditing }: MemorialHeadProps) {
  const renew = useMediaRefetch(useGetMemorialQuery(memorial.id))
  return (
    <HeadFrame
      name={fullName(memorial)}
      portrait={
        <EditInPlace
          isEditing={isEditing}
          label={memorial.photo_path ? 'Изменить фото' : 'Добавить фото'}
          form={(close) => <PhotoForm memorial={memorial} onClose={close} />}
        >
          <Portrait memorial={memorial} onErrorCapture={renew} />
        </EditInPlace>
      }
    >
      <EditInPlace
        isEditing={isEditing}
        label="Изменить имя"
        form={(close) => <NameForm memorial={memorial} onClose={close} />}
      >
        <Name memorial={memorial} />
      </EditInPlace>
      <EditInPlace
        isEditing={isEditing}
        label="Изменить даты"
        form={(close) => <DatesForm memorial={memorial} onClose={close} />}
      >
        <Life memorial={memorial} />
      </EditInPlace>
    </HeadFrame>
  )
}

/** The same for a memorial that is loading, from what is known already. */
export function PrefetchedHead({ memorial }: { memorial: MemorialCard }) {
  return (
    <HeadFrame name={fullName(memorial)} portrait={<Portrait memorial={memorial} />}>
      <Name memorial={memorial} />
      <Life memorial={memorial} />
    </HeadFrame>
  )
}

function HeadFrame({ name, portrait, children }: PropsWithChildren<{ name: string; portrait: ReactNode }>) {
  return (
    <Box component="header" sx={HEAD}>
      <PageTitle>{name}</PageTitle>
      <Box sx={{ width: '100%', maxWidth: { xs: 260, sm: 'none' } }}>{portrait}</Box>
      <Box sx={{ width: '100%' }}>{children}</Box>
    </Box>
  )
}

interface PortraitProps {
  memorial: MemorialCard
  onErrorCapture?: ReactEventHandler
}

function Portrait({ memorial, onErrorCapture }: PortraitProps) {
  return (
    <Box sx={FRAME} onErrorCapture={onErrorCapture}>
      <Photo
        {...portraitOf(memorial)}
        alt={`Фото: ${fullName(memorial)}`}
        frame="portrait"
        sizes={PHOTO_WIDTH}
        loads="first"
      />
    </Box>
  )
}

function Name({ memorial }: { memorial: MemorialCard }) {
  return (
    <Typography variant="h1" sx={{ overflowWrap: 'anywhere', hyphens: 'auto' }}>
      {fullName(memorial)}
    </Typography>
  )
}

function Life({ memorial }: { memorial: MemorialCard }) {
  return (
    <Typography variant="h3" component="p" color="textSecondary" sx={{ mt: 2, fontWeight: 400 }}>
      {lifeInWords(memorial)}
    </Typography>
  )
}

const PHOTO_WIDTH = '(min-width: 900px) 320px, (min-width: 600px) 200px, 260px'

const HEAD = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '200px minmax(0, 1fr)', md: '320px minmax(0, 1fr)' },
  gap: { xs: 3, sm: 4, md: 6 },
  alignItems: 'center',
  justifyItems: { xs: 'center', sm: 'start' },
  textAlign: { xs: 'center', sm: 'start' },
} as const

const FRAME = { borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' } as const
