import { type FormikValues, useFormikContext } from 'formik'
import { useState } from 'react'
import { type DayParts, dayOfParts, KNOWN_PARTS, partsOfDay } from '@contract/days'
import type { Precision } from '@contract/memorial-terms'

/**
 * How well the date of a form is known. Parts that are not asked for any more leave the form, and are back when they are
 * asked for again.
 */
export function usePrecision(name: string, precisionName: string) {
  const { values, setValues } = useFormikContext<FormikValues>()
  const [putAside, setPutAside] = useState<Partial<DayParts>>({})
  const parts = partsOfDay(values[name] as string)

  function choose(precision: Precision): void {
    const typed = { ...putAside, ...filled(parts) }
    const part = (asked: keyof DayParts) => (KNOWN_PARTS[precision].includes(asked) ? (typed[asked] ?? '') : '')
    setPutAside(typed)
    // Both at once: between the two changes the date would be checked for what it is not.
    void setValues({
      ...values,
      [name]: dayOfParts({ day: part('day'), month: part('month'), year: part('year') }),
      [precisionName]: precision,
    })
  }

  return {
    precision: values[precisionName] as Precision,
    /** What is likely known of it when the day is not. */
    nearest: parts.month === '' ? ('year' as const) : ('month' as const),
    choose,
  }
}

function filled(parts: DayParts): Partial<DayParts> {
  return Object.fromEntries(Object.entries(parts).filter(([, digits]) => digits !== ''))
}
