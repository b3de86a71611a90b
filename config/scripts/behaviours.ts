/**
 * What a newcomer follows through the code, and where one begins: the names that a search for the behaviour finds, one for
 * each layer (component, endpoints of the client, route, service, repository). Services are passed in, so that no import
 * leads from a route to its service: each is named here. `ends` are names where the behaviour ends although the code goes on.
 */
export interface Behaviour {
  title: string
  entries: string[]
  ends?: string[]
  /** How many files two reviewers opened for it when they followed it by hand. */
  reviewed: number
  atMost: number
}

export const BEHAVIOURS: Behaviour[] = [
  {
    title: 'save a biography',
    entries: [
      ...['BiographyForm', 'EditForm', 'TextField', 'memorialDraftSchema', 'memorialChangeApi', 'baseQuery'],
      ...['memorialOwnerRoutes', 'createMemorialAccess', 'createMemorialChangeService', 'createMemorialPresentation'],
      ...['createMediaLibrary', 'updateMemorial'],
    ],
    reviewed: 31,
    atMost: 14,
  },
  {
    title: 'upload a film',
    entries: [
      ...['Uploader', 'queueUploads', 'sendFileInParts', 'archiveApi', 'createTus', 'createUploads', 'archiveRoutes'],
      ...['createArchiveService', 'insertItem', 'inspectRecording', 'createRecordingPreparation', 'createFilmEncoder'],
    ],
    // Choosing files is the same for photos, voices and films, and book signs are set in captions as in every text.
    ends: ['FilesField', 'AsInBook'],
    reviewed: 38,
    atMost: 16,
  },
  {
    title: 'read offline',
    entries: [
      ...['SaveToPhone', 'useSaveVisited', 'checkOfflineCopies', 'SavedMemorialsPage', 'OfflineNote'],
      ...['listOfflineCopies', 'startOffline', 'baseQuery'],
    ],
    reviewed: 26,
    atMost: 11,
  },
  {
    title: 'moderate memories',
    entries: [
      ...['PendingCard', 'useDecisions', 'keyOf', 'UNDO_MS', 'sendDecisions', 'moderationApi'],
      ...['memoryRoutes', 'createMemoryService', 'decideOnMemory'],
    ],
    reviewed: 27,
    atMost: 12,
  },
  {
    title: 'enter a PIN',
    entries: [
      ...['PinGate', 'accessApi', 'selectTokenFor', 'memorialVisitorRoutes', 'createPinService', 'findPinHash'],
      'createMemorialTokens',
    ],
    reviewed: 16,
    atMost: 8,
  },
  {
    title: 'create a memorial with a photo',
    entries: [
      ...['CreateMemorialPage', 'memorialChangeApi', 'memorialDraftSchema', 'memorialRoutes', 'createMemorialService'],
      ...['insertMemorial', 'createPortraits'],
    ],
    reviewed: 28,
    atMost: 14,
  },
  {
    title: 'render and cache a page',
    entries: ['createRenderer', 'createPageService', 'createPage', 'applicationPages'],
    // What the page shows is not how it is rendered.
    ends: ['routes', 'App', 'theme'],
    reviewed: 22,
    atMost: 10,
  },
  {
    title: 'search with a typo',
    entries: ['SearchPanel', 'memorialApi', 'memorialRoutes', 'createPeopleIndex'],
    reviewed: 25,
    atMost: 10,
  },
  {
    title: 'export a memorial',
    entries: [
      ...['ExportMemorial', 'exportApi', 'exportRoutes', 'exportDownloadRoutes', 'createExportService'],
      'createPageEntries',
    ],
    reviewed: 20,
    atMost: 10,
  },
  {
    title: 'delete an account',
    entries: [
      ...[
        'DeletionSetting',
        'userApi',
        'leavingRoutes',
        'createLeavingService',
        'destroyLeftAccounts',
        'createErasure',
      ],
      ...['createMemorialDestruction', 'enqueueLink', 'deleteTokensOf', 'deleteSessions', 'findUser', 'enqueueLetter'],
    ],
    reviewed: 28,
    atMost: 14,
  },
]

/** What the entries were called before the preparation of 1.0, for counting a tree of that time. */
export const FORMER_NAMES: Record<string, string> = {
  useSaveVisited: 'useKeepVisited',
  checkOfflineCopies: 'checkKept',
  listOfflineCopies: 'listKept',
  SavedMemorialsPage: 'KeptMemorialsScreen',
  OfflineNote: 'KeptNote',
  CreateMemorialPage: 'CreateMemorialScreen',
  ExportMemorial: 'TakeHome',
}
