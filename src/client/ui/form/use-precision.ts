import { type FormikValues, useFormikContext } from 'formik'
import { useState } from 'react'
import { type DayParts, dayOfParts, KNOWN_PARTS, partsOfDay } from '@contract/days'
import type { Precision } from '@contract/memorial-terms'

/**
 * The precision of a date in a form. Fields that the precision excludes leave the form, and are restored when it
 * includes them again.
 */
export function usePrecision(name: string, precisionName: string) {
  const { values, setValues } = useFormikContext<FormikValues>()
  const [putAside, setPutAside] = useState<Partial<DayParts>>({})
  const parts = partsOfDay(values[name] as string)

  function choose(precision: Precision): void {
    const typed = { ...putAside, ...filled(parts) }
    const part = (asked: keyof DayParts) => (KNOWN_PARTS[precision].includes(asked) ? (typed[asked] ?? '') : '')
    setPutAside(typed)
    // Both at once: in between, the date would be validated with the wrong precision.
    void setValues({
      ...values,
      [name]: dayOfParts({ day: part('day'), month: part('month'), year: part('year') }),
      [precisionName]: precision,
    })
  }

  return {
    precision: values[precisionName] as Precision,
    /** The likely precision when the day is unknown. */
    nearest: parts.month === '' ? ('year' as const) : ('month' as const),
    choose,
  }
}

function filled(parts: DayParts): Partial<DayParts> {
  return Object.fromEntries(Object.entries(parts).filter(([, digits]) => digits !== ''))
}
