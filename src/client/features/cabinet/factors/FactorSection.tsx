import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { RecoveryCodes } from '@contract/factors'
import { PROTECTION_ANCHOR } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useGetFactorsQuery } from '@client/api/factor-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Section } from '@client/ui/Section'
import { useHasPasskeys } from '@client/lib/passkeys'
import type { Disclosure } from '../Setting'
import { CodeSetting } from './CodeSetting'
import { FactorItem } from './FactorItem'
import { PasskeySetting } from './PasskeySetting'
import { RecoveryCodesPart } from './RecoveryCodesPart'
import { NewRecoveryCodes } from './NewRecoveryCodes'

const PURPOSE =
  'Пароль можно подсмотреть или выманить. Если подключить второй способ входа, одного пароля чужому человеку не хватит.'
const LOAD_FAILED = 'Не удалось узнать, как вы входите.'

type SettingName = 'passkey' | 'code'

/** The second factors of the account: passkeys, one-time codes and recovery codes. */
export function FactorSection() {
  return (
    <Section id={PROTECTION_ANCHOR} spacing="medium" title="Защита входа">
      <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640 }}>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {typeset(PURPOSE)}
        </Typography>
        <Factors />
      </Box>
    </Section>
  )
}

function Factors() {
  const { data, isError, refetch } = useGetFactorsQuery()
  const hasPasskeys = useHasPasskeys()
  const [openSetting, setOpenSetting] = useState<SettingName>()
  /** Shown until the holder confirms that they are written down. */
  const [codes, setCodes] = useState<string[]>()

  if (isError && !data) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!data) return <FactorsLoading />

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })
  const show = ({ recovery_codes }: RecoveryCodes) => setCodes(recovery_codes.length > 0 ? recovery_codes : undefined)
  const { result: factors, recovery_codes_left: codesLeft } = data

  return (
    <>
      {codes && <NewRecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
      {factors.length > 0 && (
        <>
          <Box component="ul" aria-label="Подключённые способы входа" sx={LIST}>
            {factors.map((factor) => (
              <FactorItem key={factor.id} factor={factor} isLast={factors.length === 1} />
            ))}
          </Box>
          {!codes && <RecoveryCodesPart left={codesLeft} onMade={show} />}
        </>
      )}
      {hasPasskeys && <PasskeySetting {...disclosureOf('passkey')} />}
      <CodeSetting onConfirmed={show} {...disclosureOf('code')} />
    </>
  )
}

function FactorsLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" height={240} />
    </Loading>
  )
}

const LIST = { m: 0, p: 0, listStyle: 'none', '& > li': { py: 2, borderTop: 1, borderColor: 'divider' } } as const
