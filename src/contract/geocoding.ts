import { array, type InferType, object, string } from 'yup'
import { lineOfText } from './fields'
import { ADDRESS_MAX_LENGTH } from './limits'

/** What an owner looks for on the map. */
export const geocodingQuerySchema = object({
  q: lineOfText('Адрес', ADDRESS_MAX_LENGTH).required('Напишите адрес или название кладбища.'),
})

/** A place that was found; `burial_coordinates` as a burial place has them. */
export const foundPlaceSchema = object({
  title: string().required(),
  burial_coordinates: string().required(),
})
export type FoundPlace = InferType<typeof foundPlaceSchema>

export const foundPlacesSchema = object({ result: array(foundPlaceSchema.required()).required() })
