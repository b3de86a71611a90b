import type { ComponentType } from 'react'
import { type LazyProgram, lazyProgram, type MissingProps } from '@client/ui/lazy-program'
import { LoadFailed } from '@client/ui/LoadFailed'

/** The tools of keepers, in a chunk of their own that readers do not load. */

const preloads: (() => Promise<void>)[] = []

export const NameForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/NameForm')).NameForm,
)
export const DatesForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/DatesForm')).DatesForm,
)
export const PhotoForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/PhotoForm')).PhotoForm,
)
export const BiographyForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/BiographyForm')).BiographyForm,
)
export const StatusSwitches = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/StatusSwitches')).StatusSwitches,
)
export const TakeHome = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/TakeHome')).TakeHome,
)
export const DeleteMemorial = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './edit/DeleteMemorial')).DeleteMemorial,
)
export const BurialEditor = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './burial/BurialEditor')).BurialEditor,
)
export const DeleteBurial = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './burial/DeleteBurial')).DeleteBurial,
)
export const AddRelative = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './relatives/AddRelative')).AddRelative,
)
export const MemoryEditForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './memories/MemoryEditForm')).MemoryEditForm,
)
export const ReplyForm = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './memories/ReplyToMemory')).ReplyForm,
)
export const BlockedAuthors = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './memories/BlockedAuthors')).BlockedAuthors,
)
export const Uploader = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './archives/Uploader')).Uploader,
)
export const DescriptionEditor = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './archives/DescriptionEditor')).DescriptionEditor,
)
export const StorageUsage = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './archives/StorageUsage')).StorageUsage,
)
export const UpgradeOffer = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './archives/UpgradeOffer')).UpgradeOffer,
)
export const AccessRequestsSection = ofEditMode(
  async () =>
    (await import(/* webpackChunkName: "edit-mode" */ './access/AccessRequestsSection')).AccessRequestsSection,
)
export const KeepersSection = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './keepers/KeepersSection')).KeepersSection,
)
export const TrashSection = ofEditMode(
  async () => (await import(/* webpackChunkName: "edit-mode" */ './trash/TrashSection')).TrashSection,
)

/** Loads the chunk for a keeper who may start to edit at any moment, so that the tools appear at once. */
export async function preloadEditMode(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()))
}

function ofEditMode<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyProgram<Props> {
  const program = lazyProgram(load, { Missing })
  preloads.push(program.preload)
  return program
}

function Missing({ onRetry }: MissingProps) {
  return <LoadFailed onRetry={onRetry}>Не удалось загрузить эту часть страницы.</LoadFailed>
}
