import { styled } from '@mui/material/styles'

/** The first stop of the Tab key: past the header, straight to the page. */
export function SkipLink({ targetId }: { targetId: string }) {
  return <HiddenUntilFocused href={`#${targetId}`}>Перейти к содержанию</HiddenUntilFocused>
}

const HiddenUntilFocused = styled('a')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: theme.spacing(2),
  top: theme.spacing(1),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1.5, 2.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.primary.main,
  color: theme.vars?.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}))
