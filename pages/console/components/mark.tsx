import { Box } from '@mantine/core'
import './mark.css'

type Props = { tone?: 'good' | 'warn' | 'bad' | 'live' | 'quiet'; children: string }

/** A status in a word or two; the colour only repeats the words. */
export function Mark({ tone = 'quiet', children }: Props) {
  return (
    <Box component="span" className="mark" data-tone={tone}>
      {children}
    </Box>
  )
}
