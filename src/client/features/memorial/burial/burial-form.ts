import type { Burial, BurialForm } from '@contract/burial'

/** What the form starts from. A stored photo is no file: it stays until another is chosen. */
export function formOf(burial: Burial | null | undefined): BurialForm {
  return {
    burial_address: burial?.burial_address ?? '',
    burial_coordinates: burial?.burial_coordinates ?? '',
    burial_photo_file: null,
  }
}

export function isEmptyForm({ burial_address, burial_coordinates, burial_photo_file }: BurialForm): boolean {
  return !burial_address && !burial_coordinates && !burial_photo_file
}
