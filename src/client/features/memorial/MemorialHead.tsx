import type { PropsWithChildren, ReactNode } from 'react'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { useGetMemorialQuery } from '@client/api/memorial-api'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { AddToCalendar } from './AddToCalendar'
import { Anniversary } from './Anniversary'
import { EditInPlace } from './edit/EditInPlace'
import { DatesForm, NameForm, PhotoForm } from './edit-mode'
import { HeadFrame, Life, Name, Portrait } from './HeadFrame'
import { ShareButton } from './ShareButton'
import { SaveToPhone } from './offline/SaveToPhone'
import { HeadVoice } from './voices/HeadVoice'

export interface MemorialHeadProps {
  memorial: Memorial
  isEditing: boolean
}

/** Photo, name and dates of life. */
export function MemorialHead({ memorial, isEditing }: MemorialHeadProps) {
  const renew = useMediaRefetch(useGetMemorialQuery(memorial.id))
  return (
    <HeadFrame name={fullName(memorial)}>
      <EditInPlace
        isEditing={isEditing}
        label={memorial.photo_path ? 'Изменить фото' : 'Добавить фото'}
        form={(close) => <PhotoForm memorial={memorial} onClose={close} />}
      >
        <Portrait memorial={memorial} onErrorCapture={renew} />
      </EditInPlace>
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
      <HeadEnd memorial={memorial} buttons={<MoreButtons memorial={memorial} isEditing={isEditing} />}>
        <HeadVoice memorial={memorial} />
      </HeadEnd>
    </HeadFrame>
  )
}

function MoreButtons({ memorial, isEditing }: MemorialHeadProps) {
  return (
    <>
      <AddToCalendar memorial={memorial} />
      {/* An edited page is saved on the device after the edit mode ends. */}
      {!isEditing && <SaveToPhone memorial={memorial} />}
    </>
  )
}

/** The head of a memorial that is loading, from what is already known. */
export function PrefetchedHead({ memorial }: { memorial: MemorialCard }) {
  return (
    <HeadFrame name={fullName(memorial)}>
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
