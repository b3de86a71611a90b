import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@contract/user'

export const PIN_HINT = `От ${PIN_MIN_LENGTH} до ${PIN_MAX_LENGTH} цифр. Лучше шесть, и не год или дата: их угадывают первыми.`
export const PIN_UNCHANGED = 'PIN-код не изменён'
