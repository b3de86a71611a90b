import type { ArchiveItem } from '@contract/archive'
import type { Burial } from '@contract/burial'
import { BASIC, type Memorial, type MemorialCard, type MemorialPage } from '@contract/memorial'
import type { Memory, MemoryPage, PendingMemory } from '@contract/memory'
import type { AccountSession } from '@contract/session'
import type { PageSettings } from '@contract/settings'
import type { User } from '@contract/user'

/** API objects, each complete and always the same: a test states only what it is about. */

export const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36'
export const SAFARI_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
export const YANDEX_ON_ANDROID =
  'Mozilla/5.0 (Linux; arm_64; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.118 YaBrowser/24.6.0.0.00 SA/3 Mobile Safari/537.36'

export function aMemorialCard(differences: Partial<MemorialCard> = {}): MemorialCard {
  return {
    id: 1,
    lastname: 'Соколова',
    name: 'Анна',
    surname: 'Петровна',
    maiden_name: null,
    birth_date: '1931-05-09',
    birth_precision: 'day',
    death_date: '2014-11-02',
    death_precision: 'day',
    photo_path: null,
    photo_width: null,
    photo_height: null,
    photo_tone: null,
    photo_preview: null,
    swo_status: false,
    ...differences,
  }
}

/** This many cards, with ids from 1 and distinct lastnames. */
export function someMemorialCards(count: number): MemorialCard[] {
  return Array.from({ length: count }, (_none, index) =>
    aMemorialCard({ id: index + 1, lastname: `Соколова-${index + 1}` }),
  )
}

export function aMemorialPage(result: MemorialCard[], total: number = result.length): MemorialPage {
  return { result, total }
}

/** Public and basic, owned by `aUser()`. Only owners see the sizes, so they are absent here. */
export function aMemorial(differences: Partial<Memorial> = {}): Memorial {
  return {
    ...aMemorialCard(),
    user_id: 1,
    biography: 'Учила детей русскому языку сорок лет.',
    public_status: true,
    indexable: true,
    rate_check: false,
    profile_rate: BASIC,
    candles: 0,
    candle_day: null,
    role: null,
    ...differences,
  }
}

/** Verified, with room for five memorials and nothing else left to spend. */
export function aUser(differences: Partial<User> = {}): User {
  return {
    id: 1,
    email: 'owner@example.ru',
    is_active: true,
    is_superuser: false,
    is_verified: true,
    is_moderator: false,
    factor_missing: false,
    has_pin: false,
    max_memorials: 5,
    advanced_memorials_left: 0,
    bonus_gb_left: 0,
    display_name: null,
    ...differences,
  }
}

/** The current session: Chrome on Windows. */
export function aSession(differences: Partial<AccountSession> = {}): AccountSession {
  return {
    id: 1,
    created_at: '2026-05-01T09:30:00Z',
    last_used_at: '2026-05-12T09:30:00Z',
    address: '203.0.113.*',
    user_agent: CHROME_ON_WINDOWS,
    is_current: true,
    ...differences,
  }
}

export function aMemory(differences: Partial<Memory> = {}): Memory {
  return {
    reply: null,
    voice: null,
    photo_path: null,
    photo_width: null,
    photo_height: null,
    id: 1,
    memorials_id: 1,
    description: 'Она научила меня читать.',
    author: 'Мария Орлова',
    created_at: '2024-03-08T09:30:00Z',
    ...differences,
  }
}

export function aMemoryPage(result: Memory[], total: number = result.length): MemoryPage {
  return { result, total }
}

export function aBurial(differences: Partial<Burial> = {}): Burial {
  return {
    id: 1,
    memorial_id: 1,
    burial_address: 'Тверь, Дмитрово-Черкасское кладбище, участок 12',
    cemetery: null,
    plot: null,
    burial_coordinates: '56.8204, 35.8312',
    photo_path: null,
    photo_width: null,
    photo_height: null,
    ...differences,
  }
}

export function anArchiveItem(differences: Partial<ArchiveItem> = {}): ArchiveItem {
  const { id = 1 } = differences
  return {
    id,
    memorial_id: 1,
    file_path: `/media/${id}/picture.jpg`,
    description: null,
    width: null,
    height: null,
    duration: null,
    poster_path: null,
    is_playable: true,
    is_being_prepared: false,
    date_text: null,
    people: null,
    position: id,
    ...differences,
  }
}

export function someSettings(differences: Partial<PageSettings> = {}): PageSettings {
  return {
    siteName: 'Помним',
    supportEmail: 'support@example.ru',
    supportMessengerUrl: 'https://t.me/pomnim_example',
    publicUrl: 'http://localhost',
    freeNote: 'Страница сейчас бесплатна.',
    isAdvancedFree: false,
    hasGeocoder: false,
    preparesFilms: true,
    mapAttribution: '© участники OpenStreetMap',
    mapAttributionUrl: 'https://www.openstreetmap.org/copyright',
    ...differences,
  }
}

/** A guest's memory that waits for a decision. */
export function aPendingMemory(differences: Partial<PendingMemory> = {}): PendingMemory {
  return { ...aMemory(), memorial_name: 'Соколова Анна Петровна', author_email: 'maria@example.ru', ...differences }
}

/** This many, with ids from 1 and distinct authors. */
export function somePendingMemories(count: number): PendingMemory[] {
  return Array.from({ length: count }, (_none, index) =>
    aPendingMemory({ id: index + 1, author: `Автор ${index + 1}` }),
  )
}
