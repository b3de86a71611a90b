import { array, type InferType, object, string } from 'yup'
import { lineOfText } from './fields'
import { ADDRESS_MAX_LENGTH } from './limits'

/** A search on the map. */
export const geocodingQuerySchema = object({
  q: lineOfText('Адрес', ADDRESS_MAX_LENGTH).required('Напишите адрес или название кладбища.'),
})

/** A result; `burial_coordinates` in the format of a burial place. */
export const foundPlaceSchema = object({
  title: string().required(),
  burial_coordinates: string().required(),
})
export type FoundPlace = InferType<typeof foundPlaceSchema>

export const foundPlacesSchema = object({ result: array(foundPlaceSchema.required()).required() })
