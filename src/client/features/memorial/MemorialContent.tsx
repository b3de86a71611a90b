import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, type ReactNode, type SyntheticEvent, useEffect, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import { ADVANCED, CLOSED_BY_TEXTS } from '@contract/memorial-terms'
import { paths } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { focusInPlace } from '@client/ui/focus'
import { hydratedApart } from '@client/ui/hydrated-apart'
import { PinNeeded } from '@client/ui/PinNeeded'
import { Section } from '@client/ui/Page'
import { useSettings } from '@client/ui/settings'
import { UnsavedChangesGuard, useLeaveBy } from '@client/ui/unsaved-changes'
import { Archives } from './archives/Archives'
import { BookOfMemory } from './BookOfMemory'
import { BurialPlace } from './burial/BurialPlace'
import {
  AccessRequestsSection,
  AskRelativesSection,
  BiographyForm,
  DeleteMemorial,
  EditBar,
  EditParts,
  ExportMemorial,
  HistorySection,
  KeepersSection,
  NextSteps,
  preloadEditMode,
  ProposalsSection,
  StatusSwitches,
  StorageUsage,
  TrashSection,
  UpgradeOffer,
} from './edit-mode'
import { MemorialArticle } from './MemorialArticle'
import { MemorialHead } from './MemorialHead'
import { MemoriesSection } from './memories/MemoriesSection'
import { OfflineNote } from '../../offline/OfflineNote'
import { useSaveVisited } from '../../offline/use-offline-copies'
import { QrCode } from './QrCode'
import { StoriesSection } from './questions/StoriesSection'
import { Relatives } from './relatives/Relatives'
import { Candle, ReminderSwitch } from './remembering/Candle'
import { ShareButton } from './ShareButton'
import { InvitationToWrite, ProposeButton, ReportButton, SECTIONS, VisitorBar } from './VisitorLinks'
import { Prose } from './Prose'
import { EditInPlace, OpenPartContext } from './edit/EditInPlace'

export interface MemorialContentProps {
  memorial: Memorial
  /** A form for a promo code, for an owner who has no advanced memorial left. */
  promoCode: ReactNode
  /** What moderators see on a page that is not public. */
  forModerators: ReactNode
}

/** A memorial for readers, and for the owner and keepers who edit it. */
export function MemorialContent(props: MemorialContentProps) {
  return (
    <UnsavedChangesGuard>
      <MemorialSections {...props} />
    </UnsavedChangesGuard>
  )
}

function MemorialSections({ memorial, promoCode, forModerators }: MemorialContentProps) {
  const { user } = useAccount()
  // If the server could not load the account, the memorial may still carry the role of the visitor.
  const isOwner = user ? user.id === memorial.user_id : memorial.role === 'owner'
  const isModerator = user?.is_moderator ?? false
  const isKeeper = isOwner || memorial.role === 'keeper'
  const { isEditing, openPart, toggle, begin } = useEditMode(isKeeper)
  const [wasUpgraded, setUpgraded] = useState(false)
  const isAdvanced = memorial.profile_rate === ADVANCED
  useSaveVisited(memorial)

  const sections = (
    <MemorialArticle onPlayCapture={pauseOthers}>
      {isKeeper && <EditBar isEditing={isEditing} onToggle={toggle} />}
      {!(isModerator && memorial.closed_by === 'moderators') && <ModerationNotice memorial={memorial} />}
      {isModerator && !isOpenToAll(memorial) && forModerators}
      {isOwner && !memorial.public_status && user?.has_pin === false && (
        <PinNeeded>Эта страница закрыта. Чтобы её могли открыть близкие, установите PIN-код.</PinNeeded>
      )}
      <OfflineNote memorialId={memorial.id} />
      <MemorialHead memorial={memorial} isEditing={isEditing} mayPropose={!isKeeper} />
      {isKeeper && !isEditing && <NextSteps memorial={memorial} onBegin={begin} />}
      {isEditing && <StatusSwitches memorial={memorial} />}
      <BiographyPart memorial={memorial} isEditing={isEditing} mayPropose={!isKeeper} />
      <BurialPart memorialId={memorial.id} isEditing={isEditing} mayPropose={!isKeeper} />
      <RememberingPart memorial={memorial} />
      <StoriesPart memorialId={memorial.id} isEditing={isEditing} />
      <WordsPart memorial={memorial} isEditing={isEditing} mayPropose={!isKeeper} />
      {!isAdvanced && (
        <ArchiveNotice>
          {isOwner && <UpgradeOffer memorial={memorial} promoCode={promoCode} onUpgraded={() => setUpgraded(true)} />}
        </ArchiveNotice>
      )}
      {isAdvanced && (
        <ArchivesPart
          memorial={memorial}
          isEditing={isEditing}
          isKeeper={isKeeper}
          ref={wasUpgraded ? focusInPlace : undefined}
        />
      )}
      {isAdvanced && isKeeper && <StorageUsage memorial={memorial} />}
      <RelativesPart memorial={memorial} isEditing={isEditing} />
      <QrCodePart memorial={memorial} isKeeper={isKeeper} />
      {isEditing && <Tools memorial={memorial} isOwner={isOwner} />}
      {!isKeeper && <InvitationToWrite memorial={memorial} />}
      <EndPart memorial={memorial} isKeeper={isKeeper} />
      {!isEditing && <VisitorBar memorialId={memorial.id} />}
    </MemorialArticle>
  )
  return <OpenPartContext value={openPart}>{sections}</OpenPartContext>
}

