import Link from '@mui/material/Link'

/** Switches a form for another one to the same end. */
export function OtherWay({ onTake, children }: { onTake: () => void; children: string }) {
  return (
    <div>
      <Link component="button" type="button" onClick={onTake} sx={{ font: 'inherit', textAlign: 'start', py: 1 }}>
        {children}
      </Link>
    </div>
  )
}
