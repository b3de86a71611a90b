/** The tools of keepers: everything that readers do not load (see edit-mode.tsx). */
export { AccessRequestsSection } from './access/AccessRequestsSection'
export { EditableItems } from './archives/EditableItems'
export { StorageUsage, UpgradeOffer } from './archives/StorageUsage'
export { Uploader } from './archives/Uploader'
export { BurialEditor, DeleteBurial } from './burial/BurialEditor'
export { RoadEditor } from './burial/RoadEditor'
export { EditParts } from './edit/EditPart'
export { BiographyForm, DatesForm, NameForm, PhotoForm } from './edit/MemorialForms'
export {
  AskRelativesSection,
  DeleteMemorial,
  ExportMemorial,
  HistorySection,
  ProposalsSection,
  StatusSwitches,
} from './edit/MemorialSettings'
export { KeepersSection } from './keepers/KeepersSection'
export { NextSteps } from './edit/NextSteps'
export { BlockedAuthors, EditableMemory } from './memories/EditableMemory'
export { EditableStories } from './questions/EditableStories'
export { AddRelative, EndRelation } from './relatives/AddRelative'
export { TrashSection } from './trash/TrashSection'
export { UploadList } from './uploads/UploadList'
