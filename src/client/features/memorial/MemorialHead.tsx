import Button from '@mui/material/Button'
import type { MouseEvent, PropsWithChildren, ReactNode } from 'react'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { calendarPath } from '@contract/paths'
import { useMakeCalendarMutation } from '@client/api/downloads-api'
import { errorText } from '@client/api/errors'
import { useGetMemorialQuery } from '@client/api/memorial-api'
import { saveFile } from '@client/lib/save-file'
import { EventIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { ADVANCED } from '@contract/memorial-terms'
import { Anniversary, DeathDay, HeadCandle } from './Anniversary'
import { PhotoStrip } from './archives/PhotoStrip'
import { EditInPlace } from './edit/EditInPlace'
import { DatesForm, NameForm, PhotoForm } from './edit-mode'
import { HeadFrame, Life, Name, Portrait } from './HeadFrame'
import { QUIET, ShareButton } from './ShareButton'
import { SaveToPhone } from '../../offline/SaveToPhone'
import { PORTRAIT_PART, ProposeButton } from './VisitorLinks'
import { HeadVoice } from './voices/Voice'

export interface MemorialHeadProps {
  memorial: Memorial
  isEditing: boolean
  /** Whether the reader may propose what is right: keepers change it. */
  mayPropose?: boolean
}

/** Photo, name and dates of life. */
export function MemorialHead({ memorial, isEditing, mayPropose }: MemorialHeadProps) {
  const renew = useMediaRefetch(useGetMemorialQuery(memorial.id))
  return (
    <HeadFrame name={fullName(memorial)}>
      <DeathDay memorial={memorial} />
      <EditInPlace
        isEditing={isEditing}
        part={PORTRAIT_PART}
        label={memorial.photo_path ? 'Изменить фото' : 'Добавить фото'}
        form={(close) => <PhotoForm memorial={memorial} onClose={close} />}
      >
        <Portrait memorial={memorial} onErrorCapture={renew}>
          <HeadCandle memorial={memorial} />
        </Portrait>
      </EditInPlace>
      <EditInPlace
        isEditing={isEditing}
        part="name"
        label="Изменить имя"
        form={(close) => <NameForm memorial={memorial} onClose={close} />}
      >
        <Name memorial={memorial} />
      </EditInPlace>
      <EditInPlace
        isEditing={isEditing}
        part="dates"
        label="Изменить даты"
        form={(close) => <DatesForm memorial={memorial} onClose={close} />}
      >
        <Life memorial={memorial} />
      </EditInPlace>
      <HeadEnd
        memorial={memorial}
        buttons={<MoreButtons memorial={memorial} isEditing={isEditing} mayPropose={mayPropose} />}
      >
        <HeadVoice memorial={memorial} />
        {memorial.profile_rate === ADVANCED && !isEditing && <PhotoStrip memorialId={memorial.id} />}
      </HeadEnd>
    </HeadFrame>
  )
}

function MoreButtons({ memorial, isEditing, mayPropose }: MemorialHeadProps) {
  return (
    <>
      <AddToCalendar memorial={memorial} />
      {/* An edited page is saved on the device after the edit mode ends. */}
      {!isEditing && <SaveToPhone memorial={memorial} />}
      {mayPropose && <ProposeButton memorialId={memorial.id} part="head" about="имя или даты" />}
    </>
  )
}

/** The head of a memorial that is loading, from what is already known. */
export function PrefetchedHead({ memorial }: { memorial: MemorialCard }) {
  return (
    <HeadFrame name={fullName(memorial)}>
      <DeathDay memorial={memorial} />
      <Portrait memorial={memorial} />
      <Name memorial={memorial} />
      <Life memorial={memorial} />
      <HeadEnd memorial={memorial} />
    </HeadFrame>
  )
}

/** On a line of its own, since buttons of the edit mode may precede it. */
function HeadEnd({ memorial, buttons, children }: PropsWithChildren<{ memorial: MemorialCard; buttons?: ReactNode }>) {
  return (
    <div>
      {children}
      <ShareButton memorial={memorial} />
      {buttons}
      <Anniversary memorial={memorial} />
    </div>
  )
}

const FAILED = 'Не удалось получить памятные дни. Пожалуйста, попробуйте ещё раз.'

/**
 * Adds the days of a memorial to the calendar of the device; renders nothing if no day is known. On a public page it is a link,
 * which phones open in their calendar; on a closed page only a script can send the token.
 */
function AddToCalendar({ memorial }: { memorial: Memorial }) {
  const [makeCalendar, { isLoading }] = useMakeCalendarMutation()
  const toast = useToast()
  if (memorial.birth_precision !== 'day' && memorial.death_precision !== 'day') return null
  const link = memorial.public_status && { component: 'a', href: calendarPath(memorial.id) }

  async function save(event: MouseEvent): Promise<void> {
    if (link) return
    event.preventDefault()
    if (isLoading) return
    try {
      saveFile(await makeCalendar(memorial.id).unwrap(), `Памятные дни — ${fullName(memorial)}.ics`)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }

  return (
    <Button
      {...link}
      size="small"
      color="inherit"
      startIcon={<EventIcon />}
      aria-disabled={isLoading}
      onClick={(event: MouseEvent) => void save(event)}
      sx={QUIET}
    >
      Добавить в календарь
    </Button>
  )
}
