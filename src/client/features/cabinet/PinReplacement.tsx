import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { PinChangeForm } from './PinChangeForm'
import { PinResetForm } from './PinResetForm'
import type { SettingFormEvents } from './Setting'

/** A new PIN in place of the old one: by the old one, or by the password for those who forgot it. */
export function PinReplacement({ email, ...events }: SettingFormEvents & { email: string }) {
  const [isForgotten, setForgotten] = useState(false)
  return (
    <>
      {isForgotten ? <PinResetForm email={email} {...events} /> : <PinChangeForm {...events} />}
      <Box sx={{ mt: 1 }}>
        <Button onClick={() => setForgotten(!isForgotten)} sx={{ ml: -2.5 }}>
          {isForgotten ? 'Я помню текущий PIN-код' : 'Не помню текущий PIN-код'}
        </Button>
      </Box>
    </>
  )
}