/** What keepers do with the page as a whole, below it. */
function Tools({ memorial, isOwner }: { memorial: Memorial; isOwner: boolean }) {
  return (
    <>
      <AccessRequestsSection memorial={memorial} />
      <ProposalsSection memorialId={memorial.id} />
      <TrashSection memorial={memorial} />
      <EditParts>
        <AskRelativesSection memorial={memorial} />
        <KeepersSection memorial={memorial} isOwner={isOwner} />
        <HistorySection memorialId={memorial.id} />
        <ExportMemorial memorial={memorial} />
      </EditParts>
      {isOwner && <DeleteMemorial memorial={memorial} />}
    </>
  )
}

const BiographyPart = hydratedApart(Biography)
const BurialPart = hydratedApart(BurialPlace)
const StoriesPart = hydratedApart(StoriesSection)
const WordsPart = hydratedApart(MemoriesSection)
const ArchivesPart = hydratedApart(Archives)
const RelativesPart = hydratedApart(Relatives)
const QrCodePart = hydratedApart(QrCode)

const RememberingPart = hydratedApart(({ memorial }: { memorial: Memorial }) => (
  <div id={SECTIONS.candle}>
    <Candle memorial={memorial} />
    <ReminderSwitch memorial={memorial} />
  </div>
))

const EndPart = hydratedApart(({ memorial, isKeeper }: { memorial: Memorial; isKeeper: boolean }) => (
  <footer>
    <BookOfMemory memorial={memorial} />
    <ShareButton memorial={memorial} />
    {!isKeeper && <ReportButton memorialId={memorial.id} />}
  </footer>
))

/** For keepers `public_status` is the owner's choice, even while `closed_by` closes the page. */
function isOpenToAll({ public_status, closed_by }: Memorial): boolean {
  return public_status && closed_by === undefined
}

/** Replaces the archives on a basic memorial. The children offer its owner the upgrade. */
function ArchiveNotice({ children }: PropsWithChildren) {
  return (
    <Section title="Архив памяти">
      <Typography data-not-printed color="textSecondary" sx={{ mb: 1 }}>
        Архивы фотографий, аудио и видео доступны на тарифе «Продвинутый».
      </Typography>
      {children || (
        <Link component={RouterLink} to={paths.tariffs} sx={{ display: 'inline-block', py: 1 }}>
          Тарифы и цены
        </Link>
      )}
    </Section>
  )
}

/** Whether a keeper is editing the page. Leaving asks first if typed text would be lost. */
function useEditMode(isKeeper: boolean) {
  const [isOn, setOn] = useState(false)
  const [beginsAt, setBeginsAt] = useState<string>()
  const [part, setPart] = useState<string>()
  const openPart = useMemo(() => ({ part, setPart }), [part])
  const leaveBy = useLeaveBy()

  useEffect(() => {
    if (isKeeper) void preloadEditMode()
  }, [isKeeper])

  useEffect(() => {
    if (isOn && beginsAt) document.getElementById(beginsAt)?.scrollIntoView()
  }, [isOn, beginsAt])

  function end(): void {
    setOn(false)
    setPart(undefined)
  }

  return {
    isEditing: isOn && isKeeper,
    openPart,
    toggle: () => {
      setBeginsAt(undefined)
      if (isOn) leaveBy(end)
      else setOn(true)
    },
    /** Turns it on, at a section with an open part. */
    begin: (sectionId: string, opened: string) => {
      setBeginsAt(sectionId)
      setPart(opened)
      setOn(true)
    },
  }
}

/** No one can listen to two recordings at once. */
function pauseOthers({ currentTarget, target }: SyntheticEvent): void {
  for (const player of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (player !== target) player.pause()
  }
}

export interface BiographyProps {
  memorial: Memorial
  isEditing: boolean
  mayPropose?: boolean
}

export function Biography({ memorial, isEditing, mayPropose }: BiographyProps) {
  const text = memorial.biography?.trim()
  if (!text && !isEditing) return null
  return (
    <Section id={SECTIONS.biography} title="Биография" hidesTitle>
      <EditInPlace
        isEditing={isEditing}
        part={SECTIONS.biography}
        label={text ? 'Изменить биографию' : 'Написать биографию'}
        form={(close) => <BiographyForm memorial={memorial} onClose={close} />}
      >
        {text && (
          <Centred>
            <Prose>{text}</Prose>
          </Centred>
        )}
        {mayPropose && <ProposeButton memorialId={memorial.id} part="biography" about="биографию" />}
      </EditInPlace>
    </Section>
  )
}

/** A short biography is centred, like everything above it. */
const Centred = styled('div')({ width: 'fit-content', maxWidth: '100%', marginInline: 'auto' })

export type ModerationNoticeProps = Record<'memorial', Pick<Memorial, 'closed_by' | 'closed_reason'>>

/** For keepers of a page that is closed against the owner's choice: who closed it, why, and what to do. Nothing on other pages. */
function ModerationNotice({ memorial: { closed_by, closed_reason } }: ModerationNoticeProps) {
  const { supportEmail } = useSettings()
  if (!closed_by) return null
  return (
    <Alert severity="warning" variant="outlined" sx={{ '@media print': { display: 'none' } }}>
      <AlertTitle>{CLOSED_BY_TEXTS[closed_by]}</AlertTitle>
      Сейчас её видят только те, кто её хранит, и модераторы. Причина: {closed_reason}
      <br />
      Если вы не согласны или всё исправили, напишите нам:{' '}
      <Link href={`mailto:${supportEmail}`} color="inherit">
        {supportEmail}
      </Link>
    </Alert>
  )
}
